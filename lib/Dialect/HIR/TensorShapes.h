//===- TensorShapes.h - shapes and relations of data movement ---*- C++ -*-===//
//
// Result shapes and access relations of the ops in HIRTensorOps.td, one pair of
// functions per op. Private to the dialect.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_LIB_DIALECT_HIR_TENSORSHAPES_H
#define TILEFOUNDRY_LIB_DIALECT_HIR_TENSORSHAPES_H

#include "tilefoundry/Dialect/HIR/Inference.h"

namespace tilefoundry::hir {

using Results = llvm::SmallVectorImpl<ResultShape>;
using ResultsRef = llvm::ArrayRef<ResultShape>;
using Numbers = llvm::ArrayRef<int64_t>;

/// An axis whose legality was checked when the shape was inferred.
inline unsigned checkedAxis(int64_t axis, int64_t rank) {
  return axis < 0 ? axis + rank : axis;
}

mlir::LogicalResult inferTranspose(OpInput &input, Numbers perm,
                                   Results &results);
AccessRelations transposeRelations(const OpInput &input, Numbers perm,
                                   ResultsRef results);

mlir::LogicalResult inferReshape(OpInput &input, mlir::ArrayAttr shape,
                                 Results &results);
AccessRelations reshapeRelations(const OpInput &input, ResultsRef results);

mlir::LogicalResult inferSlice(OpInput &input, unsigned dynamicStarts,
                               Numbers starts, mlir::ArrayAttr sizes,
                               Numbers strides, Results &results);
AccessRelations sliceRelations(const OpInput &input, Numbers starts,
                               Numbers strides, ResultsRef results);

mlir::LogicalResult inferInsertSlice(OpInput &input, unsigned dynamicStarts,
                                     Numbers starts, Results &results);
AccessRelations insertSliceRelations(const OpInput &input, Numbers starts);

mlir::LogicalResult inferCacheUpdate(OpInput &input, mlir::Value rows,
                                     Results &results);
AccessRelations cacheUpdateRelations(const OpInput &input, mlir::Value rows);

mlir::LogicalResult inferIndexedUpdate(OpInput &input, int64_t dim,
                                       Results &results);
AccessRelations indexedUpdateRelations(const OpInput &input, int64_t dim);

mlir::LogicalResult inferConcat(OpInput &input, int64_t axis, Results &results);
AccessRelations concatRelations(const OpInput &input, int64_t axis,
                                ResultsRef results);
mlir::LogicalResult inferStack(OpInput &input, int64_t axis, Results &results);
AccessRelations stackRelations(const OpInput &input, int64_t axis,
                               ResultsRef results);
mlir::LogicalResult inferSplit(OpInput &input, int64_t axis, int64_t num,
                               Results &results);
AccessRelations splitRelations(const OpInput &input, int64_t axis,
                               ResultsRef results);

mlir::LogicalResult inferRepeatInterleave(OpInput &input, int64_t repeats,
                                          int64_t axis, Results &results);
AccessRelations repeatInterleaveRelations(const OpInput &input, int64_t repeats,
                                          int64_t axis, ResultsRef results);

mlir::LogicalResult inferIndexSelect(OpInput &input, int64_t dim,
                                     Results &results);
AccessRelations indexSelectRelations(const OpInput &input, int64_t dim,
                                     ResultsRef results);

mlir::LogicalResult inferRank(OpInput &input, Results &results);
mlir::LogicalResult inferShapeOf(OpInput &input, Results &results);

} // namespace tilefoundry::hir

#endif // TILEFOUNDRY_LIB_DIALECT_HIR_TENSORSHAPES_H
