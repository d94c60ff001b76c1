//===- Html.cpp - one self-contained page ---------------------------------===//
//
// Charts and tables of one report. Nothing is fetched and nothing runs: a
// browser shows it from a file, light or dark as the reader prefers.
//
//===----------------------------------------------------------------------===//

#include "Figures.h"
#include "Forms.h"
#include "Svg.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

using namespace tilefoundry;

static constexpr llvm::StringLiteral style = R"css(
:root { color-scheme: light dark; --ink: #1c2126; --paper: #ffffff; --faint: #d5dae0;
  --op: #2f6db3; --loop: #e8eef6; --compute: #b3472f; --memory: #2f6db3; --other: #7a7f87; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e3e6ea; --paper: #15181c; --faint: #3a4048; --op: #6aa5e8;
    --loop: #232b36; --compute: #e88a6a; --memory: #6aa5e8; --other: #9aa0a8; } }
body { font: 14px/1.45 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  max-width: 1100px; margin: 2em auto; padding: 0 1em; }
h1 { font-size: 1.4em; } h2 { font-size: 1.1em; margin-top: 2em; }
pre { overflow-x: auto; } .scroll { overflow: auto; max-height: 80vh; }
th { position: sticky; top: 0; background: var(--paper); }
@media print { .scroll { max-height: none; } }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 2px 10px; border-bottom: 1px solid var(--faint); text-align: right;
  white-space: pre; } th:first-child, td:first-child, th.t, td.t { text-align: left; }
tr.group td { font-weight: 600; } tr:hover td { background: var(--loop); }
svg.chart { width: 100%; height: auto; } svg text { font-size: 11px; fill: var(--ink);
  pointer-events: none; } svg text.inside { fill: var(--paper); }
.grid { stroke: var(--faint); stroke-width: .5; } .axis { stroke: var(--ink); }
.roof { stroke: var(--ink); stroke-width: 1.5; fill: none; } circle { fill: var(--other); opacity: .8; }
b.compute { color: var(--compute); } b.memory { color: var(--memory); }
circle.compute { fill: var(--compute); } circle.memory { fill: var(--memory); }
svg text.name { font-size: 10px; paint-order: stroke; stroke: var(--paper); stroke-width: 3px; }
.strip { fill: var(--loop); } svg text.track { pointer-events: auto; }
.op { fill: var(--op); stroke: var(--paper); stroke-width: .5; }
.loop { fill: var(--loop); stroke: var(--faint); }
)css";

namespace {
class PageWriter {
public:
  PageWriter(const Report &report, const FigureTree &tree,
             const RenderOptions &options)
      : report(report), tree(tree), options(options) {}
  std::string write();

private:
  const Report &report;
  const FigureTree &tree;
  const RenderOptions &options;
  std::string page;

  void addSection(llvm::StringRef title, llvm::StringRef body);
  void addRow(llvm::ArrayRef<std::string> cells, size_t textCells,
              llvm::StringRef rowClass = "", llvm::StringRef hover = "",
              bool isHeader = false);
  void addKinds();
  void addOps();
  std::vector<std::string> figureHeader() const;
  void addGroup(size_t group, unsigned depth);
  void addCall(size_t index, unsigned depth);
  void addFigures(const Figures &figures, bool hasTime,
                  std::vector<std::string> &cells);
  void addLoops();
  void addPeaks();
  void addRoof();
};
} // namespace

void PageWriter::addSection(llvm::StringRef title, llvm::StringRef body) {
  if (body.empty())
    return;
  page += "<h2>" + escapeHtml(title) + "</h2>\n" + body.str();
}

void PageWriter::addRow(llvm::ArrayRef<std::string> cells, size_t textCells,
                        llvm::StringRef rowClass, llvm::StringRef hover,
                        bool isHeader) {
  page += "<tr";
  if (!rowClass.empty())
    page += " class=\"" + rowClass.str() + "\"";
  if (!hover.empty())
    page += " title=\"" + escapeHtml(hover) + "\"";
  page += ">";
  llvm::StringRef tag = isHeader ? "th" : "td";
  for (auto [i, cell] : llvm::enumerate(cells))
    page += "<" + tag.str() + (i < textCells ? " class=\"t\">" : ">") +
            escapeHtml(cell) + "</" + tag.str() + ">";
  page += "</tr>\n";
}

void PageWriter::addFigures(const Figures &figures, bool hasTime,
                            std::vector<std::string> &cells) {
  if (tree.hasTime)
    cells.push_back(hasTime ? std::to_string(figures.timeNs.get()) : "");
  if (tree.hasFlops)
    cells.push_back(std::to_string(figures.flops.get()));
  for (const CheckedInt &bytes : figures.bytes)
    cells.push_back(std::to_string(bytes.get()));
  if (tree.order)
    cells.push_back(tree.shareOf(figures));
}

void PageWriter::addGroup(size_t group, unsigned depth) {
  const ReportGroup &what = report.groups[group];
  std::vector<std::string> cells = {std::string(2 * depth, ' ') +
                                        groupName(what),
                                    "", std::to_string(what.line)};
  if (report.hasRepetition)
    cells.push_back("");
  addFigures(tree.groups[group], /*hasTime=*/true, cells);
  addRow(cells, 2, "group");
  for (const FigureNode &node : tree.children[group]) {
    if (node.isGroup)
      addGroup(node.index, depth + 1);
    else
      addCall(node.index, depth + 1);
  }
}

void PageWriter::addCall(size_t index, unsigned depth) {
  const CallReport &call = report.calls[index];
  std::vector<std::string> cells = {std::string(2 * depth, ' ') + call.name,
                                    call.opName, std::to_string(call.line)};
  if (report.hasRepetition)
    cells.push_back(std::to_string(call.repetition.get()));
  addFigures(tree.calls[index], tree.statesTime(call), cells);
  addRow(cells, 2, "", recordLine(call, options.operands));
}

std::vector<std::string> PageWriter::figureHeader() const {
  std::vector<std::string> header;
  if (tree.hasTime)
    header.push_back(tree.timeHeader());
  if (tree.hasFlops)
    header.push_back("flops [flop]");
  for (const std::string &level : tree.levels)
    header.push_back(level + " [B]");
  if (tree.order)
    header.push_back(tree.shareHeader());
  return header;
}

/// Sums by the name of the op, largest first: what a program of many alike ops
/// is read by. Nothing where no op stands twice. No sum leaves 64 bits, for the
/// tree's own, which holds each, does not.
void PageWriter::addKinds() {
  struct Kind {
    int64_t ops = 0;
    Figures figures;
  };
  std::map<std::string, Kind> byName;
  for (auto [call, figures] : llvm::zip_equal(report.calls, tree.calls)) {
    Kind &kind = byName[call.opName];
    ++kind.ops;
    kind.figures.timeNs += figures.timeNs;
    kind.figures.flops += figures.flops;
    kind.figures.bytes.resize(tree.levels.size());
    for (size_t i = 0; i < tree.levels.size(); ++i)
      kind.figures.bytes[i] += figures.bytes[i];
  }
  if (byName.size() == report.calls.size())
    return;
  std::vector<std::pair<std::string, Kind>> kinds(byName.begin(), byName.end());
  llvm::stable_sort(kinds, [&](const auto &a, const auto &b) {
    return tree.keyOf(a.second.figures) > tree.keyOf(b.second.figures);
  });
  page += "<h2>Kinds of ops</h2>\n<div class=\"scroll\"><table>\n";
  std::vector<std::string> header = figureHeader();
  header.insert(header.begin(), {"op", "ops"});
  addRow(header, 1, "", "", /*isHeader=*/true);
  for (const auto &[name, kind] : kinds) {
    std::vector<std::string> cells = {name, std::to_string(kind.ops)};
    addFigures(kind.figures, /*hasTime=*/true, cells);
    addRow(cells, 1);
  }
  page += "</table></div>\n";
}

void PageWriter::addOps() {
  if (report.calls.empty())
    return;
  page += "<h2>Ops</h2>\n<p>";
  page += report.hasRepetition
              ? "Figures of one occurrence times its repetitions."
              : "Figures of one occurrence of each op.";
  page += " Point at a row for its records.</p>\n"
          "<div class=\"scroll\"><table>\n";
  std::vector<std::string> header = {"value", "op", "line"};
  if (report.hasRepetition)
    header.push_back("times");
  llvm::append_range(header, figureHeader());
  addRow(header, 2, "", "", /*isHeader=*/true);
  addGroup(0, 0);
  page += "</table></div>\n";
}

void PageWriter::addLoops() {
  if (report.loops.empty())
    return;
  page += "<h2>Loops</h2>\n<div class=\"scroll\"><table>\n";
  addRow({"loop", "buffer", "level", "reached [B]", "all positions [B]",
          "repeated [B]"},
         3, "", "", /*isHeader=*/true);
  for (const LoopReport &loop : report.loops) {
    for (const BufferFootprint &row : loop.footprint->footprints)
      addRow({loop.name, row.buffer, row.level, std::to_string(row.bytes),
              std::to_string(row.deviceBytes),
              std::to_string(row.repeatedBytes)},
             3);
    if (!loop.footprint->known)
      addRow({loop.name, "(an access has no relation: lower bounds)", "", "",
              "", ""},
             3);
    for (const CachePressure &row : loop.pressure)
      addRow({loop.name,
              row.cacheLevel + " over " + row.backingLevel + ": " + row.status,
              row.cacheLevel, "", std::to_string(row.deviceBytes),
              row.capacityBytes ? "of " + std::to_string(*row.capacityBytes)
                                : "of unknown"},
             3, "group");
  }
  page += "</table></div>\n";
}

void PageWriter::addPeaks() {
  for (const PeakExplanation &peak : report.peaks) {
    page += "<h2>Live at the peak of " + escapeHtml(peak.level) + "</h2>\n<p>" +
            std::to_string(peak.peakBytes) + " B at position " +
            std::to_string(peak.position) +
            "</p>\n<div class=\"scroll\"><table>\n";
    addRow({"value", "size [B]", "defined at", "last used at", "held"}, 1, "",
           "", /*isHeader=*/true);
    for (const ValueLifetime *value : peak.live)
      addRow({value->binding, std::to_string(value->bytes),
              std::to_string(value->definedAt),
              std::to_string(value->lastUsedAt),
              value->persistent ? "throughout" : ""},
             1);
    page += "</table></div>\n";
  }
}

void PageWriter::addRoof() {
  if (!report.roof)
    return;
  const RoofExplanation &roof = *report.roof;
  page += "<h2>Under the roof</h2>\n<p>" + std::to_string(roof.flops) +
          " flop over " + std::to_string(roof.bytes) + " B at " +
          escapeHtml(roof.level) + ": " + fixedDecimal(roof.intensity, 3) +
          " flop/B, bound by " + escapeHtml(roof.boundBy) +
          "</p>\n<div class=\"scroll\"><table>\n";
  auto rate = [](std::optional<int64_t> value) {
    return value ? std::to_string(*value) : std::string("none");
  };
  addRow({"resource", "amount", "rate [1/s]", "ridge [flop/B]", "time [ns]"}, 1,
         "", "", /*isHeader=*/true);
  addRow({roof.level, std::to_string(roof.bytes) + " B",
          rate(roof.bytesPerSecond), "", fixedDecimal(roof.memoryNs, 3)},
         1);
  for (const RoofCompute &row : roof.compute)
    addRow({row.type, std::to_string(row.flops) + " flop",
            rate(row.flopsPerSecond), fixedDecimal(row.ridge, 3),
            fixedDecimal(row.timeNs, 3)},
           1);
  page += "</table></div>\n";
}

std::string PageWriter::write() {
  std::string title =
      report.module + "::" + report.function + " on " + report.target;
  page = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
         "<meta charset=\"utf-8\">\n"
         "<meta name=\"viewport\" content=\"width=device-width\">\n<title>" +
         escapeHtml(title) + "</title>\n<style>" + style.str() +
         "</style>\n</head>\n<body>\n<h1>" + escapeHtml(title) + "</h1>\n<pre>";
  for (const std::string &line : summaryLines(report, options))
    page += escapeHtml(line) + "\n";
  page += "</pre>\n";
  std::string roofs = rooflineChart(report);
  if (!roofs.empty())
    roofs += "<p>Bound by <b class=\"compute\">compute</b>, <b "
             "class=\"memory\">memory</b> or neither alone; the large mark is "
             "the function. A name with +n stands for n more marks in its "
             "place; ops without flops or without traffic stand at the edge. "
             "Point at a mark for its records.</p>\n";
  addSection("Roofline", roofs);
  addSection("Timeline", timelineChart(report));
  addRoof();
  addKinds();
  addOps();
  addLoops();
  addPeaks();
  return page + "</body>\n</html>\n";
}

llvm::Expected<std::string>
tilefoundry::renderHtml(const Report &report, const RenderOptions &options) {
  llvm::Expected<FigureTree> tree = FigureTree::build(report, options.sortBy);
  if (!tree)
    return tree.takeError();
  return PageWriter(report, *tree, options).write();
}
