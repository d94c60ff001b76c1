//===- Target.cpp - what every target answers alike -----------------------===//

#include "tilefoundry/Target/Target.h"
#include "tilefoundry/Target/Packages.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <atomic>

using namespace tilefoundry;

static std::atomic<AnalyzerProvider> standardAnalyzers{nullptr};

std::string TopologyExtent::str() const {
  if (extent)
    return std::to_string(*extent);
  return dimension.empty() ? "?" : dimension;
}

Target::~Target() = default;

std::string Target::getIdentity() const { return name; }

TargetResources Target::getResources() const { return {}; }

static void describeResource(std::string &text, llvm::StringRef side,
                             const std::optional<ResourceDocument> &document) {
  text += side;
  if (document)
    text += " " + document->id + " " + document->digest + "\n";
  else
    text += " none: no document stands behind it\n";
}

std::string Target::describeResources() const {
  TargetResources resources = getResources();
  std::string text;
  describeResource(text, "architecture", resources.architecture);
  describeResource(text, "device", resources.device);
  return text;
}

llvm::Error Target::unknownLevel(llvm::StringRef level) const {
  llvm::ArrayRef<llvm::StringRef> levels = getTopologyLevels();
  std::string known =
      levels.empty() ? "it has none"
                     : "its levels are '" + llvm::join(levels, "', '") + "'";
  return llvm::createStringError(
      "target '" + name + "' has no topology level '" + level + "': " + known);
}

llvm::Expected<std::optional<int64_t>>
Target::topologyLimit(llvm::StringRef level) const {
  if (!llvm::is_contained(getTopologyLevels(), level))
    return unknownLevel(level);
  return limitOfLevel(level);
}

bool Target::admitsLaunchExtent(llvm::StringRef) const { return false; }

llvm::Error
Target::validateProgramTopology(llvm::StringRef level,
                                const TopologyExtent &extent) const {
  llvm::Expected<std::optional<int64_t>> limit = topologyLimit(level);
  if (!limit)
    return limit.takeError();
  if (!extent.isStatic()) {
    if (admitsLaunchExtent(level))
      return llvm::Error::success();
    return llvm::createStringError(
        "topology level '" + level + "' has the extent '" + extent.str() +
        "', which is not a number; target '" + name +
        "' needs a static extent here: write the number");
  }
  int64_t value = *extent.getStatic();
  if (value <= 0)
    return llvm::createStringError("topology level '" + level +
                                   "' has the extent " + extent.str() +
                                   "; an extent is a positive integer");
  if (*limit && value > **limit)
    return llvm::createStringError("topology level '" + level +
                                   "' has the extent " + extent.str() +
                                   ", more than the " + llvm::Twine(**limit) +
                                   " that " + getIdentity() + " admits");
  return llvm::Error::success();
}

const Analyzer *Target::getAnalyzer(llvm::StringRef selector) const {
  AnalyzerProvider provider = standardAnalyzers.load();
  return provider ? provider(selector) : nullptr;
}

bool Target::hasSameHardware(const Target &other) const {
  return *this == other;
}

bool Target::isEqualTo(const Target &other) const { return name == other.name; }

void tilefoundry::setStandardAnalyzers(AnalyzerProvider provider) {
  standardAnalyzers.store(provider);
}

llvm::Expected<std::shared_ptr<const Target>>
tilefoundry::resolveTarget(llvm::StringRef backend) {
  std::vector<llvm::StringRef> names;
  for (const TargetPackage &package : targetPackages()) {
    if (package.name == backend)
      return package.createDefault();
    names.push_back(package.name);
  }
  return llvm::createStringError("unknown target '" + backend +
                                 "': the backends are '" +
                                 llvm::join(names, "', '") + "'");
}

llvm::Error
tilefoundry::checkCompilationGroup(llvm::ArrayRef<TargetedFunction> functions) {
  // The first function of each backend is what the others must agree with.
  std::map<llvm::StringRef, const TargetedFunction *> first;
  for (const TargetedFunction &function : functions) {
    if (!function.target)
      continue;
    auto [it, inserted] =
        first.try_emplace(function.target->getName(), &function);
    if (inserted || it->second->target->hasSameHardware(*function.target))
      continue;
    return llvm::createStringError(
        "function '" + function.function + "' is compiled for " +
        function.target->getIdentity() + " and function '" +
        it->second->function + "' of the same group for " +
        it->second->target->getIdentity() + ": " + function.target->getName() +
        " functions of one compilation group need equal architecture and "
        "device facts; compile them apart");
  }
  return llvm::Error::success();
}
