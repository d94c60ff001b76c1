//===- LoopModels.cpp - scf.for and affine.for as counted loops -----------===//

#include "Models.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tilefoundry/Dialect/HIR/Constants.h"
#include "tilefoundry/Interfaces/MeasureInterfaces.h"

using namespace mlir;
using namespace tilefoundry;

namespace {
struct ScfForModel
    : CountedLoopOpInterface::ExternalModel<ScfForModel, scf::ForOp> {
  std::optional<LoopRange> getStaticRange(Operation *op) const {
    auto loop = cast<scf::ForOp>(op);
    std::optional<int64_t> start =
                               hir::getConstantInteger(loop.getLowerBound()),
                           stop = hir::getConstantInteger(loop.getUpperBound()),
                           step = hir::getConstantInteger(loop.getStep());
    if (!start || !stop || !step)
      return std::nullopt;
    // Bounds below zero are large numbers to an unsigned comparison.
    if (loop.getUnsignedCmp() && (*start < 0 || *stop < 0))
      return std::nullopt;
    return makeLoopRange(*start, *stop, *step);
  }
  OperandRange getCarriedInits(Operation *op) const {
    return cast<scf::ForOp>(op).getInitArgs();
  }
};

struct AffineForModel
    : CountedLoopOpInterface::ExternalModel<AffineForModel,
                                            affine::AffineForOp> {
  std::optional<LoopRange> getStaticRange(Operation *op) const {
    auto loop = cast<affine::AffineForOp>(op);
    if (!loop.hasConstantBounds())
      return std::nullopt;
    return makeLoopRange(loop.getConstantLowerBound(),
                         loop.getConstantUpperBound(), loop.getStepAsInt());
  }
  OperandRange getCarriedInits(Operation *op) const {
    return cast<affine::AffineForOp>(op).getInits();
  }
};
} // namespace

void tilefoundry::registerLoopModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, scf::SCFDialect *) {
    scf::ForOp::attachInterface<ScfForModel>(*context);
  });
  registry.addExtension(+[](MLIRContext *context, affine::AffineDialect *) {
    affine::AffineForOp::attachInterface<AffineForModel>(*context);
  });
}
