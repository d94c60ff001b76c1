//===- BuildReport.cpp - from an analysis result to a report --------------===//

#include "PrintedView.h"
#include "tilefoundry/Analysis/Measure.h"
#include "tilefoundry/Analysis/ViewInfo.h"
#include "tilefoundry/Dialect/HIR/HIR.h"
#include "tilefoundry/Dialect/HIR/ValueTypes.h"
#include "tilefoundry/Report/Report.h"
#include "tilefoundry/Support/CheckedMath.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace tilefoundry;

std::string tilefoundry::describeType(Type type) {
  std::string text;
  llvm::raw_string_ostream os(text);
  std::optional<hir::ValueDesc> desc = hir::ValueDesc::get(type);
  std::optional<ElementType> element;
  if (desc)
    element = hir::toElementType(desc->elementType);
  if (!element) {
    os << type;
    return text;
  }
  os << elementTypeName(*element) << "[";
  llvm::interleave(
      desc->shape, os, [&](const hir::AxisExtent &e) { os << e.str(); }, ",");
  os << "] " << hir::stringifyStorage(desc->storage);
  return text;
}

namespace {
/// One walk over the view in value order.
class ReportBuilder {
public:
  ReportBuilder(Report &report, const RenderOptions &options)
      : report(report), result(report.result), options(options),
        view(report.result.viewModule.get(), strippedTypes(report.result)) {}

  llvm::Error build();

private:
  Report &report;
  const AnalysisResult &result;
  const RenderOptions &options;
  PrintedView view;
  /// Ops of the view that the walk has yet to reach; both are in value order.
  ArrayRef<MeasuredOp> measured;

  static std::vector<const RecordType *>
  strippedTypes(const AnalysisResult &result);

  void identify();
  void addFunctionRecords();
  void addTotals();
  llvm::Error addRegion(Region &region, size_t group);
  llvm::Error addOp(Operation *op, size_t group);
  llvm::Error addCall(Operation *op, size_t group,
                      llvm::SmallVector<const Record *, 4> records,
                      CheckedInt repetition);
  llvm::Error addLoop(Operation *op, const LoopFootprintRecord &footprint);
  llvm::Error addExplanations();
  /// The group that the regions of `op` form, `group` itself for most ops.
  size_t enterGroup(Operation *op, size_t group);
  std::string nameOf(Operation *op);
  std::vector<OperandShare> sharesOf(Operation *op,
                                     const TrafficRecord &traffic);
};
} // namespace

std::vector<const RecordType *>
ReportBuilder::strippedTypes(const AnalysisResult &result) {
  std::vector<const RecordType *> types = standardRecordTypes().vec();
  for (const RecordType *type : result.records.getTypes())
    if (!llvm::is_contained(types, type))
      types.push_back(type);
  return types;
}

void ReportBuilder::identify() {
  report.target = result.target ? result.target->getIdentity() : "unknown";
  report.module = result.moduleName;
  report.function = result.functionName;
  if (result.target) {
    TargetResources resources = result.target->getResources();
    if (resources.hasDocuments())
      report.resources = resources;
  }
  report.text = view.takeText();
  report.hasRepetition = result.view != nullptr;
  if (result.view)
    measured = result.view->getOps();
  report.calls.reserve(measured.size());
  ReportGroup root;
  root.label = result.functionName;
  root.line = view.getLine(result.function);
  report.groups.push_back(root);
}

void ReportBuilder::addFunctionRecords() {
  Operation *function = result.function;
  for (const RecordType *type : report.selection.getTypes())
    if (const Record *record = result.records.lookup(function, *type))
      report.functionRecords.push_back(record);
  report.memory = result.records.get<MemoryRecord>(function);
  report.traffic = result.records.get<TrafficRecord>(function);
}

/// Roofline alone states only the bytes that its bound divides.
static TrafficMap boundedTraffic(const TrafficRecord &traffic,
                                 const Target *target) {
  if (!target)
    return traffic.whole;
  llvm::Expected<ThroughputFacts> rates = target->facts<ThroughputFacts>();
  if (!rates) {
    llvm::consumeError(rates.takeError());
    return traffic.whole;
  }
  TrafficMap bounded;
  for (const auto &entry : traffic.whole)
    if (entry.first == rates->bandwidthLevel)
      bounded.push_back(entry);
  return bounded;
}

void ReportBuilder::addTotals() {
  if (!report.selection.hasTotals())
    return;
  ReportTotals totals;
  if (const auto *cost = result.records.get<ComputeCostRecord>(result.function))
    totals.flops = cost->flops;
  if (report.traffic && report.selection.shows(TrafficRecord::type))
    totals.traffic = report.traffic->whole;
  else if (report.traffic && report.selection.hasBoundedMemory())
    totals.traffic = boundedTraffic(*report.traffic, result.target.get());
  report.totals = std::move(totals);
}

std::string ReportBuilder::nameOf(Operation *op) {
  if (op->getNumResults() == 0)
    return op->getName().getStringRef().str();
  // `%r:2` is printed once for all results: `%r#0` without its number.
  return StringRef(view.getName(op->getResult(0))).split('#').first.str();
}

size_t ReportBuilder::enterGroup(Operation *op, size_t group) {
  ReportGroup entered;
  entered.line = view.getLine(op);
  entered.parent = group;
  if (CountedLoopOpInterface loop = asLoop(op)) {
    entered.kind = ReportGroup::Kind::Loop;
    entered.label = view.getName(loop.getInductionVar());
  } else if (auto scope = dyn_cast<hir::MeshScopeOp>(op)) {
    entered.kind = ReportGroup::Kind::Scope;
    std::vector<std::string> names;
    for (BlockArgument coordinate : scope.getCoordinates())
      names.push_back(view.getName(coordinate));
    entered.label = llvm::join(names, ",");
  } else {
    return group;
  }
  report.groups.push_back(entered);
  return report.groups.size() - 1;
}

std::vector<OperandShare>
ReportBuilder::sharesOf(Operation *op, const TrafficRecord &traffic) {
  std::vector<OperandShare> shares;
  for (auto [i, operand] : llvm::enumerate(op->getOperands()))
    shares.push_back({static_cast<unsigned>(i), view.getName(operand),
                      describeType(operand.getType()), traffic.operands[i]});
  std::vector<std::string> types;
  for (Type type : op->getResultTypes())
    types.push_back(describeType(type));
  shares.push_back({std::nullopt, nameOf(op), llvm::join(types, ", "),
                    traffic.operands.back()});
  return shares;
}

llvm::Error ReportBuilder::addCall(Operation *op, size_t group,
                                   SmallVector<const Record *, 4> records,
                                   CheckedInt repetition) {
  CallReport &call = report.calls.emplace_back();
  call.op = op;
  call.name = nameOf(op);
  call.line = view.getLine(op);
  call.opName = op->getName().getStringRef().str();
  for (Type type : op->getResultTypes()) {
    if (!call.resultTypes.empty())
      call.resultTypes += ", ";
    call.resultTypes += view.getType(type);
  }
  call.records = std::move(records);
  call.group = group;
  call.repetition = repetition;
  const auto *traffic = call.get<TrafficRecord>();
  if (options.emit == "json" && traffic && !traffic->operands.empty()) {
    if (traffic->operands.size() != op->getNumOperands() + 1)
      return llvm::createStringError(
          "the traffic record of '" + call.label() + "' splits over " +
          llvm::Twine(traffic->operands.size()) + " positions, but '" +
          call.opName + "' has " + llvm::Twine(op->getNumOperands()) +
          " operands and one result entry; analyse the program again");
    call.operands = sharesOf(op, *traffic);
  }
  return llvm::Error::success();
}

llvm::Error ReportBuilder::addLoop(Operation *op,
                                   const LoopFootprintRecord &footprint) {
  LoopReport loop;
  loop.line = view.getLine(op);
  loop.name = nameOf(op);
  if (op->getNumRegions() > 0 && !op->getRegion(0).empty() &&
      op->getRegion(0).getNumArguments() > 0)
    loop.name = view.getName(op->getRegion(0).getArgument(0));
  loop.footprint = &footprint;
  if (result.target) {
    // Without a hierarchy there is nothing to compare with; nothing fails.
    llvm::Expected<MemoryHierarchyFacts> hierarchy =
        result.target->facts<MemoryHierarchyFacts>();
    if (!hierarchy) {
      llvm::consumeError(hierarchy.takeError());
    } else {
      llvm::Expected<std::vector<CachePressure>> pressure =
          projectCachePressure(footprint, *hierarchy, report.memory);
      if (!pressure)
        return pressure.takeError();
      loop.pressure = std::move(*pressure);
    }
  }
  report.loops.push_back(std::move(loop));
  return llvm::Error::success();
}

llvm::Error ReportBuilder::addOp(Operation *op, size_t group) {
  CheckedInt repetition = 1;
  if (!measured.empty() && measured.front().op == op) {
    repetition = countRepetitions(measured.front());
    measured = measured.drop_front();
  }
  SmallVector<const Record *, 4> records;
  ArrayRef<std::shared_ptr<const Record>> known = result.records.lookupAll(op);
  for (const RecordType *type : report.selection.getTypes()) {
    const auto *found = llvm::find_if(
        known, [&](const auto &record) { return &record->getType() == type; });
    if (found == known.end())
      continue;
    const Record *record = found->get();
    if (type != &LoopFootprintRecord::type) {
      records.push_back(record);
      continue;
    }
    if (llvm::Error error =
            addLoop(op, static_cast<const LoopFootprintRecord &>(*record)))
      return error;
  }
  if (!records.empty())
    if (llvm::Error error = addCall(op, group, std::move(records), repetition))
      return error;
  if (op->getNumRegions() == 0)
    return llvm::Error::success();
  size_t inner = enterGroup(op, group);
  for (Region &region : op->getRegions())
    if (llvm::Error error = addRegion(region, inner))
      return error;
  return llvm::Error::success();
}

llvm::Error ReportBuilder::addRegion(Region &region, size_t group) {
  for (Block &block : region)
    for (Operation &op : block)
      if (llvm::Error error = addOp(&op, group))
        return error;
  return llvm::Error::success();
}

llvm::Error ReportBuilder::addExplanations() {
  if (options.explainPeak) {
    if (!report.selection.shows(MemoryRecord::type) || !report.memory)
      return llvm::createStringError(
          "'explain=peak' reads the memory records, which were not asked for; "
          "add 'memory' to 'analysis='");
    report.peaks = explainPeaks(*report.memory);
  }
  if (!options.explainRoof)
    return llvm::Error::success();
  const auto *roofline = report.get<RooflineRecord>();
  if (!roofline)
    return llvm::createStringError(
        "'explain=roof' reads the roofline records, which were not asked for; "
        "add 'roofline' to 'analysis='");
  if (!result.target)
    return llvm::createStringError(
        "'explain=roof' needs the machine's rates, but the module names no "
        "'hir.target'");
  llvm::Expected<ThroughputFacts> rates =
      result.target->facts<ThroughputFacts>();
  if (!rates)
    return rates.takeError();
  report.roof =
      explainRoof(result.records.get<ComputeCostRecord>(result.function),
                  report.traffic, *roofline, *rates);
  return llvm::Error::success();
}

llvm::Error ReportBuilder::build() {
  identify();
  addFunctionRecords();
  addTotals();
  // The function is no scope of its own: its body is walked, not itself.
  if (llvm::Error error = addRegion(func::FuncOp(result.function).getBody(), 0))
    return error;
  return addExplanations();
}

llvm::Expected<Report> tilefoundry::buildReport(const AnalysisResult &result,
                                                const RenderOptions &options) {
  Report report(result);
  ReportBuilder builder(report, options);
  if (llvm::Error error = builder.build())
    return error;
  return report;
}
