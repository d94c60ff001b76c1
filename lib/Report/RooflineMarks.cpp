//===- RooflineMarks.cpp - what the roofline chart marks ------------------===//

#include "RooflineMarks.h"
#include "Forms.h"
#include "Svg.h"
#include "llvm/ADT/StringExtras.h"

using namespace tilefoundry;
using Wide = unsigned __int128;

/// Where records place what they are of; a record that is missing states
/// nothing.
static RooflineMark place(const ComputeCostRecord *cost,
                          const TrafficRecord *traffic,
                          const RooflineRecord *roof, llvm::StringRef level) {
  RooflineMark mark;
  if (!roof || roof->idealNs <= 0)
    return mark;
  mark.idealNs = roof->idealNs;
  mark.boundBy = roof->boundBy;
  Wide flops = 0;
  if (cost)
    for (const auto &[type, count] : cost->flops)
      flops += static_cast<Wide>(count);
  if (flops == 0)
    return mark;
  mark.rate =
      log2Fixed(Ratio{flops * 1000000000, static_cast<Wide>(roof->idealNs)});
  TrafficBytes moved = traffic ? lookup(traffic->whole, level) : TrafficBytes();
  Wide bytes = static_cast<Wide>(moved.read) + static_cast<Wide>(moved.write);
  mark.kind =
      bytes == 0 ? RooflineMark::Kind::NoTraffic : RooflineMark::Kind::Placed;
  if (bytes != 0)
    mark.intensity = log2Fixed(Ratio{flops, bytes});
  return mark;
}

static bool takesTime(const CallReport &call) {
  const auto *roof = call.get<RooflineRecord>();
  const auto *timed = call.get<PerformanceRecord>();
  return (roof && roof->idealNs > 0) ||
         (timed && timed->timeline.endNs > timed->timeline.startNs);
}

std::vector<RooflineMark> tilefoundry::rooflineMarks(const Report &report,
                                                     llvm::StringRef level) {
  std::vector<RooflineMark> marks;
  const Selection &shown = report.selection;
  if (!shown.shows(ComputeCostRecord::type) ||
      !shown.shows(TrafficRecord::type) || !shown.shows(RooflineRecord::type))
    return marks;
  for (const CallReport &call : report.calls) {
    if (!takesTime(call))
      continue;
    RooflineMark mark =
        place(call.get<ComputeCostRecord>(), call.get<TrafficRecord>(),
              call.get<RooflineRecord>(), level);
    mark.name = call.name;
    mark.hover = call.label() + "  " + call.opName + "  " +
                 recordLine(call, /*operands=*/false);
    CheckedInt weight = CheckedInt(mark.idealNs) * call.repetition;
    mark.weight = weight ? weight.get() : INT64_MAX;
    marks.push_back(std::move(mark));
  }
  const auto *roof = report.get<RooflineRecord>();
  if (!roof || roof->idealNs <= 0)
    return marks;
  RooflineMark whole = place(report.get<ComputeCostRecord>(),
                             report.get<TrafficRecord>(), roof, level);
  std::vector<std::string> texts = {report.function};
  for (const Record *record : report.functionRecords)
    texts.push_back(record->toComment(/*withOperands=*/false));
  whole.name = report.function;
  whole.hover = llvm::join(texts, "; ");
  whole.isFunction = true;
  whole.weight = INT64_MAX;
  marks.push_back(std::move(whole));
  return marks;
}
