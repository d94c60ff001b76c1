//===- PackingCsv.h - problems and solutions as CSV -------------*- C++ -*-===//
//
// The interchange form of the public packing benchmarks: a header
// `id,lower,upper,size` (columns in any order, `offset` added in a solution),
// then one buffer a line. `upper` is exclusive there, so it is `last + 1` here.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_ANALYSIS_ALLOCATION_PACKINGCSV_H
#define TILEFOUNDRY_ANALYSIS_ALLOCATION_PACKINGCSV_H

#include "tilefoundry/Analysis/Allocation/Packing.h"
#include "llvm/Support/raw_ostream.h"

namespace tilefoundry::allocation {

/// Reads buffers from `text`; the capacity is not part of the form. A malformed
/// text is an error that names the line, what it held and what belongs there.
llvm::Expected<Problem> parseProblemCsv(llvm::StringRef text, int64_t capacity);

/// Reads a solution of `problem` from `text`: the same buffers (by id, in any
/// order, with the same lifetimes and sizes) with an `offset` column.
llvm::Expected<Solution> parseSolutionCsv(llvm::StringRef text,
                                          const Problem &problem);

/// Writes the buffers, in order. An error when an id cannot be written (it
/// holds a comma, a quote or a line break) or `last + 1` leaves 64 bits.
llvm::Error writeProblemCsv(const Problem &problem, llvm::raw_ostream &os);

/// Writes the buffers with their offsets; an error also when the solution does
/// not hold one offset a buffer.
llvm::Error writeSolutionCsv(const Problem &problem, const Solution &solution,
                             llvm::raw_ostream &os);

} // namespace tilefoundry::allocation

#endif // TILEFOUNDRY_ANALYSIS_ALLOCATION_PACKINGCSV_H
