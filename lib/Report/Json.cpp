//===- Json.cpp - the JSON report (report.md 4) ---------------------------===//

#include "Forms.h"
#include "llvm/Support/FormatVariadic.h"

using namespace tilefoundry;
namespace json = llvm::json;

static json::Object trafficObject(const TrafficMap &map) {
  json::Object object;
  for (const auto &[level, bytes] : map)
    object[level] = json::Object{{"read", bytes.read}, {"write", bytes.write}};
  return object;
}

static json::Array strings(llvm::ArrayRef<std::string> values) {
  json::Array array;
  for (const std::string &value : values)
    array.push_back(jsonText(value));
  return array;
}

static json::Value optionalNumber(std::optional<int64_t> value) {
  return value ? json::Value(*value) : json::Value(nullptr);
}

static json::Object functionRecords(const Report &report) {
  json::Object object;
  for (const Record *record : report.functionRecords) {
    json::Object fields = record->toJson();
    if (&record->getType() == &MemoryRecord::type && report.traffic)
      fields["traffic"] = trafficObject(report.traffic->whole);
    object[record->getType().label] = std::move(fields);
  }
  if (!report.selection.hasBoundedMemory() || !report.memory)
    return object;
  // Roofline alone: the evidence, and nothing else its dependencies wrote.
  json::Array footprint;
  for (const LevelFootprint &row : report.memory->footprint)
    footprint.push_back(json::Object{{"level", jsonText(row.level)},
                                     {"peak_bytes", row.peakBytes}});
  object["memory"] = json::Object{{"footprint", std::move(footprint)}};
  return object;
}

static json::Array operandEntries(const CallReport &call) {
  json::Array entries;
  entries.reserve(call.operands.size());
  for (const OperandShare &share : call.operands) {
    json::Value position = share.position
                               ? json::Value(int64_t(*share.position))
                               : json::Value("result");
    entries.push_back(json::Object{{"arg", std::move(position)},
                                   {"name", jsonText(share.name)},
                                   {"type", jsonText(share.type)},
                                   {"read", share.bytes.read},
                                   {"write", share.bytes.write}});
  }
  return entries;
}

static json::Object callObject(const CallReport &call) {
  json::Object object{{"value", jsonText(call.label())}};
  for (const Record *record : call.records) {
    json::Object fields = record->toJson();
    if (&record->getType() == &TrafficRecord::type && !call.operands.empty())
      fields["operands"] = operandEntries(call);
    object[record->getType().label] = std::move(fields);
  }
  return object;
}

static json::Object loopObject(const LoopReport &loop) {
  json::Object object{{"value", jsonText(loop.name)},
                      {"loop-footprint", loop.footprint->toJson()}};
  if (loop.pressure.empty())
    return object;
  json::Array rows;
  for (const CachePressure &row : loop.pressure)
    rows.push_back(
        json::Object{{"cache_level", jsonText(row.cacheLevel)},
                     {"backing_level", jsonText(row.backingLevel)},
                     {"device_bytes", row.deviceBytes},
                     {"capacity_bytes", optionalNumber(row.capacityBytes)},
                     {"status", row.status}});
  object["cache-pressure"] = std::move(rows);
  return object;
}

static json::Object totalsObject(const Report &report) {
  json::Object object;
  json::Object flops;
  for (const auto &[type, count] : report.totals->flops)
    flops[type] = count;
  object["flops"] = std::move(flops);
  if (report.totals->traffic)
    object["traffic"] = trafficObject(*report.totals->traffic);
  // A total without every op is a lower bound, and says so.
  if (!report.result.unknownOps.empty())
    object["lower_bound"] = true;
  return object;
}

static json::Value documentObject(const std::optional<ResourceDocument> &doc) {
  if (!doc)
    return nullptr;
  return json::Object{{"id", jsonText(doc->id)},
                      {"digest", jsonText(doc->digest)}};
}

static json::Array peakExplanations(const Report &report) {
  json::Array peaks;
  for (const PeakExplanation &peak : report.peaks) {
    json::Array live;
    for (const ValueLifetime *value : peak.live)
      live.push_back(json::Object{{"binding", jsonText(value->binding)},
                                  {"bytes", value->bytes},
                                  {"defined_at", value->definedAt},
                                  {"last_used_at", value->lastUsedAt},
                                  {"persistent", value->persistent}});
    peaks.push_back(json::Object{{"level", jsonText(peak.level)},
                                 {"peak_bytes", peak.peakBytes},
                                 {"position", peak.position},
                                 {"live", std::move(live)}});
  }
  return peaks;
}

/// Ratios are strings: JSON's own fractions are not exact.
static json::Object roofExplanation(const RoofExplanation &roof) {
  json::Array compute;
  for (const RoofCompute &row : roof.compute)
    compute.push_back(
        json::Object{{"type", jsonText(row.type)},
                     {"flops", row.flops},
                     {"flops_per_second", optionalNumber(row.flopsPerSecond)},
                     {"ridge_flops_per_byte", fixedDecimal(row.ridge, 3)},
                     {"time_ns", fixedDecimal(row.timeNs, 3)}});
  return json::Object{{"level", jsonText(roof.level)},
                      {"flops", roof.flops},
                      {"bytes", roof.bytes},
                      {"bytes_per_second", optionalNumber(roof.bytesPerSecond)},
                      {"flops_per_byte", fixedDecimal(roof.intensity, 3)},
                      {"memory_time_ns", fixedDecimal(roof.memoryNs, 3)},
                      {"compute", std::move(compute)},
                      {"bound_by", jsonText(roof.boundBy)}};
}

static void addExplanations(const Report &report, json::Object &object) {
  json::Object explain;
  if (!report.peaks.empty())
    explain["peak"] = peakExplanations(report);
  if (report.roof)
    explain["roof"] = roofExplanation(*report.roof);
  if (!explain.empty())
    object["explain"] = std::move(explain);
}

json::Value tilefoundry::reportToJson(const Report &report) {
  const AnalysisResult &result = report.result;
  json::Object dims;
  for (const auto &[name, extent] : result.dims)
    dims[name] = extent;
  // An array that grows copies what it holds.
  json::Array calls, loops;
  calls.reserve(report.calls.size());
  loops.reserve(report.loops.size());
  for (const CallReport &call : report.calls)
    calls.push_back(callObject(call));
  for (const LoopReport &loop : report.loops)
    loops.push_back(loopObject(loop));
  json::Object object{{"target", jsonText(report.target)},
                      {"module", jsonText(report.module)},
                      {"function", jsonText(report.function)},
                      {"topology", result.level ? jsonText(*result.level)
                                                : json::Value(nullptr)},
                      {"dims", std::move(dims)},
                      {"requested", strings(result.requested)},
                      {"executed", strings(result.executed)},
                      {"function_records", functionRecords(report)},
                      {"calls", std::move(calls)},
                      {"loops", std::move(loops)},
                      {"resources", nullptr}};
  if (report.totals)
    object["totals"] = totalsObject(report);
  if (report.resources)
    object["resources"] = json::Object{
        {"architecture", documentObject(report.resources->architecture)},
        {"device", documentObject(report.resources->device)}};
  if (!result.unknownOps.empty()) {
    json::Object unknown;
    for (const auto &[name, count] : result.unknownOps)
      unknown[name] = count;
    object["left_out"] = std::move(unknown);
  }
  addExplanations(report, object);
  return object;
}

std::string tilefoundry::printJson(const json::Value &value) {
  std::string text;
  llvm::raw_string_ostream os(text);
  json::OStream(os, /*IndentSize=*/2).value(value);
  os << "\n";
  return text;
}

std::string tilefoundry::printElement(const json::Value &value) {
  std::string text;
  llvm::raw_string_ostream os(text);
  json::OStream writer(os, /*IndentSize=*/2);
  writer.array([&] { writer.value(value); });
  // Without the brackets, each on a line of its own.
  return llvm::StringRef(text).drop_front(2).drop_back(2).str();
}
