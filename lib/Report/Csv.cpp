//===- Csv.cpp - one row per op, every field a column ---------------------===//
//
// RFC 4180 with line feeds. A cell is empty where there is no such record; a
// row of the function comes first, rows of loops (one per buffer they touch)
// last. Figures are those of the records: one occurrence.
//
//===----------------------------------------------------------------------===//

#include "Forms.h"
#include "llvm/ADT/StringExtras.h"

using namespace tilefoundry;

static std::string csvCell(llvm::StringRef value) {
  if (value.find_first_of(",\"\r\n") == llvm::StringRef::npos)
    return value.str();
  std::string cell = "\"";
  for (char c : value) {
    if (c == '"')
      cell += '"';
    cell += c;
  }
  return cell + "\"";
}

namespace {
class CsvWriter {
public:
  explicit CsvWriter(const Report &report)
      : report(report), flops(mentionedFlops(report)),
        service(mentionedService(report)), levels(mentionedLevels(report)) {}

  std::string write();

private:
  const Report &report;
  const std::vector<std::string> flops, service, levels;
  bool hasRoofline = false, hasPerformance = false, hasFootprints = false;
  std::string text;

  void addHeader();
  template <typename Get>
  void addRecords(std::vector<std::string> &row, Get get);
  void addLoops();
  void addRow(llvm::ArrayRef<std::string> cells);

  size_t columns = 0;
};
} // namespace

static constexpr const char *footprintColumns[] = {
    "footprint.buffer",       "footprint.level",          "footprint.bytes",
    "footprint.device_bytes", "footprint.repeated_bytes", "footprint.known"};

void CsvWriter::addRow(llvm::ArrayRef<std::string> cells) {
  std::vector<std::string> escaped;
  for (const std::string &cell : cells)
    escaped.push_back(csvCell(cell));
  text += llvm::join(escaped, ",") + "\n";
}

void CsvWriter::addHeader() {
  std::vector<std::string> row = {"kind", "value",        "line", "op",
                                  "path", "result_types", "times"};
  for (const std::string &type : flops) {
    row.push_back("flops." + type + " [flop]");
    row.push_back("flops_per_unit." + type + " [flop]");
  }
  for (const std::string &kind : service) {
    row.push_back("service." + kind + " [op]");
    row.push_back("service_per_unit." + kind + " [op]");
  }
  for (const std::string &level : levels)
    for (const char *side : {"whole", "per_unit"})
      for (const char *way : {"read", "write"})
        row.push_back("traffic." + std::string(side) + "." + level + "." + way +
                      " [B]");
  if (hasRoofline)
    row.insert(row.end(), {"compute_ns", "memory_ns", "ideal_ns", "bound_by"});
  if (hasPerformance)
    row.insert(row.end(),
               {"start_ns", "end_ns", "trips", "stride_ns", "waves"});
  if (hasFootprints)
    row.insert(row.end(), std::begin(footprintColumns),
               std::end(footprintColumns));
  columns = row.size();
  addRow(row);
}

/// `get` answers with the record of a type or null.
template <typename Get>
void CsvWriter::addRecords(std::vector<std::string> &row, Get get) {
  const auto *cost =
      static_cast<const ComputeCostRecord *>(get(ComputeCostRecord::type));
  auto addCounts = [&](const std::vector<std::string> &names,
                       const CountMap &whole, const CountMap &share) {
    for (const std::string &name : names) {
      row.push_back(cost ? std::to_string(lookup(whole, name)) : "");
      row.push_back(cost ? std::to_string(lookup(share, name)) : "");
    }
  };
  static const CountMap none;
  addCounts(flops, cost ? cost->flops : none, cost ? cost->flopsPerUnit : none);
  addCounts(service, cost ? cost->service : none,
            cost ? cost->servicePerUnit : none);
  const auto *traffic =
      static_cast<const TrafficRecord *>(get(TrafficRecord::type));
  for (const std::string &level : levels)
    for (bool whole : {true, false}) {
      TrafficBytes moved;
      if (traffic)
        moved = lookup(whole ? traffic->whole : traffic->perUnit, level);
      row.push_back(traffic ? std::to_string(moved.read) : "");
      row.push_back(traffic ? std::to_string(moved.write) : "");
    }
  const auto *roof =
      static_cast<const RooflineRecord *>(get(RooflineRecord::type));
  if (roof)
    row.insert(row.end(),
               {std::to_string(roof->computeNs), std::to_string(roof->memoryNs),
                std::to_string(roof->idealNs), roof->boundBy});
  else if (hasRoofline)
    row.insert(row.end(), 4, "");
  const auto *timed =
      static_cast<const PerformanceRecord *>(get(PerformanceRecord::type));
  const auto *summary = static_cast<const PerformanceSummaryRecord *>(
      get(PerformanceSummaryRecord::type));
  const Timeline *timeline = timed     ? &timed->timeline
                             : summary ? &summary->timeline
                                       : nullptr;
  if (timeline)
    row.insert(row.end(), {std::to_string(timeline->startNs),
                           std::to_string(timeline->endNs),
                           std::to_string(timeline->trips),
                           std::to_string(timeline->strideNs),
                           summary ? std::to_string(summary->waves) : ""});
  else if (hasPerformance)
    row.insert(row.end(), 5, "");
  if (hasFootprints)
    row.insert(row.end(), std::size(footprintColumns), "");
}

void CsvWriter::addLoops() {
  for (const LoopReport &loop : report.loops) {
    // A loop of which nothing is known still says so.
    static const BufferFootprint none;
    llvm::ArrayRef<BufferFootprint> footprints = loop.footprint->footprints;
    bool isEmpty = footprints.empty();
    if (isEmpty)
      footprints = none;
    for (const BufferFootprint &touched : footprints) {
      std::vector<std::string> row = {"loop", loop.name,
                                      std::to_string(loop.line)};
      row.resize(columns - std::size(footprintColumns));
      auto amount = [&](int64_t bytes) {
        return isEmpty ? std::string() : std::to_string(bytes);
      };
      row.insert(row.end(),
                 {touched.buffer, touched.level, amount(touched.bytes),
                  amount(touched.deviceBytes), amount(touched.repeatedBytes),
                  loop.footprint->known ? "true" : "false"});
      addRow(row);
    }
  }
}

std::string CsvWriter::write() {
  hasRoofline = report.selection.shows(RooflineRecord::type);
  hasPerformance = report.selection.shows(PerformanceRecord::type) ||
                   report.selection.shows(PerformanceSummaryRecord::type);
  hasFootprints = report.selection.shows(LoopFootprintRecord::type);
  addHeader();
  auto lookUp = [](llvm::ArrayRef<const Record *> records) {
    return [records](const RecordType &type) -> const Record * {
      for (const Record *record : records)
        if (&record->getType() == &type)
          return record;
      return nullptr;
    };
  };
  std::vector<std::string> row = {
      "function", report.function, std::to_string(report.groups[0].line),
      "",         report.module,   "",
      "1"};
  addRecords(row, lookUp(report.functionRecords));
  addRow(row);
  for (const CallReport &call : report.calls) {
    row = {"call",
           call.name,
           std::to_string(call.line),
           call.opName,
           groupPath(report, call.group),
           call.resultTypes,
           report.hasRepetition ? std::to_string(call.repetition.get()) : ""};
    addRecords(row, lookUp(call.records));
    addRow(row);
  }
  if (hasFootprints)
    addLoops();
  return std::move(text);
}

std::string tilefoundry::renderCsv(const Report &report) {
  return CsvWriter(report).write();
}
