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
  // A view has been verified.
  return OpPrintingFlags().printNameLocAsPrefix(true).assumeVerified();
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
  llvm::raw_string_ostream os(text);
  subject->print(os, *state);
  if (!StringRef(text).ends_with("\n"))
    text += '\n';
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
  SmallString<32> name;
  llvm::raw_svector_ostream os(name);
  subject.printAsOperand(os, *state);
  return name.str().ltrim('%').str();
}

StringRef PrintedView::getType(Type type) {
  std::string &spelled = types[type];
  if (spelled.empty()) {
    llvm::raw_string_ostream os(spelled);
    type.print(os, *state);
  }
  return spelled;
}
