//===- Timeline.h - placing occurrences in time -----------------*- C++ -*-===//
//
// A program as a tree of timed occurrences and loops, and when each of them
// runs on one nominal timeline, in program order. Plain data, no IR (analysis
// document 1.2.4; ir.md 11.9). All times are whole nanoseconds.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_ANALYSIS_TIMELINE_TIMELINE_H
#define TILEFOUNDRY_ANALYSIS_TIMELINE_TIMELINE_H

#include "tilefoundry/Analysis/Timeline/Participants.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace tilefoundry::timeline {

/// A node's number in program order, counting occurrences and loops alike.
using NodeId = int32_t;
constexpr NodeId noNode = -1;

struct Node {
  /// What messages call the node; need not be unique.
  std::string name;
  bool isLoop = false;
  /// The loop whose body the node stands in, or `noNode`.
  NodeId parent = noNode;
  /// One past the last node of a loop's body; one past itself for an
  /// occurrence.
  NodeId bodyEnd = 0;
  /// Occurrences: the time of one execution; 0 when it is structural.
  int64_t durationNs = 0;
  /// Occurrences: whom a positive duration keeps busy.
  ParticipantClass participants = 0;
  /// Loops: how often the body runs.
  int64_t trips = 1;
  /// Earlier nodes whose results it reads.
  std::vector<NodeId> producers;
};

/// A program, written down in program order:
///
///   NodeId load = program.addOccurrence("load", 10, all, {});
///   NodeId loop = program.beginLoop("k", 4, {load});
///   NodeId mma = program.addOccurrence("mma", 3, all, {load});
///   program.endLoop();
///   // Waits for all four trips.
///   program.addOccurrence("store", 5, all, {mma});
///
/// What the caller settles beforehand:
/// * A value that no trip changes is written down once, before the loop. The
///   engine does not lift anything.
/// * A value carried from one trip to the next needs no edge inside the body:
///   trips do not overlap. Its initial value is a producer of the loop.
/// * A loop waits for everything outside that its body reads; the engine
///   collects those edges from the body. `producers` of a loop adds the initial
///   values.
/// * A reader of a value that a loop yields may name the loop or the node in
///   its body; it waits for the whole loop either way.
class Program {
public:
  NodeId addOccurrence(llvm::StringRef name, int64_t durationNs,
                       ParticipantClass participants,
                       llvm::ArrayRef<NodeId> producers);
  NodeId beginLoop(llvm::StringRef name, int64_t trips,
                   llvm::ArrayRef<NodeId> producers);
  /// Ends the innermost open loop. Ending one too many is reported by `check`.
  void endLoop();

  llvm::ArrayRef<Node> nodes() const { return list; }

  /// Whether the program is well formed over `classes`: loops closed, durations
  /// and trips not negative, producers earlier than their readers and not the
  /// loop around them, and no time without a participant. The error names the
  /// node.
  llvm::Error check(const ParticipantClasses &classes) const;

private:
  std::vector<Node> list;
  std::vector<NodeId> open;
  bool endedTooMany = false;
};

/// Where a node lies. The first execution is the one in the first trip of every
/// enclosing loop.
struct Placement {
  /// False for structural occurrences, for loops and for everything in a loop
  /// of no trips: no record is written for those.
  bool recorded = false;
  /// Of the first execution; a loop's covers all of its trips. A structural
  /// occurrence starts and ends when its producers have ended.
  int64_t startNs = 0;
  int64_t endNs = 0;
  /// Occurrences: of the innermost enclosing loop; 1 and 0 outside loops.
  /// Loops: their own, the stride being the makespan of one body.
  int64_t trips = 1;
  int64_t strideNs = 0;
};

struct Timeline {
  /// One for each node of the program.
  std::vector<Placement> placements;
  /// When the last node ends; 0 with no work.
  int64_t makespanNs = 0;
};

/// Lays `program` out in program order. An occurrence starts when its producers
/// have ended and everybody it occupies is free; a loop is one node that starts
/// when that holds for all it reads and occupies, and runs its body from there,
/// trip after trip. An error when the program is malformed or a time leaves 64
/// bits.
llvm::Expected<Timeline> place(const Program &program,
                               const ParticipantClasses &classes);

/// How often a machine that admits `parallelUnits` instances at once has to be
/// filled for `instances` of them, and when the last wave ends.
struct WaveEstimate {
  int64_t waves = 1;
  int64_t endNs = 0;
};

/// `waves = ceil(instances / parallelUnits)`, `end = makespan * waves`. An
/// error when an argument is out of range or the product leaves 64 bits.
llvm::Expected<WaveEstimate>
estimateWaves(int64_t makespanNs, int64_t instances, int64_t parallelUnits);

} // namespace tilefoundry::timeline

#endif // TILEFOUNDRY_ANALYSIS_TIMELINE_TIMELINE_H
