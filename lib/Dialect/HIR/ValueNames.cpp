//===- ValueNames.cpp - the names an author gave to values ----------------===//

#include "tilefoundry/Dialect/HIR/ValueNames.h"
#include "HostileText.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tilefoundry;
using namespace tilefoundry::hir;

StringRef hir::getAuthoredName(Value value) {
  if (auto result = dyn_cast<OpResult>(value)) {
    Operation *op = result.getOwner();
    if (op->getNumResults() > 1)
      if (auto names = op->getAttrOfType<ArrayAttr>(kNamesAttr))
        if (result.getResultNumber() < names.size())
          if (auto name = dyn_cast<StringAttr>(names[result.getResultNumber()]))
            return name.getValue();
    if (auto loc = dyn_cast<NameLoc>(op->getLoc()))
      return result.getResultNumber() == 0 ? loc.getName().getValue()
                                           : StringRef();
    return {};
  }
  if (auto loc = dyn_cast<NameLoc>(value.getLoc()))
    return loc.getName().getValue();
  return {};
}

Location hir::withoutName(Location loc) {
  while (auto named = dyn_cast<NameLoc>(loc))
    loc = named.getChildLoc();
  return loc;
}

Location hir::withName(Location loc, StringRef name) {
  return NameLoc::get(StringAttr::get(loc.getContext(), name),
                      withoutName(loc));
}

void hir::setName(Value value, StringRef name) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    if (getAuthoredName(value) != name)
      argument.setLoc(withName(argument.getLoc(), name));
    return;
  }
  auto result = cast<OpResult>(value);
  SmallVector<StringRef> names(result.getOwner()->getNumResults());
  names[result.getResultNumber()] = name;
  setResultNames(result.getOwner(), names);
}

void hir::setResultNames(Operation *op, ArrayRef<StringRef> names) {
  if (names.empty())
    return;
  if (op->getNumResults() == 1 && getAuthoredName(op->getResult(0)) == names[0])
    return;
  if (!names[0].empty())
    op->setLoc(withName(op->getLoc(), names[0]));
  if (op->getNumResults() < 2)
    return;
  auto known = op->getAttrOfType<ArrayAttr>(kNamesAttr);
  bool keeps = known && known.size() == names.size();
  auto toAttr = [&](auto item) -> Attribute {
    auto [i, name] = item;
    return name.empty() && keeps ? known[i]
                                 : StringAttr::get(op->getContext(), name);
  };
  SmallVector<Attribute> attrs =
      llvm::map_to_vector(llvm::enumerate(names), toAttr);
  op->setAttr(kNamesAttr, ArrayAttr::get(op->getContext(), attrs));
}

unsigned hir::getSourceLine(Value value) {
  if (auto file = dyn_cast<FileLineColLoc>(withoutName(value.getLoc())))
    return file.getLine();
  if (auto file = value.getLoc()->findInstanceOf<FileLineColLoc>())
    return file.getLine();
  return 0;
}

/// The identifier of `%name` at `loc`, without what follows it.
static StringRef identifierAt(llvm::SMRange range) {
  if (!range.isValid())
    return {};
  const char *begin = range.Start.getPointer();
  if (*begin == '%')
    ++begin;
  const char *end = begin;
  while (llvm::isAlnum(*end) || *end == '_' || *end == '$' || *end == '.' ||
         *end == '-')
    ++end;
  StringRef name(begin, end - begin);
  // A number is what the printer makes up, not what an author wrote.
  if (name.empty() || llvm::all_of(name, llvm::isDigit))
    return {};
  return name;
}

static void keepResultNames(const AsmParserState::OperationDefinition &op) {
  if (op.op->getNumResults() == 0)
    return;
  SmallVector<StringRef> names(op.op->getNumResults());
  for (const auto &group : op.resultGroups)
    if (group.startIndex < names.size())
      names[group.startIndex] = identifierAt(group.definition.loc);
  // The printer makes up all names but the first; those written out win.
  if (auto written = op.op->getAttrOfType<ArrayAttr>(kNamesAttr);
      written && written.size() == names.size())
    for (auto [name, attr] : llvm::zip(names, written))
      if (auto text = dyn_cast<StringAttr>(attr); text && !text.empty())
        name = text.getValue();
  if (llvm::any_of(names, [](StringRef name) { return !name.empty(); }))
    setResultNames(op.op, names);
}

OwningOpRef<ModuleOp>
hir::parseWithNames(const std::shared_ptr<llvm::SourceMgr> &sourceMgr,
                    const ParserConfig &config) {
  auto module = ModuleOp::create(UnknownLoc::get(config.getContext()));
  OwningOpRef<ModuleOp> owner(module);
  const llvm::MemoryBuffer *buffer =
      sourceMgr->getMemoryBuffer(sourceMgr->getMainFileID());
  if (auto found = findHostileText(buffer->getBuffer())) {
    auto [line, column] =
        sourceMgr->getLineAndColumn(SMLoc::getFromPointer(found->place));
    emitError(FileLineColLoc::get(config.getContext(),
                                  buffer->getBufferIdentifier(), line, column))
        << found->reason;
    return {};
  }
  AsmParserState state;
  if (failed(parseAsmSourceFile(*sourceMgr, module.getBody(), config, &state)))
    return {};
  for (const AsmParserState::OperationDefinition &op : state.getOpDefs())
    keepResultNames(op);
  for (const AsmParserState::BlockDefinition &block : state.getBlockDefs())
    for (auto [argument, definition] :
         llvm::zip(block.block->getArguments(), block.arguments)) {
      StringRef name = identifierAt(definition.loc);
      if (!name.empty())
        setName(argument, name);
    }
  // A file that is one module is that module; else the ops stand in a new one.
  Block *body = module.getBody();
  if (llvm::hasSingleElement(*body))
    if (auto only = dyn_cast<ModuleOp>(&body->front())) {
      only->remove();
      return only;
    }
  if (failed(module.verify()))
    return {};
  return owner;
}
