//===- StructuredOps.cpp - loops, scopes and calls ------------------------===//

#include "OpSyntax.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "tilefoundry/Dialect/HIR/HIR.h"
#include "tilefoundry/Dialect/HIR/ValueTypes.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tilefoundry;
using namespace tilefoundry::hir;

/// `%a = %x, %b = %y` in parentheses.
static ParseResult
parseBindings(OpAsmParser &parser,
              SmallVectorImpl<OpAsmParser::Argument> &arguments,
              SmallVectorImpl<OpAsmParser::UnresolvedOperand> &operands) {
  return parser.parseCommaSeparatedList(
      AsmParser::Delimiter::Paren, [&]() -> ParseResult {
        return failure(parser.parseArgument(arguments.emplace_back()) ||
                       parser.parseEqual() ||
                       parser.parseOperand(operands.emplace_back()));
      });
}

static void printBindings(OpAsmPrinter &printer, ArrayRef<BlockArgument> args,
                          OperandRange operands) {
  printer << "(";
  llvm::interleaveComma(llvm::zip(args, operands), printer, [&](auto binding) {
    printer << std::get<0>(binding) << " = " << std::get<1>(binding);
  });
  printer << ")";
}

static void printTypeList(OpAsmPrinter &printer, TypeRange types) {
  printer << "(";
  llvm::interleaveComma(types, printer);
  printer << ")";
}

/// What the body yields is what the op returns.
static LogicalResult verifyYield(Operation *op, Block &body) {
  auto yield = dyn_cast<YieldOp>(body.getTerminator());
  if (!yield)
    return op->emitOpError() << "must end its body with 'hir.yield'";
  if (yield->getOperandTypes() == op->getResultTypes())
    return success();
  InFlightDiagnostic diag = op->emitOpError();
  if (yield->getNumOperands() != op->getNumResults())
    diag << "has " << op->getNumResults() << " results but yields "
         << yield->getNumOperands() << " values";
  else
    for (auto [i, types] : llvm::enumerate(
             llvm::zip(op->getResultTypes(), yield->getOperandTypes())))
      if (std::get<0>(types) != std::get<1>(types)) {
        diag << "result " << i << " has type " << std::get<0>(types)
             << " but the body yields " << std::get<1>(types);
        break;
      }
  diag.attachNote(yield.getLoc()) << "yielded here";
  return diag;
}

//===----------------------------------------------------------------------===//
// grid_region
//===----------------------------------------------------------------------===//

OperandRange GridRegionOp::getYielded() {
  return cast<YieldOp>(getBody().front().getTerminator()).getValues();
}

void GridRegionOp::build(OpBuilder &builder, OperationState &state,
                         Attribute start, Attribute stop, Attribute step,
                         ValueRange initArgs) {
  Properties &properties = state.getOrAddProperties<Properties>();
  properties.start = start;
  properties.stop = stop;
  properties.step = step;
  state.addOperands(initArgs);
  state.addTypes(initArgs.getTypes());
  Block &body = state.addRegion()->emplaceBlock();
  body.addArgument(builder.getIndexType(), state.location);
  for (Value init : initArgs)
    body.addArgument(init.getType(), init.getLoc());
}

std::optional<LoopRange> GridRegionOp::getStaticRange() {
  std::optional<int64_t> start = getStaticExtent(getStart()),
                         stop = getStaticExtent(getStop()),
                         step = getStaticExtent(getStep());
  if (!start || !stop || !step)
    return std::nullopt;
  return makeLoopRange(*start, *stop, *step);
}

OperandRange GridRegionOp::getCarriedInits() { return getInitArgs(); }

ParseResult GridRegionOp::parse(OpAsmParser &parser, OperationState &result) {
  Builder &builder = parser.getBuilder();
  Properties &properties = result.getOrAddProperties<Properties>();
  SmallVector<OpAsmParser::Argument> arguments(1);
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SmallVector<Type> types;
  if (parser.parseArgument(arguments[0]) || parser.parseEqual() ||
      parseExtent(parser, properties.start) || parser.parseKeyword("to") ||
      parseExtent(parser, properties.stop) || parser.parseKeyword("step") ||
      parseExtent(parser, properties.step))
    return failure();
  arguments[0].type = builder.getIndexType();
  SMLoc loc = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalKeyword("iter_args")))
    if (parseBindings(parser, arguments, operands) ||
        parser.parseArrowTypeList(types))
      return failure();
  if (operands.size() != types.size())
    return parser.emitError(loc)
           << "expected one type per carried value, got " << types.size()
           << " types for " << operands.size() << " values";
  for (auto [argument, type] : llvm::zip(llvm::drop_begin(arguments), types))
    argument.type = type;
  if (parser.resolveOperands(operands, types, loc, result.operands) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
      parser.parseRegion(*result.addRegion(), arguments))
    return failure();
  result.addTypes(types);
  ensureTerminator(*result.regions.back(), builder, result.location);
  return success();
}

void GridRegionOp::print(OpAsmPrinter &printer) {
  printer << " " << getInductionVar() << " = ";
  printExtent(printer, getStart());
  printer << " to ";
  printExtent(printer, getStop());
  printer << " step ";
  printExtent(printer, getStep());
  if (!getInitArgs().empty()) {
    printer << " iter_args";
    printBindings(printer, getCarriedArgs(), getInitArgs());
    printer << " -> ";
    printTypeList(printer, getResultTypes());
  }
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs(),
                                           {"start", "stop", "step"});
  printer << " ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false,
                      /*printBlockTerminators=*/getNumResults() != 0);
}

LogicalResult GridRegionOp::verify() {
  for (auto [name, bound] :
       {std::pair("start", getStart()), std::pair("stop", getStop()),
        std::pair("step", getStep())})
    if (!isExtent(bound))
      return emitOpError() << "needs an integer or a dimension as its " << name
                           << ", got " << bound;
  if (std::optional<int64_t> step = getStaticExtent(getStep());
      step && *step < 1)
    return emitOpError() << "has step " << *step << "; a step is at least 1";
  if (getInitArgs().getTypes() != getResultTypes())
    return emitOpError() << "carries initial values whose types are not its "
                            "result types";
  Block &body = getBody().front();
  if (body.getNumArguments() != getNumResults() + 1 ||
      !body.getArgument(0).getType().isIndex())
    return emitOpError() << "needs an index and one argument per carried value "
                            "in its body";
  for (auto [i, argument] : llvm::enumerate(getCarriedArgs()))
    if (argument.getType() != getResult(i).getType())
      return emitOpError() << "carried argument " << i << " has type "
                           << argument.getType() << ", but result " << i
                           << " has type " << getResult(i).getType();
  return success();
}

LogicalResult GridRegionOp::verifyRegions() {
  return verifyYield(*this, getBody().front());
}

//===----------------------------------------------------------------------===//
// mesh_scope
//===----------------------------------------------------------------------===//

OperandRange MeshScopeOp::getYielded() {
  return cast<YieldOp>(getBody().front().getTerminator()).getValues();
}

void MeshScopeOp::build(OpBuilder &builder, OperationState &state,
                        MeshAttr mesh, ValueRange inputs,
                        TypeRange resultTypes) {
  state.getOrAddProperties<Properties>().mesh = mesh;
  state.addOperands(inputs);
  state.addTypes(resultTypes);
  Block &body = state.addRegion()->emplaceBlock();
  for (unsigned axis = 0; axis < mesh.getRank(); ++axis)
    body.addArgument(builder.getIndexType(), state.location);
  for (Value input : inputs)
    body.addArgument(input.getType(), input.getLoc());
}

ParseResult MeshScopeOp::parse(OpAsmParser &parser, OperationState &result) {
  Builder &builder = parser.getBuilder();
  MeshAttr mesh;
  SmallVector<OpAsmParser::Argument> arguments;
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SmallVector<Type> inputTypes, resultTypes;
  if (parser.parseAttribute(mesh) || parser.parseKeyword("at") ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, [&] {
        return parser.parseArgument(arguments.emplace_back());
      }))
    return failure();
  result.getOrAddProperties<Properties>().mesh = mesh;
  for (OpAsmParser::Argument &argument : arguments)
    argument.type = builder.getIndexType();
  size_t coordinates = arguments.size();
  SMLoc loc = parser.getCurrentLocation();
  if (coordinates != mesh.getRank())
    return parser.emitError(loc)
           << "expected one coordinate per mesh axis, got " << coordinates
           << " for " << mesh.getRank() << " axes";
  if (parser.parseKeyword("args") ||
      parseBindings(parser, arguments, operands) || parser.parseColon() ||
      parser.parseLParen())
    return failure();
  if (failed(parser.parseOptionalRParen()) &&
      (parser.parseTypeList(inputTypes) || parser.parseRParen()))
    return failure();
  if (parser.parseArrowTypeList(resultTypes))
    return failure();
  if (inputTypes.size() != operands.size())
    return parser.emitError(loc)
           << "expected one type per argument, got " << inputTypes.size()
           << " types for " << operands.size() << " arguments";
  for (auto [argument, type] :
       llvm::zip(llvm::drop_begin(arguments, coordinates), inputTypes))
    argument.type = type;
  if (parser.resolveOperands(operands, inputTypes, loc, result.operands) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
      parser.parseRegion(*result.addRegion(), arguments))
    return failure();
  result.addTypes(resultTypes);
  ensureTerminator(*result.regions.back(), builder, result.location);
  return success();
}

void MeshScopeOp::print(OpAsmPrinter &printer) {
  printer << " " << getMeshAttr() << " at(";
  llvm::interleaveComma(getCoordinates(), printer);
  printer << ") args";
  printBindings(printer, getScopeArgs(), getInputs());
  printer << " : ";
  printTypeList(printer, getInputs().getTypes());
  printer << " -> ";
  printTypeList(printer, getResultTypes());
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs(), {"mesh"});
  printer << " ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false,
                      /*printBlockTerminators=*/getNumResults() != 0);
}

/// The hierarchy that holds at `op`: that of the nearest module that states
/// one.
static ArrayAttr effectiveTopologies(Operation *op) {
  for (Operation *parent = op->getParentOp(); parent;
       parent = parent->getParentOp())
    if (isa<ModuleOp>(parent))
      if (auto levels = parent->getDiscardableAttr("hir.topologies"))
        return dyn_cast<ArrayAttr>(levels);
  return {};
}

static LogicalResult verifyScopeLevels(MeshScopeOp op) {
  ArrayAttr hierarchy = effectiveTopologies(op);
  SmallVector<TopologyAttr> known;
  if (hierarchy)
    for (Attribute level : hierarchy)
      if (auto topology = dyn_cast<TopologyAttr>(level))
        known.push_back(topology);
  for (TopologyAttr level : op.getMesh().getLevels()) {
    auto *own = llvm::find_if(
        known, [&](TopologyAttr t) { return t.getName() == level.getName(); });
    if (own == known.end())
      return op.emitOpError()
             << "names topology level '" << level.getName()
             << "', which the module's hir.topologies does not declare";
    if (own->getExtent() && own->getExtent() != level.getExtent()) {
      auto text = [](Attribute extent) {
        return extent ? AxisExtent::get(extent).str() : std::string("'?'");
      };
      return op.emitOpError()
             << "names topology level '" << level.getName() << "' with extent "
             << text(level.getExtent()) << ", but the module declares "
             << text(own->getExtent());
    }
    for (Operation *parent = op->getParentOp(); parent;
         parent = parent->getParentOp()) {
      auto outer = dyn_cast<MeshScopeOp>(parent);
      if (!outer)
        continue;
      for (TopologyAttr taken : outer.getMesh().getLevels())
        if (taken.getName() == level.getName()) {
          InFlightDiagnostic diag =
              op.emitOpError() << "names topology level '" << level.getName()
                               << "', which an enclosing scope already names";
          diag.attachNote(outer.getLoc()) << "enclosing scope";
          return diag;
        }
    }
  }
  return success();
}

LogicalResult MeshScopeOp::verify() {
  Block &body = getBody().front();
  size_t expected = getMesh().getRank() + getInputs().size();
  if (body.getNumArguments() != expected)
    return emitOpError() << "needs one coordinate per mesh axis and one "
                            "argument per input in its body, got "
                         << body.getNumArguments() << ", wanted " << expected;
  for (BlockArgument coordinate : getCoordinates())
    if (!coordinate.getType().isIndex())
      return emitOpError() << "coordinate " << coordinate.getArgNumber()
                           << " must have type index, got "
                           << coordinate.getType();
  for (auto [i, argument] : llvm::enumerate(getScopeArgs()))
    if (argument.getType() != getInputs()[i].getType())
      return emitOpError() << "argument " << i << " has type "
                           << argument.getType() << " but is bound to a value "
                           << "of type " << getInputs()[i].getType();
  return verifyScopeLevels(*this);
}

LogicalResult MeshScopeOp::verifyRegions() {
  return verifyYield(*this, getBody().front());
}

//===----------------------------------------------------------------------===//
// call
//===----------------------------------------------------------------------===//

CallInterfaceCallable CallOp::getCallableForCallee() { return getCalleeAttr(); }

void CallOp::setCalleeFromCallable(CallInterfaceCallable callee) {
  setCalleeAttr(cast<SymbolRefAttr>(callee));
}

Operation::operand_range CallOp::getArgOperands() { return getInputs(); }

MutableOperandRange CallOp::getArgOperandsMutable() {
  return getInputsMutable();
}

ParseResult CallOp::parse(OpAsmParser &parser, OperationState &result) {
  SymbolRefAttr callee;
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  FunctionType type;
  SMLoc loc;
  if (parser.parseAttribute(callee) ||
      (loc = parser.getCurrentLocation(),
       parser.parseOperandList(operands, AsmParser::Delimiter::Paren)) ||
      parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColonType(type) ||
      parser.resolveOperands(operands, type.getInputs(), loc, result.operands))
    return failure();
  result.getOrAddProperties<Properties>().callee = callee;
  result.addTypes(type.getResults());
  return success();
}

void CallOp::print(OpAsmPrinter &printer) {
  printer << " " << getCalleeAttr() << "(" << getInputs() << ")";
  printer.printOptionalAttrDict((*this)->getAttrs(), {"callee"});
  printer << " : ";
  printTypeList(printer, getInputs().getTypes());
  printer << " -> ";
  printTypeList(printer, getResultTypes());
}

/// Shape and element type agree: what a call may pass before specialisation.
static bool agreeBeforeSpecialisation(Type formal, Type actual) {
  if (formal == actual)
    return true;
  auto a = dyn_cast<RankedTensorType>(formal);
  auto b = dyn_cast<RankedTensorType>(actual);
  return a && b && !a.getEncoding() && a.getShape() == b.getShape() &&
         a.getElementType() == b.getElementType();
}

LogicalResult CallOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  Operation *module = (*this)->getParentOp();
  while (module && !isa<ModuleOp>(module))
    module = module->getParentOp();
  auto callee = module
                    ? dyn_cast_or_null<func::FuncOp>(
                          symbolTable.lookupSymbolIn(module, getCalleeAttr()))
                    : func::FuncOp();
  if (!callee)
    return emitOpError() << "calls " << getCalleeAttr()
                         << ", which is no function of this module or of a "
                            "child named in the path";
  SmallVector<Type> formals;
  for (unsigned i = 0; i < callee.getNumArguments(); ++i)
    formals.push_back(callee.getFunctionType().getInput(i));
  SmallVector<Type> activations;
  for (auto [i, type] : llvm::enumerate(formals))
    if (!callee.getArgAttr(i, "hir.const"))
      activations.push_back(type);
  bool crossesModule = callee->getParentOp() != module;
  if (getInputs().size() != formals.size() && crossesModule &&
      getInputs().size() == activations.size())
    formals = activations;
  auto emitAtCallee = [&](InFlightDiagnostic diag) -> LogicalResult {
    diag.attachNote(callee.getLoc()) << "callee defined here";
    return diag;
  };
  if (getInputs().size() != formals.size()) {
    InFlightDiagnostic diag = emitOpError();
    diag << "passes " << getInputs().size() << " values, but "
         << getCalleeAttr() << " takes " << callee.getNumArguments();
    if (crossesModule)
      diag << ", or " << activations.size() << " without its weights";
    return emitAtCallee(std::move(diag));
  }
  for (auto [i, formal] : llvm::enumerate(formals))
    if (!agreeBeforeSpecialisation(formal, getInputs()[i].getType()))
      return emitAtCallee(emitOpError()
                          << "operand " << i << " has type "
                          << getInputs()[i].getType() << ", but "
                          << getCalleeAttr() << " takes " << formal);
  if (getNumResults() != callee.getFunctionType().getNumResults())
    return emitAtCallee(emitOpError()
                        << "has " << getNumResults() << " results, but "
                        << getCalleeAttr() << " returns "
                        << callee.getFunctionType().getNumResults());
  for (auto [i, formal] :
       llvm::enumerate(callee.getFunctionType().getResults())) {
    auto a = dyn_cast<RankedTensorType>(formal);
    auto b = dyn_cast<RankedTensorType>(getResult(i).getType());
    bool agree = a && b ? a.getShape() == b.getShape() &&
                              a.getElementType() == b.getElementType()
                        : formal == getResult(i).getType();
    if (!agree)
      return emitAtCallee(emitOpError()
                          << "result " << i << " has type "
                          << getResult(i).getType() << ", but "
                          << getCalleeAttr() << " returns " << formal);
  }
  return success();
}

#define GET_OP_CLASSES
#include "tilefoundry/Dialect/HIR/HIRStructuredOps.cpp.inc"

void HIRDialect::registerStructuredOps() {
  addOperations<
#define GET_OP_LIST
#include "tilefoundry/Dialect/HIR/HIRStructuredOps.cpp.inc"
      >();
}
