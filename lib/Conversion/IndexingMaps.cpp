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

/// `dim` or `dim floordiv c`.
static std::optional<Subscript::Term> toTerm(AffineExpr expr) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return Subscript::Term{dim.getPosition(), 1, 1};
  auto quotient = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!quotient || quotient.getKind() != AffineExprKind::FloorDiv)
    return std::nullopt;
  auto dim = dyn_cast<AffineDimExpr>(quotient.getLHS());
  auto divisor = dyn_cast<AffineConstantExpr>(quotient.getRHS());
  if (!dim || !divisor || divisor.getValue() < 1)
    return std::nullopt;
  return Subscript::Term{dim.getPosition(), 1, divisor.getValue()};
}

/// Adds the summands of `expr` to `sum`.
static llvm::Error addSummands(AffineExpr expr, Subscript &sum) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
    CheckedInt offset = CheckedInt(sum.offset) + constant.getValue();
    if (!offset)
      return refuse(expr, "brings the constants of the sum past 64 bits");
    sum.offset = offset.get();
    return llvm::Error::success();
  }
  if (std::optional<Subscript::Term> term = toTerm(expr)) {
    sum.terms.push_back(*term);
    return llvm::Error::success();
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (binary && binary.getKind() == AffineExprKind::Add) {
    if (llvm::Error error = addSummands(binary.getLHS(), sum))
      return error;
    return addSummands(binary.getRHS(), sum);
  }
  if (binary && binary.getKind() == AffineExprKind::Mul) {
    auto factor = dyn_cast<AffineConstantExpr>(binary.getRHS());
    std::optional<Subscript::Term> term = toTerm(binary.getLHS());
    if (factor && term) {
      if (factor.getValue() < 1)
        return refuse(expr, "runs backwards; coefficients must be positive, so "
                            "reverse the data or the other maps");
      term->coeff = factor.getValue();
      sum.terms.push_back(*term);
      return llvm::Error::success();
    }
  }
  return refuse(expr, "is no sum of dims with constant coefficients; an "
                      "access relation needs one");
}

static llvm::Expected<Subscript> toSubscript(AffineExpr expr) {
  Subscript subscript;
  auto quotient = dyn_cast<AffineBinaryOpExpr>(expr);
  if (quotient && quotient.getKind() == AffineExprKind::FloorDiv &&
      !toTerm(expr))
    if (auto divisor = dyn_cast<AffineConstantExpr>(quotient.getRHS());
        divisor && divisor.getValue() >= 1) {
      subscript.divisor = divisor.getValue();
      expr = quotient.getLHS();
    }
  if (llvm::Error error = addSummands(expr, subscript))
    return error;
  return subscript;
}

llvm::Expected<SmallVector<Subscript, 4>>
tilefoundry::toSubscripts(AffineMap map) {
  SmallVector<Subscript, 4> subscripts;
  for (AffineExpr expr : map.getResults()) {
    auto subscript = toSubscript(expr);
    if (!subscript)
      return subscript.takeError();
    subscripts.push_back(std::move(*subscript));
  }
  return subscripts;
}
