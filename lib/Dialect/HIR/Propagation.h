//===- Propagation.h - the one rule of shard propagation --------*- C++ -*-===//
//
// ir.md 6: a split maps layout position -> tensor axis -> iteration dim through
// the operand's relation, and from there to the results. Private to the
// dialect.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_LIB_DIALECT_HIR_PROPAGATION_H
#define TILEFOUNDRY_LIB_DIALECT_HIR_PROPAGATION_H

#include "tilefoundry/Dialect/HIR/Inference.h"
#include "tilefoundry/Layout/Shard.h"

namespace tilefoundry::hir {

class Propagation {
public:
  Propagation(const OpInput &input, AccessRelations relations,
              const ShardingRules &rules)
      : input(input), relations(std::move(relations)), rules(rules) {}

  /// Fills in the layouts of `results`; shapes, element types and storages are
  /// given. At least one operand carries real sharding.
  mlir::LogicalResult run(llvm::MutableArrayRef<ValueDesc> results);

private:
  using Splits = llvm::SmallVector<llvm::SmallVector<unsigned, 2>>;

  mlir::LogicalResult findMesh();
  /// One encoding on all tensor operands and an identity relation: passed
  /// through.
  bool passesThrough(const ValueDesc &result, unsigned number) const;
  mlir::LogicalResult propagateReshape(ValueDesc &result);
  mlir::LogicalResult bindOperand(unsigned operand);
  mlir::LogicalResult bindDim(unsigned operand, unsigned axis,
                              llvm::ArrayRef<unsigned> meshAxes);
  /// A result shows a bound dim only where a shard propagates.
  mlir::LogicalResult checkBoundDims();
  mlir::LogicalResult propagateResult(ValueDesc &result, unsigned number);
  mlir::FailureOr<ShardEntry> entryForAxis(unsigned result, unsigned meshAxis);
  mlir::FailureOr<std::optional<Reduction>> partialForAxis(unsigned result,
                                                           unsigned meshAxis);
  AxisState stateOf(unsigned operand, unsigned meshAxis) const;
  /// Fills in `dimExtents`.
  void nameDimExtents(llvm::ArrayRef<ValueDesc> results);
  bool isWholeAxis(const BoundaryRelation &boundary, unsigned axis,
                   const AxisExtent &extent) const;
  llvm::StringRef axisName(unsigned meshAxis);

  const OpInput &input;
  AccessRelations relations;
  const ShardingRules &rules;
  MeshAttr mesh;
  unsigned meshOperand = 0;
  /// Per iteration dim its extent, by name where it is symbolic.
  AxisExtents dimExtents;
  /// Per iteration dim, the mesh axes that split it, and who said so.
  llvm::SmallVector<llvm::SmallVector<unsigned, 2>, 4> bound;
  llvm::SmallVector<int, 4> boundBy;
};

} // namespace tilefoundry::hir

#endif // TILEFOUNDRY_LIB_DIALECT_HIR_PROPAGATION_H
