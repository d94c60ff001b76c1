//===- RecordComment.cpp - a record as a comment on a line ----------------===//
//
// One separator per layer: `/` read from written, `@` whole from one unit's
// share,
// `:` key from value, `,` entries of a mapping, `=` field from value, a space
// between fields (report.md 3).
//
//===----------------------------------------------------------------------===//

#include "tilefoundry/Analysis/Record.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <map>

using namespace tilefoundry;

std::string tilefoundry::quoteSentence(llvm::StringRef value) {
  std::string result = "\"";
  for (char c : value) {
    switch (c) {
    case '"':
      result += "\\\"";
      break;
    case '\\':
      result += "\\\\";
      break;
    case '\n':
      result += "\\n";
      break;
    case '\t':
      result += "\\t";
      break;
    default:
      if (llvm::isPrint(c) || static_cast<unsigned char>(c) >= 0x80)
        result += c;
      else
        result += "\\x" + llvm::utohexstr(static_cast<unsigned char>(c),
                                          /*LowerCase=*/true, /*Width=*/2);
    }
  }
  return result + "\"";
}

std::string tilefoundry::commentText(llvm::StringRef value) {
  auto isTokenChar = [](char c) {
    return llvm::isAlnum(c) || c == '_' || c == '-' || c == '.' || c == '$' ||
           c == ':';
  };
  if (!value.empty() && llvm::all_of(value, isTokenChar))
    return value.str();
  return quoteSentence(value);
}

std::string tilefoundry::commentTraffic(const TrafficBytes &value) {
  return "r" + std::to_string(value.read) + "/w" + std::to_string(value.write);
}

static std::string keyOf(llvm::StringRef name) {
  std::string key = name.str();
  std::replace(key.begin(), key.end(), '_', '-');
  return key;
}

static std::string timelineText(const Timeline &value) {
  std::string start = std::to_string(value.startNs);
  std::string end = std::to_string(value.endNs);
  if (value.trips == 1)
    return "[" + start + "," + end + ")";
  std::string stride = std::to_string(value.strideNs) + "t+";
  return "[" + stride + start + "," + stride + end + ")*" +
         std::to_string(value.trips);
}

static std::string sumText(CheckedInt sum) {
  return sum ? std::to_string(sum.get()) : "overflow";
}

namespace {
class CommentWriter final : public RecordMapper {
public:
  explicit CommentWriter(bool withOperands) : withOperands(withOperands) {}
  RecordComment comment;

  void number(llvm::StringRef name, int64_t &value) override {
    say(name, std::to_string(value));
  }
  void token(llvm::StringRef name, std::string &value) override {
    say(name, commentText(value));
  }
  void shared(llvm::StringRef name, CountMap &whole, llvm::StringRef,
              CountMap &share) override {
    std::map<std::string, std::pair<int64_t, int64_t>> entries;
    for (const auto &[key, value] : whole)
      entries[key].first = value;
    for (const auto &[key, value] : share)
      entries[key].second = value;
    std::vector<std::string> parts;
    for (const auto &[key, pair] : entries)
      parts.push_back(commentText(key) + ":" + std::to_string(pair.first) +
                      "@" + std::to_string(pair.second));
    say(name, llvm::join(parts, ","));
  }
  void traffic(llvm::StringRef key, llvm::StringRef, TrafficMap &whole,
               llvm::StringRef, TrafficMap &share) override {
    std::map<std::string, std::pair<TrafficBytes, TrafficBytes>> entries;
    for (const auto &[level, value] : whole)
      entries[level].first = value;
    for (const auto &[level, value] : share)
      entries[level].second = value;
    std::vector<std::string> parts;
    for (const auto &[level, pair] : entries)
      parts.push_back(commentText(level) + ":" + commentTraffic(pair.first) +
                      "@" + commentTraffic(pair.second));
    say(key, llvm::join(parts, ","));
  }
  void operands(llvm::StringRef name,
                std::vector<TrafficBytes> &entries) override {
    std::vector<std::string> parts;
    for (size_t i = 0; withOperands && i < entries.size(); ++i)
      parts.push_back((i + 1 == entries.size() ? "result" : std::to_string(i)) +
                      ":" + commentTraffic(entries[i]));
    say(name, llvm::join(parts, ","));
  }
  void timeline(llvm::StringRef name, Timeline &value) override {
    say(name, timelineText(value));
  }
  void rows(llvm::StringRef, size_t, llvm::function_ref<void(size_t)>,
            llvm::function_ref<void(size_t, RecordMapper &)>) override {}
  void jsonNumber(llvm::StringRef, int64_t &) override {}
  void jsonOptional(llvm::StringRef, std::optional<int64_t> &) override {}
  void jsonString(llvm::StringRef, std::string &) override {}
  void jsonBool(llvm::StringRef, bool &) override {}
  void jsonStrings(llvm::StringRef, std::vector<std::string> &) override {}
  void jsonObject(llvm::StringRef, bool &,
                  llvm::function_ref<void(RecordMapper &)>) override {}
  void commentNumber(llvm::StringRef key, CheckedInt value) override {
    say(key, sumText(value));
  }
  void commentCounts(llvm::StringRef key,
                     const std::map<std::string, CheckedInt> &value) override {
    std::vector<std::string> parts;
    for (const auto &[name, count] : value)
      parts.push_back(commentText(name) + ":" + sumText(count));
    say(key, llvm::join(parts, ","));
  }

private:
  const bool withOperands;

  /// A mapping without entries says nothing. A number always does: zero ns and
  /// one wave are answers.
  void say(llvm::StringRef name, std::string value) {
    ++comment.declaredKeys;
    if (!value.empty())
      comment.fields.emplace_back(keyOf(name), std::move(value));
  }
};
} // namespace

std::string RecordComment::str() const {
  if (declaredKeys == 1 && fields.size() == 1)
    return family + "=" + fields.front().second;
  std::string result = family;
  for (const auto &[key, value] : fields)
    result += " " + key + "=" + value;
  return result;
}

RecordComment Record::getComment(bool withOperands) const {
  CommentWriter writer(withOperands);
  // A writer reads the fields it is handed and assigns none.
  const_cast<Record *>(this)->map(writer);
  writer.comment.family = getType().label.str();
  return std::move(writer.comment);
}

std::string Record::toComment(bool withOperands) const {
  return getComment(withOperands).str();
}
