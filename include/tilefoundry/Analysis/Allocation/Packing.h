//===- Packing.h - does a set of buffers fit a capacity? --------*- C++ -*-===//
//
// One capacity domain: buffers with lifetimes and sizes, and a number of bytes.
// `solve` places them, refuses them, or says why neither happened. Plain data,
// no IR, no globals (analysis document 1.2.2; ir.md 11.8).
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_ANALYSIS_ALLOCATION_PACKING_H
#define TILEFOUNDRY_ANALYSIS_ALLOCATION_PACKING_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>
#include <vector>

namespace tilefoundry::allocation {

/// A buffer that is alive at every position of `[first, last]`, both inclusive,
/// and occupies `size` bytes throughout. A buffer of no bytes shares its bytes
/// with nothing and always lies at offset 0.
struct Buffer {
  /// What messages call the buffer; need not be unique.
  std::string name;
  int64_t first = 0;
  int64_t last = 0;
  int64_t size = 0;
};

/// The question: may every buffer be given an offset in `[0, capacity - size]`
/// so that no two buffers that are alive at one position share a byte?
///
/// Example: `{{"a", 0, 1, 4}, {"b", 1, 2, 2}, {"c", 2, 3, 4}}` needs 6 bytes:
/// at position 1 both a and b are alive, and b may lie above both a and c.
struct Problem {
  std::vector<Buffer> buffers;
  int64_t capacity = 0;
};

/// An answer: `offsets[i]` is where buffer i of the problem starts, in bytes.
struct Solution {
  std::vector<int64_t> offsets;
  /// The highest byte in use plus one; 0 with nothing placed.
  int64_t height = 0;
};

/// How long a search may go on. Steps are counted decisions, so the step limit
/// decides alike on every machine; the timeout only guards a caller against a
/// machine too slow for its steps, and an outcome that it caused says so.
struct Limits {
  int64_t steps = 4000000;
  int64_t timeoutSeconds = 600;
};

enum class OutcomeKind {
  /// Placed; see `Outcome::status`.
  Fits,
  /// More bytes are alive at one position than the capacity: refused
  /// unsearched.
  RefusedByLiveBytes,
  /// The search was exhausted: no placement exists.
  NoPacking,
  /// The question has no meaning in this model, or its figures leave 64 bits.
  NotExpressible,
  /// The step limit was reached with the question open.
  StepLimit,
  /// The timeout expired with the question open.
  Timeout,
};

enum class Status {
  /// No search was needed, or the packing is as low as the live bytes allow.
  Optimal,
  /// The packing fits; a lower one may exist.
  Feasible,
};

struct Statistics {
  /// Decisions that searches made; 0 when none was needed.
  int64_t steps = 0;
  /// Sets of buffers that share no position with one another, solved apart.
  int64_t components = 0;
  /// Components that no greedy order settled.
  int64_t searched = 0;
  /// The most bytes alive at one position.
  int64_t liveBytes = 0;
};

struct Outcome {
  OutcomeKind kind = OutcomeKind::NotExpressible;
  /// Meaningful when `kind` is `Fits`.
  Status status = Status::Feasible;
  /// Filled when `kind` is `Fits`.
  Solution solution;
  /// Why not, in one sentence with its remedy; empty when `kind` is `Fits`.
  std::string message;
  Statistics statistics;

  bool fits() const { return kind == OutcomeKind::Fits; }
};

/// Settles `problem`. The answer is a function of the arguments alone, except
/// when the timeout expires. Never fails: what cannot be answered is an outcome
/// too.
Outcome solve(const Problem &problem, const Limits &limits = {});

/// The most bytes alive at one position; an error when they leave 64 bits or
/// when a buffer is malformed (negative size, last before first).
llvm::Expected<int64_t> maxLiveBytes(const Problem &problem);

/// `fits`, `refused-by-live-bytes`, `no-packing`, `not-expressible`,
/// `step-limit` or `timeout`.
llvm::StringRef stringify(OutcomeKind kind);
/// `optimal` or `feasible`: the analysis document's `solver_status`.
llvm::StringRef stringify(Status status);

} // namespace tilefoundry::allocation

#endif // TILEFOUNDRY_ANALYSIS_ALLOCATION_PACKING_H
