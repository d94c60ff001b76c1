//===- FromAttributes.cpp - results written into IR and read back ---------===//

#include "Forms.h"
#include "PrintedView.h"
#include "mlir/IR/Builders.h"
#include "tilefoundry/Analysis/Program.h"
#include "tilefoundry/Analysis/ViewInfo.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace tilefoundry;
namespace json = llvm::json;

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static DictionaryAttr selectionAttr(const AnalysisResult &result,
                                    MLIRContext *context) {
  Builder builder(context);
  auto list = [&](llvm::ArrayRef<std::string> values) {
    SmallVector<StringRef> refs(values.begin(), values.end());
    return builder.getStrArrayAttr(refs);
  };
  NamedAttrList dims, fields;
  for (const auto &[name, extent] : result.dims)
    dims.set(name, builder.getI64IntegerAttr(extent));
  NamedAttrList unknown;
  for (const auto &[name, count] : result.unknownOps)
    unknown.set(name, builder.getI64IntegerAttr(count));
  fields.set("dims", dims.getDictionary(context));
  fields.set("executed", list(result.executed));
  fields.set("function", builder.getStringAttr(result.functionName));
  fields.set("left_out", unknown.getDictionary(context));
  fields.set("module", builder.getStringAttr(result.moduleName));
  fields.set("requested", list(result.requested));
  fields.set("topology", result.level
                             ? Attribute(builder.getStringAttr(*result.level))
                             : Attribute(builder.getUnitAttr()));
  return fields.getDictionary(context);
}

std::string tilefoundry::renderIR(const AnalysisResult &result) {
  ModuleOp view = result.viewModule.get();
  OwningOpRef<ModuleOp> clone = view.clone();
  llvm::DenseMap<Operation *, Operation *> map = matchClone(view, *clone);
  result.records.attach([&](Operation *op) { return map.lookup(op); });
  if (Operation *function = map.lookup(result.function))
    function->setAttr(kAnalysisAttr, selectionAttr(result, view.getContext()));
  std::string text;
  llvm::raw_string_ostream os(text);
  AsmState state(*clone, viewPrintingFlags());
  (*clone)->print(os, state);
  return StringRef(text).rtrim('\n').str() + "\n";
}

void tilefoundry::attachRecords(const AnalysisResult &result) {
  result.records.attach();
  Operation *function = result.function;
  function->setAttr(kAnalysisAttr,
                    selectionAttr(result, function->getContext()));
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// The one function that carries records.
static llvm::Expected<func::FuncOp> findSubject(ModuleOp view) {
  func::FuncOp subject;
  std::string other;
  view.walk([&](func::FuncOp function) {
    bool carries =
        llvm::any_of(standardRecordTypes(), [&](const RecordType *type) {
          return function->hasAttr(type->attribute);
        });
    if (!carries)
      return;
    if (subject)
      other = function.getSymName().str();
    else
      subject = function;
  });
  if (!subject)
    return llvm::createStringError(
        "no function carries records; run an analysis on the view first, such "
        "as --tf-memory, or write one with emit=ir");
  if (!other.empty())
    return llvm::createStringError(
        "both '" + subject.getSymName().str() + "' and '" + other +
        "' carry records, but a report is about one function; strip one of "
        "them with --tf-strip-records");
  return subject;
}

/// `hir.target` of the outermost module that states one.
static llvm::Expected<std::shared_ptr<const Target>>
findTarget(func::FuncOp function) {
  TargetAttrInterface found;
  for (Operation *op = function->getParentOp(); op; op = op->getParentOp())
    if (auto target = op->getAttrOfType<TargetAttrInterface>(kTargetAttr))
      found = target;
  if (!found)
    return std::shared_ptr<const Target>();
  return found.resolveTarget();
}

static std::optional<std::string> coarsestLevel(func::FuncOp function) {
  SmallVector<hir::TopologyAttr> levels =
      getTopologies(function->getParentOfType<ModuleOp>());
  if (levels.empty())
    return std::nullopt;
  return levels.front().getName().str();
}

/// Families whose records stand on the function, in the order of the documents.
static std::vector<std::string> familiesOn(func::FuncOp function) {
  std::vector<std::string> families;
  auto add = [&](StringRef attribute, const char *family) {
    if (function->hasAttr(attribute))
      families.push_back(family);
  };
  add(ComputeCostRecord::type.attribute, "compute-cost");
  add(MemoryRecord::type.attribute, "memory");
  add(RooflineRecord::type.attribute, "roofline");
  add(PerformanceSummaryRecord::type.attribute, "performance");
  return families;
}

static bool readStrings(const json::Object &fields, StringRef key,
                        std::vector<std::string> &values) {
  const json::Array *array = fields.getArray(key);
  if (!array)
    return false;
  values.clear();
  for (const json::Value &value : *array) {
    std::optional<StringRef> text = value.getAsString();
    if (!text)
      return false;
    values.push_back(text->str());
  }
  return true;
}

static bool readCounts(const json::Object &fields, StringRef key,
                       std::map<std::string, int64_t> &values) {
  const json::Object *object = fields.getObject(key);
  if (!object)
    return false;
  values.clear();
  for (const auto &entry : *object) {
    std::optional<int64_t> number = entry.second.getAsInteger();
    if (!number)
      return false;
    values[entry.first.str()] = *number;
  }
  return true;
}

static bool readSelection(DictionaryAttr attribute, AnalysisResult &result) {
  std::optional<json::Value> value = attributeToJson(attribute);
  const json::Object *fields = value ? value->getAsObject() : nullptr;
  if (!fields)
    return false;
  std::optional<StringRef> function = fields->getString("function");
  std::optional<StringRef> module = fields->getString("module");
  const json::Value *level = fields->get("topology");
  if (!function || !module || !level ||
      !readStrings(*fields, "requested", result.requested) ||
      !readStrings(*fields, "executed", result.executed) ||
      !readCounts(*fields, "dims", result.dims) ||
      !readCounts(*fields, "left_out", result.unknownOps))
    return false;
  result.functionName = function->str();
  result.moduleName = module->str();
  result.level.reset();
  if (std::optional<StringRef> name = level->getAsString())
    result.level = name->str();
  return true;
}

/// What a function says about itself where no composed call wrote it down.
static void describeSubject(func::FuncOp function, AnalysisResult &result) {
  result.functionName = function.getSymName().str();
  result.moduleName = getModulePath(function->getParentOfType<ModuleOp>());
  // A view says which function of which module it was made from.
  if (auto origin = function->getAttrOfType<StringAttr>(kOriginAttr)) {
    auto [module, name] = origin.getValue().rsplit("::");
    if (!module.empty() && !name.empty()) {
      result.moduleName = module.str();
      result.functionName = name.str();
    }
  }
  result.level = coarsestLevel(function);
  result.requested = result.executed = familiesOn(function);
  if (auto extents = function->getAttrOfType<DictionaryAttr>(kExtentsAttr))
    for (NamedAttribute entry : extents)
      if (auto extent = dyn_cast<IntegerAttr>(entry.getValue()))
        if (std::optional<int64_t> value = extent.getValue().trySExtValue())
          result.dims[entry.getName().str()] = *value;
}

void tilefoundry::attachFamilyRecords(AnalysisResult &result) {
  result.records.attach();
  std::optional<std::string> level = result.level;
  describeSubject(result.function, result);
  result.level = level;
  Operation *function = result.function;
  function->setAttr(kAnalysisAttr,
                    selectionAttr(result, function->getContext()));
}

/// Record types that are not this library's: what the target's own analyzers
/// among `families` write.
static std::vector<const RecordType *>
foreignRecordTypes(const Target *target, llvm::ArrayRef<std::string> families) {
  std::vector<const RecordType *> types;
  for (const std::string &family : families)
    if (const Analyzer *analyzer =
            target ? target->getAnalyzer(family) : nullptr)
      for (const RecordType *type : analyzer->produces)
        if (!llvm::is_contained(standardRecordTypes(), type))
          types.push_back(type);
  return types;
}

/// The families that ran, as `kAnalysisAttr` names them.
static std::vector<std::string> executedFamilies(func::FuncOp function) {
  std::vector<std::string> families;
  auto selection = function->getAttrOfType<DictionaryAttr>(kAnalysisAttr);
  if (auto executed =
          selection ? selection.getAs<ArrayAttr>("executed") : ArrayAttr())
    for (Attribute family : executed)
      if (auto name = dyn_cast<StringAttr>(family))
        families.push_back(name.str());
  return families;
}

int64_t tilefoundry::stripRecords(Operation *root) {
  int64_t removed = removeRecords(root, standardRecordTypes());
  root->walk([&](func::FuncOp function) {
    if (!function->hasAttr(kAnalysisAttr))
      return;
    llvm::Expected<std::shared_ptr<const Target>> target = findTarget(function);
    if (target)
      removed += removeRecords(
          function,
          foreignRecordTypes(target->get(), executedFamilies(function)));
    else
      llvm::consumeError(target.takeError());
  });
  root->walk([&](Operation *op) {
    if (op->removeAttr(kAnalysisAttr))
      ++removed;
  });
  return removed;
}

llvm::Expected<AnalysisResult>
tilefoundry::resultFromAttributes(ModuleOp view) {
  AnalysisResult result;
  result.module = view;
  result.viewModule = view.clone();
  llvm::Expected<func::FuncOp> subject = findSubject(*result.viewModule);
  if (!subject)
    return subject.takeError();
  result.function = *subject;
  llvm::Expected<std::shared_ptr<const Target>> target =
      findTarget(result.function);
  if (!target)
    return target.takeError();
  result.target = *target;
  if (llvm::Error error =
          readRecords(result.function, standardRecordTypes(), result.records))
    return error;
  result.recordTypes = result.records.getTypes().vec();
  describeSubject(result.function, result);
  if (Attribute selection = result.function->getAttr(kAnalysisAttr)) {
    auto dictionary = dyn_cast<DictionaryAttr>(selection);
    if (!dictionary || !readSelection(dictionary, result))
      return llvm::createStringError(
          llvm::Twine("'") + kAnalysisAttr + "' on '" +
          result.function.getSymName() +
          "' does not say what was asked for; remove it with "
          "--tf-strip-records and analyse again");
  }
  std::vector<const RecordType *> foreign =
      foreignRecordTypes(result.target.get(), result.executed);
  if (llvm::Error error = readRecords(result.function, foreign, result.records))
    return error;
  result.recordTypes = result.records.getTypes().vec();
  removeRecords(*result.viewModule, standardRecordTypes());
  removeRecords(*result.viewModule, foreign);
  result.function->removeAttr(kAnalysisAttr);
  FailureOr<std::unique_ptr<ViewInfo>> info = ViewInfo::build(result.function);
  if (failed(info))
    return llvm::createStringError(
        "'" + result.functionName +
        "' carries records but is no view; make one with --tf-inline-view");
  result.view = std::move(*info);
  return result;
}

llvm::Expected<std::string>
tilefoundry::renderFromAttributes(ModuleOp view, const RenderOptions &options) {
  llvm::Expected<AnalysisResult> result = resultFromAttributes(view);
  if (!result)
    return result.takeError();
  return render(*result, options);
}
