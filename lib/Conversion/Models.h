//===- Models.h - the models, one function per dialect ----------*- C++ -*-===//

#ifndef TILEFOUNDRY_LIB_CONVERSION_MODELS_H
#define TILEFOUNDRY_LIB_CONVERSION_MODELS_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace tilefoundry {

void registerElementwiseModels(mlir::DialectRegistry &registry);
void registerLinalgModels(mlir::DialectRegistry &registry);
void registerLoopModels(mlir::DialectRegistry &registry);
void registerTensorModels(mlir::DialectRegistry &registry);

} // namespace tilefoundry

#endif // TILEFOUNDRY_LIB_CONVERSION_MODELS_H
