//===- Program.cpp - writing down and checking a timed program ------------===//

#include "tilefoundry/Analysis/Timeline/Timeline.h"
#include "tilefoundry/Support/CheckedMath.h"
#include "llvm/ADT/Twine.h"

namespace tilefoundry::timeline {

NodeId Program::addOccurrence(llvm::StringRef name, int64_t durationNs,
                              ParticipantClass participants,
                              llvm::ArrayRef<NodeId> producers) {
  NodeId id = static_cast<NodeId>(list.size());
  Node node;
  node.name = name.str();
  node.parent = open.empty() ? noNode : open.back();
  node.bodyEnd = id + 1;
  node.durationNs = durationNs;
  node.participants = participants;
  node.producers.assign(producers.begin(), producers.end());
  list.push_back(std::move(node));
  return id;
}

NodeId Program::beginLoop(llvm::StringRef name, int64_t trips,
                          llvm::ArrayRef<NodeId> producers) {
  NodeId id = addOccurrence(name, 0, 0, producers);
  list[id].isLoop = true;
  list[id].trips = trips;
  open.push_back(id);
  return id;
}

void Program::endLoop() {
  if (open.empty()) {
    endedTooMany = true;
    return;
  }
  list[open.back()].bodyEnd = static_cast<NodeId>(list.size());
  open.pop_back();
}

static llvm::Error checkNode(llvm::ArrayRef<Node> nodes, NodeId id,
                             const ParticipantClasses &classes) {
  const Node &node = nodes[id];
  if (node.isLoop && node.trips < 0)
    return llvm::createStringError("loop '" + node.name + "' has " +
                                   llvm::Twine(node.trips) +
                                   " trips; state zero or more");
  if (node.durationNs < 0)
    return llvm::createStringError("occurrence '" + node.name + "' takes " +
                                   llvm::Twine(node.durationNs) +
                                   " ns; state zero or more");
  if (node.durationNs > 0) {
    if (node.participants < 0 || node.participants >= classes.size())
      return llvm::createStringError(
          "occurrence '" + node.name + "' names participant class " +
          llvm::Twine(node.participants) + " of " +
          llvm::Twine(classes.size()) + "; intern its position set first");
    if (classes.set(node.participants).empty())
      return llvm::createStringError(
          "occurrence '" + node.name + "' takes " +
          llvm::Twine(node.durationNs) +
          " ns but occupies no position; give it an execution placement");
  }
  for (NodeId producer : node.producers) {
    if (producer < 0 || producer >= id)
      return llvm::createStringError(
          "'" + node.name + "' (node " + llvm::Twine(id) + ") reads node " +
          llvm::Twine(producer) +
          ", which does not come before it; write nodes down in program order");
    if (nodes[producer].isLoop && id < nodes[producer].bodyEnd)
      return llvm::createStringError("'" + node.name + "' reads '" +
                                     nodes[producer].name +
                                     "', the loop it stands in; a carried "
                                     "value needs no edge in the body");
  }
  return llvm::Error::success();
}

llvm::Error Program::check(const ParticipantClasses &classes) const {
  if (endedTooMany)
    return llvm::createStringError(
        "a loop was ended that was not begun; pair beginLoop with endLoop");
  if (!open.empty())
    return llvm::createStringError(
        "loop '" + list[open.back()].name +
        "' is not ended; call endLoop after its body");
  for (NodeId id = 0, e = static_cast<NodeId>(list.size()); id < e; ++id)
    if (llvm::Error error = checkNode(list, id, classes))
      return error;
  return llvm::Error::success();
}

llvm::Expected<WaveEstimate>
estimateWaves(int64_t makespanNs, int64_t instances, int64_t parallelUnits) {
  if (makespanNs < 0 || instances < 1 || parallelUnits < 1)
    return llvm::createStringError(
        "a makespan of " + llvm::Twine(makespanNs) + " ns, " +
        llvm::Twine(instances) + " instances and " +
        llvm::Twine(parallelUnits) +
        " parallel units make no estimate; instances and units are positive");
  WaveEstimate estimate;
  estimate.waves = ceilDivide(instances, parallelUnits);
  CheckedInt end = CheckedInt(makespanNs) * estimate.waves;
  if (!end)
    return llvm::createStringError(
        llvm::Twine(estimate.waves) + " waves of " + llvm::Twine(makespanNs) +
        " ns leave 64 bits; shorten the program or shrink the root topology");
  estimate.endNs = end.get();
  return estimate;
}

} // namespace tilefoundry::timeline
