//===- Validator.h - is a timeline right, and if not, why? ------*- C++ -*-===//
//
// A naive check that runs every loop trip by trip and compares all pairs,
// sharing no code with the placement.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_ANALYSIS_TIMELINE_VALIDATOR_H
#define TILEFOUNDRY_ANALYSIS_TIMELINE_VALIDATOR_H

#include "tilefoundry/Analysis/Timeline/Timeline.h"

namespace tilefoundry::timeline {

/// Success when no two executions that share a participant overlap, nothing
/// starts before what it reads has ended, every loop spans its trips times its
/// stride, the stride is the makespan of its body, and the makespan is the last
/// end. The error names the nodes at fault. A program with more than
/// `maxExecutions` executions is an error that says so.
llvm::Error validate(const Program &program, const ParticipantClasses &classes,
                     const Timeline &timeline, int64_t maxExecutions = 20000);

} // namespace tilefoundry::timeline

#endif // TILEFOUNDRY_ANALYSIS_TIMELINE_VALIDATOR_H
