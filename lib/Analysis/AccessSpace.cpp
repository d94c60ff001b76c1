//===- AccessSpace.cpp - an op's relations placed in its scope ------------===//

#include "tilefoundry/Analysis/AccessSpace.h"
#include "tilefoundry/Dialect/HIR/LayoutBridge.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tilefoundry;

template <typename... Args>
static llvm::Error makeError(const char *format, Args... args) {
  return llvm::createStringError(format, args...);
}

//===----------------------------------------------------------------------===//
// Splits of iteration dims
//===----------------------------------------------------------------------===//

/// The digits of one axis of a sharded value, mesh axes apart.
static DimDigits toDimDigits(const AxisFactoring &axis, hir::MeshAttr mesh,
                             ArrayRef<MeshAxis> meshAxes) {
  DimDigits digits;
  for (const ShardDigit &digit : axis) {
    int64_t extent = digit.extent.asStatic().value_or(1);
    int64_t stride = digit.stride.asStatic().value_or(1);
    if (!digit.isSplit()) {
      digits.push_back({extent, stride, {}, 0});
      continue;
    }
    // Several mesh axes on one position: the first is major.
    int64_t finer = extent;
    for (unsigned meshAxis : digit.meshAxes) {
      int64_t size = meshAxes[meshAxis].extent.asStatic().value_or(1);
      finer = size == 0 ? finer : finer / size;
      digits.push_back({size, stride * finer, mesh, meshAxis});
    }
  }
  return digits;
}

llvm::Expected<SmallVector<DimDigits, 4>>
tilefoundry::splitDims(Operation *op, const AccessRelations &relations) {
  SmallVector<DimDigits, 4> digits(relations.extents.size());
  bool byResult = cast<AccessRelationOpInterface>(op).isPlacedByResult();
  for (const BoundaryRelation &boundary : relations.boundaries) {
    if (byResult && !boundary.isResult)
      continue;
    Value value = boundary.isResult ? Value(op->getResult(boundary.index))
                                    : op->getOperand(boundary.index);
    auto desc = hir::ValueDesc::get(value.getType());
    hir::ShardAttr shard = desc ? desc->getShard() : hir::ShardAttr();
    if (!shard)
      continue;
    Shard plain = hir::toShard(shard);
    if (plain.hasDynamic())
      continue; // It states no distribution.
    auto factoring = factorAxes(hir::shapeExtents(desc->shape), plain);
    if (!factoring)
      return factoring.takeError();
    for (auto [axis, subscript] : llvm::enumerate(boundary.subscripts)) {
      int dim = subscript.unitDim();
      if (dim < 0 || !digits[dim].empty())
        continue;
      const AxisFactoring &own = (*factoring)[axis];
      if (llvm::any_of(own, [](const ShardDigit &d) { return d.isSplit(); }))
        digits[dim] = toDimDigits(own, shard.getMesh(), plain.meshAxes);
    }
  }
  for (auto [dim, own] : llvm::enumerate(digits))
    if (own.empty())
      own.push_back({relations.extents[dim], 1, {}, 0});
  return digits;
}

//===----------------------------------------------------------------------===//
// Variables
//===----------------------------------------------------------------------===//

unsigned AccessSpace::addVariable(int64_t extent, StringRef name,
                                  bool position) {
  unsigned variable = space.addVariable(extent, name);
  isPosition.resize(variable + 1, false);
  isPosition[variable] = position;
  return variable;
}

/// A variable for an iteration digit of the op begun last. Each access ranges
/// over its iterations for itself, so the ops of a space take turns with one
/// set of variables.
unsigned AccessSpace::iterationVariable(int64_t extent, StringRef name) {
  for (auto [i, known] : llvm::enumerate(iterations)) {
    if (known.first != extent || iterationsTaken.test(i))
      continue;
    iterationsTaken.set(i);
    return known.second;
  }
  unsigned variable = addVariable(extent, name, /*position=*/false);
  iterations.push_back({extent, variable});
  iterationsTaken.resize(iterations.size(), true);
  return variable;
}

int AccessSpace::findVariable(const Slot &slot) const {
  auto known = slotVariables.find(slot.coordinate);
  return known == slotVariables.end() ? -1 : static_cast<int>(known->second);
}

void AccessSpace::collectMovers(const Access &access, ArrayRef<Slot> slots,
                                SlotSet &movers) const {
  llvm::SmallBitVector used = space.variablesOf(access);
  for (const Slot &slot : slots) {
    int variable = findVariable(slot);
    if (variable >= 0 && used.test(variable))
      movers.set(slot.coordinate);
  }
}

IndexExpr AccessSpace::slotVariable(const Scope &of, unsigned slot) {
  const Slot &info = of.slots[slot];
  int variable = findVariable(info);
  if (variable < 0) {
    std::string name = info.isLoop() ? "loop" : info.level.str();
    // A loop of 0 trips keeps its one-occurrence records.
    variable = addVariable(std::max<int64_t>(info.extent, 1),
                           name + std::to_string(slot), false);
    slotVariables[info.coordinate] = variable;
  }
  return space.variable(variable);
}

//===----------------------------------------------------------------------===//
// Iterations
//===----------------------------------------------------------------------===//

llvm::Error AccessSpace::beginOp(Operation *newOp,
                                 const AccessRelations &newRelations,
                                 const Scope &newScope) {
  op = newOp;
  relations = &newRelations;
  if (opScope != &newScope)
    meshes.clear(); // They are expressed by the scope's slots.
  opScope = &newScope;
  auto split = splitDims(op, *relations);
  if (!split)
    return split.takeError();
  digits = std::move(*split);
  iterationsTaken.reset();
  dims.assign(digits.size(), std::nullopt);
  windowDims.assign(digits.size(), std::nullopt);
  return llvm::Error::success();
}

llvm::Expected<SmallVector<int64_t, 4>> AccessSpace::localExtents() {
  SmallVector<int64_t, 4> extents;
  for (const DimDigits &own : digits) {
    CheckedInt extent = 1;
    for (const DimDigit &digit : own) {
      if (digit.mesh) {
        auto axis = meshAxis(digit.mesh, digit.axis);
        if (!axis)
          return axis.takeError();
        if (*axis)
          continue;
      }
      extent *= digit.extent;
    }
    if (!extent)
      return makeError("an iteration count does not fit in 64 bits");
    extents.push_back(extent.get());
  }
  return extents;
}

llvm::Expected<IndexExpr> AccessSpace::dimExpr(unsigned dim) {
  if (dims[dim])
    return *dims[dim];
  auto window = llvm::find_if(relations->windows,
                              [&](const DimWindow &w) { return w.dim == dim; });
  if (window != relations->windows.end()) {
    windowDims[dim] = space.variable(iterationVariable(window->extent, "w"));
    IndexExpr start = space.constant(window->offset);
    if (window->parameter >= 0)
      start = space.add(start, resolve(op->getOperand(window->parameter)));
    dims[dim] = space.add(start, *windowDims[dim]);
    return *dims[dim];
  }
  IndexExpr sum = space.constant(0);
  for (const DimDigit &digit : digits[dim]) {
    std::optional<IndexExpr> part;
    if (digit.mesh) {
      auto axis = meshAxis(digit.mesh, digit.axis);
      if (!axis)
        return axis.takeError();
      part = *axis;
    }
    if (!part)
      part = space.variable(
          iterationVariable(digit.extent, "i" + std::to_string(dim)));
    sum = space.add(sum, space.mul(*part, digit.stride));
  }
  dims[dim] = sum;
  return sum;
}

llvm::Expected<IndexExpr> AccessSpace::subscriptExpr(const Subscript &subscript,
                                                     int64_t extent) {
  switch (subscript.kind) {
  case Subscript::Kind::Whole:
    return space.variable(iterationVariable(extent, "j"));
  case Subscript::Kind::Window: {
    unsigned dim = subscript.terms.front().dim;
    if (auto expr = dimExpr(dim); !expr)
      return expr.takeError();
    return *windowDims[dim];
  }
  case Subscript::Kind::Chosen: {
    SmallVector<unsigned> dependsOn;
    auto addVariables = [&](const IndexExpr &expr) {
      for (unsigned v = 0; v < space.getNumVariables(); ++v)
        if (space.dependsOn(expr, v) && !llvm::is_contained(dependsOn, v))
          dependsOn.push_back(v);
    };
    for (const Subscript::Term &term : subscript.terms) {
      auto expr = dimExpr(term.dim);
      if (!expr)
        return expr.takeError();
      addVariables(*expr);
    }
    // The indices are other values on every trip and position they depend on.
    // They are the first integers behind the value that is chosen from.
    for (Value operand : op->getOperands().drop_front()) {
      auto desc = hir::ValueDesc::get(operand.getType());
      if (!desc || isFloatingPoint(desc->element()))
        continue;
      SlotSet reads = view.getDependence(operand);
      for (unsigned slot : reads.set_bits())
        if (slot < opScope->slots.size())
          addVariables(slotVariable(slot));
      break;
    }
    return space.unknown(dependsOn, "row");
  }
  case Subscript::Kind::Regroup:
  case Subscript::Kind::Own:
    return makeError("a view has no coordinates of its own");
  case Subscript::Kind::Linear:
    break;
  }
  IndexExpr sum = space.constant(subscript.offset);
  for (const Subscript::Term &term : subscript.terms) {
    auto expr = dimExpr(term.dim);
    if (!expr)
      return expr.takeError();
    sum = space.add(sum,
                    space.mul(space.floorDiv(*expr, term.divisor), term.coeff));
  }
  if (subscript.parameter >= 0)
    sum = space.add(sum, resolve(op->getOperand(subscript.parameter)));
  return subscript.divisor == 1 ? sum : space.floorDiv(sum, subscript.divisor);
}

llvm::Expected<PlacedAccess>
AccessSpace::place(const BoundaryRelation &boundary) {
  Value value = boundary.isResult ? Value(op->getResult(boundary.index))
                                  : op->getOperand(boundary.index);
  hir::ValueDesc desc = *hir::ValueDesc::get(value.getType());
  if (desc.isScalar)
    return placeScalar(value);
  PlacedAccess placed;
  placed.owner = value;
  placed.bits = elementTypeBits(desc.element());
  placed.access.shape = desc.staticShape();
  // A read walks the whole space; a write drops the reduced dims (ir.md 8).
  if (!boundary.isResult)
    for (unsigned dim : relations->statements[boundary.statement].dims)
      placed.isEmpty |= relations->extents[dim] == 0;
  placed.isEmpty |= llvm::is_contained(placed.access.shape, 0);
  for (const DimWindow &window : relations->windows)
    placed.isEmpty |= window.extent == 0;
  if (!placed.isEmpty)
    for (auto [axis, subscript] : llvm::enumerate(boundary.subscripts)) {
      auto expr = subscriptExpr(subscript, placed.access.shape[axis]);
      if (!expr)
        return expr.takeError();
      placed.access.coords.push_back(*expr);
      if (subscript.kind != Subscript::Kind::Window)
        continue;
      // What lies beyond the container is not read from the update either.
      unsigned dim = subscript.terms.front().dim;
      auto range = space.range(*dims[dim]);
      int64_t extent = relations->extents[dim];
      if (range && (range->first < 0 || range->second >= extent))
        placed.access.guards.push_back({*dims[dim], extent});
    }
  if (llvm::Error error = foldToOwner(placed))
    return error;
  auto instances = getInstances(placed.owner);
  if (!instances)
    return instances.takeError();
  placed.instances = std::move(*instances);
  return placed;
}

PlacedAccess AccessSpace::placeScalar(Value scalar) {
  PlacedAccess placed;
  placed.owner = scalar;
  placed.bits = elementTypeBits(hir::elementOf(scalar));
  placed.instances.resize(opScope->slots.size());
  SlotSet reads = view.getDependence(scalar);
  for (unsigned slot : reads.set_bits())
    if (slot < opScope->slots.size() && !opScope->slots[slot].isLoop())
      placed.instances.set(slot);
  return placed;
}

//===----------------------------------------------------------------------===//
// A position's own part
//===----------------------------------------------------------------------===//

/// The axis coordinate of element `local` of a position's own part.
llvm::Expected<IndexExpr> AccessSpace::ownPart(hir::ShardAttr shard,
                                               ArrayRef<hir::AxisExtent> shape,
                                               unsigned axis, IndexExpr local,
                                               StringRef levelName) {
  Shard plain = hir::toShard(shard);
  auto factoring = factorAxes(hir::shapeExtents(shape), plain);
  if (!factoring)
    return factoring.takeError();
  auto levels = hir::levelNamesOfAxes(shard.getMesh());
  if (!levels)
    return levels.takeError();
  DimDigits own =
      toDimDigits((*factoring)[axis], shard.getMesh(), plain.meshAxes);
  int depth = view.getLevelIndex(levelName);
  auto isOwn = [&](const DimDigit &digit) {
    return digit.mesh && view.getLevelIndex((*levels)[digit.axis]) <= depth;
  };
  int64_t inner = 1;
  IndexExpr sum = space.constant(0);
  for (const DimDigit &digit : llvm::reverse(own)) {
    if (isOwn(digit)) {
      auto coordinate = meshAxis(digit.mesh, digit.axis);
      if (!coordinate)
        return coordinate.takeError();
      if (*coordinate)
        sum = space.add(sum, space.mul(**coordinate, digit.stride));
      continue;
    }
    IndexExpr part = space.floorDiv(local, inner);
    if (digit.extent > 0)
      part = space.mod(part, digit.extent);
    sum = space.add(sum, space.mul(part, digit.stride));
    inner *= digit.extent;
  }
  return sum;
}

//===----------------------------------------------------------------------===//
// Counting
//===----------------------------------------------------------------------===//

llvm::Expected<int64_t>
AccessSpace::count(ArrayRef<Access> accesses, ArrayRef<Slot> slots,
                   llvm::function_ref<VarRole(unsigned)> roleOf,
                   int64_t bits) const {
  if (accesses.empty())
    return 0;
  SmallVector<VarRole, 8> roles(space.getNumVariables(), VarRole::Union);
  for (unsigned v = 0; v < roles.size(); ++v)
    if (isPosition[v])
      roles[v] = VarRole::Max;
  CheckedInt factor = 1;
  for (auto [i, slot] : llvm::enumerate(slots)) {
    VarRole role = roleOf(i);
    int variable = findVariable(slot);
    if (variable >= 0)
      roles[variable] = role;
    else if (role == VarRole::Sum)
      factor *= slot.extent;
  }
  auto counted = space.count(accesses, roles, bits);
  if (!counted)
    return counted.takeError();
  CheckedInt total = factor * *counted;
  if (!total)
    return makeError("the bytes of %s do not fit in 64 bits",
                     space.str(accesses.front()).c_str());
  return total.get();
}

IndexExpr AccessSpace::placeIndex(Value index, SlotSet &movers) {
  IndexExpr expr = resolve(index);
  movers.resize(opScope->slots.size());
  for (auto [i, slot] : llvm::enumerate(opScope->slots)) {
    int variable = findVariable(slot);
    if (variable >= 0 && space.dependsOn(expr, variable))
      movers.set(i);
  }
  return expr;
}
