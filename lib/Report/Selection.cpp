//===- Selection.cpp - which records a report shows -----------------------===//
//
// Families that were asked for, by the descriptors that the target selects;
// never a dependency's record, but for roofline's bounded evidence
// (analysis 1.2).
//
//===----------------------------------------------------------------------===//

#include "tilefoundry/Report/Report.h"
#include <algorithm>

using namespace tilefoundry;

/// What the standard families write, for a result without a machine to ask.
static std::vector<const RecordType *> standardTypes(llvm::StringRef selector) {
  if (selector == "compute-cost")
    return {&ComputeCostRecord::type};
  if (selector == "memory")
    return {&TrafficRecord::type, &MemoryRecord::type,
            &LoopFootprintRecord::type};
  if (selector == "roofline")
    return {&RooflineRecord::type};
  if (selector == "performance")
    return {&PerformanceRecord::type, &PerformanceSummaryRecord::type};
  return {};
}

static std::vector<const RecordType *> ownedTypes(const AnalysisResult &result,
                                                  llvm::StringRef selector) {
  const Analyzer *analyzer =
      result.target ? result.target->getAnalyzer(selector) : nullptr;
  return analyzer ? analyzer->produces : standardTypes(selector);
}

Selection::Selection(const AnalysisResult &result) {
  for (const std::string &selector : result.requested)
    for (const RecordType *type : ownedTypes(result, selector))
      if (!shows(*type))
        types.push_back(type);
  // A function's traffic stands before its peak, whatever order they are
  // declared in.
  auto traffic = llvm::find(types, &TrafficRecord::type);
  auto memory = llvm::find(types, &MemoryRecord::type);
  if (traffic != types.end() && memory < traffic)
    std::rotate(memory, traffic, std::next(traffic));
  bool roofline = shows(RooflineRecord::type);
  boundedMemory = roofline && !shows(MemoryRecord::type);
  totals = roofline || shows(ComputeCostRecord::type);
}
