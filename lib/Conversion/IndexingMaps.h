//===- IndexingMaps.h - affine maps as subscripts ---------------*- C++ -*-===//

#ifndef TILEFOUNDRY_LIB_CONVERSION_INDEXINGMAPS_H
#define TILEFOUNDRY_LIB_CONVERSION_INDEXINGMAPS_H

#include "mlir/IR/AffineMap.h"
#include "tilefoundry/Access/AccessRelations.h"

namespace tilefoundry {

/// One subscript per result of `map`. A result is a sum of dims, each with a
/// positive coefficient and possibly divided, and a constant; the sum itself
/// may be divided. The error says which part is something else.
llvm::Expected<llvm::SmallVector<Subscript, 4>>
toSubscripts(mlir::AffineMap map);

} // namespace tilefoundry

#endif // TILEFOUNDRY_LIB_CONVERSION_INDEXINGMAPS_H
