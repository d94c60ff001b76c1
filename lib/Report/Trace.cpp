//===- Trace.cpp - the timeline as trace events ---------------------------===//
//
// The JSON trace-event format that trace viewers read. One track for each
// execution scope: its positions run alike. A loop is one event over all its
// trips, and inside it the ops of its first trip (analysis 1.2: one record,
// never one per trip).
//
//===----------------------------------------------------------------------===//

#include "Figures.h"
#include "Forms.h"
#include "llvm/Support/raw_ostream.h"
#include <set>

using namespace tilefoundry;
namespace json = llvm::json;

/// The format counts microseconds; ns are their three decimals.
static std::string microseconds(int64_t ns) {
  return fixedDecimal({static_cast<unsigned __int128>(ns), 1000}, 3);
}

namespace {
class TraceWriter {
public:
  TraceWriter(const Report &report, llvm::raw_ostream &os)
      : report(report), out(os, /*IndentSize=*/2) {}
  void write();

private:
  const Report &report;
  json::OStream out;

  void nameTracks();
  void addMetadata(llvm::StringRef what, size_t track, llvm::StringRef name);
  void addEvent(llvm::StringRef name, llvm::StringRef category, size_t track,
                int64_t startNs, int64_t durationNs, json::Object details);
};
} // namespace

void TraceWriter::addMetadata(llvm::StringRef what, size_t track,
                              llvm::StringRef name) {
  out.object([&] {
    out.attribute("name", what);
    out.attribute("ph", "M");
    out.attribute("pid", 1);
    out.attribute("tid", static_cast<int64_t>(track));
    out.attribute("args", json::Object{{"name", jsonText(name)}});
  });
}

void TraceWriter::nameTracks() {
  addMetadata("process_name", 0, report.module + "::" + report.function);
  std::set<size_t> tracks;
  for (const CallReport &call : report.calls)
    if (call.get<PerformanceRecord>())
      tracks.insert(trackOf(report, call.group));
  for (size_t track : tracks)
    addMetadata("thread_name", track, groupName(report.groups[track]));
}

void TraceWriter::addEvent(llvm::StringRef name, llvm::StringRef category,
                           size_t track, int64_t startNs, int64_t durationNs,
                           json::Object details) {
  out.object([&] {
    out.attribute("name", jsonText(name));
    out.attribute("cat", category);
    out.attribute("ph", "X");
    out.attribute("pid", 1);
    out.attribute("tid", static_cast<int64_t>(track));
    out.attributeBegin("ts");
    out.rawValue(microseconds(startNs));
    out.attributeEnd();
    out.attributeBegin("dur");
    out.rawValue(microseconds(durationNs));
    out.attributeEnd();
    out.attribute("args", std::move(details));
  });
}

void TraceWriter::write() {
  out.object([&] {
    out.attribute("displayTimeUnit", "ns");
    out.attributeArray("traceEvents", [&] {
      nameTracks();
      for (const LoopSpan &span : loopSpans(report))
        addEvent(
            groupName(report.groups[span.group]) + " x" +
                std::to_string(span.trips),
            "loop", trackOf(report, span.group), span.startNs,
            span.endNs().get() - span.startNs,
            json::Object{{"trips", span.trips}, {"stride_ns", span.strideNs}});
      for (const CallReport &call : report.calls) {
        const auto *timed = call.get<PerformanceRecord>();
        if (!timed)
          continue;
        json::Object details{{"value", jsonText(call.label())},
                             {"op", jsonText(call.opName)}};
        for (const Record *record : call.records)
          details[record->getType().label] =
              jsonText(record->toComment(/*withOperands=*/false));
        addEvent(call.label(), "op", trackOf(report, call.group),
                 timed->timeline.startNs,
                 timed->timeline.endNs - timed->timeline.startNs,
                 std::move(details));
      }
    });
  });
}

std::string tilefoundry::renderTrace(const Report &report) {
  std::string text;
  llvm::raw_string_ostream os(text);
  TraceWriter(report, os).write();
  return text + "\n";
}
