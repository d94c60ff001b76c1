//===- ValueNames.cpp - the names an author gave to values ----------------===//

#include "tilefoundry/Dialect/HIR/ValueNames.h"
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
  Operation *op = result.getOwner();
  if (op->getNumResults() == 1 && getAuthoredName(value) == name)
    return;
  if (result.getResultNumber() == 0)
    op->setLoc(withName(op->getLoc(), name));
  if (op->getNumResults() < 2)
    return;
  SmallVector<Attribute> names(op->getNumResults(),
                               StringAttr::get(op->getContext(), ""));
  if (auto known = op->getAttrOfType<ArrayAttr>(kNamesAttr);
      known && known.size() == names.size())
    names.assign(known.begin(), known.end());
  names[result.getResultNumber()] = StringAttr::get(op->getContext(), name);
  op->setAttr(kNamesAttr, ArrayAttr::get(op->getContext(), names));
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
  for (auto [result, name] : llvm::zip(op.op->getResults(), names))
    if (!name.empty())
      setName(result, name);
}

/// The deepest nesting that is parsed; MLIR's parser recurses and dies on far
/// more.
static constexpr unsigned kMaxNesting = 1500;

/// The place where brackets nest deeper than the parser can follow, or an
/// invalid location. Strings and comments do not count.
static SMLoc findDeepNesting(StringRef text) {
  unsigned depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    switch (text[i]) {
    case '"':
      for (++i; i < text.size() && text[i] != '"' && text[i] != '\n'; ++i)
        i += text[i] == '\\';
      break;
    case '/':
      if (i + 1 < text.size() && text[i + 1] == '/')
        i = std::min(text.find('\n', i), text.size());
      break;
    case '{':
    case '(':
    case '[':
    case '<':
      if (++depth > kMaxNesting)
        return SMLoc::getFromPointer(text.data() + i);
      break;
    case '>':
      // The arrow of a type list closes nothing.
      if (i > 0 && text[i - 1] == '-')
        break;
      [[fallthrough]];
    case '}':
    case ')':
    case ']':
      depth -= depth > 0;
      break;
    default:
      break;
    }
  }
  return {};
}

OwningOpRef<ModuleOp>
hir::parseWithNames(const std::shared_ptr<llvm::SourceMgr> &sourceMgr,
                    const ParserConfig &config) {
  auto module = ModuleOp::create(UnknownLoc::get(config.getContext()));
  OwningOpRef<ModuleOp> owner(module);
  const llvm::MemoryBuffer *buffer =
      sourceMgr->getMemoryBuffer(sourceMgr->getMainFileID());
  if (SMLoc deep = findDeepNesting(buffer->getBuffer()); deep.isValid()) {
    auto [line, column] = sourceMgr->getLineAndColumn(deep);
    emitError(FileLineColLoc::get(config.getContext(),
                                  buffer->getBufferIdentifier(), line, column))
        << "brackets nest deeper than " << kMaxNesting
        << " here; flatten the program";
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
