//===- Families.h - the analyzers of the four families ----------*- C++ -*-===//
//
// Private to the room: what the families share.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_LIB_ANALYSIS_FAMILIES_H
#define TILEFOUNDRY_LIB_ANALYSIS_FAMILIES_H

#include "tilefoundry/Analysis/Analyze.h"
#include "tilefoundry/Analysis/ViewInfo.h"

namespace tilefoundry {

const Analyzer &computeCostAnalyzer();
const Analyzer &memoryAnalyzer();
const Analyzer &rooflineAnalyzer();
const Analyzer &performanceAnalyzer();

/// The analysed level's index in the hierarchy, or -1.
inline int levelIndex(const AnalyzeContext &context) {
  return context.level ? context.view.getLevelIndex(*context.level) : -1;
}

/// How to have `name` analysed, e.g. "ask with level=cta"; a program that does
/// not declare the level has to do so first.
inline std::string adviseLevel(const ViewInfo &view, llvm::StringRef name) {
  std::string ask = "ask with level=" + name.str();
  return view.getLevelIndex(name) >= 0
             ? ask
             : "declare that level in hir.topologies and " + ask;
}

/// The four families, in the order in which independent ones run.
llvm::ArrayRef<const Analyzer *> standardAnalyzers();

/// The bytes moved at one level, both ways; 0 when the map does not name it.
CheckedInt bytesAtLevel(const class TrafficRecord &record, bool perUnit,
                        llvm::StringRef level);

} // namespace tilefoundry

#endif // TILEFOUNDRY_LIB_ANALYSIS_FAMILIES_H
