//===- Forms.h - the forms a report takes -----------------------*- C++ -*-===//
//
// One function per form; all read the same `Report`.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_LIB_REPORT_FORMS_H
#define TILEFOUNDRY_LIB_REPORT_FORMS_H

#include "tilefoundry/Report/Report.h"
#include "llvm/Support/JSON.h"

namespace tilefoundry {

/// The summary lines, without the `# ` in front.
std::vector<std::string> summaryLines(const Report &report,
                                      const RenderOptions &options);
std::string renderText(const Report &report, const RenderOptions &options);
std::string renderAnnotated(const Report &report, const RenderOptions &options);

llvm::json::Value reportToJson(const Report &report);
/// Sorted keys, two spaces, a newline at the end.
std::string printJson(const llvm::json::Value &value);
/// The same as an element of an array: indented once, without the newline.
std::string printElement(const llvm::json::Value &value);

llvm::Expected<std::string> renderTable(const Report &report,
                                        const RenderOptions &options);
std::string renderCsv(const Report &report);
llvm::Expected<std::string> renderHtml(const Report &report,
                                       const RenderOptions &options);
std::string renderTrace(const Report &report);

/// The view with record attributes and `hir.analysis`.
std::string renderIR(const AnalysisResult &result);

//===----------------------------------------------------------------------===//
// What several forms ask of a call
//===----------------------------------------------------------------------===//

/// Names of element types, of levels, of service kinds that any call mentions,
/// sorted.
std::vector<std::string> mentionedFlops(const Report &report);
std::vector<std::string> mentionedService(const Report &report);
std::vector<std::string> mentionedLevels(const Report &report);

/// `matmul` stands in `scope t / loop k`: the groups around a call, outermost
/// first, without the function.
std::string groupPath(const Report &report, size_t group);
/// The records of a call as one line, as its comment states them. A record that
/// several calls share is written once.
class RecordLines {
public:
  explicit RecordLines(bool operands) : operands(operands) {}
  void append(const CallReport &call, std::string &text);

private:
  bool operands;
  llvm::DenseMap<const Record *, std::string> comments;
};
std::string recordLine(const CallReport &call, bool operands);

} // namespace tilefoundry

#endif // TILEFOUNDRY_LIB_REPORT_FORMS_H
