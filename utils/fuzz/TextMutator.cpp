//===- TextMutator.cpp - mutations that keep text readable ----------------===//

#include "TextMutator.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include <cstring>
#include <random>
#include <string>

using namespace tilefoundry;
using llvm::StringRef;

extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t maxSize);

namespace {
using Pieces = llvm::SmallVector<StringRef>;

class Mutation {
public:
  Mutation(StringRef text, unsigned seed) : text(text), random(seed) {}

  /// The text after one random change.
  std::string run();

private:
  size_t below(size_t n) { return random() % n; }
  StringRef pick(const Pieces &pieces) { return pieces[below(pieces.size())]; }
  Pieces findWords(bool numbers) const;
  std::string replace(StringRef piece, const llvm::Twine &by) const;
  std::string hostileNumber(StringRef old, const Pieces &numbers);
  std::string changeNumber();
  std::string changeWord();
  std::string changeLines();

  StringRef text;
  std::minstd_rand random;
};
} // namespace

static bool isWordChar(char c) {
  return llvm::isAlnum(c) || c == '_' || c == '.' || c == '%' || c == '@' ||
         c == '#';
}

/// Where an extent begins in the words between the `x`s of a tensor's shape.
static void splitShape(StringRef word, Pieces &found) {
  while (!word.empty()) {
    StringRef number = word.take_while(llvm::isDigit);
    if (!number.empty())
      found.push_back(number);
    word = word.drop_front(number.size());
    word = word.drop_until(llvm::isDigit);
  }
}

Pieces Mutation::findWords(bool numbers) const {
  Pieces found;
  for (StringRef rest = text; !rest.empty();) {
    StringRef word = rest.take_while(isWordChar);
    if (word.empty()) {
      rest = rest.drop_front();
      continue;
    }
    if (!numbers)
      found.push_back(word);
    else
      splitShape(word, found);
    rest = rest.drop_front(word.size());
  }
  return found;
}

std::string Mutation::replace(StringRef piece, const llvm::Twine &by) const {
  StringRef before(text.begin(), piece.begin() - text.begin());
  StringRef after(piece.end(), text.end() - piece.end());
  return (before + by + after).str();
}

std::string Mutation::hostileNumber(StringRef old, const Pieces &numbers) {
  static constexpr const char *kHostile[] = {
      "0",          "1",          "2",
      "-1",         "3",          "64",
      "1000003",    "2147483647", "2147483648",
      "4294967296", "?",          "4611686018427387904",
      "1073741824", "-5",         "9223372036854775807"};
  uint64_t value = 0;
  switch (below(4)) {
  case 0:
    return pick(numbers).str();
  case 1:
    if (!old.getAsInteger(10, value))
      return std::to_string(value + below(3) - 1);
    [[fallthrough]];
  case 2:
    if (!old.getAsInteger(10, value))
      return std::to_string(below(2) ? value * 2 : value / 2);
    [[fallthrough]];
  default:
    return kHostile[below(std::size(kHostile))];
  }
}

std::string Mutation::changeNumber() {
  Pieces numbers = findWords(/*numbers=*/true);
  if (numbers.empty())
    return text.str();
  StringRef old = pick(numbers);
  std::string by = hostileNumber(old, numbers);
  if (below(3))
    return replace(old, by);
  // Everywhere, so that types still agree.
  std::string changed;
  const char *done = text.begin();
  for (StringRef number : numbers) {
    if (number != old)
      continue;
    changed.append(done, number.begin());
    changed += by;
    done = number.end();
  }
  changed.append(done, text.end());
  return changed;
}

std::string Mutation::changeWord() {
  Pieces words = findWords(/*numbers=*/false);
  if (words.empty())
    return text.str();
  StringRef old = pick(words);
  return replace(old, below(5) ? pick(words) : StringRef());
}

std::string Mutation::changeLines() {
  Pieces lines;
  text.split(lines, '\n');
  size_t from = below(lines.size()), to = below(lines.size());
  size_t count = 1 + below(std::min<size_t>(4, lines.size() - from));
  Pieces moved(lines.begin() + from, lines.begin() + from + count);
  switch (below(3)) {
  case 0:
    lines.erase(lines.begin() + from, lines.begin() + from + count);
    break;
  case 1:
    lines.insert(lines.begin() + to, moved.begin(), moved.end());
    break;
  default:
    std::swap(lines[from], lines[to]);
    break;
  }
  return llvm::join(lines, "\n");
}

std::string Mutation::run() {
  switch (below(4)) {
  case 0:
    return changeWord();
  case 1:
    return changeLines();
  default:
    return changeNumber();
  }
}

size_t fuzz::mutateText(uint8_t *data, size_t size, size_t maxSize,
                        unsigned seed) {
  if (size == 0 || seed % 4 == 0)
    return LLVMFuzzerMutate(data, size, maxSize);
  StringRef text(reinterpret_cast<const char *>(data), size);
  std::string changed = Mutation(text, seed).run();
  size_t newSize = std::min(changed.size(), maxSize);
  std::memcpy(data, changed.data(), newSize);
  return newSize;
}
