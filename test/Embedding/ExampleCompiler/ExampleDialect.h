//===- ExampleDialect.h - a dialect outside TileFoundry ---------*- C++ -*-===//

#ifndef EXAMPLE_EXAMPLEDIALECT_H
#define EXAMPLE_EXAMPLEDIALECT_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "tilefoundry/Interfaces/MeasureInterfaces.h"

#include "ExampleDialect.h.inc"
#define GET_OP_CLASSES
#include "ExampleOps.h.inc"

#endif // EXAMPLE_EXAMPLEDIALECT_H
