//===- Program.h - modules, hierarchies, dimensions, functions --*- C++ -*-===//
//
// What the attributes of ir.md section 3 say about a program: which hierarchy
// and target a module resolves, who owns a function, which dimensions it
// reaches.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_ANALYSIS_PROGRAM_H
#define TILEFOUNDRY_ANALYSIS_PROGRAM_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "tilefoundry/Dialect/HIR/HIR.h"
#include "tilefoundry/Target/Target.h"

namespace tilefoundry {

/// The names of the attributes that make a module a program.
inline constexpr llvm::StringLiteral kTargetAttr = "hir.target";
inline constexpr llvm::StringLiteral kTopologiesAttr = "hir.topologies";
inline constexpr llvm::StringLiteral kEntryAttr = "hir.entry";
inline constexpr llvm::StringLiteral kConstAttr = "hir.const";
inline constexpr llvm::StringLiteral kVariantsAttr = "hir.variants";
inline constexpr llvm::StringLiteral kRangeAttr = "hir.range";
inline constexpr llvm::StringLiteral kExtentsAttr = "hir.extents";
inline constexpr llvm::StringLiteral kOriginAttr = "hir.origin";

/// The hierarchy that holds in `module`: its own, or its owner's (ir.md 3).
llvm::SmallVector<hir::TopologyAttr> getTopologies(mlir::ModuleOp module);

/// The root of the tree that `op` stands in.
mlir::ModuleOp getRootModule(mlir::Operation *op);

/// The target the root declares. Null after a diagnostic.
std::shared_ptr<const Target> resolveTarget(mlir::ModuleOp root);

/// `M::layer` style path of a module below its root; the root's own name for
/// the root itself (`module` when it has none).
std::string getModulePath(mlir::ModuleOp module);
/// Dot-joined path of a module below `from`, empty for `from` itself.
std::string getDottedPath(mlir::ModuleOp module, mlir::ModuleOp from);

/// The name of argument `index` as a weight, or an empty string for an
/// activation.
std::string getWeightName(mlir::func::FuncOp function, unsigned index);

} // namespace tilefoundry

#endif // TILEFOUNDRY_ANALYSIS_PROGRAM_H
