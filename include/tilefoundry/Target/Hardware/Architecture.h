//===- Architecture.h - the two halves of a machine -------------*- C++ -*-===//
//
// What every target's two values have in common (target document 1.1 and 1.2).
// A fact is recorded on exactly one side: an architecture owns instruction
// legality and per-unit limits, a device owns counts, memory and throughput.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_TARGET_HARDWARE_ARCHITECTURE_H
#define TILEFOUNDRY_TARGET_HARDWARE_ARCHITECTURE_H

#include <cstdint>
#include <optional>
#include <string>

namespace tilefoundry {

/// Compilation identity and structure. Immutable.
class Architecture {
public:
  /// The stable identity used by compilation.
  const std::string &getName() const { return name; }
  /// The static thread limit of a CTA; nothing where there is no such level.
  std::optional<int64_t> getMaxThreadsPerCta() const {
    return maxThreadsPerCta;
  }

protected:
  Architecture(std::string name, std::optional<int64_t> maxThreadsPerCta)
      : name(std::move(name)), maxThreadsPerCta(maxThreadsPerCta) {}

private:
  std::string name;
  std::optional<int64_t> maxThreadsPerCta;
};

/// One concrete device. Immutable.
class Device {
public:
  /// The stable product identity.
  const std::string &getName() const { return name; }
  /// How many parallel units the device has.
  int64_t getSmCount() const { return smCount; }

protected:
  Device(std::string name, int64_t smCount)
      : name(std::move(name)), smCount(smCount) {}

private:
  std::string name;
  int64_t smCount;
};

} // namespace tilefoundry

#endif // TILEFOUNDRY_TARGET_HARDWARE_ARCHITECTURE_H
