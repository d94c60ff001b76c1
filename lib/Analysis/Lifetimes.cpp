//===- Lifetimes.cpp - who is resident when -------------------------------===//

#include "tilefoundry/Analysis/Lifetimes.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tilefoundry;

namespace {
class Liveness {
public:
  explicit Liveness(const ViewInfo &view) : view(view) {}
  std::vector<Residency> run();

private:
  void define(Value value, int64_t position, bool persistent = false);
  /// `value` is used at `position`, by an op of `user`'s block.
  void use(Value value, int64_t position, Block *user);
  void prolong(Value value, int64_t position);
  void visitBlock(Block &block);
  void visitLoop(CountedLoopOpInterface loop);
  /// The last position of the outermost loop around `user` that does not
  /// contain `definition`; `position` when there is none.
  int64_t liftOutOfLoops(int64_t position, Block *user, Block *definition);

  const ViewInfo &view;
  std::vector<Residency> residencies;
  llvm::DenseMap<Value, size_t> index;
};
} // namespace

void Liveness::define(Value value, int64_t position, bool persistent) {
  auto desc = hir::ValueDesc::get(value.getType());
  if (!desc || desc->storage == hir::Storage::Umat)
    return;
  index[value] = residencies.size();
  residencies.push_back({value, position, position, persistent});
}

int64_t Liveness::liftOutOfLoops(int64_t position, Block *user,
                                 Block *definition) {
  for (Block *block = user; block && block != definition;
       block = block->getParentOp() ? block->getParentOp()->getBlock()
                                    : nullptr)
    if (asLoop(block->getParentOp()))
      position = std::max(position,
                          view.getScope(block->getArgument(0))->lastPosition);
  return position;
}

void Liveness::prolong(Value value, int64_t position) {
  auto it = index.find(value);
  if (it == index.end())
    return;
  int64_t &last = residencies[it->second].lastUsedAt;
  last = std::max(last, position);
}

void Liveness::use(Value value, int64_t position, Block *user) {
  while (true) {
    Block *definition = value.getParentBlock();
    position = liftOutOfLoops(position, user, definition);
    user = definition;
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      // A scope's argument is another name of what it is bound to.
      auto mesh = dyn_cast_or_null<hir::MeshScopeOp>(
          argument.getOwner()->getParentOp());
      if (mesh && argument.getArgNumber() >= mesh.getMesh().getRank()) {
        value = mesh.getInputs()[argument.getArgNumber() -
                                 mesh.getMesh().getRank()];
        user = mesh->getBlock();
        continue;
      }
      prolong(value, position);
      return;
    }
    auto result = cast<OpResult>(value);
    Operation *op = result.getOwner();
    if (auto mesh = dyn_cast<hir::MeshScopeOp>(op)) {
      value = mesh.getYielded()[result.getResultNumber()];
      user = value.getParentBlock();
      continue;
    }
    if (CountedLoopOpInterface loop = asLoop(op)) {
      if (loop.getStaticTrips() == 0) {
        value = loop.getCarriedInits()[result.getResultNumber()];
        user = loop->getBlock();
        continue;
      }
      value = loop.getYielded()[result.getResultNumber()];
      // The use lies behind the loop: it extends the last yielded value as it
      // is.
      user = value.getParentBlock();
      continue;
    }
    auto interface = dyn_cast<AccessRelationOpInterface>(op);
    if (interface && !interface.ownsBytes(result.getResultNumber())) {
      int viewed = interface.getViewedOperand(result.getResultNumber());
      if (viewed < 0)
        return; // A shape without contents holds nothing.
      value = op->getOperand(viewed);
      continue;
    }
    prolong(value, position);
    return;
  }
}

void Liveness::visitLoop(CountedLoopOpInterface loop) {
  Block &body = loop.getLoopBlock();
  const Scope &scope = *view.getScope(body.getArgument(0));
  if (scope.slots.back().extent == 0)
    return;
  // A loop without a position takes the next one that the scope around it has.
  const Scope *around = scope.parent;
  while (around->parent && around->lastPosition < around->firstPosition)
    around = around->parent;
  int64_t first = std::min(scope.firstPosition, around->lastPosition);
  int64_t last = std::max(scope.lastPosition, first);
  for (auto [argument, init] :
       llvm::zip(loop.getCarriedArgs(), loop.getCarriedInits())) {
    use(init, first, loop->getBlock());
    define(argument, first);
  }
  visitBlock(body);
  for (Value yielded : loop.getYielded())
    use(yielded, last, &body);
}

void Liveness::visitBlock(Block &block) {
  for (Operation &op : block) {
    if (CountedLoopOpInterface loop = asLoop(&op)) {
      visitLoop(loop);
      continue;
    }
    if (auto mesh = dyn_cast<hir::MeshScopeOp>(op)) {
      visitBlock(mesh.getBody().front());
      continue;
    }
    if (isa<func::ReturnOp>(op)) {
      for (Value value : op.getOperands())
        use(value, view.getNumPositions() - 1, &block);
      continue;
    }
    if (op.getNumResults() == 0)
      continue;
    int64_t position = view.getPosition(op.getResult(0));
    if (position < 0)
      continue; // Address arithmetic holds no position.
    for (Value operand : op.getOperands())
      use(operand, position, &block);
    auto interface = dyn_cast<AccessRelationOpInterface>(op);
    for (OpResult result : op.getResults())
      if (!interface || interface.ownsBytes(result.getResultNumber()))
        define(result, position);
  }
}

std::vector<Residency> Liveness::run() {
  func::FuncOp function = view.getFunction();
  int64_t last = std::max<int64_t>(view.getNumPositions() - 1, 0);
  for (BlockArgument argument : function.getArguments()) {
    define(argument, argument.getArgNumber(), /*persistent=*/true);
    prolong(argument, last);
  }
  visitBlock(function.getBody().front());
  return std::move(residencies);
}

std::vector<Residency> tilefoundry::computeResidencies(const ViewInfo &view) {
  return Liveness(view).run();
}
