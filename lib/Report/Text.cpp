//===- Text.cpp - the summary and the annotated IR ------------------------===//

#include "Forms.h"
#include "llvm/ADT/StringExtras.h"

using namespace tilefoundry;

static std::string joinTokens(llvm::ArrayRef<std::string> values) {
  std::vector<std::string> texts;
  for (const std::string &value : values)
    texts.push_back(commentText(value));
  return llvm::join(texts, ",");
}

static void addIdentity(const Report &report, std::vector<std::string> &lines) {
  const AnalysisResult &result = report.result;
  lines.push_back("analysis target=" + commentText(report.target) +
                  " module=" + commentText(report.module) +
                  " function=" + commentText(report.function) +
                  " topology=" + commentText(result.level.value_or("none")));
  lines.push_back("selection requested=" + joinTokens(result.requested) +
                  " executed=" + joinTokens(result.executed));
  if (!result.dims.empty()) {
    std::string line = "dims";
    for (const auto &[name, extent] : result.dims)
      line += " " + commentText(name) + "=" + std::to_string(extent);
    lines.push_back(line);
  }
}

/// A function's memory is stated level by level and advisory by advisory.
static void addMemory(const MemoryRecord &memory,
                      std::vector<std::string> &lines) {
  std::vector<std::string> peaks;
  for (const LevelFootprint &row : memory.footprint)
    peaks.push_back(commentText(row.level) + ":" +
                    std::to_string(row.peakBytes));
  lines.push_back(peaks.empty() ? "peak-footprint"
                                : "peak-footprint=" + llvm::join(peaks, ","));
  for (const std::string &advisory : memory.advisories)
    lines.push_back("advisory=" + quoteSentence(advisory));
}

static void addFunctionRecord(const Report &report, const Record &record,
                              std::vector<std::string> &lines) {
  if (&record.getType() == &MemoryRecord::type) {
    addMemory(static_cast<const MemoryRecord &>(record), lines);
    return;
  }
  RecordComment comment = record.getComment(/*withOperands=*/false);
  // Whose prediction it is is the report's to say, not a field of the record.
  if (&record.getType() == &PerformanceSummaryRecord::type)
    comment.fields.insert(
        comment.fields.begin(),
        {"root", commentText(report.module + "::" + report.function)});
  lines.push_back(comment.str());
}

static void addLeftOut(const AnalysisResult &result,
                       std::vector<std::string> &lines) {
  if (result.unknownOps.empty())
    return;
  std::vector<std::string> ops;
  for (const auto &[name, count] : result.unknownOps)
    ops.push_back(commentText(name) + ":" + std::to_string(count));
  lines.push_back("left-out ops=" + llvm::join(ops, ","));
}

static void addPeaks(const Report &report, std::vector<std::string> &lines) {
  for (const PeakExplanation &peak : report.peaks) {
    lines.push_back("peak level=" + commentText(peak.level) +
                    " bytes=" + std::to_string(peak.peakBytes) +
                    " position=" + std::to_string(peak.position) +
                    " values=" + std::to_string(peak.live.size()));
    for (const ValueLifetime *value : peak.live)
      lines.push_back("live binding=" + commentText(value->binding) +
                      " level=" + commentText(value->level) +
                      " bytes=" + std::to_string(value->bytes) + " lifetime=[" +
                      std::to_string(value->definedAt) + "," +
                      std::to_string(value->lastUsedAt) + "]" +
                      (value->persistent ? " persistent=true" : ""));
  }
}

static std::string rateText(std::optional<int64_t> rate) {
  return rate ? std::to_string(*rate) : "none";
}

static void addRoof(const RoofExplanation &roof,
                    std::vector<std::string> &lines) {
  lines.push_back("roof flops=" + std::to_string(roof.flops) +
                  " bytes=" + std::to_string(roof.bytes) +
                  " flops-per-byte=" + fixedDecimal(roof.intensity, 3) +
                  " bound-by=" + commentText(roof.boundBy));
  lines.push_back("roof-memory level=" + commentText(roof.level) +
                  " bytes-per-second=" + rateText(roof.bytesPerSecond) +
                  " time-ns=" + fixedDecimal(roof.memoryNs, 3));
  for (const RoofCompute &row : roof.compute)
    lines.push_back("roof-compute type=" + commentText(row.type) +
                    " flops=" + std::to_string(row.flops) +
                    " flops-per-second=" + rateText(row.flopsPerSecond) +
                    " ridge-flops-per-byte=" + fixedDecimal(row.ridge, 3) +
                    " time-ns=" + fixedDecimal(row.timeNs, 3));
}

std::vector<std::string>
tilefoundry::summaryLines(const Report &report, const RenderOptions &options) {
  std::vector<std::string> lines;
  addIdentity(report, lines);
  for (const Record *record : report.functionRecords)
    addFunctionRecord(report, *record, lines);
  addLeftOut(report.result, lines);
  addPeaks(report, lines);
  if (report.roof)
    addRoof(*report.roof, lines);
  return lines;
}

std::string tilefoundry::renderText(const Report &report,
                                    const RenderOptions &options) {
  std::string text;
  for (const std::string &line : summaryLines(report, options))
    text += "# " + line + "\n";
  return text;
}

void RecordLines::append(const CallReport &call, std::string &text) {
  bool first = call.resultTypes.empty();
  text += call.resultTypes;
  for (const Record *record : call.records) {
    std::string &comment = comments[record];
    if (comment.empty())
      comment = record->toComment(operands);
    if (!first)
      text += "; ";
    first = false;
    text += comment;
  }
}

std::string tilefoundry::recordLine(const CallReport &call, bool operands) {
  std::string text;
  RecordLines(operands).append(call, text);
  return text;
}

std::string tilefoundry::renderAnnotated(const Report &report,
                                         const RenderOptions &options) {
  std::string text;
  // The summary is a comment here: the whole output parses again. It does not
  // count in the line numbers of labels, which are those of the printed IR.
  for (const std::string &line : summaryLines(report, options))
    text += "// # " + line + "\n";
  text.reserve(report.text.size() + 128 * report.calls.size());
  std::vector<const CallReport *> calls;
  calls.reserve(report.calls.size());
  for (const CallReport &call : report.calls)
    calls.push_back(&call);
  llvm::stable_sort(calls, [](const CallReport *a, const CallReport *b) {
    return a->line < b->line;
  });
  RecordLines records(options.operands);
  auto call = llvm::find_if(calls, [](const auto *c) { return c->line > 0; });
  unsigned number = 0;
  for (llvm::StringRef rest = report.text; !rest.empty();) {
    auto [line, after] = rest.split('\n');
    text += line;
    ++number;
    for (; call != calls.end() && (*call)->line == number; ++call) {
      text += "   // ";
      records.append(**call, text);
    }
    text += '\n';
    rest = after;
  }
  return text;
}
