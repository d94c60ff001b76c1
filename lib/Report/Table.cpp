//===- Table.cpp - the table of ops under their loops ---------------------===//

#include "Figures.h"
#include "Forms.h"
#include "llvm/ADT/StringExtras.h"

using namespace tilefoundry;

namespace {
/// Rows of cells, laid out when all are known.
class TableWriter {
public:
  TableWriter(const Report &report, const FigureTree &tree)
      : report(report), tree(tree) {}

  std::string write();

private:
  const Report &report;
  const FigureTree &tree;
  std::vector<std::vector<std::string>> rows;

  void addHeader();
  void addGroup(size_t group, unsigned depth);
  void addCall(size_t index, unsigned depth);
  void addFigures(const Figures &figures, bool hasTime,
                  std::vector<std::string> &row);
};
} // namespace

void TableWriter::addHeader() {
  std::vector<std::string> row = {"value", "op", "line"};
  if (report.hasRepetition)
    row.push_back("times");
  if (tree.hasTime)
    row.push_back(tree.timeHeader());
  if (tree.hasFlops)
    row.push_back("flops [flop]");
  for (const std::string &level : tree.levels)
    row.push_back(level + " [B]");
  if (tree.order)
    row.push_back(tree.shareHeader());
  rows.push_back(std::move(row));
}

void TableWriter::addFigures(const Figures &figures, bool hasTime,
                             std::vector<std::string> &row) {
  if (tree.hasTime)
    row.push_back(hasTime ? std::to_string(figures.timeNs.get()) : "");
  if (tree.hasFlops)
    row.push_back(std::to_string(figures.flops.get()));
  for (const CheckedInt &bytes : figures.bytes)
    row.push_back(std::to_string(bytes.get()));
  if (tree.order)
    row.push_back(tree.shareOf(figures));
}

void TableWriter::addGroup(size_t group, unsigned depth) {
  const ReportGroup &what = report.groups[group];
  std::vector<std::string> row = {std::string(2 * depth, ' ') + groupName(what),
                                  "", std::to_string(what.line)};
  if (report.hasRepetition)
    row.push_back("");
  addFigures(tree.groups[group], /*hasTime=*/true, row);
  rows.push_back(std::move(row));
  for (const FigureNode &node : tree.children[group]) {
    if (node.isGroup)
      addGroup(node.index, depth + 1);
    else
      addCall(node.index, depth + 1);
  }
}

void TableWriter::addCall(size_t index, unsigned depth) {
  const CallReport &call = report.calls[index];
  std::vector<std::string> row = {std::string(2 * depth, ' ') + call.name,
                                  call.opName, std::to_string(call.line)};
  if (report.hasRepetition)
    row.push_back(std::to_string(call.repetition.get()));
  addFigures(tree.calls[index], tree.statesTime(call), row);
  rows.push_back(std::move(row));
}

/// Columns as wide as their widest cell, the first `leftAligned` of them text
/// and the others amounts.
static std::string layOut(llvm::ArrayRef<std::vector<std::string>> rows,
                          size_t leftAligned) {
  std::vector<size_t> widths;
  for (const std::vector<std::string> &row : rows)
    for (auto [i, cell] : llvm::enumerate(row)) {
      if (i == widths.size())
        widths.push_back(0);
      widths[i] = std::max(widths[i], cell.size());
    }
  std::string text;
  for (const std::vector<std::string> &row : rows) {
    std::string line;
    for (auto [i, cell] : llvm::enumerate(row)) {
      std::string padding(widths[i] - cell.size(), ' ');
      line += i == 0 ? "" : "  ";
      line += i < leftAligned ? cell + padding : padding + cell;
    }
    text += llvm::StringRef(line).rtrim(' ').str() + "\n";
  }
  return text;
}

std::string TableWriter::write() {
  addHeader();
  std::vector<std::string> module = {report.module};
  rows.push_back(std::move(module));
  addGroup(0, 1);
  return layOut(rows, /*leftAligned=*/2);
}

/// What each loop touches, beside what it would move if no trip reused what
/// another one brought.
static std::string footprintTable(const Report &report) {
  std::vector<std::vector<std::string>> rows = {
      {"loop", "buffer", "level", "bytes [B]", "device_bytes [B]",
       "repeated_bytes [B]"}};
  for (const LoopReport &loop : report.loops) {
    for (const BufferFootprint &row : loop.footprint->footprints)
      rows.push_back(
          {loop.name, row.buffer, row.level, std::to_string(row.bytes),
           std::to_string(row.deviceBytes), std::to_string(row.repeatedBytes)});
    if (!loop.footprint->known)
      rows.push_back({loop.name, "(lower bounds)"});
  }
  if (rows.size() == 1)
    return {};
  return "# what each loop touches: one position (bytes), all positions\n"
         "# (device_bytes); what one position moves without reuse "
         "(repeated_bytes)\n" +
         layOut(rows, /*leftAligned=*/3);
}

llvm::Expected<std::string>
tilefoundry::renderTable(const Report &report, const RenderOptions &options) {
  llvm::Expected<FigureTree> tree = FigureTree::build(report, options.sortBy);
  if (!tree)
    return tree.takeError();
  std::string text = renderText(report, options);
  text += report.hasRepetition
              ? "# figures of one occurrence of each op times its repetitions "
                "(times); shares of their sum\n"
              : "# figures of one occurrence of each op; shares of their sum\n";
  text += TableWriter(report, *tree).write();
  return text + footprintTable(report);
}
