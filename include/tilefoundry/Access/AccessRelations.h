//===- AccessRelations.h - what an op says it touches -----------*- C++ -*-===//
//
// One iteration space shared by all boundaries of an op, and per operand and
// per result the coordinates that an iteration touches (ir.md 8). Plain data,
// free of IR: extents may still be symbolic (kDynamic), since shard propagation
// reads only the subscripts. Analyses bind the parameters and place an op's
// relations in a `Space` to count them.
//
//   matmul [M,K] x [K,N]:  dims (M, N, K)
//     operand 0: [d0, d2]   operand 1: [d2, d1]   result 0: [d0, d1]
//   softmax [R,C] axis 1:  dims (R)
//     operand 0: [d0, *]    result 0: [d0, *]
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_ACCESS_ACCESSRELATIONS_H
#define TILEFOUNDRY_ACCESS_ACCESSRELATIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdint>
#include <limits>
#include <string>

namespace tilefoundry {

/// An extent that is not known yet; the same value MLIR's shaped types use.
inline constexpr int64_t kDynamicExtent = std::numeric_limits<int64_t>::min();

/// One coordinate of a boundary as a function of the iteration:
/// `floor((sum coeff * dim + offset + parameter) / divisor)`, a whole axis, or
/// a row chosen by data.
struct Subscript {
  enum class Kind : uint8_t {
    Linear,  ///< the formula above
    Whole,   ///< every coordinate of the axis, whatever the iteration
    Chosen,  ///< one coordinate per combination of the dims in `terms`, known
             ///< only at run time (an index tensor's value)
    Regroup, ///< a digit of the row-major linearisation of all dims (reshape)
    Window,  ///< the dim in `terms`, counted from the start of its `DimWindow`
    Own      ///< the dim in `terms` inside the position's own part of the axis
  };
  /// `coeff * floor(dim / divisor)`.
  struct Term {
    unsigned dim;
    int64_t coeff;
    int64_t divisor = 1;
  };

  Kind kind = Kind::Linear;
  llvm::SmallVector<Term, 2> terms;
  int64_t offset = 0;
  int64_t divisor = 1;
  /// The operand number of a scalar that is added, or -1 (a dynamic start).
  int parameter = -1;

  static Subscript dim(unsigned d) {
    Subscript s;
    s.terms.push_back({d, 1});
    return s;
  }
  /// One subscript per dim, in order: a value that is walked as it stands.
  static llvm::SmallVector<Subscript, 4> identity(unsigned rank) {
    llvm::SmallVector<Subscript, 4> subscripts;
    for (unsigned d = 0; d < rank; ++d)
      subscripts.push_back(dim(d));
    return subscripts;
  }
  static Subscript constant(int64_t value) {
    Subscript s;
    s.offset = value;
    return s;
  }
  static Subscript whole() {
    Subscript s;
    s.kind = Kind::Whole;
    return s;
  }
  static Subscript chosenBy(llvm::ArrayRef<unsigned> dims) {
    Subscript s;
    s.kind = Kind::Chosen;
    for (unsigned d : dims)
      s.terms.push_back({d, 1});
    return s;
  }
  static Subscript inWindow(unsigned d) {
    Subscript s = dim(d);
    s.kind = Kind::Window;
    return s;
  }
  static Subscript own(unsigned d) {
    Subscript s = dim(d);
    s.kind = Kind::Own;
    return s;
  }
  static Subscript regroup() {
    Subscript s;
    s.kind = Kind::Regroup;
    return s;
  }

  /// The dim that the coordinate equals, or -1: a zero-offset, unit-coefficient
  /// access, the only kind through which a shard propagates (ir.md 6).
  int unitDim() const {
    if (kind != Kind::Linear || terms.size() != 1 || terms[0].coeff != 1 ||
        terms[0].divisor != 1 || offset != 0 || divisor != 1 || parameter >= 0)
      return -1;
    return static_cast<int>(terms[0].dim);
  }
  /// Whether no iteration dim enters (a broadcast axis held at a constant).
  bool isConstant() const {
    return kind == Kind::Linear && terms.empty() && parameter < 0;
  }
};

/// The relation of one operand or result.
struct BoundaryRelation {
  bool isResult = false;
  unsigned index = 0;
  /// Which of the op's statements performs it.
  unsigned statement = 0;
  /// One subscript per axis of the value.
  llvm::SmallVector<Subscript, 4> subscripts;
};

/// An iteration dim held to `[offset + parameter, ... + extent)` (the window
/// that an update overwrites in its container).
struct DimWindow {
  unsigned dim;
  int64_t offset = 0;
  /// The operand number of a scalar that is added, or -1.
  int parameter = -1;
  int64_t extent = 0;
};

/// A set of iteration dims that are walked together. Most ops have one.
struct Statement {
  llvm::SmallVector<unsigned, 4> dims;
};

/// Everything an op touches. A value with no boundary here is not touched.
struct AccessRelations {
  /// Extents of the shared iteration dims; kDynamicExtent while symbolic.
  llvm::SmallVector<int64_t, 4> extents;
  /// Whether a dim is reduced is read off the results: it appears in none.
  llvm::SmallVector<Statement, 1> statements;
  llvm::SmallVector<BoundaryRelation, 4> boundaries;
  /// Dims walked in a window only; the others are walked whole.
  llvm::SmallVector<DimWindow, 0> windows;

  const BoundaryRelation *operand(unsigned index) const {
    return find(false, index);
  }
  const BoundaryRelation *result(unsigned index) const {
    return find(true, index);
  }

  /// The relations of an op with one statement over all of `extents`.
  static AccessRelations over(llvm::ArrayRef<int64_t> extents);
  BoundaryRelation &addOperand(unsigned index, unsigned statement = 0);
  BoundaryRelation &addResult(unsigned index, unsigned statement = 0);

  /// `{ [d0, d1] -> operand 0 [d0, d1 + p2]; ... }`, for errors and tests.
  std::string str() const;

  /// Whether the relations are closed (ir.md 8): extents are not negative,
  /// every statement and every dim named exists, a subscript uses dims of its
  /// own statement only, divisors are positive, parameters name one of
  /// `numOperands` operands, and no boundary is stated twice for one statement.
  llvm::Error verify(unsigned numOperands) const;
  /// The same, and each boundary has as many subscripts as its value has axes.
  llvm::Error verify(llvm::ArrayRef<unsigned> operandRanks,
                     llvm::ArrayRef<unsigned> resultRanks) const;
  /// The operand numbers that stand for run-time numbers, ascending. The caller
  /// binds each; `checkBound` refuses one that is not among `bound`.
  llvm::SmallVector<unsigned, 2> parameters() const;
  llvm::Error checkBound(llvm::ArrayRef<unsigned> bound) const;

private:
  const BoundaryRelation *find(bool isResult, unsigned index) const {
    for (const BoundaryRelation &b : boundaries)
      if (b.isResult == isResult && b.index == index)
        return &b;
    return nullptr;
  }
};

} // namespace tilefoundry

#endif // TILEFOUNDRY_ACCESS_ACCESSRELATIONS_H
