//===- Contractions.h - shapes and relations of contractions ----*- C++ -*-===//
//
// Of matmul, the tile instructions and conv2d (HIRNNOps.td). Private to the
// dialect.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_LIB_DIALECT_HIR_CONTRACTIONS_H
#define TILEFOUNDRY_LIB_DIALECT_HIR_CONTRACTIONS_H

#include "tilefoundry/Dialect/HIR/Inference.h"

namespace tilefoundry::hir {

/// Axis `axisI` of operand `i` and axis `axisJ` of operand `j`, both called
/// `what` in the refusal, have one extent.
mlir::LogicalResult requireEqualExtents(const OpInput &input, unsigned i,
                                        unsigned axisI, unsigned j,
                                        unsigned axisJ, llvm::StringRef what);

mlir::LogicalResult inferMatmul(OpInput &input, std::optional<mlir::Type> to,
                                llvm::SmallVectorImpl<ResultShape> &results);
mlir::LogicalResult inferTile(OpInput &input, std::optional<mlir::Type> to,
                              int64_t m, int64_t n, int64_t k,
                              llvm::SmallVectorImpl<ResultShape> &results);
AccessRelations matmulRelations(const OpInput &input,
                                llvm::ArrayRef<ResultShape> results);
mlir::LogicalResult inferConv2d(OpInput &input, llvm::ArrayRef<int64_t> stride,
                                llvm::ArrayRef<int64_t> padding,
                                llvm::ArrayRef<int64_t> dilation,
                                int64_t groups, std::optional<mlir::Type> to,
                                llvm::SmallVectorImpl<ResultShape> &results);
AccessRelations conv2dRelations(const OpInput &input,
                                llvm::ArrayRef<int64_t> stride,
                                llvm::ArrayRef<int64_t> padding,
                                llvm::ArrayRef<int64_t> dilation,
                                int64_t groups,
                                llvm::ArrayRef<ResultShape> results);

} // namespace tilefoundry::hir

#endif // TILEFOUNDRY_LIB_DIALECT_HIR_CONTRACTIONS_H
