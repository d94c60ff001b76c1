//===- Figures.cpp - records as the figures of tables ---------------------===//

#include "Figures.h"
#include "Forms.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace tilefoundry;

template <typename T, typename Get>
static std::vector<std::string> mentioned(const Report &report, Get get) {
  std::set<std::string> names;
  auto add = [&](const T *record) {
    if (record)
      for (const auto &entry : get(*record))
        names.insert(entry.first);
  };
  add(report.get<T>());
  for (const CallReport &call : report.calls)
    add(call.get<T>());
  return {names.begin(), names.end()};
}

std::vector<std::string> tilefoundry::mentionedFlops(const Report &report) {
  return mentioned<ComputeCostRecord>(
      report, [](const ComputeCostRecord &r) -> auto & { return r.flops; });
}
std::vector<std::string> tilefoundry::mentionedService(const Report &report) {
  return mentioned<ComputeCostRecord>(
      report, [](const ComputeCostRecord &r) -> auto & { return r.service; });
}
std::vector<std::string> tilefoundry::mentionedLevels(const Report &report) {
  return mentioned<TrafficRecord>(
      report, [](const TrafficRecord &r) -> auto & { return r.whole; });
}

std::string tilefoundry::groupName(const ReportGroup &group) {
  switch (group.kind) {
  case ReportGroup::Kind::Function:
    return group.label;
  case ReportGroup::Kind::Scope:
    return "scope " + group.label;
  case ReportGroup::Kind::Loop:
    return "loop " + group.label;
  }
  return {};
}

std::string tilefoundry::groupPath(const Report &report, size_t group) {
  std::vector<std::string> names;
  for (int64_t at = group; at > 0; at = report.groups[at].parent)
    names.insert(names.begin(), groupName(report.groups[at]));
  return llvm::join(names, " / ");
}

//===----------------------------------------------------------------------===//
// FigureTree
//===----------------------------------------------------------------------===//

Figures FigureTree::figuresOf(const CallReport &call) const {
  Figures figures;
  figures.bytes.resize(levels.size());
  CheckedInt times = call.repetition;
  if (const auto *cost = call.get<ComputeCostRecord>()) {
    for (const auto &[type, count] : cost->flops)
      figures.flops += count;
    figures.flops *= times;
  }
  if (const auto *traffic = call.get<TrafficRecord>())
    for (size_t i = 0; i < levels.size(); ++i) {
      TrafficBytes moved = lookup(traffic->whole, levels[i]);
      figures.bytes[i] = (CheckedInt(moved.read) + moved.write) * times;
    }
  if (const auto *timed = call.get<PerformanceRecord>())
    figures.timeNs =
        (CheckedInt(timed->timeline.endNs) - timed->timeline.startNs) * times;
  else if (const auto *roof = call.get<RooflineRecord>(); roof && !isTimeline)
    figures.timeNs = CheckedInt(roof->idealNs) * times;
  return figures;
}

/// The level whose traffic the machine's bandwidth measures, where it says so.
static std::string bandwidthLevel(const Report &report) {
  if (!report.result.target)
    return {};
  llvm::Expected<ThroughputFacts> rates =
      report.result.target->facts<ThroughputFacts>();
  if (rates)
    return rates->bandwidthLevel;
  llvm::consumeError(rates.takeError());
  return {};
}

llvm::Error FigureTree::chooseOrder(std::optional<SortKey> sortBy) {
  auto states = [&](SortKey key) {
    switch (key) {
    case SortKey::Time:
      return hasTime;
    case SortKey::Bytes:
      return hasBytes;
    case SortKey::Flops:
      return hasFlops;
    }
    return false;
  };
  if (sortBy) {
    if (!states(*sortBy))
      return llvm::createStringError(
          "cannot order by '" + sortKeyNames()[static_cast<size_t>(*sortBy)] +
          "': no family that was asked for states it; add 'performance' or "
          "'roofline' (time), 'memory' (bytes) or 'compute-cost' (flops) to "
          "'analysis='");
    order = sortBy;
    return llvm::Error::success();
  }
  for (SortKey key : {SortKey::Time, SortKey::Bytes, SortKey::Flops})
    if (!order && states(key))
      order = key;
  return llvm::Error::success();
}

static llvm::Error checkSums(const Report &report,
                             const std::vector<Figures> &groups) {
  for (auto [i, figures] : llvm::enumerate(groups)) {
    bool fits = figures.timeNs && figures.flops;
    for (const CheckedInt &bytes : figures.bytes)
      fits = fits && bytes;
    if (!fits)
      return llvm::createStringError("the figures of '" +
                                     groupName(report.groups[i]) +
                                     "' add up to more than 64 bits hold");
  }
  return llvm::Error::success();
}

llvm::Expected<FigureTree> FigureTree::build(const Report &report,
                                             std::optional<SortKey> sortBy) {
  FigureTree tree;
  tree.levels = mentionedLevels(report);
  for (const CallReport &call : report.calls) {
    tree.hasFlops |= call.get<ComputeCostRecord>() != nullptr;
    tree.hasBytes |= call.get<TrafficRecord>() != nullptr;
    tree.isTimeline |= call.get<PerformanceRecord>() != nullptr;
    tree.hasTime |= call.get<RooflineRecord>() || tree.isTimeline;
  }
  if (llvm::Error error = tree.chooseOrder(sortBy))
    return error;
  auto level = llvm::find(tree.levels, bandwidthLevel(report));
  if (level != tree.levels.end())
    tree.sortLevel = level - tree.levels.begin();
  tree.groups.resize(report.groups.size());
  for (Figures &figures : tree.groups)
    figures.bytes.resize(tree.levels.size());
  for (const CallReport &call : report.calls) {
    Figures figures = tree.figuresOf(call);
    for (int64_t at = call.group; at >= 0; at = report.groups[at].parent) {
      tree.groups[at].timeNs += figures.timeNs;
      tree.groups[at].flops += figures.flops;
      for (size_t i = 0; i < tree.levels.size(); ++i)
        tree.groups[at].bytes[i] += figures.bytes[i];
    }
    tree.calls.push_back(std::move(figures));
  }
  if (llvm::Error error = checkSums(report, tree.groups))
    return error;
  tree.link(report);
  return tree;
}

void FigureTree::link(const Report &report) {
  // A group in which nothing is shown has nothing to show.
  std::vector<bool> holdsCalls(groups.size(), false);
  for (const CallReport &call : report.calls)
    for (int64_t at = call.group; at >= 0; at = report.groups[at].parent)
      holdsCalls[at] = true;
  children.resize(groups.size());
  for (size_t i = 1; i < groups.size(); ++i)
    if (holdsCalls[i])
      children[report.groups[i].parent].push_back(
          {/*isGroup=*/true, i, report.groups[i].line});
  for (auto [i, call] : llvm::enumerate(report.calls))
    children[call.group].push_back({/*isGroup=*/false, i, call.line});
  auto key = [&](const FigureNode &node) {
    return keyOf(node.isGroup ? groups[node.index] : calls[node.index]);
  };
  for (std::vector<FigureNode> &nodes : children) {
    llvm::stable_sort(nodes, [](const FigureNode &a, const FigureNode &b) {
      return a.line < b.line;
    });
    llvm::stable_sort(nodes, [&](const FigureNode &a, const FigureNode &b) {
      return key(a) > key(b);
    });
  }
}

int64_t FigureTree::keyOf(const Figures &figures) const {
  if (!order)
    return 0;
  switch (*order) {
  case SortKey::Time:
    return figures.timeNs.get();
  case SortKey::Bytes:
    return levels.empty() ? 0 : figures.bytes[sortLevel].get();
  case SortKey::Flops:
    return figures.flops.get();
  }
  return 0;
}

std::string FigureTree::timeHeader() const {
  return isTimeline ? "time [ns]" : "ideal [ns]";
}

std::string FigureTree::shareHeader() const {
  if (order == SortKey::Bytes && !levels.empty())
    return levels[sortLevel] + " [%]";
  if (order == SortKey::Flops)
    return "flops [%]";
  return isTimeline ? "time [%]" : "ideal [%]";
}

std::string FigureTree::shareOf(const Figures &figures) const {
  Ratio share;
  share.numerator = static_cast<unsigned __int128>(keyOf(figures)) * 100;
  share.denominator = static_cast<unsigned __int128>(keyOf(groups[0]));
  return share.denominator == 0 ? "" : fixedDecimal(share, 1);
}

//===----------------------------------------------------------------------===//
// Loops and tracks of a timeline
//===----------------------------------------------------------------------===//

std::vector<LoopSpan> tilefoundry::loopSpans(const Report &report) {
  std::vector<std::optional<LoopSpan>> spans(report.groups.size());
  for (const CallReport &call : report.calls) {
    const auto *timed = call.get<PerformanceRecord>();
    // What does not repeat stands outside its loop on the timeline.
    if (!timed || timed->timeline.strideNs == 0)
      continue;
    size_t group = call.group;
    while (group != 0 && report.groups[group].kind != ReportGroup::Kind::Loop)
      group = report.groups[group].parent;
    if (group == 0)
      continue;
    std::optional<LoopSpan> &span = spans[group];
    if (!span)
      span = LoopSpan{group, timed->timeline.startNs, timed->timeline.strideNs,
                      timed->timeline.trips};
    span->startNs = std::min(span->startNs, timed->timeline.startNs);
  }
  std::vector<LoopSpan> result;
  for (const std::optional<LoopSpan> &span : spans)
    if (span && span->endNs())
      result.push_back(*span);
  return result;
}

size_t tilefoundry::trackOf(const Report &report, size_t group) {
  while (report.groups[group].kind == ReportGroup::Kind::Loop)
    group = report.groups[group].parent;
  return group;
}
