//===- Diff.cpp - what changed between two reports ------------------------===//

#include "tilefoundry/Report/Diff.h"
#include "tilefoundry/Report/Report.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include <map>
#include <set>

using namespace tilefoundry;
namespace json = llvm::json;

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

static llvm::Error malformed(llvm::StringRef file, const llvm::Twine &what) {
  return llvm::createStringError("'" + file + "': " + what);
}

/// The parser recurses: a text of brackets alone must not reach it.
static bool isTooDeep(llvm::StringRef text) {
  constexpr unsigned deepest = 64;
  unsigned depth = 0;
  bool inString = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (inString) {
      if (c == '\\')
        ++i;
      else if (c == '"')
        inString = false;
    } else if (c == '"') {
      inString = true;
    } else if (c == '{' || c == '[') {
      if (++depth > deepest)
        return true;
    } else if ((c == '}' || c == ']') && depth > 0) {
      --depth;
    }
  }
  return false;
}

/// Why `value` is no report; empty for one that is.
static std::string whyNoReport(const json::Value &value) {
  const json::Object *report = value.getAsObject();
  if (!report)
    return "a report is an object; found something else";
  for (const char *key : {"target", "module", "function"})
    if (!report->getString(key))
      return std::string("a report has a string under \"") + key + "\"";
  if (!report->getObject("function_records"))
    return "a report has an object under \"function_records\"";
  for (const char *key : {"calls", "loops"}) {
    const json::Array *entries = report->getArray(key);
    if (!entries)
      return std::string("a report has a list under \"") + key + "\"";
    for (const json::Value &entry : *entries)
      if (!entry.getAsObject() || !entry.getAsObject()->getString("value"))
        return std::string("each entry of \"") + key +
               "\" is an object with a string under \"value\"";
  }
  return {};
}

static llvm::Expected<std::vector<json::Value>>
readReports(llvm::StringRef file, llvm::StringRef text) {
  if (isTooDeep(text))
    return malformed(file, "nested too deeply to be a report");
  llvm::Expected<json::Value> parsed = json::parse(text);
  if (!parsed)
    return malformed(file, "not JSON: " + llvm::toString(parsed.takeError()) +
                               "; write one with --tf-analyze='emit=json'");
  std::vector<json::Value> reports;
  if (const json::Array *sweep = parsed->getAsArray())
    reports.assign(sweep->begin(), sweep->end());
  else
    reports.push_back(std::move(*parsed));
  for (const json::Value &report : reports)
    if (std::string why = whyNoReport(report); !why.empty())
      return malformed(file, "not a report: " + why +
                                 "; write one with --tf-analyze='emit=json'");
  return reports;
}

//===----------------------------------------------------------------------===//
// Flattening
//===----------------------------------------------------------------------===//

using Leaves = std::map<std::string, json::Value>;

/// `acc:12` without its line, which moves when the program is edited.
static llvm::StringRef withoutLine(llvm::StringRef label) {
  auto [name, line] = label.rsplit(':');
  return !line.empty() && llvm::all_of(line, llvm::isDigit) ? name : label;
}

/// What a row of a list is known by, else nothing.
static std::string rowKey(const json::Value &row) {
  const json::Object *fields = row.getAsObject();
  if (!fields)
    return {};
  std::string key;
  for (const char *field :
       {"binding", "buffer", "cache_level", "level", "arg", "type"}) {
    const json::Value *value = fields->get(field);
    if (!value)
      continue;
    std::string text;
    if (auto name = value->getAsString())
      text = withoutLine(*name).str();
    else if (auto number = value->getAsInteger())
      text = std::to_string(*number);
    key += key.empty() ? text : "@" + text;
    if (llvm::StringRef(field) == "arg")
      break;
  }
  return key;
}

static void flatten(const std::string &path, const json::Value &value,
                    Leaves &leaves) {
  auto under = [&](llvm::StringRef key) {
    return path.empty() ? key.str() : path + "." + key.str();
  };
  if (const json::Object *object = value.getAsObject()) {
    for (const auto &entry : *object)
      flatten(under(entry.first.str()), entry.second, leaves);
    return;
  }
  const json::Array *array = value.getAsArray();
  if (!array) {
    leaves.insert_or_assign(path, value);
    return;
  }
  std::map<std::string, unsigned> seen;
  for (size_t i = 0; i < array->size(); ++i) {
    std::string key = rowKey((*array)[i]);
    if (key.empty())
      key = std::to_string(i);
    if (unsigned count = ++seen[key]; count > 1)
      key += "#" + std::to_string(count);
    flatten(under(key), (*array)[i], leaves);
  }
}

//===----------------------------------------------------------------------===//
// Comparing
//===----------------------------------------------------------------------===//

static std::string leafText(const json::Value *value) {
  if (!value)
    return "absent";
  if (auto text = value->getAsString())
    return text->str();
  std::string result;
  llvm::raw_string_ostream os(result);
  os << *value;
  return result;
}

/// `(+64, +100.0%)`; the percentage is left out where it starts from nothing.
static std::string changeText(int64_t before, int64_t after) {
  __int128 change = static_cast<__int128>(after) - before;
  bool falls = change < 0;
  unsigned __int128 size =
      static_cast<unsigned __int128>(falls ? -change : change);
  std::string sign = falls ? "-" : "+";
  std::string text = " (" + sign + fixedDecimal({size, 1}, 0);
  unsigned __int128 base = static_cast<unsigned __int128>(
      before < 0 ? -static_cast<__int128>(before) : before);
  if (base != 0)
    text += ", " + sign + fixedDecimal({size * 100, base}, 1) + "%";
  return text + ")";
}

static std::vector<std::string> compareLeaves(const Leaves &before,
                                              const Leaves &after) {
  std::set<std::string> paths;
  for (const auto &entry : before)
    paths.insert(entry.first);
  for (const auto &entry : after)
    paths.insert(entry.first);
  std::vector<std::string> lines;
  for (const std::string &path : paths) {
    auto a = before.find(path), b = after.find(path);
    const json::Value *old = a == before.end() ? nullptr : &a->second;
    const json::Value *now = b == after.end() ? nullptr : &b->second;
    if (old && now && *old == *now)
      continue;
    std::string line = path + ": " + leafText(old) + " -> " + leafText(now);
    if (old && now)
      if (auto x = old->getAsInteger())
        if (auto y = now->getAsInteger())
          line += changeText(*x, *y);
    lines.push_back(std::move(line));
  }
  return lines;
}

namespace {
/// One entry of `calls` or `loops`.
struct Entry {
  std::string key, label;
  Leaves leaves;
};

class ReportDiff {
public:
  ReportDiff(const json::Object &before, const json::Object &after)
      : before(before), after(after) {}
  /// Empty where the two say the same.
  std::string write();

private:
  const json::Object &before, &after;
  std::string text;

  void addSection(llvm::StringRef title, llvm::ArrayRef<std::string> lines);
  /// What the report is about, a line each.
  void compareIdentity(llvm::StringRef key);
  void compareField(llvm::StringRef title, llvm::StringRef key);
  void compareEntries(llvm::StringRef what, llvm::StringRef key);
  static std::vector<Entry> entriesOf(const json::Object &report,
                                      llvm::StringRef key);
};
} // namespace

void ReportDiff::addSection(llvm::StringRef title,
                            llvm::ArrayRef<std::string> lines) {
  if (lines.empty())
    return;
  text += "  " + title.str() + "\n";
  for (const std::string &line : lines)
    text += "    " + line + "\n";
}

void ReportDiff::compareIdentity(llvm::StringRef key) {
  Leaves a, b;
  auto read = [&](const json::Object &report, Leaves &leaves) {
    const json::Value *value = report.get(key);
    // A list of words is one thing that changed.
    if (const json::Array *words = value ? value->getAsArray() : nullptr) {
      std::vector<std::string> texts;
      for (const json::Value &word : *words)
        texts.push_back(leafText(&word));
      leaves.emplace(key.str(), llvm::join(texts, ","));
    } else if (value) {
      flatten(key.str(), *value, leaves);
    }
  };
  read(before, a);
  read(after, b);
  for (const std::string &line : compareLeaves(a, b))
    text += "  " + line + "\n";
}

void ReportDiff::compareField(llvm::StringRef title, llvm::StringRef key) {
  Leaves a, b;
  if (const json::Value *value = before.get(key))
    flatten("", *value, a);
  if (const json::Value *value = after.get(key))
    flatten("", *value, b);
  addSection(title, compareLeaves(a, b));
}

std::vector<Entry> ReportDiff::entriesOf(const json::Object &report,
                                         llvm::StringRef key) {
  std::vector<Entry> entries;
  std::map<std::string, unsigned> seen;
  for (const json::Value &value : *report.getArray(key)) {
    const json::Object &fields = *value.getAsObject();
    Entry entry;
    entry.label = fields.getString("value")->str();
    entry.key = withoutLine(entry.label).str();
    if (unsigned count = ++seen[entry.key]; count > 1)
      entry.key += "#" + std::to_string(count);
    flatten("", value, entry.leaves);
    entry.leaves.erase("value");
    entries.push_back(std::move(entry));
  }
  return entries;
}

void ReportDiff::compareEntries(llvm::StringRef what, llvm::StringRef key) {
  std::vector<Entry> a = entriesOf(before, key), b = entriesOf(after, key);
  std::map<std::string, const Entry *> known;
  for (const Entry &entry : b)
    known[entry.key] = &entry;
  std::set<std::string> matched;
  for (const Entry &entry : a) {
    auto found = known.find(entry.key);
    if (found == known.end()) {
      addSection((what + " " + entry.label).str(), {std::string("removed")});
      continue;
    }
    matched.insert(entry.key);
    std::string label = entry.label;
    if (label != found->second->label)
      label += " -> " + found->second->label;
    addSection((what + " " + label).str(),
               compareLeaves(entry.leaves, found->second->leaves));
  }
  for (const Entry &entry : b)
    if (!matched.count(entry.key)) {
      std::vector<std::string> lines = compareLeaves({}, entry.leaves);
      lines.insert(lines.begin(), "added");
      addSection((what + " " + entry.label).str(), lines);
    }
}

std::string ReportDiff::write() {
  for (const char *key : {"target", "module", "function", "topology", "dims",
                          "requested", "resources"})
    compareIdentity(key);
  compareField("totals", "totals");
  compareField("function records", "function_records");
  compareEntries("loop", "loops");
  compareEntries("op", "calls");
  return std::move(text);
}

//===----------------------------------------------------------------------===//
// Reports and sweeps
//===----------------------------------------------------------------------===//

/// `Decode::layer ctx=4096`.
static std::string subjectOf(const json::Object &report) {
  std::string subject = report.getString("module")->str() +
                        "::" + report.getString("function")->str();
  Leaves dims;
  if (const json::Value *value = report.get("dims"))
    flatten("", *value, dims);
  for (const auto &[name, extent] : dims)
    subject += " " + name + "=" + leafText(&extent);
  return subject;
}

static std::string diffLists(const std::vector<json::Value> &before,
                             const std::vector<json::Value> &after) {
  // Two single reports are compared whatever they are about.
  if (before.size() == 1 && after.size() == 1) {
    const json::Object &a = *before[0].getAsObject();
    std::string changes = ReportDiff(a, *after[0].getAsObject()).write();
    return changes.empty() ? "" : subjectOf(a) + "\n" + changes;
  }
  std::map<std::string, const json::Object *> known;
  for (const json::Value &report : after)
    known[subjectOf(*report.getAsObject())] = report.getAsObject();
  std::string text;
  std::set<std::string> matched;
  for (const json::Value &report : before) {
    std::string subject = subjectOf(*report.getAsObject());
    auto found = known.find(subject);
    if (found == known.end()) {
      text += subject + "\n  removed\n";
      continue;
    }
    matched.insert(subject);
    std::string changes =
        ReportDiff(*report.getAsObject(), *found->second).write();
    if (!changes.empty())
      text += subject + "\n" + changes;
  }
  for (const auto &entry : known)
    if (!matched.count(entry.first))
      text += entry.first + "\n  added\n";
  return text;
}

llvm::Expected<std::string> tilefoundry::diffReports(llvm::StringRef beforeName,
                                                     llvm::StringRef before,
                                                     llvm::StringRef afterName,
                                                     llvm::StringRef after) {
  llvm::Expected<std::vector<json::Value>> a = readReports(beforeName, before);
  if (!a)
    return a.takeError();
  llvm::Expected<std::vector<json::Value>> b = readReports(afterName, after);
  if (!b)
    return b.takeError();
  std::string text = diffLists(*a, *b);
  return text.empty() ? std::string("no differences\n") : text;
}

static llvm::Expected<std::string> readFile(llvm::StringRef path) {
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> buffer =
      llvm::MemoryBuffer::getFileOrSTDIN(path);
  if (!buffer)
    return malformed(path, "cannot be read: " + buffer.getError().message());
  return (*buffer)->getBuffer().str();
}

llvm::Expected<std::string>
tilefoundry::diffReportFiles(llvm::StringRef before, llvm::StringRef after) {
  llvm::Expected<std::string> a = readFile(before);
  if (!a)
    return a.takeError();
  llvm::Expected<std::string> b = readFile(after);
  if (!b)
    return b.takeError();
  return diffReports(before, *a, after, *b);
}
