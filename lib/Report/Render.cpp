//===- Render.cpp - one analysis result in every form ---------------------===//

#include "tilefoundry/Report/Render.h"
#include "Forms.h"
#include "llvm/ADT/StringExtras.h"

using namespace tilefoundry;

std::vector<std::string> tilefoundry::emitNames() {
  return {"annotated", "text", "json", "ir", "table", "csv", "html", "trace"};
}

std::vector<std::string> tilefoundry::sortKeyNames() {
  return {"time", "bytes", "flops"};
}

std::optional<SortKey> tilefoundry::parseSortKey(llvm::StringRef name) {
  if (name == "time")
    return SortKey::Time;
  if (name == "bytes")
    return SortKey::Bytes;
  if (name == "flops")
    return SortKey::Flops;
  return std::nullopt;
}

static llvm::Error unknownForm(llvm::StringRef emit) {
  return llvm::createStringError("unknown form '" + emit + "'; use one of " +
                                 llvm::join(emitNames(), ", "));
}

llvm::Expected<std::string> tilefoundry::render(const AnalysisResult &result,
                                                const RenderOptions &options) {
  if (!llvm::is_contained(emitNames(), options.emit))
    return unknownForm(options.emit);
  llvm::Expected<Report> report = buildReport(result, options);
  if (!report)
    return report.takeError();
  if (options.emit == "annotated")
    return renderAnnotated(*report, options);
  if (options.emit == "text")
    return renderText(*report, options);
  if (options.emit == "json")
    return printJson(reportToJson(*report));
  if (options.emit == "ir")
    return renderIR(result);
  if (options.emit == "table")
    return renderTable(*report, options);
  if (options.emit == "csv")
    return renderCsv(*report);
  if (options.emit == "html")
    return renderHtml(*report, options);
  return renderTrace(*report);
}

llvm::Expected<std::string>
tilefoundry::renderElement(const AnalysisResult &result,
                           const RenderOptions &options) {
  if (options.emit != "json")
    return llvm::createStringError(
        "several reports are rendered as a JSON array, not as '" +
        options.emit + "'; use emit=json, or ask for one function at one size");
  llvm::Expected<Report> report = buildReport(result, options);
  if (!report)
    return report.takeError();
  return printElement(reportToJson(*report));
}

std::string tilefoundry::joinElements(llvm::ArrayRef<std::string> elements) {
  return "[\n" + llvm::join(elements, ",\n") + "\n]\n";
}
