//===- ConversionModels.h - other dialects, measured as they are *- C++ -*-===//
//
// External models by which programs in MLIR's own dialects are analysed without
// being rewritten (docs/conversion.md). `registerMeasuring` registers them.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_CONVERSION_CONVERSIONMODELS_H
#define TILEFOUNDRY_CONVERSION_CONVERSIONMODELS_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace tilefoundry {

/// Registers `linalg`, `tensor`, `math` and `scf` beside the dialects that
/// `hir` programs use, and the models of all of them: access relations and work
/// of ops on tensors, and the ranges of loops. Nothing is loaded before a
/// program uses it.
void registerConversionModels(mlir::DialectRegistry &registry);

} // namespace tilefoundry

#endif // TILEFOUNDRY_CONVERSION_CONVERSIONMODELS_H
