//===- Capacity.cpp - whether the buffers fit -----------------------------===//
//
// One value too large, live bytes over a capacity, packing of the addressable
// levels, and what the caches are left with (analysis 1.2.2, ir.md 11.8).
//
//===----------------------------------------------------------------------===//

#include "Families.h"
#include "MemoryParts.h"
#include "tilefoundry/Analysis/Allocation/Packing.h"
#include "tilefoundry/Analysis/Analyze.h"
#include "tilefoundry/Analysis/Timeline/Participants.h"
#include "tilefoundry/Dialect/HIR/LayoutBridge.h"
#include "tilefoundry/Dialect/HIR/ValueNames.h"
#include <map>

using namespace mlir;
using namespace tilefoundry;

static bool isAddressable(StringRef level) {
  return level == "gmem" || level == "smem";
}

namespace {
class CapacityCheck {
public:
  CapacityCheck(Operation *function, const ViewInfo &view,
                const MemoryHierarchyFacts &facts,
                ArrayRef<LevelResidency> residencies,
                const std::optional<std::string> &level,
                const AnalyzeOptions &options, MemoryRecord &record)
      : function(function), view(view), facts(facts), residencies(residencies),
        level(level), options(options), record(record) {}

  LogicalResult run();

private:
  bool isAsked(const ExplicitMemoryLevelFacts &memory) const;
  LogicalResult checkSingleValues(const ExplicitMemoryLevelFacts &memory);
  LogicalResult pack(const ExplicitMemoryLevelFacts &memory);
  LogicalResult solveDomain(const ExplicitMemoryLevelFacts &memory,
                            ArrayRef<const LevelResidency *> buffers);
  /// The positions of the owning level at which a value lives.
  FailureOr<timeline::PositionSet> ownerPositions(Value value, int owner);
  /// Buffers grouped by capacity domain, equal domains once.
  FailureOr<std::vector<std::vector<const LevelResidency *>>>
  splitDomains(ArrayRef<const LevelResidency *> buffers, int owner);
  void adviseOverflow();
  void adviseCaches();
  const LevelFootprint *footprintOf(StringRef name) const;

  Operation *function;
  const ViewInfo &view;
  const MemoryHierarchyFacts &facts;
  ArrayRef<LevelResidency> residencies;
  const std::optional<std::string> &level;
  const AnalyzeOptions &options;
  MemoryRecord &record;
};
} // namespace

const LevelFootprint *CapacityCheck::footprintOf(StringRef name) const {
  for (const LevelFootprint &row : record.footprint)
    if (row.level == name)
      return &row;
  return nullptr;
}

/// Without a topology level, only what the target owns as a whole (ir.md 11.4).
bool CapacityCheck::isAsked(const ExplicitMemoryLevelFacts &memory) const {
  return memory.capacityBytes && (level || memory.owner == "target");
}

LogicalResult
CapacityCheck::checkSingleValues(const ExplicitMemoryLevelFacts &memory) {
  for (const LevelResidency &row : residencies)
    if (row.level == memory.name && row.bytes > *memory.capacityBytes)
      return emitError(row.residency.value.getLoc())
             << "'" << hir::getAuthoredName(row.residency.value) << "' needs "
             << row.bytes << " bytes of " << memory.name << ", which holds "
             << *memory.capacityBytes << " bytes per " << memory.scope
             << "; make its tile smaller or place it elsewhere";
  return success();
}

FailureOr<timeline::PositionSet> CapacityCheck::ownerPositions(Value value,
                                                               int owner) {
  StringRef ownerName = view.getTopologies()[owner].getName();
  // What the value is sharded over, else the scope it is made in.
  SmallVector<hir::MeshAttr> meshes;
  if (auto desc = hir::ValueDesc::get(value.getType()); desc->getShard())
    meshes.push_back(desc->getShard().getMesh());
  for (const Scope *scope = view.getScope(value); scope; scope = scope->parent)
    if (auto mesh = dyn_cast<hir::MeshScopeOp>(scope->op))
      meshes.push_back(mesh.getMesh());
  for (hir::MeshAttr mesh : meshes)
    for (auto [i, topology] : llvm::enumerate(mesh.getLevels())) {
      if (topology.getName() != ownerName)
        continue;
      auto plain = hir::toMesh(mesh);
      if (!plain)
        break;
      auto positions = plain->positions(i);
      if (!positions) {
        emitError(value.getLoc())
            << "cannot place '" << hir::getAuthoredName(value)
            << "': " << llvm::toString(positions.takeError());
        return failure();
      }
      return timeline::PositionSet::fromPositions(*positions);
    }
  int64_t extent =
      hir::getStaticExtent(view.getTopologies()[owner].getExtent()).value_or(1);
  return timeline::PositionSet::fromRanges(
      {timeline::PositionRange{0, extent}});
}

FailureOr<std::vector<std::vector<const LevelResidency *>>>
CapacityCheck::splitDomains(ArrayRef<const LevelResidency *> buffers,
                            int owner) {
  using Buffers = std::vector<const LevelResidency *>;
  if (owner < 0)
    return std::vector<Buffers>{Buffers(buffers.begin(), buffers.end())};
  std::vector<timeline::PositionSet> sets;
  std::vector<int64_t> cuts;
  for (const LevelResidency *buffer : buffers) {
    FailureOr<timeline::PositionSet> set =
        ownerPositions(buffer->residency.value, owner);
    if (failed(set))
      return failure();
    for (timeline::PositionRange range : set->ranges()) {
      cuts.push_back(range.begin);
      cuts.push_back(range.end);
    }
    sets.push_back(std::move(*set));
  }
  // Between two cuts every position holds the same buffers.
  llvm::sort(cuts);
  cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
  std::map<std::vector<size_t>, bool> seen;
  std::vector<Buffers> domains;
  for (int64_t position : cuts) {
    std::vector<size_t> members;
    for (size_t i = 0; i < buffers.size(); ++i)
      if (sets[i].contains(position))
        members.push_back(i);
    if (members.empty() || !seen.emplace(members, true).second)
      continue;
    Buffers domain;
    for (size_t i : members)
      domain.push_back(buffers[i]);
    domains.push_back(std::move(domain));
  }
  return domains;
}

/// What is alive where most bytes are: the first question after "it does not
/// fit".
static void notePeak(InFlightDiagnostic &diag,
                     const ExplicitMemoryLevelFacts &memory,
                     ArrayRef<const LevelResidency *> buffers) {
  constexpr size_t kMostNotes = 5;
  auto isLive = [](const LevelResidency *row, int64_t position) {
    return row->residency.definedAt <= position &&
           position <= row->residency.lastUsedAt;
  };
  std::map<int64_t, CheckedInt> changes;
  for (const LevelResidency *row : buffers) {
    changes[row->residency.definedAt] += row->bytes;
    changes[row->residency.lastUsedAt + 1] -= row->bytes;
  }
  CheckedInt sum = 0, peak = 0;
  int64_t peakAt = 0;
  for (const auto &[position, change] : changes) {
    sum += change;
    if (!sum)
      return; // More than can be said.
    if (sum.get() > peak.get()) {
      peak = sum;
      peakAt = position;
    }
  }
  SmallVector<const LevelResidency *> live;
  for (const LevelResidency *row : buffers)
    if (isLive(row, peakAt) && row->bytes > 0)
      live.push_back(row);
  llvm::stable_sort(
      live, [](const auto *a, const auto *b) { return a->bytes > b->bytes; });
  CheckedInt rest = peak;
  for (const LevelResidency *row :
       ArrayRef<const LevelResidency *>(live).take_front(kMostNotes)) {
    rest -= row->bytes;
    diag.attachNote(row->residency.value.getLoc())
        << "'" << hir::getAuthoredName(row->residency.value) << "' holds "
        << row->bytes << " of the " << peak.get() << " bytes of " << memory.name
        << " live at position " << peakAt << " (positions "
        << row->residency.definedAt << " to " << row->residency.lastUsedAt
        << ")";
  }
  if (live.size() > kMostNotes)
    diag.attachNote() << live.size() - kMostNotes << " smaller values hold "
                      << rest.get() << " bytes there";
}

/// Which of the three happened (analysis 1.2.2).
static std::string describeFailure(allocation::OutcomeKind kind,
                                   StringRef level) {
  std::string buffers = "the buffers in " + level.str();
  switch (kind) {
  case allocation::OutcomeKind::NotExpressible:
    return "whether " + buffers + " fit cannot be expressed";
  case allocation::OutcomeKind::StepLimit:
  case allocation::OutcomeKind::Timeout:
    return "whether " + buffers + " fit did not settle";
  default:
    return buffers + " do not fit";
  }
}

LogicalResult
CapacityCheck::solveDomain(const ExplicitMemoryLevelFacts &memory,
                           ArrayRef<const LevelResidency *> buffers) {
  allocation::Problem problem;
  problem.capacity = *memory.capacityBytes;
  for (const LevelResidency *row : buffers)
    problem.buffers.push_back({hir::getAuthoredName(row->residency.value).str(),
                               row->residency.definedAt,
                               row->residency.lastUsedAt, row->bytes});
  allocation::Limits limits;
  if (options.allocationSteps)
    limits.steps = static_cast<int64_t>(options.allocationSteps);
  limits.timeoutSeconds = options.allocationTimeoutSeconds;
  allocation::Outcome outcome = allocation::solve(problem, limits);
  if (!outcome.fits()) {
    InFlightDiagnostic diag = function->emitError()
                              << describeFailure(outcome.kind, memory.name)
                              << ": " << outcome.message;
    notePeak(diag, memory, buffers);
    return diag;
  }
  bool optimal = outcome.status == allocation::Status::Optimal;
  if (!record.solverStatus || !optimal)
    record.solverStatus = optimal ? "optimal" : "feasible";
  return success();
}

LogicalResult CapacityCheck::pack(const ExplicitMemoryLevelFacts &memory) {
  SmallVector<const LevelResidency *> buffers;
  for (const LevelResidency &row : residencies)
    if (row.level == memory.name)
      buffers.push_back(&row);
  if (buffers.empty())
    return success();
  bool ownedByTarget = memory.owner == "target";
  if (!ownedByTarget && !level)
    return success(); // Asked of levels that the target owns only (ir.md 11.4).
  if (!ownedByTarget && memory.owner != *level)
    return function->emitError()
           << memory.name << " belongs to the units of level '" << memory.owner
           << "', but level '" << *level << "' is analysed; "
           << adviseLevel(view, memory.owner);
  if (!memory.capacityBytes)
    return success();
  int owner = ownedByTarget ? -1 : view.getLevelIndex(memory.owner);
  auto domains = splitDomains(buffers, owner);
  if (failed(domains))
    return failure();
  for (const auto &domain : *domains)
    if (failed(solveDomain(memory, domain)))
      return failure();
  return success();
}

void CapacityCheck::adviseOverflow() {
  for (const LevelFootprint &row : record.footprint) {
    const ExplicitMemoryLevelFacts *memory = facts.findExplicit(row.level);
    if (memory && isAsked(*memory) && !isAddressable(row.level) &&
        row.peakBytes > *row.capacityBytes)
      record.advisories.push_back(
          row.level + " holds " + std::to_string(*row.capacityBytes) +
          " bytes, and " + std::to_string(row.peakBytes) +
          " are live at the peak");
  }
}

/// A cache that divides one block with an explicit level has what that level's
/// peak leaves.
void CapacityCheck::adviseCaches() {
  for (const MemoryLevelRelation &edge : facts.relations) {
    if (edge.kind != MemoryRelationKind::SharesCapacityWith ||
        !edge.sharedCapacityBytes)
      continue;
    const LevelFootprint *near = footprintOf(edge.near);
    const LevelFootprint *far = footprintOf(edge.far);
    const LevelFootprint *sharing = far ? far : near;
    if (!sharing || sharing->peakBytes == 0)
      continue;
    const ExplicitMemoryLevelFacts *memory = facts.findExplicit(sharing->level);
    if (!memory || !isAsked(*memory))
      continue;
    const std::string &cache = far ? edge.near : edge.far;
    int64_t left = *edge.sharedCapacityBytes - sharing->peakBytes;
    record.advisories.push_back(
        cache + " is left " + std::to_string(std::max<int64_t>(left, 0)) +
        " of the " + std::to_string(*edge.sharedCapacityBytes) +
        " bytes it shares with " + sharing->level + ", whose peak is " +
        std::to_string(sharing->peakBytes));
  }
}

LogicalResult CapacityCheck::run() {
  for (const ExplicitMemoryLevelFacts &memory : facts.explicitLevels)
    if (isAsked(memory) && failed(checkSingleValues(memory)))
      return failure();
  // Nothing addressable is a settled question too.
  bool asked = false;
  for (const ExplicitMemoryLevelFacts &memory : facts.explicitLevels) {
    if (!isAddressable(memory.name))
      continue;
    asked |= memory.capacityBytes.has_value();
    if (failed(pack(memory)))
      return failure();
  }
  if (asked && !record.solverStatus)
    record.solverStatus = "optimal";
  adviseOverflow();
  adviseCaches();
  return success();
}

LogicalResult tilefoundry::settleCapacity(
    Operation *function, const ViewInfo &view,
    const MemoryHierarchyFacts &facts, ArrayRef<LevelResidency> residencies,
    const std::optional<std::string> &level, const AnalyzeOptions &options,
    MemoryRecord &record) {
  return CapacityCheck(function, view, facts, residencies, level, options,
                       record)
      .run();
}
