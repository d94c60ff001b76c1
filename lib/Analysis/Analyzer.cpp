//===- Analyzer.cpp - analyzer descriptors and the standard ones ----------===//

#include "tilefoundry/Analysis/Analyzer.h"
#include "Families.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace tilefoundry;

AnalysisInputChecker::~AnalysisInputChecker() = default;

LogicalResult AnalysisInputChecker::checkTarget(AnalysisCheckContext &) const {
  return success();
}
LogicalResult AnalysisInputChecker::checkCall(Operation *,
                                              AnalysisCheckContext &) const {
  return success();
}
LogicalResult AnalysisInputChecker::finish(AnalysisCheckContext &) const {
  return success();
}

LogicalResult AnalyzeContext::write(Operation *op,
                                    std::shared_ptr<const Record> record) {
  if (llvm::is_contained(analyzer.produces, &record->getType())) {
    table.set(op, std::move(record));
    return success();
  }
  return op->emitError() << "analysis '" << analyzer.selector
                         << "' writes a record of type '"
                         << record->getType().label << "' on '" << op->getName()
                         << "', which it does not declare";
}

llvm::Error Analyzer::verify() const {
  llvm::StringSet<> seen;
  for (const std::string &dependency : requires_) {
    if (dependency == selector)
      return llvm::createStringError("analysis '%s' requires itself",
                                     selector.c_str());
    if (!seen.insert(dependency).second)
      return llvm::createStringError("analysis '%s' requires '%s' twice",
                                     selector.c_str(), dependency.c_str());
  }
  for (auto [i, type] : llvm::enumerate(produces)) {
    if (!type)
      return llvm::createStringError(
          "analysis '%s' declares a record type that is none",
          selector.c_str());
    if (llvm::is_contained(ArrayRef(produces).take_front(i), type))
      return llvm::createStringError(
          "analysis '%s' produces the record type '%s' twice", selector.c_str(),
          type->label.data());
  }
  return llvm::Error::success();
}

ArrayRef<const Analyzer *> tilefoundry::standardAnalyzers() {
  static const Analyzer *const analyzers[] = {
      &computeCostAnalyzer(), &memoryAnalyzer(), &rooflineAnalyzer(),
      &performanceAnalyzer()};
  return analyzers;
}

const Analyzer *tilefoundry::getStandardAnalyzer(StringRef selector) {
  for (const Analyzer *analyzer : standardAnalyzers())
    if (analyzer->selector == selector)
      return analyzer;
  return nullptr;
}

void tilefoundry::registerStandardAnalyzers() {
  setStandardAnalyzers(&getStandardAnalyzer);
}
