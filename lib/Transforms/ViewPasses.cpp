//===- ViewPasses.cpp - gate, view, binding and single-family passes ------===//

#include "Options.h"
#include "tilefoundry/Analysis/InlinedView.h"
#include "tilefoundry/Analysis/Program.h"
#include "tilefoundry/Analysis/ViewInfo.h"
#include "tilefoundry/Report/Render.h"
#include "tilefoundry/Transforms/Passes.h"

namespace tilefoundry {
#define GEN_PASS_DEF_CHECKPROGRAM
#define GEN_PASS_DEF_INLINEVIEW
#define GEN_PASS_DEF_BINDDIMS
#define GEN_PASS_DEF_COMPUTECOST
#define GEN_PASS_DEF_MEMORY
#define GEN_PASS_DEF_ROOFLINE
#define GEN_PASS_DEF_PERFORMANCE
#define GEN_PASS_DEF_STRIPRECORDS
#define GEN_PASS_DEF_PRINTREPORT
#define GEN_PASS_DEF_CHECKTARGETS
#include "tilefoundry/Transforms/Passes.h.inc"
} // namespace tilefoundry

using namespace mlir;
using namespace tilefoundry;

template <typename PassT>
static OwningOpRef<ModuleOp> checkedView(PassT &pass, ModuleOp module) {
  AnalyzeOptions options;
  if (failed(checkGivenOnce(module, pass.dims)))
    return {};
  FailureOr<std::optional<DimBinding>> dims = parseDims(module, pass.dims);
  func::FuncOp function = findFunction(module, pass.function);
  if (failed(dims) || !function)
    return {};
  options.dims = *dims;
  options.budget = pass.budget;
  if (!pass.level.empty())
    options.level = pass.level;
  return checkProgram(module, function, options);
}

namespace {
struct CheckProgramPass
    : tilefoundry::impl::CheckProgramBase<CheckProgramPass> {
  using CheckProgramBase::budget;
  using CheckProgramBase::CheckProgramBase;
  using CheckProgramBase::dims;
  using CheckProgramBase::function;
  using CheckProgramBase::level;
  void runOnOperation() override {
    if (!checkedView(*this, getOperation()))
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};

struct InlineViewPass : tilefoundry::impl::InlineViewBase<InlineViewPass> {
  using InlineViewBase::budget;
  using InlineViewBase::dims;
  using InlineViewBase::function;
  using InlineViewBase::InlineViewBase;
  using InlineViewBase::level;
  void runOnOperation() override {
    OwningOpRef<ModuleOp> view = checkedView(*this, getOperation());
    if (!view)
      return signalPassFailure();
    takeOver(getOperation(), *view);
  }
};

struct BindDimsPass : tilefoundry::impl::BindDimsBase<BindDimsPass> {
  using BindDimsBase::BindDimsBase;
  void runOnOperation() override {
    if (failed(checkGivenOnce(getOperation(), dims)))
      return signalPassFailure();
    FailureOr<std::optional<DimBinding>> binding =
        parseDims(getOperation(), dims);
    if (failed(binding))
      return signalPassFailure();
    if (!*binding) {
      getOperation().emitError()
          << "no dimension is given; bind with dims=name=EXTENT";
      return signalPassFailure();
    }
    if (failed(bindDims(getOperation(), **binding)))
      signalPassFailure();
  }
};

struct StripRecordsPass
    : tilefoundry::impl::StripRecordsBase<StripRecordsPass> {
  using StripRecordsBase::StripRecordsBase;
  void runOnOperation() override { stripRecords(getOperation()); }
};

struct PrintReportPass : tilefoundry::impl::PrintReportBase<PrintReportPass> {
  using PrintReportBase::PrintReportBase;
  void runOnOperation() override {
    RenderOptions options;
    options.emit = format;
    options.operands = operands;
    auto text = renderFromAttributes(getOperation(), options);
    if (!text) {
      getOperation().emitError() << llvm::toString(text.takeError());
      return signalPassFailure();
    }
    if (failed(emitRendering(getOperation(), output, std::move(*text))))
      signalPassFailure();
  }
};

struct CheckTargetsPass
    : tilefoundry::impl::CheckTargetsBase<CheckTargetsPass> {
  using CheckTargetsBase::CheckTargetsBase;
  void runOnOperation() override;
};
} // namespace

/// The same for a view that another pass has changed: it is normalised again.
static LogicalResult renewFamily(ModuleOp module, func::FuncOp function,
                                 StringRef family,
                                 const AnalyzeOptions &options) {
  // Views are refused as the subject of `analyze`, whose result would lose the
  // origin; this pass states the origin again.
  Attribute origin = function->getAttr(kOriginAttr);
  Attribute extents = function->getAttr(kExtentsAttr);
  function->removeAttr(kOriginAttr);
  function->removeAttr(kExtentsAttr);
  FailureOr<AnalysisResult> result =
      analyze(module, function, {family.str()}, options);
  if (failed(result)) {
    function->setAttr(kOriginAttr, origin);
    function->setAttr(kExtentsAttr, extents);
    return failure();
  }
  result->function->setAttr(kOriginAttr, origin);
  result->function->setAttr(kExtentsAttr, extents);
  attachFamilyRecords(*result);
  takeOver(module, *result->viewModule);
  return success();
}

/// The level that the records on a view describe, where there are any.
static std::optional<std::string> levelOfRecords(func::FuncOp function) {
  auto selection = function->getAttrOfType<DictionaryAttr>(kAnalysisAttr);
  auto level =
      selection ? selection.getAs<StringAttr>("topology") : StringAttr();
  return level ? std::optional(level.getValue().str()) : std::nullopt;
}

/// The level to measure at: one that is asked for, else that of the records
/// there are, else the coarsest. A report is of one level, so that a second one
/// is refused.
static FailureOr<std::optional<std::string>>
chooseLevel(func::FuncOp function, const std::string &requested) {
  std::optional<std::string> known = levelOfRecords(function);
  if (known && !requested.empty() && requested != *known)
    return function.emitOpError()
           << "carries records of level '" << *known
           << "' and is to be measured at level '" << requested
           << "'; ask for level=" << *known
           << ", or remove the records with --tf-strip-records first";
  if (!requested.empty())
    return std::optional(requested);
  return known;
}

/// Runs a family and what it requires on the view that the module holds; the
/// records stay as attributes.
template <typename PassT>
static LogicalResult runFamily(PassT &pass, StringRef family) {
  ModuleOp module = pass.getOperation();
  func::FuncOp function = getViewFunction(module);
  if (!function)
    return module.emitError()
           << "holds no view; make one with --tf-inline-view first";
  FailureOr<std::optional<std::string>> level =
      chooseLevel(function, pass.level);
  if (failed(level))
    return failure();
  AnalyzeOptions options;
  options.level = *level;
  options.budget = std::numeric_limits<int64_t>::max() / 8;
  options.allocationSteps = pass.allocationSteps;
  options.allocationTimeoutSeconds = pass.allocationTimeout;
  if (!isNormalised(function))
    return renewFamily(module, function, family, options);
  FailureOr<AnalysisResult> result =
      analyzeView(module, function, {family.str()}, options, [&] {
        return pass.template getChildAnalysis<ScopeTreeAnalysis>(function)
            .getView();
      });
  if (failed(result))
    return failure();
  attachFamilyRecords(*result);
  pass.template markAnalysesPreserved<ScopeTreeAnalysis>();
  return success();
}

namespace {
#define FAMILY_PASS(Name, family)                                              \
  struct Name##Pass : tilefoundry::impl::Name##Base<Name##Pass> {              \
    using Name##Base::allocationSteps;                                         \
    using Name##Base::allocationTimeout;                                       \
    using Name##Base::getChildAnalysis;                                        \
    using Name##Base::getOperation;                                            \
    using Name##Base::level;                                                   \
    using Name##Base::markAnalysesPreserved;                                   \
    using Name##Base::Name##Base;                                              \
    void runOnOperation() override {                                           \
      if (failed(runFamily(*this, family)))                                    \
        signalPassFailure();                                                   \
    }                                                                          \
  };
FAMILY_PASS(ComputeCost, "compute-cost")
FAMILY_PASS(Memory, "memory")
FAMILY_PASS(Roofline, "roofline")
FAMILY_PASS(Performance, "performance")
#undef FAMILY_PASS
} // namespace

/// Lowered functions carry their own target; those of one group must agree.
void CheckTargetsPass::runOnOperation() {
  // One function of each backend: the others agree with it.
  std::vector<TargetedFunction> group;
  WalkResult result = getOperation().walk([&](func::FuncOp function) {
    auto attr = function->getAttrOfType<TargetAttrInterface>(kTargetAttr);
    if (!attr)
      return WalkResult::advance();
    auto target = attr.resolveTarget();
    if (!target) {
      function.emitError() << llvm::toString(target.takeError());
      return WalkResult::interrupt();
    }
    bool isFirst = llvm::none_of(group, [&](const TargetedFunction &other) {
      return other.target->getName() == (*target)->getName();
    });
    group.push_back({function.getName().str(), *target});
    if (llvm::Error error = checkCompilationGroup(group)) {
      function.emitError() << llvm::toString(std::move(error));
      return WalkResult::interrupt();
    }
    if (!isFirst)
      group.pop_back();
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    signalPassFailure();
  markAllAnalysesPreserved();
}
