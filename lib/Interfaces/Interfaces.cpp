//===- Interfaces.cpp - interface definitions and their plain values ------===//

#include "tilefoundry/Interfaces/MeasureInterfaces.h"
#include "tilefoundry/Interfaces/TargetAttrInterface.h"

using namespace tilefoundry;

bool Work::hasOverflowed() const {
  auto overflowed = [](CheckedInt v) { return v.hasOverflowed(); };
  return llvm::any_of(flops, overflowed) || llvm::any_of(service, overflowed);
}

void Work::scale(CheckedInt factor) {
  for (CheckedInt &count : flops)
    count *= factor;
  for (CheckedInt &count : service)
    count *= factor;
}

void Work::add(const Work &other) {
  for (size_t i = 0; i < flops.size(); ++i)
    flops[i] += other.flops[i];
  for (size_t i = 0; i < service.size(); ++i)
    service[i] += other.service[i];
}

std::optional<LoopRange> tilefoundry::makeLoopRange(int64_t start, int64_t stop,
                                                    int64_t step) {
  if (step < 1)
    return std::nullopt;
  if (stop <= start)
    return LoopRange{start, step, 0};
  CheckedInt span = CheckedInt(stop) - start;
  if (!span)
    return std::nullopt;
  return LoopRange{start, step, ceilDivide(span.get(), step)};
}

llvm::StringRef tilefoundry::reductionName(Reduction reduction) {
  switch (reduction) {
  case Reduction::Sum:
    return "sum";
  case Reduction::Max:
    return "max";
  case Reduction::Min:
    return "min";
  }
  llvm_unreachable("covered switch");
}

#include "tilefoundry/Interfaces/MeasureInterfaces.cpp.inc"
#include "tilefoundry/Interfaces/TargetAttrInterface.cpp.inc"
