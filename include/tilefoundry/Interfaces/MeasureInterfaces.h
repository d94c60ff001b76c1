//===- MeasureInterfaces.h - what an op says about itself -------*- C++ -*-===//
//
// Cost, access relations and sharding rules as op interfaces, and the plain
// values they exchange.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_INTERFACES_MEASUREINTERFACES_H
#define TILEFOUNDRY_INTERFACES_MEASUREINTERFACES_H

#include "mlir/IR/OpDefinition.h"
#include "tilefoundry/Access/AccessRelations.h"
#include "tilefoundry/Support/CheckedMath.h"
#include "tilefoundry/Support/ElementType.h"
#include <array>
#include <optional>

namespace tilefoundry {

/// Logical work: flops by element type, and results asked of other units by
/// service kind. Counts are checked; an overflow is reported once by the
/// analysis.
class Work {
public:
  void addFlops(ElementType type, CheckedInt count) {
    flops[static_cast<size_t>(type)] += count;
  }
  void addService(ServiceKind kind, CheckedInt count) {
    service[static_cast<size_t>(kind)] += count;
  }
  /// Arithmetic on `type`: flops for a floating-point type, else `integer`.
  void addArithmetic(ElementType type, CheckedInt count) {
    if (isFloatingPoint(type))
      addFlops(type, count);
    else
      addService(ServiceKind::Integer, count);
  }
  CheckedInt getFlops(ElementType type) const {
    return flops[static_cast<size_t>(type)];
  }
  CheckedInt getService(ServiceKind kind) const {
    return service[static_cast<size_t>(kind)];
  }
  bool hasOverflowed() const;
  /// Every count times `factor`.
  void scale(CheckedInt factor);
  void add(const Work &other);

private:
  std::array<CheckedInt, 9> flops;
  std::array<CheckedInt, 4> service;
};

/// How the shares of a partial value combine.
enum class Reduction : uint8_t { Sum, Max, Min };
llvm::StringRef reductionName(Reduction reduction);

/// What a value is along one mesh axis.
struct AxisState {
  enum class Kind : uint8_t { Replicated, Split, Partial, Dynamic };
  Kind kind = Kind::Replicated;
  Reduction reduction = Reduction::Sum;

  bool isPartial() const { return kind == Kind::Partial; }
  bool isPartial(Reduction r) const { return isPartial() && reduction == r; }
  bool isReplicated() const { return kind == Kind::Replicated; }
};

/// The answer of a partial rule for one result and one mesh axis.
struct PartialOutcome {
  bool legal = false;
  std::optional<Reduction> reduction;

  static PartialOutcome refused() { return {}; }
  static PartialOutcome replicated() { return {true, std::nullopt}; }
  static PartialOutcome partial(Reduction r) { return {true, r}; }
};

/// `start + trip * step` for `trip` in `[0, trips)`.
struct LoopRange {
  int64_t start;
  int64_t step;
  int64_t trips;
};

} // namespace tilefoundry

#include "tilefoundry/Interfaces/MeasureInterfaces.h.inc"

namespace tilefoundry {

/// The loop that `op` is, or nothing. An op without regions, as nearly all are,
/// is told apart without a look at its interfaces.
inline CountedLoopOpInterface asLoop(mlir::Operation *op) {
  return op && op->getNumRegions() == 1
             ? mlir::dyn_cast<CountedLoopOpInterface>(op)
             : CountedLoopOpInterface();
}

/// `start, start + step, ...` below `stop`; nothing for a step below 1 or a
/// range that leaves 64 bits.
std::optional<LoopRange> makeLoopRange(int64_t start, int64_t stop,
                                       int64_t step);

} // namespace tilefoundry

#endif // TILEFOUNDRY_INTERFACES_MEASUREINTERFACES_H
