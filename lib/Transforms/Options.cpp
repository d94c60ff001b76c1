//===- Options.cpp - option strings of the passes -------------------------===//

#include "Options.h"
#include "WriteWhole.h"
#include "tilefoundry/Analysis/InlinedView.h"
#include "tilefoundry/Dialect/HIR/HIR.h"
#include "tilefoundry/Support/CheckedMath.h"
#include "tilefoundry/Transforms/Passes.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace tilefoundry;

/// The most sizes that one sweep analyses.
static constexpr int64_t kMaxSweepPoints = 4096;

std::vector<std::string> tilefoundry::splitList(StringRef text) {
  std::vector<std::string> parts;
  SmallVector<StringRef> pieces;
  text.split(pieces, ',');
  for (StringRef piece : pieces)
    if (!piece.trim().empty())
      parts.push_back(piece.trim().str());
  return parts;
}

namespace {
struct DimRange {
  std::string name;
  int64_t first, step, last;
  bool isSweep;
};
} // namespace

static FailureOr<std::vector<DimRange>> parseRanges(Operation *op,
                                                    StringRef text) {
  std::vector<DimRange> ranges;
  for (const std::string &part : splitList(text)) {
    auto [name, value] = StringRef(part).split('=');
    SmallVector<StringRef> numbers;
    value.split(numbers, ':');
    int64_t parsed[3] = {0, 1, 0};
    bool wellFormed =
        !name.empty() && (numbers.size() == 1 || numbers.size() == 3);
    for (auto [i, number] : llvm::enumerate(numbers))
      wellFormed = wellFormed && i < 3 && !number.getAsInteger(10, parsed[i]);
    if (!wellFormed) {
      op->emitError() << "cannot read '" << part
                      << "' in dims; write name=INTEGER or "
                         "name=FIRST:STEP:LAST"
                      << describeDims(cast<ModuleOp>(op), name);
      return failure();
    }
    if (llvm::any_of(ranges, [&, given = name](const DimRange &r) {
          return r.name == given;
        })) {
      op->emitError() << "dimension '" << name << "' is given twice in dims"
                      << describeDims(cast<ModuleOp>(op), name);
      return failure();
    }
    bool isSweep = numbers.size() == 3;
    if (isSweep && (parsed[1] < 1 || parsed[2] < parsed[0])) {
      op->emitError() << "the sweep '" << part
                      << "' is empty; write FIRST:STEP:LAST with STEP >= 1 and "
                         "FIRST <= LAST";
      return failure();
    }
    ranges.push_back({name.str(), parsed[0], parsed[1],
                      isSweep ? parsed[2] : parsed[0], isSweep});
  }
  return ranges;
}

FailureOr<std::optional<DimBinding>> tilefoundry::parseDims(Operation *op,
                                                            StringRef text) {
  FailureOr<DimSweep> sweep = parseSweep(op, text);
  if (failed(sweep))
    return failure();
  if (sweep->isSweep) {
    op->emitError() << "this pass takes one size; give each dimension one "
                       "integer";
    return failure();
  }
  return sweep->bindings.front();
}

FailureOr<DimSweep> tilefoundry::parseSweep(Operation *op, StringRef text) {
  DimSweep sweep;
  if (text.empty()) {
    sweep.bindings.push_back(std::nullopt);
    return sweep;
  }
  FailureOr<std::vector<DimRange>> ranges = parseRanges(op, text);
  if (failed(ranges))
    return failure();
  const DimRange *swept = nullptr;
  DimBinding base;
  for (const DimRange &range : *ranges) {
    base[range.name] = range.first;
    if (!range.isSweep)
      continue;
    if (swept) {
      op->emitError() << "dims sweeps both '" << swept->name << "' and '"
                      << range.name << "'; one dimension sweeps at a time";
      return failure();
    }
    swept = &range;
  }
  sweep.isSweep = swept != nullptr;
  if (!swept) {
    sweep.bindings.push_back(base);
    return sweep;
  }
  CheckedInt span = CheckedInt(swept->last) - swept->first;
  if (!span || span.get() / swept->step >= kMaxSweepPoints) {
    op->emitError() << "the sweep of '" << swept->name << "' has more than "
                    << kMaxSweepPoints << " sizes";
    return failure();
  }
  for (int64_t i = 0; i <= span.get() / swept->step; ++i) {
    base[swept->name] = swept->first + i * swept->step;
    sweep.bindings.push_back(base);
  }
  return sweep;
}

RenderSink *RenderSink::get(MLIRContext *context) {
  Dialect *dialect = context->getLoadedDialect<hir::HIRDialect>();
  return dialect ? const_cast<RenderSink *>(
                       dialect->getRegisteredInterface<RenderSink>())
                 : nullptr;
}

LogicalResult tilefoundry::checkGivenOnce(Operation *op,
                                          const llvm::cl::Option &option) {
  if (option.getNumOccurrences() <= 1)
    return success();
  return op->emitError() << "the option '" << option.ArgStr << "' is given "
                         << option.getNumOccurrences()
                         << " times; write one list, e.g. dims=ctx=4096,b=1";
}

void tilefoundry::takeOver(ModuleOp module, ModuleOp view) {
  module.getBody()->clear();
  module.getBody()->getOperations().splice(module.getBody()->end(),
                                           view.getBody()->getOperations());
  module->setAttrs(view->getAttrDictionary());
}

LogicalResult tilefoundry::emitRendering(Operation *op, StringRef path,
                                         std::string text) {
  RenderSink *sink = RenderSink::get(op->getContext());
  if (!path.empty()) {
    if (sink)
      sink->add("");
    if (llvm::Error error = writeWhole(path, text))
      return op->emitError() << "cannot write '" << path
                             << "': " << llvm::toString(std::move(error));
    return success();
  }
  if (sink)
    sink->add(std::move(text));
  else
    llvm::outs() << text;
  return success();
}
