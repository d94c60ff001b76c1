//===- HIRAttributes.cpp - parsing, printing and checking of attributes ---===//

#include "tilefoundry/Dialect/HIR/HIRAttributes.h"
#include "mlir/IR/AffineExprVisitor.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "tilefoundry/Dialect/HIR/HIR.h"
#include "tilefoundry/Dialect/HIR/LayoutBridge.h"
#include "tilefoundry/Layout/MaxRank.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/TypeSwitch.h"

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

static LogicalResult verifyExtents(EmitError emitError,
                                   ArrayRef<Attribute> extents,
                                   StringRef what) {
  for (Attribute extent : extents)
    if (!isExtent(extent))
      return emitError() << what
                         << " must be an i64 integer or a dimension, got "
                         << extent;
  return success();
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

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

LayoutAttr LayoutAttr::get(MLIRContext *context, ArrayRef<int64_t> shape,
                           ArrayRef<int64_t> strides) {
  auto toAttr = [&](int64_t v) -> Attribute { return makeExtent(context, v); };
  return get(context, llvm::map_to_vector(shape, toAttr),
             llvm::map_to_vector(strides, toAttr), /*materialised=*/true);
}

bool LayoutAttr::isStatic() const {
  auto isConstant = [](Attribute a) { return isa<IntegerAttr>(a); };
  return llvm::all_of(getShape(), isConstant) &&
         llvm::all_of(getStrides(), isConstant);
}

LogicalResult LayoutAttr::verify(EmitError emitError, ArrayRef<Attribute> shape,
                                 ArrayRef<Attribute> strides,
                                 bool materialised) {
  if (shape.size() > kMaxRank || strides.size() > kMaxRank)
    return emitError() << "a layout has at most " << kMaxRank
                       << " positions, got "
                       << std::max(shape.size(), strides.size());
  if (failed(verifyExtents(emitError, shape, "a layout extent")) ||
      failed(verifyExtents(emitError, strides, "a layout stride")))
    return failure();
  for (Attribute extent : shape)
    if (std::optional<int64_t> value = getStaticExtent(extent);
        value && *value < 0)
      return emitError() << "a layout extent must not be negative, got "
                         << *value;
  for (Attribute stride : strides)
    if (std::optional<int64_t> value = getStaticExtent(stride);
        value && *value < 0)
      return emitError() << "a layout stride must not be negative, got "
                         << *value;
  if (materialised && strides.size() != shape.size())
    return emitError() << "a layout needs one stride per extent, got "
                       << strides.size() << " strides for " << shape.size()
                       << " extents";
  return success();
}

Attribute LayoutAttr::parse(AsmParser &parser, Type) {
  SmallVector<Attribute> shape, strides;
  bool materialised = false;
  if (parser.parseLess() ||
      parseExtentList(parser, shape, AsmParser::Delimiter::Paren))
    return {};
  if (succeeded(parser.parseOptionalColon())) {
    materialised = true;
    if (parseExtentList(parser, strides, AsmParser::Delimiter::Paren))
      return {};
  }
  if (parser.parseGreater())
    return {};
  return parser.getChecked<LayoutAttr>(parser.getContext(), shape, strides,
                                       materialised);
}

void LayoutAttr::print(AsmPrinter &printer) const {
  printer << "<(";
  printExtents(printer, getShape());
  printer << ")";
  if (getMaterialised()) {
    printer << " : (";
    printExtents(printer, getStrides());
    printer << ")";
  }
  printer << ">";
}

LogicalResult ComposedAttr::verify(EmitError emitError, LayoutAttr inner,
                                   int64_t offset, LayoutAttr outer) {
  if (!inner && !outer)
    return emitError() << "a composed layout needs an inner or an outer layout";
  if (offset < 0)
    return emitError() << "the offset of a composed layout must not be "
                          "negative, got "
                       << offset;
  return success();
}

/// Parses `none` or a layout.
static ParseResult parseOptionalLayout(AsmParser &parser, LayoutAttr &layout) {
  if (succeeded(parser.parseOptionalKeyword("none")))
    return success();
  return parser.parseAttribute(layout);
}

Attribute ComposedAttr::parse(AsmParser &parser, Type) {
  LayoutAttr inner, outer;
  int64_t offset = 0;
  if (parser.parseLess() || parser.parseKeyword("inner") ||
      parser.parseEqual() || parseOptionalLayout(parser, inner) ||
      parser.parseComma() || parser.parseKeyword("offset") ||
      parser.parseEqual() || parser.parseInteger(offset) ||
      parser.parseComma() || parser.parseKeyword("outer") ||
      parser.parseEqual() || parseOptionalLayout(parser, outer) ||
      parser.parseGreater())
    return {};
  return parser.getChecked<ComposedAttr>(parser.getContext(), inner, offset,
                                         outer);
}

void ComposedAttr::print(AsmPrinter &printer) const {
  auto printLayout = [&](LayoutAttr layout) {
    if (layout)
      printer << Attribute(layout);
    else
      printer << "none";
  };
  printer << "<inner = ";
  printLayout(getInner());
  printer << ", offset = " << getOffset() << ", outer = ";
  printLayout(getOuter());
  printer << ">";
}

//===----------------------------------------------------------------------===//
// Topologies and meshes
//===----------------------------------------------------------------------===//

LogicalResult TopologyAttr::verify(EmitError emitError, StringRef name,
                                   Attribute extent) {
  if (name.empty())
    return emitError() << "a topology level needs a name";
  if (extent && !isExtent(extent))
    return emitError() << "the extent of topology level '" << name
                       << "' must be an integer, a dimension or '?', got "
                       << extent;
  if (std::optional<int64_t> value = getStaticExtent(extent);
      value && *value < 1)
    return emitError() << "topology level '" << name << "' has extent "
                       << *value << "; extents are positive";
  return success();
}

Attribute TopologyAttr::parse(AsmParser &parser, Type) {
  std::string name;
  Attribute extent;
  if (parser.parseLess() || parser.parseString(&name) || parser.parseComma())
    return {};
  if (failed(parser.parseOptionalQuestion()) && parseExtent(parser, extent))
    return {};
  if (parser.parseGreater())
    return {};
  return parser.getChecked<TopologyAttr>(parser.getContext(), name, extent);
}

void TopologyAttr::print(AsmPrinter &printer) const {
  printer << "<\"" << getName() << "\", ";
  if (getExtent())
    printExtent(printer, getExtent());
  else
    printer << "?";
  printer << ">";
}

ArrayRef<Attribute> MeshAttr::getShape() const {
  if (auto layout = dyn_cast<LayoutAttr>(getLayout()))
    return layout.getShape();
  auto composed = cast<ComposedAttr>(getLayout());
  return (composed.getOuter() ? composed.getOuter() : composed.getInner())
      .getShape();
}

int MeshAttr::getAxisIndex(StringRef name) const {
  for (auto [index, axis] : llvm::enumerate(getAxisNames()))
    if (axis.getValue() == name)
      return static_cast<int>(index);
  return -1;
}

bool MeshAttr::isStatic() const {
  auto hasStaticExtent = [](TopologyAttr level) {
    return getStaticExtent(level.getExtent()).has_value();
  };
  if (!llvm::all_of(getLevels(), hasStaticExtent))
    return false;
  if (auto layout = dyn_cast<LayoutAttr>(getLayout()))
    return layout.isStatic();
  auto composed = cast<ComposedAttr>(getLayout());
  return (!composed.getInner() || composed.getInner().isStatic()) &&
         (!composed.getOuter() || composed.getOuter().isStatic());
}

static LogicalResult verifyMeshAxes(EmitError emitError,
                                    ArrayRef<StringAttr> axisNames,
                                    size_t rank) {
  if (axisNames.size() != rank)
    return emitError() << "a mesh needs one axis name per layout extent, got "
                       << axisNames.size() << " names for " << rank
                       << " extents";
  llvm::SmallSet<StringRef, 4> seen;
  for (StringAttr axis : axisNames)
    if (!seen.insert(axis.getValue()).second)
      return emitError() << "mesh axis '" << axis.getValue()
                         << "' is named twice";
  return success();
}

LogicalResult MeshAttr::verify(EmitError emitError,
                               ArrayRef<TopologyAttr> levels, Attribute layout,
                               ArrayRef<StringAttr> axisNames) {
  if (levels.empty())
    return emitError() << "a mesh names at least one topology level";
  llvm::SmallSet<StringRef, 4> seen;
  for (TopologyAttr level : levels)
    if (!seen.insert(level.getName()).second)
      return emitError() << "a mesh names topology level '" << level.getName()
                         << "' twice";
  auto plain = dyn_cast<LayoutAttr>(layout);
  auto composed = dyn_cast<ComposedAttr>(layout);
  if (!plain && !composed)
    return emitError() << "a mesh needs #hir.layout or #hir.composed, got "
                       << layout;
  if (plain && !plain.getMaterialised())
    return emitError() << "a mesh layout needs strides; write "
                          "#hir.layout<(extents) : (strides)>";
  ArrayRef<Attribute> shape =
      plain ? plain.getShape()
            : (composed.getOuter() ? composed.getOuter() : composed.getInner())
                  .getShape();
  if (failed(verifyMeshAxes(emitError, axisNames, shape.size())))
    return failure();
  return verifyMeshPositions(emitError, levels, layout, axisNames);
}

Attribute MeshAttr::parse(AsmParser &parser, Type) {
  SmallVector<TopologyAttr> levels;
  SmallVector<StringAttr> axes;
  Attribute layout;
  auto parseLevel = [&]() -> ParseResult {
    return parser.parseAttribute(levels.emplace_back());
  };
  auto parseAxis = [&]() -> ParseResult {
    return parser.parseAttribute(axes.emplace_back());
  };
  if (parser.parseLess() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                     parseLevel) ||
      parser.parseComma() || parser.parseAttribute(layout) ||
      parser.parseComma() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseAxis) ||
      parser.parseGreater())
    return {};
  return parser.getChecked<MeshAttr>(parser.getContext(), levels, layout, axes);
}

void MeshAttr::print(AsmPrinter &printer) const {
  printer << "<[";
  llvm::interleaveComma(getLevels(), printer,
                        [&](TopologyAttr l) { printer << Attribute(l); });
  printer << "], " << getLayout() << ", [";
  llvm::interleaveComma(getAxisNames(), printer,
                        [&](StringAttr a) { printer << Attribute(a); });
  printer << "]>";
}

//===----------------------------------------------------------------------===//
// Shards
//===----------------------------------------------------------------------===//

bool ShardAttr::isReal() const {
  return llvm::any_of(getEntries(), [](const ShardEntry &e) {
    return e.kind != ShardKind::Broadcast;
  });
}

bool ShardAttr::hasPartial() const {
  return llvm::any_of(getEntries(),
                      [](const ShardEntry &e) { return isPartial(e.kind); });
}

/// `split(k)` names layout positions whose extent is the product of the mesh
/// extents that name them.
static LogicalResult verifySplits(EmitError emitError, LayoutAttr layout,
                                  ArrayRef<ShardEntry> entries, MeshAttr mesh) {
  for (unsigned k = 0; k < layout.getShape().size(); ++k) {
    CheckedInt extent = 1;
    bool isSplit = false;
    for (auto [axis, entry] : llvm::enumerate(entries)) {
      if (!entry.isSplit() || entry.position != k)
        continue;
      isSplit = true;
      std::optional<int64_t> size = getStaticExtent(mesh.getShape()[axis]);
      if (!size)
        return success(); // Checked once the mesh is bound.
      extent *= *size;
    }
    std::optional<int64_t> actual = getStaticExtent(layout.getShape()[k]);
    if (isSplit && (!actual || !extent || *actual != extent.get()))
      return emitError() << "layout position " << k << " of a shard has extent "
                         << (actual ? std::to_string(*actual) : "'symbolic'")
                         << ", but the mesh axes that split it have "
                         << extent.get()
                         << " positions; factor the layout so that both agree";
  }
  return success();
}

LogicalResult ShardAttr::verify(EmitError emitError, LayoutAttr layout,
                                ArrayRef<ShardEntry> entries, MeshAttr mesh) {
  if (entries.size() != mesh.getRank())
    return emitError() << "a shard needs one entry per mesh axis, got "
                       << entries.size() << " entries for " << mesh.getRank()
                       << " axes";
  for (auto [axis, entry] : llvm::enumerate(entries))
    if (entry.isSplit() && entry.position >= layout.getShape().size())
      return emitError() << "split(" << entry.position << ") on mesh axis '"
                         << mesh.getAxisNames()[axis].getValue()
                         << "' names no position of a layout of rank "
                         << layout.getShape().size();
  return verifySplits(emitError, layout, entries, mesh);
}

static ParseResult parseShardEntry(AsmParser &parser, ShardEntry &entry) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef keyword;
  if (parser.parseKeyword(&keyword))
    return failure();
  if (keyword == "broadcast" || keyword == "dynamic") {
    entry =
        keyword == "dynamic" ? ShardEntry::dynamic() : ShardEntry::broadcast();
    return success();
  }
  if (keyword == "split") {
    entry = ShardEntry::split(0);
    return failure(parser.parseLParen() ||
                   parser.parseInteger(entry.position) || parser.parseRParen());
  }
  if (keyword != "partial")
    return parser.emitError(loc, "expected 'split', 'broadcast', 'dynamic' or "
                                 "'partial', got '")
           << keyword << "'";
  StringRef reduction;
  SMLoc reductionLoc;
  if (parser.parseLess() ||
      (reductionLoc = parser.getCurrentLocation(),
       parser.parseKeyword(&reduction)) ||
      parser.parseGreater())
    return failure();
  for (Reduction r : {Reduction::Sum, Reduction::Max, Reduction::Min})
    if (reduction == reductionName(r)) {
      entry = ShardEntry::partial(partialKind(r));
      return success();
    }
  return parser.emitError(reductionLoc, "expected 'sum', 'max' or 'min', got '")
         << reduction << "'";
}

/// One element of the author's form: `1536 over (w, t)`.
static ParseResult parseSugarElement(AsmParser &parser,
                                     SmallVectorImpl<SugarAxis> &axes) {
  SugarAxis &axis = axes.emplace_back();
  axis.loc = parser.getCurrentLocation();
  if (parseExtent(parser, axis.extent))
    return failure();
  if (failed(parser.parseOptionalKeyword("over")))
    return success();
  auto parseName = [&]() -> ParseResult {
    std::string name;
    if (parser.parseKeywordOrString(&name))
      return failure();
    axis.meshAxes.push_back(name);
    return success();
  };
  if (succeeded(parser.parseOptionalLParen())) {
    do {
      if (parseName())
        return failure();
    } while (succeeded(parser.parseOptionalComma()));
    return parser.parseRParen();
  }
  return parseName();
}

/// `[1, 1536 over (w, t)], #m>`: factored canonically, strides unmaterialised.
static Attribute parseSugar(AsmParser &parser) {
  SmallVector<SugarAxis> axes;
  MeshAttr mesh;
  do {
    if (parseSugarElement(parser, axes))
      return {};
  } while (succeeded(parser.parseOptionalComma()));
  SMLoc meshLoc;
  if (parser.parseRSquare() || parser.parseComma() ||
      (meshLoc = parser.getCurrentLocation(), parser.parseAttribute(mesh)) ||
      parser.parseGreater())
    return {};
  return factorSugar(
      [&](SMLoc loc) {
        return parser.emitError(loc.isValid() ? loc : meshLoc);
      },
      axes, mesh);
}

Attribute ShardAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess())
    return {};
  if (succeeded(parser.parseOptionalLSquare()))
    return parseSugar(parser);
  LayoutAttr layout;
  MeshAttr mesh;
  SmallVector<ShardEntry> entries;
  auto parseEntry = [&]() -> ParseResult {
    return parseShardEntry(parser, entries.emplace_back());
  };
  if (parser.parseAttribute(layout) || parser.parseComma() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                     parseEntry) ||
      parser.parseComma() || parser.parseAttribute(mesh) ||
      parser.parseGreater())
    return {};
  return parser.getChecked<ShardAttr>(parser.getContext(), layout, entries,
                                      mesh);
}

void ShardAttr::print(AsmPrinter &printer) const {
  printer << "<" << Attribute(getLayout()) << ", [";
  llvm::interleaveComma(getEntries(), printer, [&](const ShardEntry &entry) {
    printer << entry.str();
  });
  printer << "], " << Attribute(getMesh()) << ">";
}

//===----------------------------------------------------------------------===//
// Encodings
//===----------------------------------------------------------------------===//

static ParseResult parseStorage(AsmParser &parser, Storage &storage) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef keyword;
  if (parser.parseKeyword(&keyword))
    return failure();
  if (std::optional<Storage> parsed = symbolizeStorage(keyword)) {
    storage = *parsed;
    return success();
  }
  return parser.emitError(loc, "expected a storage ('host', 'gmem', 'smem', "
                               "'rmem', 'tmem' or 'umat'), got '")
         << keyword << "'";
}

LogicalResult EncodingAttr::verify(EmitError emitError, Storage storage,
                                   Attribute layout, ArrayRef<Attribute> dims) {
  if (storage == Storage::Gmem && !layout && dims.empty())
    return emitError() << "#hir.encoding<gmem> says what a tensor without an "
                          "encoding already says; leave it out";
  if (layout && !isa<LayoutAttr, ComposedAttr, ShardAttr>(layout))
    return emitError() << "expected #hir.layout, #hir.composed or #hir.shard "
                          "as the layout of an encoding, got "
                       << layout;
  for (Attribute dim : dims)
    if (!isa<DimAttr, DimExprAttr>(dim))
      return emitError() << "expected #hir.dim or #hir.dim_expr in 'dims', got "
                         << dim;
  return success();
}

LogicalResult EncodingAttr::verifyEncoding(ArrayRef<int64_t> shape,
                                           Type elementType,
                                           EmitError emitError) const {
  size_t symbolic = llvm::count_if(shape, ShapedType::isDynamic);
  if (symbolic != getDims().size())
    return emitError() << "the shape has " << symbolic
                       << " symbolic extents ('?') but the encoding lists "
                       << getDims().size()
                       << " dimensions; give one per '?', in order";
  if (!getLayout())
    return success();
  return verifyLayoutOfTensor(emitError, shape, getDims(), getLayout());
}

Attribute EncodingAttr::parse(AsmParser &parser, Type) {
  Storage storage = Storage::Gmem;
  Attribute layout;
  SmallVector<Attribute> dims;
  if (parser.parseLess() || parseStorage(parser, storage))
    return {};
  while (succeeded(parser.parseOptionalComma())) {
    if (!layout && dims.empty() &&
        succeeded(parser.parseOptionalKeyword("layout"))) {
      if (parser.parseEqual() || parser.parseAttribute(layout))
        return {};
    } else if (parser.parseKeyword("dims") || parser.parseEqual() ||
               parseExtentList(parser, dims, AsmParser::Delimiter::Square)) {
      return {};
    }
  }
  if (parser.parseGreater())
    return {};
  return parser.getChecked<EncodingAttr>(parser.getContext(), storage, layout,
                                         dims);
}

void EncodingAttr::print(AsmPrinter &printer) const {
  printer << "<" << stringifyStorage(getStorage());
  if (getLayout())
    printer << ", layout = " << getLayout();
  if (!getDims().empty()) {
    printer << ", dims = [";
    printExtents(printer, getDims());
    printer << "]";
  }
  printer << ">";
}

Attribute ResidenceAttr::parse(AsmParser &parser, Type) {
  std::optional<Storage> storage;
  Attribute layout;
  if (parser.parseLess())
    return {};
  bool wantsLayout = succeeded(parser.parseOptionalKeyword("layout"));
  if (!wantsLayout) {
    Storage parsed;
    if (parseStorage(parser, parsed))
      return {};
    storage = parsed;
    if (succeeded(parser.parseOptionalComma())) {
      if (parser.parseKeyword("layout"))
        return {};
      wantsLayout = true;
    }
  }
  if (wantsLayout) {
    SMLoc loc;
    if (parser.parseEqual() ||
        (loc = parser.getCurrentLocation(), parser.parseAttribute(layout)))
      return {};
    if (!isa<LayoutAttr, ComposedAttr, ShardAttr>(layout)) {
      parser.emitError(loc, "expected #hir.layout, #hir.composed or #hir.shard "
                            "as the layout, got ")
          << layout;
      return {};
    }
  }
  if (parser.parseGreater())
    return {};
  return ResidenceAttr::get(parser.getContext(), storage, layout);
}

void ResidenceAttr::print(AsmPrinter &printer) const {
  printer << "<";
  if (getStorage())
    printer << stringifyStorage(*getStorage());
  if (getLayout())
    printer << (getStorage() ? ", layout = " : "layout = ") << getLayout();
  printer << ">";
}

//===----------------------------------------------------------------------===//
// Targets
//===----------------------------------------------------------------------===//

/// Parses `key = "value", ...` in any order, each key at most once.
static ParseResult
parseDocumentIds(AsmParser &parser,
                 ArrayRef<std::pair<StringRef, StringAttr *>> fields) {
  if (parser.parseLess())
    return failure();
  if (succeeded(parser.parseOptionalGreater()))
    return success();
  do {
    SMLoc loc = parser.getCurrentLocation();
    StringRef key;
    if (parser.parseKeyword(&key))
      return failure();
    const auto *field =
        llvm::find_if(fields, [&](const auto &f) { return f.first == key; });
    if (field == fields.end() || *field->second)
      return parser.emitError(loc, "unexpected or repeated key '")
             << key << "' in a target";
    if (parser.parseEqual() || parser.parseAttribute(*field->second))
      return failure();
  } while (succeeded(parser.parseOptionalComma()));
  return parser.parseGreater();
}

static void printDocumentIds(AsmPrinter &printer, StringRef device,
                             StringAttr architecture) {
  printer << "<";
  if (!device.empty())
    printer << "device = \"" << device << "\"";
  if (architecture)
    printer << (device.empty() ? "" : ", ")
            << "architecture = " << architecture;
  printer << ">";
}

Attribute CudaAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  StringAttr device, architecture;
  if (parseDocumentIds(parser,
                       {{"device", &device}, {"architecture", &architecture}}))
    return {};
  if (!device) {
    parser.emitError(loc, "a CUDA target names its device: "
                          "#hir.cuda<device = \"...\">");
    return {};
  }
  return CudaAttr::get(parser.getContext(), device.getValue(), architecture);
}

void CudaAttr::print(AsmPrinter &printer) const {
  printDocumentIds(printer, getDevice(), getArchitecture());
}

Attribute AmxAttr::parse(AsmParser &parser, Type) {
  StringAttr device, architecture;
  if (parseDocumentIds(parser,
                       {{"device", &device}, {"architecture", &architecture}}))
    return {};
  return AmxAttr::get(parser.getContext(), device, architecture);
}

void AmxAttr::print(AsmPrinter &printer) const {
  printDocumentIds(printer, getDevice() ? getDevice().getValue() : "",
                   getArchitecture());
}

Attribute CpuAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess() || parser.parseGreater())
    return {};
  return CpuAttr::get(parser.getContext());
}

void CpuAttr::print(AsmPrinter &printer) const { printer << "<>"; }

#include "tilefoundry/Dialect/HIR/HIREnums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "tilefoundry/Dialect/HIR/HIRAttributes.cpp.inc"

void HIRDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "tilefoundry/Dialect/HIR/HIRAttributes.cpp.inc"
      >();
}
