//===- FactsRegistry.cpp - conversions by exact pair ----------------------===//

#include "tilefoundry/Target/FactsRegistry.h"
#include "tilefoundry/Target/Facts.h"
#include "tilefoundry/Target/Packages.h"
#include <mutex>

using namespace tilefoundry;

FactsRegistry &FactsRegistry::global() {
  static FactsRegistry *registry = [] {
    auto *result = new FactsRegistry;
    // Checked when each package was registered.
    for (const TargetPackage &package : targetPackages())
      llvm::cantFail(package.registerFacts(*result));
    return result;
  }();
  return *registry;
}

llvm::Error tilefoundry::refuseQuery(FactsQuery query,
                                     llvm::StringRef factsName) {
  if (!query)
    return llvm::Error::success();
  return llvm::createStringError(
      "'" + factsName +
      "' describes hardware alone and takes no query; ask without one");
}

llvm::Error FactsRegistry::insert(TypeKey target, TypeKey facts, Entry entry,
                                  llvm::StringRef targetName,
                                  llvm::StringRef factsName) {
  std::unique_lock<std::shared_mutex> lock(mutex);
  if (entries.try_emplace({target, facts}, entry).second)
    return llvm::Error::success();
  return llvm::createStringError("a conversion from '" + targetName + "' to '" +
                                 factsName +
                                 "' is registered already; a pair has one");
}

llvm::Error FactsRegistry::run(const Target &target, TypeKey facts,
                               llvm::StringRef factsName, FactsQuery query,
                               void *out) const {
  Entry entry;
  {
    std::shared_lock<std::shared_mutex> lock(mutex);
    auto it = entries.find({target.getTypeId(), facts});
    if (it != entries.end())
      entry = it->second;
  }
  if (!entry.invoke)
    return llvm::createStringError(
        "target '" + target.getIdentity() + "' (backend '" + target.getName() +
        "') states no '" + factsName +
        "': its package registers no conversion for this exact target class");
  return entry.invoke(entry.conversion, target, query, out);
}

llvm::StringRef tilefoundry::memoryRelationKindName(MemoryRelationKind kind) {
  return kind == MemoryRelationKind::Caches ? "caches" : "shares_capacity_with";
}

template <class Level>
static const Level *findLevel(const std::vector<Level> &levels,
                              llvm::StringRef name) {
  for (const Level &level : levels)
    if (level.name == name)
      return &level;
  return nullptr;
}

const ExplicitMemoryLevelFacts *
MemoryHierarchyFacts::findExplicit(llvm::StringRef name) const {
  return findLevel(explicitLevels, name);
}

const ImplicitMemoryLevelFacts *
MemoryHierarchyFacts::findImplicit(llvm::StringRef name) const {
  return findLevel(implicitLevels, name);
}

const ExplicitMemoryLevelFacts *
MemoryHierarchyFacts::findBacking(llvm::StringRef cache) const {
  // A chain longer than the list of edges is a cycle.
  for (size_t hops = 0; hops <= relations.size(); ++hops) {
    if (const ExplicitMemoryLevelFacts *level = findExplicit(cache))
      return level;
    auto edge = llvm::find_if(relations, [&](const MemoryLevelRelation &r) {
      return r.kind == MemoryRelationKind::Caches && r.near == cache;
    });
    if (edge == relations.end())
      return nullptr;
    cache = edge->far;
  }
  return nullptr;
}
