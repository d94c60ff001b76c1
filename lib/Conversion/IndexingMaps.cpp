//===- IndexingMaps.cpp - affine maps as subscripts -----------------------===//

#include "IndexingMaps.h"
#include "mlir/IR/AffineExpr.h"
#include "tilefoundry/Support/CheckedMath.h"

using namespace mlir;
using namespace tilefoundry;

static llvm::Error refuse(AffineExpr expr, const char *why) {
  std::string text;
  llvm::raw_string_ostream(text) << "'" << expr << "' " << why;
  return llvm::createStringError(text);
}

/// The left side of `lhs op c` for a positive constant `c`, or null.
static AffineExpr scaledBy(AffineExpr expr, AffineExprKind kind,
                           int64_t &constant) {
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  auto rhs = binary && binary.getKind() == kind
                 ? dyn_cast<AffineConstantExpr>(binary.getRHS())
                 : AffineConstantExpr();
  if (!rhs || rhs.getValue() < 1)
    return {};
  constant = rhs.getValue();
  return binary.getLHS();
}

/// `dim` or `dim floordiv c`.
static std::optional<Subscript::Term> toTerm(AffineExpr expr) {
  Subscript::Term term{0, 1, 1};
  if (AffineExpr lhs = scaledBy(expr, AffineExprKind::FloorDiv, term.divisor))
    expr = lhs;
  auto dim = dyn_cast<AffineDimExpr>(expr);
  if (!dim)
    return std::nullopt;
  term.dim = dim.getPosition();
  return term;
}

namespace {
/// Turns one result of a map into a subscript.
class SubscriptBuilder {
public:
  explicit SubscriptBuilder(AffineExpr expr) : expr(expr) {}
  llvm::Expected<Subscript> build();

private:
  llvm::Error add(AffineExpr summand);

  AffineExpr expr;
  Subscript sum;
  /// A summand that divides a sum of its own: the map's printer moves what is
  /// divisible out of a division.
  AffineExpr divided;
};
} // namespace

llvm::Error SubscriptBuilder::add(AffineExpr summand) {
  if (auto constant = dyn_cast<AffineConstantExpr>(summand)) {
    CheckedInt offset = CheckedInt(sum.offset) + constant.getValue();
    if (!offset)
      return refuse(expr, "brings its constants past 64 bits");
    sum.offset = offset.get();
    return llvm::Error::success();
  }
  if (std::optional<Subscript::Term> term = toTerm(summand)) {
    sum.terms.push_back(*term);
    return llvm::Error::success();
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(summand);
  if (binary && binary.getKind() == AffineExprKind::Add) {
    if (llvm::Error error = add(binary.getLHS()))
      return error;
    return add(binary.getRHS());
  }
  int64_t factor;
  if (AffineExpr scaled = scaledBy(summand, AffineExprKind::Mul, factor))
    if (std::optional<Subscript::Term> term = toTerm(scaled)) {
      term->coeff = factor;
      sum.terms.push_back(*term);
      return llvm::Error::success();
    }
  if (!divided && scaledBy(summand, AffineExprKind::FloorDiv, factor)) {
    divided = summand;
    return llvm::Error::success();
  }
  if (binary && binary.getKind() == AffineExprKind::Mul &&
      isa<AffineConstantExpr>(binary.getRHS()) && toTerm(binary.getLHS()))
    return refuse(summand, "runs backwards; coefficients must be positive, so "
                           "reverse the data or the other maps");
  return refuse(summand, "is no sum of dims with constant coefficients; an "
                         "access relation needs one");
}

llvm::Expected<Subscript> SubscriptBuilder::build() {
  if (llvm::Error error = add(expr))
    return error;
  if (!divided)
    return std::move(sum);
  int64_t divisor = 1;
  AffineExpr dividend = scaledBy(divided, AffineExprKind::FloorDiv, divisor);
  // floor(e / c) + rest is floor((e + c * rest) / c).
  CheckedInt offset = CheckedInt(sum.offset) * divisor;
  for (Subscript::Term &term : sum.terms) {
    CheckedInt coeff = CheckedInt(term.coeff) * divisor;
    if (!coeff)
      offset = coeff;
    term.coeff = coeff.get();
  }
  if (!offset)
    return refuse(expr, "brings its constants past 64 bits");
  sum.offset = offset.get();
  sum.divisor = divisor;
  if (llvm::Error error = add(dividend))
    return error;
  return std::move(sum);
}

llvm::Expected<SmallVector<Subscript, 4>>
tilefoundry::toSubscripts(AffineMap map) {
  SmallVector<Subscript, 4> subscripts;
  for (AffineExpr expr : map.getResults()) {
    auto subscript = SubscriptBuilder(expr).build();
    if (!subscript)
      return subscript.takeError();
    subscripts.push_back(std::move(*subscript));
  }
  return subscripts;
}
