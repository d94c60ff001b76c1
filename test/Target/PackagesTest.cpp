//===- PackagesTest.cpp - a backend from outside the project --------------===//
//
// Runs before anything is resolved, so it is an executable of its own and one
// test.
//
//===----------------------------------------------------------------------===//

#include "tilefoundry/Target/Packages.h"
#include "TestSupport.h"
#include "tilefoundry/Target/AlgorithmRegistry.h"

using namespace tilefoundry;
using namespace tilefoundry::test;

namespace {
class DspTarget : public Target {
public:
  DspTarget() : Target("dsp") {}
  llvm::ArrayRef<llvm::StringRef> getTopologyLevels() const override {
    static constexpr llvm::StringRef levels[] = {"lane"};
    return levels;
  }

protected:
  std::optional<int64_t> limitOfLevel(llvm::StringRef) const override {
    return 13;
  }
};
} // namespace

static llvm::Expected<ParallelCapacityFacts> capacity(const DspTarget &,
                                                      FactsQuery) {
  return ParallelCapacityFacts{"lane", 13};
}

static TargetPackage dspPackage() {
  TargetPackage package;
  package.name = "dsp";
  package.registerHardware = [](HardwareSpecRegistry &) -> llvm::Error {
    return llvm::Error::success();
  };
  package.registerFacts = [](FactsRegistry &registry) {
    return registry.add<DspTarget>(capacity);
  };
  package.registerAlgorithms = [](AlgorithmRegistry &registry) {
    return registry.add<DspTarget>("lane", {"lanes", "who does what"});
  };
  package.createDefault =
      []() -> llvm::Expected<std::shared_ptr<const Target>> {
    return makeTarget<DspTarget>();
  };
  return package;
}

/// One that answers nothing.
static TargetPackage barePackage(llvm::StringRef name) {
  TargetPackage package = dspPackage();
  package.name = name.str();
  package.registerFacts = [](FactsRegistry &) -> llvm::Error {
    return llvm::Error::success();
  };
  package.registerAlgorithms = [](AlgorithmRegistry &) -> llvm::Error {
    return llvm::Error::success();
  };
  return package;
}

TEST(Packages, AnOutsideBackendJoinsBeforeTheFirstResolution) {
  TargetPackage broken = dspPackage();
  broken.name = "broken";
  broken.registerHardware = [](HardwareSpecRegistry &registry) {
    return registry.addInstalledDocument(installedText("sm90.toml"), "mine");
  };
  EXPECT_EQ(kindOf(registerTargetPackage(broken)),
            HardwareErrorKind::DuplicateRegistration);

  succeeds(registerTargetPackage(dspPackage()));
  EXPECT_EQ(kindOf(registerTargetPackage(dspPackage())),
            HardwareErrorKind::DuplicateRegistration);

  // A package that brings another one along.
  static bool innerJoined = false;
  TargetPackage outer = barePackage("outer");
  outer.registerHardware = [](HardwareSpecRegistry &) -> llvm::Error {
    // Its code runs more than once; the first time counts.
    if (llvm::Error again = registerTargetPackage(barePackage("inner")))
      llvm::consumeError(std::move(again));
    else
      innerJoined = true;
    return llvm::Error::success();
  };
  succeeds(registerTargetPackage(outer));
  EXPECT_TRUE(innerJoined);

  auto target = get(resolveTarget("dsp"));
  EXPECT_EQ(get(target->facts<ParallelCapacityFacts>()).parallelUnits, 13);
  EXPECT_EQ(get(AlgorithmRegistry::global().select(*target, "lane", 13)).name,
            "lanes");
  EXPECT_HAS(message(target->validateProgramTopology("lane", 14)), "the 13");
  EXPECT_EQ(target->getIdentity(), "dsp");
  EXPECT_FALSE(target->getResources().hasDocuments());

  get(resolveTarget("outer"));
  get(resolveTarget("inner"));

  TargetPackage late = dspPackage();
  late.name = "late";
  EXPECT_HAS(message(registerTargetPackage(late)), "comes too late");
}
