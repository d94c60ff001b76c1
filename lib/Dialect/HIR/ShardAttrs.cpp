//===- ShardAttrs.cpp - shards, encodings and residences ------------------===//

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "tilefoundry/Dialect/HIR/HIRAttributes.h"
#include "tilefoundry/Dialect/HIR/LayoutBridge.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tilefoundry;
using namespace tilefoundry::hir;

using EmitError = llvm::function_ref<InFlightDiagnostic()>;

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
  return ShardAttr::getChecked(
      [&] { return parser.emitError(parser.getNameLoc()); },
      parser.getContext(), layout, ArrayRef<ShardEntry>(entries), mesh);
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
  return EncodingAttr::getChecked(
      [&] { return parser.emitError(parser.getNameLoc()); },
      parser.getContext(), storage, layout, ArrayRef<Attribute>(dims));
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
