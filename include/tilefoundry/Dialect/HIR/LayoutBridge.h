//===- LayoutBridge.h - attributes to layout algebra and back ---*- C++ -*-===//
//
// The Layout room works on plain data; here the dialect's attributes become
// that data and its answers become attributes again.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_DIALECT_HIR_LAYOUTBRIDGE_H
#define TILEFOUNDRY_DIALECT_HIR_LAYOUTBRIDGE_H

#include "tilefoundry/Dialect/HIR/HIRAttributes.h"
#include "tilefoundry/Layout/Mesh.h"
#include "tilefoundry/Layout/Shard.h"

namespace tilefoundry::hir {

/// The kind of a partial entry and back.
ShardKind partialKind(Reduction reduction);
std::optional<Reduction> partialReduction(ShardKind kind);

/// An extent attribute as an extent; a dimension is one opaque symbol.
Extent toExtent(mlir::Attribute extent);
/// The attribute of an extent that is a number or a single symbol; null
/// otherwise.
mlir::Attribute fromExtent(mlir::MLIRContext *context, const Extent &extent);

/// A static layout; nothing when an extent or stride is symbolic.
std::optional<Layout> toLayout(LayoutAttr layout);
std::optional<ComposedLayout> toComposedLayout(mlir::Attribute layout);
LayoutAttr fromLayout(mlir::MLIRContext *context, const Layout &layout);

/// A static mesh; nothing when it still has dimensions.
std::optional<Mesh> toMesh(MeshAttr mesh);
llvm::SmallVector<MeshAxis, 4> toMeshAxes(MeshAttr mesh);
Shard toShard(ShardAttr shard);
/// Null when an extent of the shard has no attribute form.
ShardAttr fromShard(const Shard &shard, MeshAttr mesh);

/// The axis of `mesh` -> the name of the level that takes it (ir.md 2.3).
llvm::Expected<llvm::SmallVector<llvm::StringRef, 4>>
levelNamesOfAxes(MeshAttr mesh);

/// One element of the author's shard form, `1536 over (w, t)`.
struct SugarAxis {
  mlir::Attribute extent;
  llvm::SmallVector<std::string, 2> meshAxes;
  llvm::SMLoc loc;
};

/// The canonical shard of the author's form (ir.md 2.4), or null after an
/// error.
ShardAttr
factorSugar(llvm::function_ref<mlir::InFlightDiagnostic(llvm::SMLoc)> emitError,
            llvm::ArrayRef<SugarAxis> axes, MeshAttr mesh);

mlir::LogicalResult
verifyMeshPositions(llvm::function_ref<mlir::InFlightDiagnostic()> emitError,
                    llvm::ArrayRef<TopologyAttr> levels, mlir::Attribute layout,
                    llvm::ArrayRef<mlir::StringAttr> axisNames);

/// Whether `layout` is a layout that a tensor of that shape may spell: it
/// describes the shape, is injective, and is not what the type says without it.
mlir::LogicalResult
verifyLayoutOfTensor(llvm::function_ref<mlir::InFlightDiagnostic()> emitError,
                     llvm::ArrayRef<int64_t> shape,
                     llvm::ArrayRef<mlir::Attribute> dims,
                     mlir::Attribute layout);

} // namespace tilefoundry::hir

#endif // TILEFOUNDRY_DIALECT_HIR_LAYOUTBRIDGE_H
