//===- Pieces.h - accesses over digits of the variables ---------*- C++ -*-===//
//
// Private to lib/Access. Counting works on pieces: parts of an access over a
// box of digits on which every coordinate is linear. A variable under a floor
// division is written in mixed radix (`t = 8*hi + lo`) so that the division
// becomes linear again; where a radix does not divide an extent, or an offset
// carries, the variable is cut in two and the access becomes several pieces.
// What cannot be made linear stays as an opaque term.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_LIB_ACCESS_PIECES_H
#define TILEFOUNDRY_LIB_ACCESS_PIECES_H

#include "SpaceImpl.h"

namespace tilefoundry {

/// A linear expression over digits (below kOpaqueBase) and opaque terms.
using Lin = IndexExpr;
inline constexpr unsigned kOpaqueBase = 1u << 30;

struct Digit {
  int64_t extent;
  VarRole role;
};

struct Opaque {
  AtomKind kind;
  llvm::SmallVector<Lin, 2> args;
  int64_t divisor;
  Wide lo, hi;
};

/// A value that must lie in `[lo, hi]`, or the point touches nothing.
struct Clip {
  Lin value;
  Wide lo, hi;
};

/// One access as it is counted: unknowns taken out, whole axes left out.
struct Source {
  llvm::SmallVector<Clip, 4> coords; ///< over atoms of the space
  llvm::SmallVector<Clip, 0> guards;
  /// Accesses of one group share their unknowns, so their coordinates compare.
  unsigned group = 0;
  bool linear = true;
  /// A guard with an unknown was left out: a choice may leave the value in
  /// part.
  bool mayLeave = false;
};

struct Piece {
  unsigned source = 0;
  llvm::SmallVector<Clip, 4> coords; ///< over digits
  llvm::SmallVector<Clip, 0> guards;
  llvm::SmallVector<Opaque, 0> opaques;
  llvm::SmallVector<Lin, 0> env; ///< variable -> digits; unused when linear
  unsigned cuts = 0;
  bool linear = true; ///< as its source: no composite atom, no guard
  bool resolved = false;
  bool empty = false;
};

/// What a piece needs of a digit before it can become linear.
struct Request {
  enum Kind { None, Split, Cut } kind = None;
  unsigned digit = 0;
  int64_t at = 0; ///< radix or position
};

class DigitTable {
public:
  explicit DigitTable(const Space::Impl &impl) : impl(impl) {}

  llvm::SmallVector<Digit, 16> digits;
  /// A replacement left the 64-bit range; nothing computed since is of use.
  bool overflowed = false;
  /// Cuts a lineage of pieces may see before floors stay opaque.
  static constexpr unsigned kMaxCuts = 12;

  /// Rewrites the source of `piece` over digits; a request means that it must
  /// be applied first. False when a number leaves 64 bits.
  bool resolve(const Source &source, Piece &piece, Request &request);
  /// Writes `by` for `digit` in `piece`.
  void replaceDigit(Piece &piece, unsigned digit, const Lin &by);
  /// `digit` as high and low digit (the radix divides), and its part [from,
  /// to).
  Lin makeSplit(unsigned digit, int64_t radix);
  Lin makePart(unsigned digit, int64_t from, int64_t to);
  /// Fixes `digit` in `piece`.
  void fix(Piece &piece, unsigned digit, int64_t value);

  std::pair<Wide, Wide> range(const Piece &piece, const Lin &e) const;
  bool enters(const Piece &piece, const Lin &e, unsigned digit) const;
  bool entersOpaque(const Piece &piece, const Lin &e, unsigned digit) const;
  Wide evaluate(const Piece &piece, const Lin &e,
                llvm::ArrayRef<int64_t> point) const;
  Lin variableAsLin(unsigned variable) const;

private:
  struct Resolver;
  const Space::Impl &impl;
};

/// `a + factor * b`; poison when a number leaves the 64-bit range.
IndexExpr addScaled(const IndexExpr &a, const IndexExpr &b, int64_t factor);

} // namespace tilefoundry

#endif // TILEFOUNDRY_LIB_ACCESS_PIECES_H
