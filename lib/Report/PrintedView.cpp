//===- PrintedView.cpp - the one printer pass -----------------------------===//

#include "PrintedView.h"
#include "tilefoundry/Report/Render.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace tilefoundry;

llvm::DenseMap<Operation *, Operation *>
tilefoundry::matchClone(Operation *from, Operation *clone) {
  SmallVector<Operation *> originals, clones;
  from->walk<WalkOrder::PreOrder>(
      [&](Operation *op) { originals.push_back(op); });
  clone->walk<WalkOrder::PreOrder>(
      [&](Operation *op) { clones.push_back(op); });
  llvm::DenseMap<Operation *, Operation *> map;
  for (auto [original, copy] : llvm::zip_equal(originals, clones))
    map[original] = copy;
  return map;
}

OpPrintingFlags tilefoundry::viewPrintingFlags() {
  return OpPrintingFlags().printNameLocAsPrefix(true);
}

static bool carriesRecords(ModuleOp view, ArrayRef<const RecordType *> types) {
  return view
      .walk([&](Operation *op) {
        bool carries = op->hasAttr(kAnalysisAttr) ||
                       llvm::any_of(types, [&](const RecordType *type) {
                         return op->hasAttr(type->attribute);
                       });
        return carries ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

PrintedView::PrintedView(ModuleOp view, ArrayRef<const RecordType *> types) {
  ModuleOp subject = view;
  if (carriesRecords(view, types)) {
    clone = view.clone();
    subject = *clone;
    toClone = matchClone(view, subject);
    removeRecords(subject, types);
    subject->walk([](Operation *op) { op->removeAttr(kAnalysisAttr); });
  }
  state = std::make_unique<AsmState>(subject, viewPrintingFlags(), &locations);
  std::string text;
  llvm::raw_string_ostream os(text);
  subject->print(os, *state);
  SmallVector<StringRef> pieces;
  StringRef(text).rtrim('\n').split(pieces, '\n');
  for (StringRef piece : pieces)
    lines.push_back(piece.str());
}

Operation *PrintedView::printed(Operation *op) const {
  return clone ? toClone.lookup(op) : op;
}

unsigned PrintedView::getLine(Operation *op) const {
  auto found = locations.find(printed(op));
  return found == locations.end() ? 0 : found->second.first;
}

std::string PrintedView::getName(Value value) {
  Value subject = value;
  if (clone) {
    if (auto result = dyn_cast<OpResult>(value)) {
      subject = printed(result.getOwner())->getResult(result.getResultNumber());
    } else {
      auto argument = cast<BlockArgument>(value);
      Block *block = argument.getOwner();
      Region *region = block->getParent();
      Operation *parent = printed(region->getParentOp());
      Region &copy = parent->getRegion(region->getRegionNumber());
      auto position = std::distance(region->begin(), block->getIterator());
      subject = std::next(copy.begin(), position)
                    ->getArgument(argument.getArgNumber());
    }
  }
  std::string text;
  llvm::raw_string_ostream os(text);
  subject.printAsOperand(os, *state);
  return StringRef(text).ltrim('%').str();
}

std::string PrintedView::getType(Type type) {
  std::string text;
  llvm::raw_string_ostream os(text);
  type.print(os, *state);
  return text;
}
