//===- Target.h - a machine as a value that answers questions ---*- C++ -*-===//
//
// A Target is immutable and owns no algorithm (target document 1): it answers
// by projecting its specification into the aggregate an algorithm declares.
//
//   // An Expected<ThroughputFacts>.
//   auto rates = target.facts<ThroughputFacts>();
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_TARGET_TARGET_H
#define TILEFOUNDRY_TARGET_TARGET_H

#include "tilefoundry/Target/FactsRegistry.h"
#include "tilefoundry/Target/TypeKey.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace tilefoundry {

/// Defined by the Analysis room, which this room does not use.
class Analyzer;

/// The document a part of a target was read from.
struct ResourceDocument {
  std::string id;
  /// "sha256:<hex>" over every recorded value and its evidence.
  std::string digest;

  friend bool operator==(const ResourceDocument &a, const ResourceDocument &b) {
    return a.id == b.id && a.digest == b.digest;
  }
  friend bool operator!=(const ResourceDocument &a, const ResourceDocument &b) {
    return !(a == b);
  }
};

/// What stands behind a target. An absent entry means that the part was
/// supplied directly as a value (or that there is no such part): no document is
/// named then, whatever it resembles (target document 10.2).
struct TargetResources {
  std::optional<ResourceDocument> architecture;
  std::optional<ResourceDocument> device;

  bool hasDocuments() const { return architecture || device; }

  friend bool operator==(const TargetResources &a, const TargetResources &b) {
    return a.architecture == b.architecture && a.device == b.device;
  }
};

/// The extent a program declares for one topology level: a number, "?"
/// (provided by the launch), or the name of a dimension that is not bound yet.
class TopologyExtent {
public:
  TopologyExtent(int64_t extent) : extent(extent) {}
  TopologyExtent(std::nullopt_t) {}
  TopologyExtent(std::optional<int64_t> extent) : extent(extent) {}
  static TopologyExtent symbolic(llvm::StringRef dimension) {
    TopologyExtent result(std::nullopt);
    result.dimension = dimension.str();
    return result;
  }

  bool isStatic() const { return extent.has_value(); }
  std::optional<int64_t> getStatic() const { return extent; }
  /// "132", "?" or the dimension's name.
  std::string str() const;

private:
  std::optional<int64_t> extent;
  std::string dimension;
};

/// A compilation backend and the hardware it compiles for. Created only through
/// `makeTarget<T>`, which is what makes its exact type known.
class Target {
public:
  virtual ~Target();
  Target(const Target &) = delete;
  Target &operator=(const Target &) = delete;

  /// The stable backend identifier: "cuda", "amx", "cpu".
  llvm::StringRef getName() const { return name; }

  /// The exact class, supplied by `makeTarget`.
  virtual TypeKey getTypeId() const = 0;

  /// What a report calls this machine: the device document's ID, the device's
  /// own name where it has no document, else the backend's name.
  virtual std::string getIdentity() const;

  /// The documents behind this target and their digests.
  virtual TargetResources getResources() const;

  /// The same as text: two lines, "architecture ID DIGEST" or "architecture
  /// none:
  /// ...". Names no document for a part that was supplied as a value.
  std::string describeResources() const;

  /// The names a program may declare, coarsest first.
  virtual llvm::ArrayRef<llvm::StringRef> getTopologyLevels() const = 0;

  /// The largest extent of one level; nothing where this machine sets no limit.
  /// An unknown level is an error naming the levels there are.
  llvm::Expected<std::optional<int64_t>>
  topologyLimit(llvm::StringRef level) const;

  /// Whether `level` may stand without a static extent until the launch.
  virtual bool admitsLaunchExtent(llvm::StringRef level) const;

  /// Refuses an unknown level, a non-positive extent, one above the limit, and
  /// a deferred extent where the level needs a static one.
  llvm::Error validateProgramTopology(llvm::StringRef level,
                                      const TopologyExtent &extent) const;

  /// The one door to hardware facts (target document 11). `query` belongs to
  /// the asking algorithm; a hardware-only projection refuses one.
  template <class F>
  llvm::Expected<F> facts(FactsQuery query = FactsQuery()) const {
    return FactsRegistry::global().project<F>(*this, query);
  }

  /// The analyzer this target selects, or null. A subclass overrides one
  /// selector and delegates the rest to its base.
  virtual const Analyzer *getAnalyzer(llvm::StringRef selector) const;

  /// Whether `other`, of the same backend, states the same hardware: what a
  /// compilation group must agree on (target document 6).
  virtual bool hasSameHardware(const Target &other) const;

  /// Equal targets are interchangeable everywhere.
  friend bool operator==(const Target &a, const Target &b) {
    return a.getTypeId() == b.getTypeId() && a.isEqualTo(b);
  }
  friend bool operator!=(const Target &a, const Target &b) { return !(a == b); }

protected:
  explicit Target(llvm::StringRef name) : name(name.str()) {}

  /// The limit of a level that is among `getTopologyLevels()`.
  virtual std::optional<int64_t> limitOfLevel(llvm::StringRef level) const = 0;

  /// Compares with a target of the same exact class. A subclass that adds state
  /// extends this.
  virtual bool isEqualTo(const Target &other) const;

private:
  llvm::Error unknownLevel(llvm::StringRef level) const;

  const std::string name;
};

namespace detail {
template <class T> class ExactTarget final : public T {
public:
  template <class... Args>
  explicit ExactTarget(Args &&...args) : T(std::forward<Args>(args)...) {}
  TypeKey getTypeId() const final { return TypeKey::of<T>(); }
};
} // namespace detail

/// Creates a target whose exact class is `T`. There is no other way, so a
/// subclass can never be taken for its base by forgetting to say what it is.
template <class T, class... Args>
std::shared_ptr<const T> makeTarget(Args &&...args) {
  static_assert(std::is_base_of_v<Target, T>, "not a Target");
  return std::make_shared<const detail::ExactTarget<T>>(
      std::forward<Args>(args)...);
}

/// The analyzers every target answers with unless it overrides one; installed
/// once by the Analysis room. Null (the start) means that there are none.
using AnalyzerProvider = const Analyzer *(*)(llvm::StringRef selector);
void setStandardAnalyzers(AnalyzerProvider provider);

/// The default target of a backend ("cuda", "amx", "cpu", or a registered
/// package's). Only a compile boundary may use it for a program that names no
/// machine: analysis never does (target document 6).
llvm::Expected<std::shared_ptr<const Target>>
resolveTarget(llvm::StringRef backend);

/// A target passes through unchanged.
inline llvm::Expected<std::shared_ptr<const Target>>
resolveTarget(std::shared_ptr<const Target> target) {
  return target;
}

/// `resolveTarget("cuda")`.
llvm::Expected<std::shared_ptr<const Target>> defaultTarget();

/// One function of a compilation group and the target it resolved to.
struct TargetedFunction {
  std::string function;
  std::shared_ptr<const Target> target;
};

/// Refuses a group in which two functions of one backend state different
/// hardware, naming both (target document 6). Host functions are exempt.
llvm::Error checkCompilationGroup(llvm::ArrayRef<TargetedFunction> functions);

} // namespace tilefoundry

#endif // TILEFOUNDRY_TARGET_TARGET_H
