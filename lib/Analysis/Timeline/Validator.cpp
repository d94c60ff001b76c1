//===- Validator.cpp - is a timeline right, and if not, why? --------------===//

#include "tilefoundry/Analysis/Timeline/Validator.h"
#include "tilefoundry/Support/CheckedMath.h"
#include "llvm/ADT/Twine.h"
#include <algorithm>

namespace tilefoundry::timeline {
namespace {

struct Execution {
  NodeId node;
  int64_t start;
  int64_t end;
};

class TimelineValidator {
public:
  TimelineValidator(const Program &program, const ParticipantClasses &classes,
                    const Timeline &timeline, int64_t maxExecutions)
      : nodes(program.nodes()), classes(classes), timeline(timeline),
        maxExecutions(maxExecutions) {}
  llvm::Error run();

private:
  const Placement &at(NodeId id) const { return timeline.placements[id]; }
  bool stands(NodeId id, NodeId loop) const {
    return loop == noNode || (loop < id && id < nodes[loop].bodyEnd);
  }
  bool runs(NodeId id) const;
  llvm::Error checkFigures(NodeId id) const;
  llvm::Error checkRegion(NodeId loop) const;
  llvm::Error checkReads(NodeId id) const;
  llvm::Error expand(NodeId loop, NodeId begin, NodeId end, int64_t shift);

  llvm::ArrayRef<Node> nodes;
  const ParticipantClasses &classes;
  const Timeline &timeline;
  int64_t maxExecutions;
  std::vector<Execution> executions;
};

bool TimelineValidator::runs(NodeId id) const {
  for (NodeId p = nodes[id].parent; p != noNode; p = nodes[p].parent)
    if (nodes[p].trips == 0)
      return false;
  return true;
}

/// What one placement says about itself.
llvm::Error TimelineValidator::checkFigures(NodeId id) const {
  const Node &node = nodes[id];
  const Placement &p = at(id);
  bool record = !node.isLoop && node.durationNs > 0 && runs(id);
  if (p.recorded != record)
    return llvm::createStringError("'" + node.name + "' must " +
                                   (record ? "" : "not ") + "have a record");
  if (!runs(id))
    return llvm::Error::success();
  int64_t trips = node.isLoop             ? node.trips
                  : node.parent == noNode ? 1
                                          : nodes[node.parent].trips;
  if (p.trips != trips)
    return llvm::createStringError("'" + node.name + "' states " +
                                   llvm::Twine(p.trips) + " trips instead of " +
                                   llvm::Twine(trips));
  CheckedInt length =
      node.isLoop ? CheckedInt(p.trips) * p.strideNs : node.durationNs;
  CheckedInt end = length + p.startNs;
  if (p.startNs < 0 || p.strideNs < 0 || !end || p.endNs != end.get())
    return llvm::createStringError(
        "'" + node.name + "' lies at [" + llvm::Twine(p.startNs) + "," +
        llvm::Twine(p.endNs) + ") but lasts " + llvm::Twine(length.get()) +
        " ns (0 when that leaves 64 bits)");
  int64_t stride = node.parent == noNode ? 0 : at(node.parent).strideNs;
  if (!node.isLoop && p.strideNs != stride)
    return llvm::createStringError("'" + node.name + "' states a stride of " +
                                   llvm::Twine(p.strideNs) + " ns instead of " +
                                   llvm::Twine(stride));
  return llvm::Error::success();
}

/// That a region begins where its nodes may and lasts exactly as long as they
/// do.
llvm::Error TimelineValidator::checkRegion(NodeId loop) const {
  int64_t begin = loop == noNode ? 0 : at(loop).startNs, end = begin;
  for (NodeId id = 0; id < static_cast<NodeId>(nodes.size()); ++id) {
    if (nodes[id].parent != loop || !runs(id))
      continue;
    if (at(id).startNs < begin)
      return llvm::createStringError("'" + nodes[id].name +
                                     "' starts before the loop around it");
    end = std::max(end, at(id).endNs);
  }
  int64_t stated = loop == noNode ? timeline.makespanNs : at(loop).strideNs;
  if (stated != end - begin)
    return llvm::createStringError(
        (loop == noNode ? std::string("the makespan")
                        : "the stride of loop '" + nodes[loop].name + "'") +
        " is stated as " + llvm::Twine(stated) + " ns, but the body takes " +
        llvm::Twine(end - begin) + " ns");
  return llvm::Error::success();
}

/// That a node starts after what it reads: the producer itself when it stands
/// in a region around the reader, else the outermost loop that ends before the
/// reader.
llvm::Error TimelineValidator::checkReads(NodeId id) const {
  for (NodeId producer : nodes[id].producers) {
    NodeId source = producer;
    for (NodeId p = producer; p != noNode; p = nodes[p].parent)
      if (!stands(id, p))
        source = p;
    // A loop that starts after a producer keeps its whole body after it, but
    // must do so from its own start: trips are not delayed one by one.
    for (NodeId reader = id;
         reader != noNode && reader > source && !stands(source, reader);
         reader = nodes[reader].parent)
      if (at(reader).startNs < at(source).endNs)
        return llvm::createStringError(
            "'" + nodes[reader].name + "' starts at " +
            llvm::Twine(at(reader).startNs) + " ns, before '" +
            nodes[source].name + "', which '" + nodes[id].name +
            "' reads, ends at " + llvm::Twine(at(source).endNs) + " ns");
  }
  return llvm::Error::success();
}

llvm::Error TimelineValidator::expand(NodeId loop, NodeId begin, NodeId end,
                                      int64_t shift) {
  for (NodeId id = begin; id < end; id = nodes[id].bodyEnd) {
    const Placement &p = at(id);
    if (nodes[id].isLoop) {
      for (int64_t t = 0; t < nodes[id].trips; ++t)
        if (llvm::Error error =
                expand(id, id + 1, nodes[id].bodyEnd, shift + t * p.strideNs))
          return error;
    } else if (nodes[id].durationNs > 0) {
      if (static_cast<int64_t>(executions.size()) >= maxExecutions)
        return llvm::createStringError(
            "the program has more than " + llvm::Twine(maxExecutions) +
            " executions; validate a smaller one or raise the limit");
      executions.push_back({id, p.startNs + shift, p.endNs + shift});
    }
  }
  return llvm::Error::success();
}

llvm::Error TimelineValidator::run() {
  if (timeline.placements.size() != nodes.size())
    return llvm::createStringError(
        "the timeline places " + llvm::Twine(timeline.placements.size()) +
        " of " + llvm::Twine(nodes.size()) + " nodes");
  NodeId count = static_cast<NodeId>(nodes.size());
  for (NodeId id = 0; id < count; ++id)
    if (llvm::Error error = checkFigures(id))
      return error;
  if (llvm::Error error = checkRegion(noNode))
    return error;
  for (NodeId id = 0; id < count; ++id) {
    if (!runs(id))
      continue;
    if (nodes[id].isLoop && nodes[id].trips > 0)
      if (llvm::Error error = checkRegion(id))
        return error;
    if (llvm::Error error = checkReads(id))
      return error;
  }
  if (llvm::Error error = expand(noNode, 0, count, 0))
    return error;
  for (size_t i = 0; i < executions.size(); ++i)
    for (size_t j = 0; j < i; ++j) {
      const Execution &a = executions[j], &b = executions[i];
      if (a.start < b.end && b.start < a.end &&
          classes.set(nodes[a.node].participants)
              .intersects(classes.set(nodes[b.node].participants)))
        return llvm::createStringError(
            "'" + nodes[a.node].name + "' at [" + llvm::Twine(a.start) + "," +
            llvm::Twine(a.end) + ") and '" + nodes[b.node].name + "' at [" +
            llvm::Twine(b.start) + "," + llvm::Twine(b.end) +
            ") overlap and share a participant");
    }
  return llvm::Error::success();
}

} // namespace

llvm::Error validate(const Program &program, const ParticipantClasses &classes,
                     const Timeline &timeline, int64_t maxExecutions) {
  if (llvm::Error error = program.check(classes))
    return error;
  return TimelineValidator(program, classes, timeline, maxExecutions).run();
}

} // namespace tilefoundry::timeline
