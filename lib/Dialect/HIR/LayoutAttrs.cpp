//===- LayoutAttrs.cpp - layouts, topologies and meshes -------------------===//

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "tilefoundry/Dialect/HIR/HIRAttributes.h"
#include "tilefoundry/Dialect/HIR/LayoutBridge.h"
#include "tilefoundry/Layout/MaxRank.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"

using namespace mlir;
using namespace tilefoundry;
using namespace tilefoundry::hir;

using EmitError = llvm::function_ref<InFlightDiagnostic()>;

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

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
  return LayoutAttr::getChecked(
      [&] { return parser.emitError(parser.getNameLoc()); },
      parser.getContext(), ArrayRef<Attribute>(shape),
      ArrayRef<Attribute>(strides), materialised);
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
  return ComposedAttr::getChecked(
      [&] { return parser.emitError(parser.getNameLoc()); },
      parser.getContext(), inner, offset, outer);
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
  return TopologyAttr::getChecked(
      [&] { return parser.emitError(parser.getNameLoc()); },
      parser.getContext(), StringRef(name), extent);
}

void TopologyAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printer.printString(getName());
  printer << ", ";
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
  return MeshAttr::getChecked(
      [&] { return parser.emitError(parser.getNameLoc()); },
      parser.getContext(), ArrayRef<TopologyAttr>(levels), layout,
      ArrayRef<StringAttr>(axes));
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
