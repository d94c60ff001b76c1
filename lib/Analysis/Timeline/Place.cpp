//===- Place.cpp - laying a program out in program order ------------------===//

#include "Occupancy.h"
#include "tilefoundry/Analysis/Timeline/Timeline.h"
#include "tilefoundry/Support/CheckedMath.h"
#include "llvm/ADT/Twine.h"
#include <algorithm>

namespace tilefoundry::timeline {
namespace {

/// What a loop needs before its first trip and keeps until its last.
struct LoopNeeds {
  std::vector<NodeId> producers;
  std::vector<ParticipantClass> participants;
};

template <typename T> void sortUnique(std::vector<T> &values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

class Placer {
public:
  Placer(const Program &program, const ParticipantClasses &classes)
      : nodes(program.nodes()), dead(nodes.size(), false), needs(nodes.size()),
        occupancy(classes, usedClasses(program.nodes(), classes)) {
    timeline.placements.resize(nodes.size());
  }
  llvm::Expected<Timeline> run();

private:
  static std::vector<bool> usedClasses(llvm::ArrayRef<Node> nodes,
                                       const ParticipantClasses &classes);
  void collectNeeds();
  int64_t readyAt(llvm::ArrayRef<NodeId> producers, NodeId reader) const;
  int64_t regionBegin(NodeId node) const;
  llvm::Error placeOccurrence(NodeId id);
  void beginLoop(NodeId id);
  llvm::Error endLoop(NodeId id);
  void extendRegion(NodeId node);

  llvm::ArrayRef<Node> nodes;
  /// Nodes that never run: in the body of a loop of no trips.
  std::vector<bool> dead;
  std::vector<LoopNeeds> needs;
  Occupancy occupancy;
  Timeline timeline;
};

std::vector<bool> Placer::usedClasses(llvm::ArrayRef<Node> nodes,
                                      const ParticipantClasses &classes) {
  std::vector<bool> used(classes.size(), false);
  for (const Node &node : nodes)
    if (node.durationNs > 0)
      used[node.participants] = true;
  return used;
}

/// Every loop around a node waits for what the node reads from outside that
/// loop, and occupies whom the node occupies.
void Placer::collectNeeds() {
  for (size_t id = 0; id < nodes.size(); ++id) {
    NodeId parent = nodes[id].parent;
    dead[id] = parent != noNode && (dead[parent] || nodes[parent].trips == 0);
  }
  // Bodies first: a loop comes before everything in it.
  for (size_t i = nodes.size(); i-- > 0;) {
    NodeId id = static_cast<NodeId>(i);
    const Node &node = nodes[id];
    LoopNeeds &own = needs[id];
    own.producers.insert(own.producers.end(), node.producers.begin(),
                         node.producers.end());
    sortUnique(own.producers);
    sortUnique(own.participants);
    if (node.parent == noNode || dead[id])
      continue;
    LoopNeeds &outer = needs[node.parent];
    for (NodeId producer : own.producers)
      if (producer < node.parent)
        outer.producers.push_back(producer);
    if (node.durationNs > 0)
      outer.participants.push_back(node.participants);
    outer.participants.insert(outer.participants.end(),
                              own.participants.begin(), own.participants.end());
  }
}

/// When everything in `producers` has ended, as seen from `reader`: a value
/// from inside a loop around which the reader does not stand arrives with the
/// loop's end.
int64_t Placer::readyAt(llvm::ArrayRef<NodeId> producers, NodeId reader) const {
  int64_t ready = 0;
  for (NodeId producer : producers) {
    NodeId parent = nodes[producer].parent;
    while (parent != noNode && nodes[parent].bodyEnd <= reader) {
      producer = parent;
      parent = nodes[producer].parent;
    }
    ready = std::max(ready, timeline.placements[producer].endNs);
  }
  return ready;
}

int64_t Placer::regionBegin(NodeId node) const {
  NodeId parent = nodes[node].parent;
  return parent == noNode ? 0 : timeline.placements[parent].startNs;
}

/// While a region is being placed, its loop's end is the end of its first trip.
void Placer::extendRegion(NodeId node) {
  NodeId parent = nodes[node].parent;
  int64_t &end = parent == noNode ? timeline.makespanNs
                                  : timeline.placements[parent].endNs;
  end = std::max(end, timeline.placements[node].endNs);
}

llvm::Error Placer::placeOccurrence(NodeId id) {
  const Node &node = nodes[id];
  Placement &placement = timeline.placements[id];
  if (node.parent != noNode)
    placement.trips = nodes[node.parent].trips;
  placement.startNs = std::max(regionBegin(id), readyAt(node.producers, id));
  placement.endNs = placement.startNs;
  if (node.durationNs > 0) {
    const AtomSet &atoms = occupancy.atoms(node.participants);
    placement.recorded = true;
    placement.startNs = std::max(placement.startNs, occupancy.freeAt(atoms));
    CheckedInt end = CheckedInt(placement.startNs) + node.durationNs;
    if (!end)
      return llvm::createStringError(
          "the end of '" + node.name + "', " + llvm::Twine(node.durationNs) +
          " ns after " + llvm::Twine(placement.startNs) +
          " ns, leaves 64 bits; shorten the program or its trips");
    placement.endNs = end.get();
    occupancy.occupy(atoms, placement.endNs);
  }
  extendRegion(id);
  return llvm::Error::success();
}

void Placer::beginLoop(NodeId id) {
  Placement &placement = timeline.placements[id];
  placement.trips = nodes[id].trips;
  placement.startNs =
      std::max(regionBegin(id), readyAt(needs[id].producers, id));
  if (!needs[id].participants.empty())
    placement.startNs =
        std::max(placement.startNs,
                 occupancy.freeAt(occupancy.unite(needs[id].participants)));
  placement.endNs = placement.startNs;
}

llvm::Error Placer::endLoop(NodeId id) {
  const Node &node = nodes[id];
  Placement &placement = timeline.placements[id];
  placement.strideNs = placement.endNs - placement.startNs;
  CheckedInt end =
      CheckedInt(placement.strideNs) * node.trips + placement.startNs;
  if (!end)
    return llvm::createStringError(
        "loop '" + node.name + "' of " + llvm::Twine(node.trips) +
        " trips of " + llvm::Twine(placement.strideNs) + " ns, begun at " +
        llvm::Twine(placement.startNs) +
        " ns, ends past 64 bits; shorten its body or its trips");
  placement.endNs = end.get();
  if (!needs[id].participants.empty())
    occupancy.occupy(occupancy.unite(needs[id].participants), placement.endNs);
  for (NodeId child = id + 1; child < node.bodyEnd; ++child)
    if (!nodes[child].isLoop && nodes[child].parent == id)
      timeline.placements[child].strideNs = placement.strideNs;
  extendRegion(id);
  return llvm::Error::success();
}

llvm::Expected<Timeline> Placer::run() {
  collectNeeds();
  std::vector<NodeId> open;
  auto closeBefore = [&](NodeId id) -> llvm::Error {
    for (; !open.empty() && nodes[open.back()].bodyEnd <= id; open.pop_back())
      if (llvm::Error error = endLoop(open.back()))
        return error;
    return llvm::Error::success();
  };
  NodeId count = static_cast<NodeId>(nodes.size());
  for (NodeId id = 0; id < count; ++id) {
    if (llvm::Error error = closeBefore(id))
      return error;
    if (dead[id])
      continue;
    if (nodes[id].isLoop) {
      beginLoop(id);
      open.push_back(id);
    } else if (llvm::Error error = placeOccurrence(id)) {
      return error;
    }
  }
  if (llvm::Error error = closeBefore(count))
    return error;
  return std::move(timeline);
}

} // namespace

llvm::Expected<Timeline> place(const Program &program,
                               const ParticipantClasses &classes) {
  if (llvm::Error error = program.check(classes))
    return error;
  return Placer(program, classes).run();
}

} // namespace tilefoundry::timeline
