//===- PackingCsv.cpp - problems and solutions as CSV ---------------------===//

#include "tilefoundry/Analysis/Allocation/PackingCsv.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/Twine.h"
#include <algorithm>
#include <limits>

namespace tilefoundry::allocation {
namespace {

struct Row {
  Buffer buffer;
  int64_t offset = 0;
  int64_t line = 0;
};

llvm::Error errorAt(int64_t line, const llvm::Twine &message) {
  return llvm::createStringError("line " + llvm::Twine(line) + ": " + message);
}

/// Reads the lines of one text; columns are found by the names of its header.
class Reader {
public:
  Reader(llvm::StringRef text, bool withOffset) : rest(text) {
    columns = {"id", "lower", "upper", "size"};
    if (withOffset)
      columns.push_back("offset");
  }

  llvm::Expected<std::vector<Row>> read() {
    if (llvm::Error error = readHeader())
      return error;
    std::vector<Row> rows;
    llvm::StringRef text;
    while (nextLine(text)) {
      llvm::Expected<Row> row = readRow(text);
      if (!row)
        return row.takeError();
      rows.push_back(std::move(*row));
    }
    return rows;
  }

private:
  /// The next line that is not blank.
  bool nextLine(llvm::StringRef &text) {
    while (!rest.empty()) {
      std::tie(text, rest) = rest.split('\n');
      ++line;
      text = text.rtrim('\r').trim(" \t");
      if (!text.empty())
        return true;
    }
    return false;
  }

  llvm::Error readHeader() {
    std::string wanted = llvm::join(columns, ",");
    llvm::StringRef text;
    if (!nextLine(text))
      return errorAt(std::max<int64_t>(line, 1),
                     "the text is empty; begin with the header '" + wanted +
                         "'");
    llvm::SmallVector<llvm::StringRef> names;
    text.split(names, ',');
    fields = names.size();
    for (llvm::StringRef column : columns) {
      auto matches = [&](llvm::StringRef name) {
        return name.trim() == column;
      };
      if (llvm::count_if(names, matches) != 1)
        return errorAt(line,
                       "the header '" + text + "' names column '" + column +
                           "' " + llvm::Twine(llvm::count_if(names, matches)) +
                           " times; it needs each of '" + wanted + "' once");
      indices.push_back(llvm::find_if(names, matches) - names.begin());
    }
    return llvm::Error::success();
  }

  llvm::Expected<Row> readRow(llvm::StringRef text) {
    llvm::SmallVector<llvm::StringRef> values;
    text.split(values, ',');
    if (values.size() != fields)
      return errorAt(line, "found " + llvm::Twine(values.size()) +
                               " fields where the header has " +
                               llvm::Twine(fields));
    int64_t numbers[4] = {0, 0, 0, 0};
    for (size_t i = 1; i < columns.size(); ++i)
      if (values[indices[i]].trim().getAsInteger(10, numbers[i - 1]))
        return errorAt(line, "'" + values[indices[i]].trim() + "' in column '" +
                                 columns[i] +
                                 "' is not a whole number of 64 bits");
    auto [lower, upper, size, offset] = numbers;
    llvm::StringRef id = values[indices[0]].trim();
    if (id.empty())
      return errorAt(line, "the id is empty; name the buffer");
    if (upper <= lower)
      return errorAt(line, "upper " + llvm::Twine(upper) +
                               " does not lie after lower " +
                               llvm::Twine(lower) + "; upper is exclusive");
    if (size < 0)
      return errorAt(line, "size " + llvm::Twine(size) +
                               " is negative; state zero or more bytes");
    Row row;
    row.buffer = {id.str(), lower, upper - 1, size};
    row.offset = offset;
    row.line = line;
    return row;
  }

  llvm::StringRef rest;
  llvm::SmallVector<llvm::StringRef> columns;
  llvm::SmallVector<size_t> indices;
  size_t fields = 0;
  int64_t line = 0;
};

llvm::Error write(const Problem &problem, const Solution *solution,
                  llvm::raw_ostream &os) {
  for (const Buffer &b : problem.buffers) {
    llvm::StringRef name = b.name;
    if (name.empty() || name.trim() != name ||
        name.find_first_of(",\"\n\r") != llvm::StringRef::npos)
      return llvm::createStringError(
          "the id '" + name +
          "' cannot be written as a field; use one without "
          "commas, quotes, line breaks or outer blanks");
    if (b.last == std::numeric_limits<int64_t>::max())
      return llvm::createStringError(
          "the end of buffer '" + name +
          "' leaves 64 bits once written exclusively; use smaller positions");
  }
  os << "id,lower,upper,size" << (solution ? ",offset" : "") << '\n';
  for (size_t i = 0; i < problem.buffers.size(); ++i) {
    const Buffer &b = problem.buffers[i];
    os << b.name << ',' << b.first << ',' << b.last + 1 << ',' << b.size;
    if (solution)
      os << ',' << solution->offsets[i];
    os << '\n';
  }
  return llvm::Error::success();
}

} // namespace

llvm::Expected<Problem> parseProblemCsv(llvm::StringRef text,
                                        int64_t capacity) {
  llvm::Expected<std::vector<Row>> rows = Reader(text, false).read();
  if (!rows)
    return rows.takeError();
  Problem problem;
  problem.capacity = capacity;
  for (Row &row : *rows)
    problem.buffers.push_back(std::move(row.buffer));
  return problem;
}

llvm::Expected<Solution> parseSolutionCsv(llvm::StringRef text,
                                          const Problem &problem) {
  llvm::Expected<std::vector<Row>> rows = Reader(text, true).read();
  if (!rows)
    return rows.takeError();
  llvm::StringMap<size_t> indices;
  for (size_t i = 0; i < problem.buffers.size(); ++i)
    if (!indices.try_emplace(problem.buffers[i].name, i).second)
      return llvm::createStringError(
          "the problem names buffer '" + llvm::Twine(problem.buffers[i].name) +
          "' twice, so a solution cannot refer to it; use distinct ids");

  Solution solution;
  solution.offsets.assign(problem.buffers.size(), 0);
  std::vector<int64_t> statedAt(problem.buffers.size(), 0);
  for (const Row &row : *rows) {
    auto found = indices.find(row.buffer.name);
    if (found == indices.end())
      return errorAt(row.line, "buffer '" + llvm::Twine(row.buffer.name) +
                                   "' is not part of the problem");
    size_t i = found->second;
    if (statedAt[i] != 0)
      return errorAt(row.line, "buffer '" + llvm::Twine(row.buffer.name) +
                                   "' was placed on line " +
                                   llvm::Twine(statedAt[i]) + " already");
    const Buffer &b = problem.buffers[i];
    if (b.first != row.buffer.first || b.last != row.buffer.last ||
        b.size != row.buffer.size)
      return errorAt(row.line,
                     "buffer '" + llvm::Twine(b.name) +
                         "' has another lifetime or size in the problem "
                         "(lower " +
                         llvm::Twine(b.first) + ", last position " +
                         llvm::Twine(b.last) + ", size " + llvm::Twine(b.size) +
                         ")");
    int64_t top;
    if (__builtin_add_overflow(row.offset, b.size, &top))
      return errorAt(row.line, "offset " + llvm::Twine(row.offset) +
                                   " and the size leave 64 bits");
    statedAt[i] = row.line;
    solution.offsets[i] = row.offset;
    if (b.size > 0)
      solution.height = std::max(solution.height, top);
  }
  for (size_t i = 0; i < problem.buffers.size(); ++i)
    if (statedAt[i] == 0)
      return llvm::createStringError("the solution does not place buffer '" +
                                     llvm::Twine(problem.buffers[i].name) +
                                     "'");
  return solution;
}

llvm::Error writeProblemCsv(const Problem &problem, llvm::raw_ostream &os) {
  return write(problem, nullptr, os);
}

llvm::Error writeSolutionCsv(const Problem &problem, const Solution &solution,
                             llvm::raw_ostream &os) {
  if (solution.offsets.size() != problem.buffers.size())
    return llvm::createStringError(
        "the solution holds " + llvm::Twine(solution.offsets.size()) +
        " offsets for " + llvm::Twine(problem.buffers.size()) + " buffers");
  return write(problem, &solution, os);
}

} // namespace tilefoundry::allocation
