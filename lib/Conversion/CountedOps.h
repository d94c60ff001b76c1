//===- CountedOps.h - the scalar ops that have a rule -----------*- C++ -*-===//
//
// One list per rule of PayloadWork.h; the lists decide both how a payload is
// counted and which ops on tensors have a model.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_LIB_CONVERSION_COUNTEDOPS_H
#define TILEFOUNDRY_LIB_CONVERSION_COUNTEDOPS_H

#include "AttachModels.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace tilefoundry {

template <typename... Ops> struct OpList {
  static bool contains(mlir::Operation *op) { return mlir::isa<Ops...>(op); }
  static llvm::SmallVector<mlir::TypeID> ids() { return idsOf<Ops...>(); }
};

namespace counted {
using namespace mlir::arith;
using namespace mlir::math;

using ArithmeticOfArith = OpList<AddFOp, SubFOp, MulFOp, DivFOp, NegFOp, AddIOp,
                                 SubIOp, MulIOp, DivSIOp, DivUIOp, CeilDivSIOp,
                                 CeilDivUIOp, FloorDivSIOp, RemSIOp, RemUIOp>;
using ArithmeticOfMath =
    OpList<AbsFOp, AbsIOp, CeilOp, FloorOp, RoundOp, RoundEvenOp>;
using TwiceArithmetic = OpList<FmaOp>;
using Predicate = OpList<MaximumFOp, MinimumFOp, MaxNumFOp, MinNumFOp, MaxSIOp,
                         MaxUIOp, MinSIOp, MinUIOp, CmpFOp, CmpIOp>;
/// Predicates on truth values only.
using Logic = OpList<AndIOp, OrIOp, XOrIOp>;
using Select = OpList<SelectOp>;
using Special = OpList<ExpOp, Exp2Op, LogOp, Log2Op, TanhOp, ErfOp, RsqrtOp,
                       SqrtOp, SinOp, CosOp>;
using Cast =
    OpList<ExtFOp, TruncFOp, ExtSIOp, ExtUIOp, TruncIOp, SIToFPOp, UIToFPOp,
           FPToSIOp, FPToUIOp, IndexCastOp, IndexCastUIOp, BitcastOp>;
} // namespace counted
} // namespace tilefoundry

#endif // TILEFOUNDRY_LIB_CONVERSION_COUNTEDOPS_H
