//===- ExtentAttrs.cpp - extents, dimensions and their ranges -------------===//

#include "mlir/IR/AffineExprVisitor.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "tilefoundry/Dialect/HIR/HIRAttributes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"

using namespace mlir;
using namespace tilefoundry;
using namespace tilefoundry::hir;

using EmitError = llvm::function_ref<InFlightDiagnostic()>;

//===----------------------------------------------------------------------===//
// Extents
//===----------------------------------------------------------------------===//

bool hir::isExtent(Attribute extent) {
  if (auto value = dyn_cast_or_null<IntegerAttr>(extent))
    return value.getType().isSignlessInteger(64);
  return isa_and_nonnull<DimAttr, DimExprAttr>(extent);
}

std::optional<int64_t> hir::getStaticExtent(Attribute extent) {
  if (auto value = dyn_cast_or_null<IntegerAttr>(extent))
    return value.getInt();
  return std::nullopt;
}

IntegerAttr hir::makeExtent(MLIRContext *context, int64_t value) {
  return IntegerAttr::get(IntegerType::get(context, 64), value);
}

ParseResult hir::parseExtent(AsmParser &parser, Attribute &extent) {
  int64_t value;
  OptionalParseResult integer = parser.parseOptionalInteger(value);
  if (integer.has_value()) {
    if (failed(*integer))
      return failure();
    extent = makeExtent(parser.getContext(), value);
    return success();
  }
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseAttribute(extent))
    return failure();
  if (!isExtent(extent))
    return parser.emitError(loc, "expected an integer, #hir.dim or "
                                 "#hir.dim_expr as an extent, got ")
           << extent;
  return success();
}

void hir::printExtent(AsmPrinter &printer, Attribute extent) {
  if (std::optional<int64_t> value = getStaticExtent(extent))
    printer << *value;
  else
    printer << extent;
}

ParseResult hir::parseExtentList(AsmParser &parser,
                                 SmallVectorImpl<Attribute> &extents,
                                 AsmParser::Delimiter delimiter) {
  return parser.parseCommaSeparatedList(delimiter, [&]() -> ParseResult {
    return parseExtent(parser, extents.emplace_back());
  });
}

void hir::printExtents(AsmPrinter &printer, ArrayRef<Attribute> extents) {
  llvm::interleaveComma(extents, printer,
                        [&](Attribute e) { printExtent(printer, e); });
}

//===----------------------------------------------------------------------===//
// Dimensions
//===----------------------------------------------------------------------===//

static LogicalResult verifyInterval(EmitError emitError, StringRef what,
                                    StringRef name, int64_t lo, int64_t hi) {
  if (name.empty())
    return emitError() << what << " needs a name";
  if (lo < 0 || hi <= lo)
    return emitError() << what << " '" << name << "' has the interval [" << lo
                       << ", " << hi << "); bounds must satisfy 0 <= lo < hi";
  return success();
}

LogicalResult DimAttr::verify(EmitError emitError, StringRef name, int64_t lo,
                              int64_t hi) {
  return verifyInterval(emitError, "dimension", name, lo, hi);
}

LogicalResult RangeAttr::verify(EmitError emitError, StringRef name, int64_t lo,
                                int64_t hi) {
  return verifyInterval(emitError, "range of dimension", name, lo, hi);
}

LogicalResult DimExprAttr::verify(EmitError emitError, DimExprKind kind,
                                  AffineMap map, ArrayRef<Attribute> dims) {
  if (map.getNumDims() != 0 || map.getNumSymbols() != dims.size())
    return emitError() << "a dimension expression needs one symbol per "
                          "dimension and no affine dims; the map has "
                       << map.getNumSymbols() << " symbols and "
                       << map.getNumDims() << " dims for " << dims.size()
                       << " dimensions";
  if (map.getNumResults() == 0)
    return emitError() << "a dimension expression needs a result";
  if (kind == DimExprKind::Single && map.getNumResults() != 1)
    return emitError() << "a dimension expression with " << map.getNumResults()
                       << " results needs a leading 'min' or 'max'";
  llvm::SmallSet<StringRef, 4> seen;
  for (Attribute dim : dims) {
    auto dimAttr = dyn_cast<DimAttr>(dim);
    if (!dimAttr)
      return emitError() << "expected #hir.dim in a dimension expression, got "
                         << dim;
    if (!seen.insert(dimAttr.getName()).second)
      return emitError() << "dimension '" << dimAttr.getName()
                         << "' is listed twice";
  }
  return success();
}

/// Orders the dims by name and drops the unused ones, so that equal expressions
/// are one attribute.
static void canonicalizeSymbols(AffineMap &map, SmallVector<Attribute> &dims) {
  MLIRContext *context = map.getContext();
  SmallVector<unsigned> order;
  for (unsigned i = 0; i < dims.size(); ++i)
    if (map.isFunctionOfSymbol(i))
      order.push_back(i);
  llvm::sort(order, [&](unsigned a, unsigned b) {
    return cast<DimAttr>(dims[a]).getName() < cast<DimAttr>(dims[b]).getName();
  });
  SmallVector<AffineExpr> replacement(dims.size(),
                                      getAffineConstantExpr(0, context));
  SmallVector<Attribute> sorted;
  for (auto [position, old] : llvm::enumerate(order)) {
    replacement[old] = getAffineSymbolExpr(position, context);
    sorted.push_back(dims[old]);
  }
  map = map.replaceDimsAndSymbols({}, replacement, 0, sorted.size());
  dims = sorted;
}

Attribute DimExprAttr::build(DimExprKind kind, AffineMap map,
                             ArrayRef<Attribute> dims) {
  MLIRContext *context = map.getContext();
  SmallVector<Attribute> symbols(dims);
  canonicalizeSymbols(map, symbols);
  map = simplifyAffineMap(map);

  // Constants of a min or max fold into one; equal results are listed once.
  SmallVector<AffineExpr> results;
  std::optional<int64_t> constant;
  for (AffineExpr expr : map.getResults()) {
    if (auto value = dyn_cast<AffineConstantExpr>(expr)) {
      int64_t v = value.getValue();
      if (!constant)
        constant = v;
      else
        constant = kind == DimExprKind::Max ? std::max(*constant, v)
                                            : std::min(*constant, v);
    } else if (!llvm::is_contained(results, expr)) {
      results.push_back(expr);
    }
  }
  if (constant)
    results.insert(results.begin(), getAffineConstantExpr(*constant, context));
  map = AffineMap::get(0, symbols.size(), results, context);
  if (results.size() == 1) {
    kind = DimExprKind::Single;
    if (auto value = dyn_cast<AffineConstantExpr>(results[0]))
      return makeExtent(context, value.getValue());
    if (auto symbol = dyn_cast<AffineSymbolExpr>(results[0]))
      return symbols[symbol.getPosition()];
  }
  return DimExprAttr::get(context, kind, map, symbols);
}

Attribute DimExprAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  DimExprKind kind = DimExprKind::Single;
  AffineMapAttr map;
  SmallVector<Attribute> dims;
  if (parser.parseLess())
    return {};
  if (succeeded(parser.parseOptionalKeyword("min")))
    kind = DimExprKind::Min;
  else if (succeeded(parser.parseOptionalKeyword("max")))
    kind = DimExprKind::Max;
  if (parser.parseAttribute(map) || parser.parseComma() ||
      parseExtentList(parser, dims, AsmParser::Delimiter::Square) ||
      parser.parseGreater())
    return {};
  auto emitError = [&] { return parser.emitError(loc); };
  if (failed(verify(emitError, kind, map.getValue(), dims)))
    return {};
  return build(kind, map.getValue(), dims);
}

void DimExprAttr::print(AsmPrinter &printer) const {
  printer << "<";
  if (getKind() != DimExprKind::Single)
    printer << stringifyDimExprKind(getKind()) << " ";
  printer << AffineMapAttr::get(getMap()) << ", [";
  printExtents(printer, getDims());
  printer << "]>";
}
