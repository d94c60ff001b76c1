//===- Counter.h - roles of variables over pieces ---------------*- C++ -*-===//
//
// Private to lib/Access: evaluates max over Max digits of the sum over Sum
// digits of f(size of the union image). A digit that only shifts the image,
// with no clipping in reach, is dropped; where clipping reaches some of its
// values only, the others are counted once; the remaining combinations are
// tried one by one.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_LIB_ACCESS_COUNTER_H
#define TILEFOUNDRY_LIB_ACCESS_COUNTER_H

#include "ImageCount.h"

namespace tilefoundry {

/// Accesses whose coordinates move with the same unknowns.
struct Group {
  llvm::SmallVector<IndexExpr, 4> unknowns; ///< per axis; constant 0 where none
  AxisMask unknownAxes = 0;
  AxisMask axes =
      0; ///< the value's own; above them the dims unknowns depend on
  bool shifts = true; ///< no unknown mixes with variables under an atom
};

class Counter {
public:
  Counter(const Space::Impl &impl, llvm::ArrayRef<VarRole> roles, int64_t bits,
          const CountLimits &limits);

  /// False when an access cannot be counted; `failure` says why.
  bool addAccess(const Access &access);
  std::optional<Wide> run();

  std::string failure;

private:
  /// A part of the Sum digits' box, with the pieces that make up its image.
  struct Branch {
    Wide multiplicity = 1;
    llvm::SmallVector<unsigned, 8> sums;
    llvm::SmallVector<Piece, 2> pieces;
  };
  struct State {
    llvm::SmallVector<unsigned, 8> maxes;
    llvm::SmallVector<Branch, 1> branches;
  };
  /// How the image depends on one Sum or Max digit.
  struct Plan {
    bool uniform = true;              ///< it shifts all images of a union alike
    Wide insideLo = 0, insideHi = -1; ///< no clipping whatever the others are
    Wide hullLo = 0, hullHi = -1;     ///< anything touched at all only here
    Wide period = 0; ///< opaque terms repeat up to a shift; 0: unknown
    Wide outside() const {
      return hullHi - hullLo + 1 -
             (insideHi >= insideLo ? insideHi - insideLo + 1 : 0);
    }
    bool hasInside() const { return uniform && insideLo <= insideHi; }
  };

  void addUnknowns(Source &source);
  void collectDims(const IndexExpr &e, bool below,
                   llvm::SmallVectorImpl<unsigned> &dims) const;
  void fuseVariables(llvm::MutableArrayRef<IndexExpr> env);
  State makeState();

  std::optional<Wide> evaluate(State state);
  /// Makes all pieces linear where possible. A cut of a Max digit ends in
  /// `result` and false; a failure as well.
  bool normalise(State &state, std::optional<Wide> &result);
  bool applyRequest(State &state, Branch &branch, size_t piece,
                    const Request &request, std::optional<Wide> &result);
  bool splitParameter(State &state, Branch &branch, const Request &request,
                      std::optional<Wide> &result);
  std::optional<Wide> evaluateMax(State &state);
  std::optional<Wide> evaluateSum(Branch branch);
  std::optional<Wide> sumOver(Branch &branch, unsigned digit, const Plan &plan);
  std::optional<Wide> leaf(const Branch &branch);
  std::optional<Wide> leafOfGroup(unsigned group,
                                  llvm::ArrayRef<const Piece *> pieces);

  Plan plan(llvm::ArrayRef<Branch> branches, unsigned digit) const;
  void planPiece(const Piece &piece, unsigned digit, Plan &plan) const;
  void planOpaques(const Piece &piece, unsigned digit, Plan &plan) const;
  bool isUniform(const Branch &branch, unsigned digit) const;
  bool charge(Wide combinations);

  const Space::Impl &impl;
  llvm::ArrayRef<VarRole> roles;
  int64_t bits;
  const CountLimits &limits;
  DigitTable table;
  ImageCounter images;
  llvm::SmallVector<Source, 4> sources;
  llvm::SmallVector<Group, 2> groups;
  llvm::SmallVector<int64_t, 4> shape;
  bool anyUnknown = false;
  Wide combinations = 0;
};

} // namespace tilefoundry

#endif // TILEFOUNDRY_LIB_ACCESS_COUNTER_H
