//===- AlgorithmRegistry.h - which algorithm schedules which level --------===//
//
// The registration point of scheduling, keyed on the exact (target class,
// level) pair (target document 1 and 4). This project declares the families; it
// ships no algorithm, so `implementation` is null until a scheduler provides
// one.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_TARGET_ALGORITHMREGISTRY_H
#define TILEFOUNDRY_TARGET_ALGORITHMREGISTRY_H

#include "tilefoundry/Target/Target.h"
#include <map>

namespace tilefoundry {

/// What an implementation derives from, elsewhere.
class SchedulingAlgorithm;

/// One scheduling family of one level.
struct SchedulingFamily {
  std::string name;
  /// What it decides, as one sentence for a person.
  std::string decides;
  const SchedulingAlgorithm *implementation = nullptr;
};

class AlgorithmRegistry {
public:
  AlgorithmRegistry() = default;
  AlgorithmRegistry(const AlgorithmRegistry &) = delete;
  AlgorithmRegistry &operator=(const AlgorithmRegistry &) = delete;

  /// The registry with the families of every target package.
  static AlgorithmRegistry &global();

  /// Registers the family of exactly (T, level); a second one is an error.
  template <class T>
  llvm::Error add(llvm::StringRef level, SchedulingFamily family) {
    static_assert(std::is_base_of_v<Target, T>, "not a Target");
    return insert(TypeKey::of<T>(), level, std::move(family),
                  llvm::getTypeName<T>());
  }

  /// The family that schedules `level` on targets of this exact class, or none.
  std::optional<SchedulingFamily> lookUp(const Target &target,
                                         llvm::StringRef level) const;

  /// The family for a level of a program. Refuses a level the target does not
  /// admit, one whose extent is not static, and one nothing is registered for.
  llvm::Expected<SchedulingFamily> select(const Target &target,
                                          llvm::StringRef level,
                                          const TopologyExtent &extent) const;

private:
  llvm::Error insert(TypeKey target, llvm::StringRef level,
                     SchedulingFamily family, llvm::StringRef targetName);

  mutable std::shared_mutex mutex;
  std::map<std::pair<TypeKey, std::string>, SchedulingFamily> families;
};

} // namespace tilefoundry

#endif // TILEFOUNDRY_TARGET_ALGORITHMREGISTRY_H
