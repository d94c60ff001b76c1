//===- HIR.h - the hir dialect ----------------------------------*- C++ -*-===//

#ifndef TILEFOUNDRY_DIALECT_HIR_HIR_H
#define TILEFOUNDRY_DIALECT_HIR_HIR_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/TensorEncoding.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "tilefoundry/Dialect/HIR/HIRAttributes.h"
#include "tilefoundry/Interfaces/MeasureInterfaces.h"

#include "tilefoundry/Dialect/HIR/HIRDialect.h.inc"

#include "tilefoundry/Dialect/HIR/HIRTraits.h"

#define GET_OP_CLASSES
#include "tilefoundry/Dialect/HIR/HIRStructuredOps.h.inc"
#define GET_OP_CLASSES
#include "tilefoundry/Dialect/HIR/HIRMathOps.h.inc"
#define GET_OP_CLASSES
#include "tilefoundry/Dialect/HIR/HIRTensorOps.h.inc"
#define GET_OP_CLASSES
#include "tilefoundry/Dialect/HIR/HIRNNOps.h.inc"
#define GET_OP_CLASSES
#include "tilefoundry/Dialect/HIR/HIRShardingOps.h.inc"

#endif // TILEFOUNDRY_DIALECT_HIR_HIR_H
