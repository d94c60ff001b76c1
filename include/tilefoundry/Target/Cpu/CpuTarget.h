//===- CpuTarget.h - the host -----------------------------------*- C++ -*-===//
//
// Identifies the CPU host backend (target document 5). It states no hardware,
// so it has no documents, no topology and no facts.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_TARGET_CPU_CPUTARGET_H
#define TILEFOUNDRY_TARGET_CPU_CPUTARGET_H

#include "tilefoundry/Target/Target.h"

namespace tilefoundry {

class CpuTarget : public Target {
public:
  CpuTarget() : Target("cpu") {}

  static std::shared_ptr<const CpuTarget> create() {
    return makeTarget<CpuTarget>();
  }

  llvm::ArrayRef<llvm::StringRef> getTopologyLevels() const override {
    return {};
  }
  /// Host functions are exempt from hardware equality.
  bool hasSameHardware(const Target &) const override { return true; }

protected:
  std::optional<int64_t> limitOfLevel(llvm::StringRef) const override {
    return std::nullopt;
  }
};

} // namespace tilefoundry

#endif // TILEFOUNDRY_TARGET_CPU_CPUTARGET_H
