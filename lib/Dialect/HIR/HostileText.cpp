//===- HostileText.cpp - what MLIR's parser does not survive --------------===//

#include "HostileText.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace tilefoundry;
using namespace tilefoundry::hir;

/// MLIR's parser recurses once for each open bracket.
static constexpr unsigned kMaxNesting = 1500;
/// MLIR's lexer reads the rest of a shape again at each of its extents.
static constexpr unsigned kMaxShape = 10000;

namespace {
class Scanner {
public:
  explicit Scanner(StringRef text) : text(text) {}

  std::optional<HostileText> run();

private:
  bool step();
  bool startsWord() const;
  void skipString();
  void skipComment();
  void countShape(char c);
  void close(char c);
  bool checkWord();
  bool checkGroups();
  bool refuse(const Twine &why) {
    reason = why.str();
    return false;
  }

  StringRef text;
  size_t at = 0;
  unsigned depth = 0;
  /// Extents of the shape that ends here.
  unsigned extents = 0;
  std::string reason;
};
} // namespace

void Scanner::skipString() {
  for (++at; at < text.size() && text[at] != '"' && text[at] != '\n'; ++at)
    at += text[at] == '\\';
}

void Scanner::skipComment() {
  if (text.substr(at).starts_with("//"))
    at = std::min(text.find('\n', at), text.size());
}

void Scanner::countShape(char c) {
  if (c == 'x')
    ++extents;
  else if (!isDigit(c) && c != '?')
    extents = 0;
}

void Scanner::close(char c) {
  // The arrow of a type list closes nothing.
  if (c == '>' && at > 0 && text[at - 1] == '-')
    return;
  depth -= depth > 0;
}

/// Whether the text goes on with `[`, integers of 64 bits and `]`.
static bool startsWithIntegers(StringRef text) {
  text = text.ltrim();
  if (!text.consume_front("["))
    return false;
  text = text.ltrim();
  if (text.starts_with("]"))
    return true;
  int64_t number;
  do {
    text = text.ltrim();
    if (text.consumeInteger(10, number))
      return false;
    text = text.ltrim();
  } while (text.consume_front(","));
  return text.starts_with("]");
}

/// Whether the list that the text goes on with holds strings alone.
static bool startsWithStrings(StringRef text) {
  text = text.ltrim();
  if (!text.consume_front("["))
    return true; // Refused by the parser.
  do {
    text = text.ltrim();
    if (text.starts_with("]"))
      return true;
    if (!text.consume_front("\""))
      return false;
    text = text.drop_until([](char c) { return c == '"' || c == '\n'; });
    text.consume_front("\"");
    text = text.ltrim();
  } while (text.consume_front(","));
  return true;
}

/// Whether a list of the list that the text goes on with is empty.
static bool hasEmptyGroup(StringRef text) {
  unsigned depth = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '[') {
      if (++depth == 2 && text.substr(at + 1).ltrim().starts_with("]"))
        return true;
    } else if (text[at] == ']') {
      if (depth < 2)
        return false;
      --depth;
    }
  }
  return false;
}

/// Whether a keyword, not a part of another name, begins here.
bool Scanner::startsWord() const {
  return at == 0 || !(isAlnum(text[at - 1]) ||
                      StringRef("_.$-%@#!^").contains(text[at - 1]));
}

/// The verifier of tensor.expand_shape looks at the first dimension of each
/// group.
bool Scanner::checkGroups() {
  StringRef after = text.substr(at);
  bool isOp = after.consume_front("tensor.expand_shape");
  if (!isOp && !after.consume_front("reassociation"))
    return true;
  if (isOp)
    after = after.drop_until([](char c) { return c == '['; });
  else if (after = after.ltrim(); !after.consume_front("="))
    return true;
  return !hasEmptyGroup(after) ||
         refuse("a group of dimensions is empty; name at least one in each, "
                "such as [[0], [1, 2]]");
}

/// linalg's own parsers go on with the null that a malformed list gives them.
bool Scanner::checkWord() {
  StringRef before = text.take_front(at).rtrim(), after = text.substr(at);
  StringRef word =
      after.take_while([](char c) { return isAlpha(c) || c == '_'; });
  after = after.drop_front(word.size()).ltrim();
  at += word.empty() ? 0 : word.size() - 1;
  if (!after.consume_front("="))
    return true;
  bool isEntry = before.ends_with("{") || before.ends_with(",");
  if ((word == "permutation" || word == "dimensions") && !isEntry &&
      !startsWithIntegers(after))
    return refuse("'" + word + "' takes a list of integers, such as [1, 0]");
  if (word != "iterator_types" || startsWithStrings(after))
    return true;
  // The generic form of an op has attributes here.
  size_t brace = before.rfind('{');
  if (brace != StringRef::npos && brace > 0 && before[brace - 1] == '<')
    return true;
  return refuse("'iterator_types' takes a list of strings, such as "
                "[\"parallel\", \"reduction\"]");
}

/// Goes past one token; false, with the reason, at hostile text.
bool Scanner::step() {
  char c = text[at];
  countShape(c);
  if (extents > kMaxShape)
    return refuse("a shape of more than " + Twine(kMaxShape) +
                  " extents; give the tensor fewer axes");
  if (c == '"')
    skipString();
  else if (c == '/')
    skipComment();
  else if (StringRef("{([<").contains(c))
    ++depth;
  else if (StringRef("})]>").contains(c))
    close(c);
  else if ((c == 'p' || c == 'd' || c == 'i') && startsWord())
    return checkWord();
  else if ((c == 't' || c == 'r') && startsWord())
    return checkGroups();
  if (depth > kMaxNesting)
    return refuse("brackets nest deeper than " + Twine(kMaxNesting) +
                  " here; flatten the program");
  return true;
}

std::optional<HostileText> Scanner::run() {
  for (; at < text.size(); ++at) {
    const char *place = text.data() + at;
    if (!step())
      return HostileText{place, reason};
  }
  return std::nullopt;
}

std::optional<HostileText> hir::findHostileText(StringRef text) {
  return Scanner(text).run();
}
