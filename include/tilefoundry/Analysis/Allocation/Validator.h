//===- Validator.h - is a packing right, and if not, why? -------*- C++ -*-===//
//
// A naive check of every pair, sharing no code with the solver.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_ANALYSIS_ALLOCATION_VALIDATOR_H
#define TILEFOUNDRY_ANALYSIS_ALLOCATION_VALIDATOR_H

#include "tilefoundry/Analysis/Allocation/Packing.h"

namespace tilefoundry::allocation {

/// Success when `solution` places every buffer of `problem` inside the
/// capacity, no two buffers that are alive together share a byte, and the
/// stated height is the highest byte in use plus one. The error names the
/// buffers at fault.
llvm::Error validate(const Problem &problem, const Solution &solution);

} // namespace tilefoundry::allocation

#endif // TILEFOUNDRY_ANALYSIS_ALLOCATION_VALIDATOR_H
