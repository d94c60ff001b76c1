//===- TargetTest.cpp - target document 1, 5 and 6 ------------------------===//

#include "TestSupport.h"
#include "tilefoundry/Target/AlgorithmRegistry.h"
#include "tilefoundry/Target/Packages.h"

namespace tilefoundry {
/// Stands for the class of the Analysis room.
class Analyzer {
public:
  explicit Analyzer(const char *selector) : selector(selector) {}
  const char *selector;
};
} // namespace tilefoundry

using namespace tilefoundry;
using namespace tilefoundry::test;

TEST(Target, T1_c1_NameIsTheBackend) {
  EXPECT_EQ(h200()->getName(), "cuda");
  EXPECT_EQ(m2Pro()->getName(), "amx");
  EXPECT_EQ(CpuTarget::create()->getName(), "cpu");
}

TEST(Target, T1_c2_FactsAreTheDoor) {
  const std::shared_ptr<const Target> target = h200();
  EXPECT_EQ(get(target->facts<ParallelCapacityFacts>()).parallelUnits, 132);
}

TEST(Target, T1_c3_ATargetIsAValue) {
  static_assert(!std::is_copy_assignable_v<CudaTarget>);
  const auto a = h200(), b = h200();
  EXPECT_TRUE(*a == *b);
  EXPECT_FALSE(*a == *m2Pro());
  // A value without documents is not the installed machine it resembles.
  const auto value =
      get(CudaTarget::create(a->getDevice(), a->getArchitecture()));
  EXPECT_TRUE(*a != *value);
  EXPECT_TRUE(a->hasSameHardware(*value));
  EXPECT_TRUE(*CpuTarget::create() == *CpuTarget::create());
}

TEST(Target, T1_c4_AlgorithmsAreRegisteredByTypeAndLevel) {
  AlgorithmRegistry registry;
  EXPECT_FALSE(registry.lookUp(*h200(), "cta"));
  succeeds(registry.add<CudaTarget>("cta", {"mine", "nothing"}));
  EXPECT_EQ(registry.lookUp(*h200(), "cta")->name, "mine");
  EXPECT_FALSE(registry.lookUp(*m2Pro(), "cta"));
  EXPECT_HAS(message(registry.add<CudaTarget>("cta", {"other", "nothing"})),
             "registered already");
}

TEST(Target, T1_c5_ATargetOwnsNoCode) {
  // What a target has beside its values is a table of virtual functions: there
  // is no room for anything that could be called.
  static_assert(sizeof(CpuTarget) == sizeof(void *) + sizeof(std::string));
  // The families it is registered for carry no implementation of this project.
  EXPECT_EQ(AlgorithmRegistry::global().lookUp(*h200(), "cta")->implementation,
            nullptr);
}

TEST(Architecture, T1_1_c1_ValuesAreImmutable) {
  static_assert(
      std::is_same_v<decltype(std::declval<CudaArchitecture &>().getValues()),
                     const CudaArchitectureValues &>);
  static_assert(
      std::is_same_v<decltype(std::declval<AmxArchitecture &>().getValues()),
                     const AmxArchitectureValues &>);
}

TEST(Architecture, T1_1_c2_NameIsTheIdentity) {
  EXPECT_EQ(get(CudaTarget::create("nvidia.a100_sxm_80gb"))
                ->getArchitecture()
                .getName(),
            "sm_80");
}

TEST(Architecture, T1_1_c3_ThreadLimitWhereThereIsACtaLevel) {
  EXPECT_EQ(h200()->getArchitecture().getMaxThreadsPerCta(), 1024);
  EXPECT_EQ(m2Pro()->getArchitecture().getMaxThreadsPerCta(), std::nullopt);
}

TEST(Device, T1_2_c1_ValuesAreImmutable) {
  static_assert(
      std::is_same_v<decltype(std::declval<CudaDevice &>().getValues()),
                     const CudaDeviceValues &>);
}

TEST(Device, T1_2_c2_NameIsTheProduct) {
  EXPECT_EQ(get(CudaTarget::create("nvidia.b200_sxm"))->getDevice().getName(),
            "b200_sxm");
}

TEST(Device, T1_2_c3_CapacitiesBelongToTheConcreteClass) {
  static_assert(!std::is_constructible_v<Device, std::string, int64_t>);
  const auto target = h200();
  const Device &device = target->getDevice();
  EXPECT_EQ(device.getSmCount(), 132);
}

TEST(Device, T1_2_c4_AFactIsOnOneSide) {
  auto checkDisjoint = [](const HardwareSchema &a, const HardwareSchema &b) {
    for (const FactField &field : a.fields)
      for (const FactField &other : b.fields)
        EXPECT_TRUE(field.path != other.path || field.path == "identity.name");
  };
  checkDisjoint(CudaArchitecture::getSchema(), CudaDevice::getSchema());
  checkDisjoint(AmxArchitecture::getSchema(), AmxDevice::getSchema());
}

TEST(CpuTarget, T5_c1_NameIsCpu) {
  EXPECT_EQ(CpuTarget::create()->getName(), "cpu");
  EXPECT_TRUE(CpuTarget::create()->getTopologyLevels().empty());
  EXPECT_HAS(message(CpuTarget::create()->validateProgramTopology("cta", 1)),
             "it has none");
  EXPECT_HAS(message(CpuTarget::create()->facts<ThroughputFacts>()),
             "registers no conversion");
}

TEST(CpuTarget, T5_c2_HostFunctionsAreExempt) {
  succeeds(checkCompilationGroup({{"host", CpuTarget::create()},
                                  {"kernel", h200()},
                                  {"host2", CpuTarget::create()}}));
}

TEST(Resolve, T6_c1_TheRoomStandsAlone) {
  // Links against Support only; check-room-Target proves it for the library.
  EXPECT_FALSE(targetPackages().empty());
}

TEST(Resolve, T6_c2_CudaIsTheInstalledH200) {
  const auto target = get(resolveTarget("cuda"));
  EXPECT_EQ(target->getIdentity(), "nvidia.h200_sxm");
  EXPECT_TRUE(*get(defaultTarget()) == *target);
  EXPECT_TRUE(*target == *h200());
}

TEST(Resolve, T6_c3_NamesResolveAndTargetsPassThrough) {
  EXPECT_TRUE(*get(resolveTarget("amx")) == *m2Pro());
  EXPECT_TRUE(*get(resolveTarget("cpu")) == *CpuTarget::create());
  const std::shared_ptr<const Target> target = h200();
  EXPECT_EQ(get(resolveTarget(target)).get(), target.get());
  EXPECT_EQ(message(resolveTarget("rocm")),
            "unknown target 'rocm': the backends are 'cuda', 'amx', 'cpu'");
}

TEST(Resolve, T6_c5_NothingResolvesAnUnnamedBackend) {
  EXPECT_HAS(message(resolveTarget("")), "unknown target ''");
}

TEST(Resolve, T6_c6_TheDefaultIsExplicitAboutItsMachine) {
  EXPECT_HAS(get(defaultTarget())->describeResources(),
             "device nvidia.h200_sxm sha256:");
}

TEST(Resolve, T6_c8_AGroupAgreesOnHardware) {
  const auto h100 = get(CudaTarget::create("nvidia.h100_sxm"));
  EXPECT_EQ(message(checkCompilationGroup(
                {{"f", h200()}, {"h", CpuTarget::create()}, {"g", h100}})),
            "function 'g' is compiled for nvidia.h100_sxm and function 'f' of "
            "the same group for nvidia.h200_sxm: cuda functions of one "
            "compilation group need equal architecture and device facts; "
            "compile them apart");
  // Facts decide, not where they came from.
  const auto value =
      get(CudaTarget::create(h200()->getDevice(), h200()->getArchitecture()));
  succeeds(checkCompilationGroup({{"f", h200()}, {"g", value}}));
  succeeds(checkCompilationGroup({}));
}

//===----------------------------------------------------------------------===//
// Subclasses
//===----------------------------------------------------------------------===//

static const Analyzer standard("memory"), special("roofline");

namespace {
/// A machine of one's own that replaces one analyzer and keeps the rest.
class MyTarget : public CudaTarget {
public:
  using CudaTarget::CudaTarget;
  const Analyzer *getAnalyzer(llvm::StringRef selector) const override {
    return selector == "roofline" ? &special
                                  : CudaTarget::getAnalyzer(selector);
  }
};
} // namespace

TEST(Subclass, OverridesOneAnalyzerAndKeepsTheRest) {
  EXPECT_EQ(h200()->getAnalyzer("memory"), nullptr);
  setStandardAnalyzers([](llvm::StringRef selector) -> const Analyzer * {
    return selector == "memory" ? &standard : nullptr;
  });
  const auto mine =
      makeTarget<MyTarget>(get(CudaTarget::resolve("nvidia.h200_sxm")));
  EXPECT_EQ(mine->getAnalyzer("memory"), &standard);
  EXPECT_EQ(mine->getAnalyzer("roofline"), &special);
  EXPECT_EQ(h200()->getAnalyzer("roofline"), nullptr);
  EXPECT_EQ(CpuTarget::create()->getAnalyzer("memory"), &standard);
  setStandardAnalyzers(nullptr);
}

TEST(Subclass, IsItsOwnType) {
  const auto mine =
      makeTarget<MyTarget>(get(CudaTarget::resolve("nvidia.h200_sxm")));
  EXPECT_TRUE(mine->getTypeId() == TypeKey::of<MyTarget>());
  EXPECT_FALSE(*mine == *h200());
  EXPECT_FALSE(AlgorithmRegistry::global().lookUp(*mine, "cta"));
  static_assert(std::is_abstract_v<MyTarget>,
                "no target is made without saying what it is");
}
