//===- HIROps.td - the whole dialect, for its reference ----*- tablegen -*-===//
//
// Code is generated group by group; the reference (docs/dialect.md) lists all.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_DIALECT_HIR_HIROPS
#define TILEFOUNDRY_DIALECT_HIR_HIROPS

include "tilefoundry/Dialect/HIR/HIRMathOps.td"
include "tilefoundry/Dialect/HIR/HIRNNOps.td"
include "tilefoundry/Dialect/HIR/HIRShardingOps.td"
include "tilefoundry/Dialect/HIR/HIRStructuredOps.td"
include "tilefoundry/Dialect/HIR/HIRTensorOps.td"

#endif // TILEFOUNDRY_DIALECT_HIR_HIROPS
