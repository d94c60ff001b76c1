//===- Register.cpp - everything the Conversion room registers ------------===//

#include "Models.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "tilefoundry/Conversion/ConversionModels.h"

using namespace mlir;

void tilefoundry::registerConversionModels(DialectRegistry &registry) {
  registry
      .insert<affine::AffineDialect, arith::ArithDialect, linalg::LinalgDialect,
              math::MathDialect, scf::SCFDialect, tensor::TensorDialect>();
  registerElementwiseModels(registry);
  registerLinalgModels(registry);
  registerLoopModels(registry);
  registerTensorModels(registry);
}
