//===- CudaTargetTest.cpp - target document 2, 3 and 4 --------------------===//

#include "TestSupport.h"
#include "tilefoundry/Target/AlgorithmRegistry.h"

using namespace tilefoundry;
using namespace tilefoundry::test;

static const CudaArchitectureValues &sm90() {
  static const auto target = h200();
  return target->getArchitecture().getValues();
}
static const CudaDeviceValues &h200Device() {
  static const auto target = h200();
  return target->getDevice().getValues();
}

//===----------------------------------------------------------------------===//
// 2. Architecture
//===----------------------------------------------------------------------===//

TEST(CudaArchitecture, T2_c1_NameIsTheCompilationIdentity) {
  EXPECT_EQ(h200()->getArchitecture().getName(), "sm_90");
}

TEST(CudaArchitecture, T2_c2_OwnsComputeTypesCapabilitiesAndThreadLimits) {
  EXPECT_EQ(
      sm90().supportedComputeTypes.get(),
      (std::vector<ElementType>{ElementType::F32, ElementType::F16,
                                ElementType::BF16, ElementType::FP8E4M3}));
  EXPECT_EQ(sm90().instructionCapabilities.get(),
            (std::vector<std::string>{"tensor_core", "wgmma", "tma"}));
  EXPECT_EQ(sm90().maxThreadsPerCta, 1024);
  EXPECT_EQ(sm90().maxThreadsPerWarp, 32);
  EXPECT_EQ(sm90().maxWarpsPerCta, 32);
}

TEST(CudaArchitecture, T2_c3_OwnsThePerSmLimits) {
  EXPECT_EQ(sm90().maxResidentCtasPerSm, 32);
  EXPECT_EQ(sm90().sharedMemoryPerSmBytes, 228 * 1024);
  EXPECT_EQ(sm90().sharedMemoryPerCtaBytes, 227 * 1024);
  EXPECT_EQ(sm90().registersPerSm32Bit, 64 * 1024);
}

TEST(CudaArchitecture, T2_c4_TheUnifiedBlockHoldsTheCarveout) {
  EXPECT_EQ(sm90().unifiedL1SharedPerSmBytes, 256 * 1024);
  CudaArchitectureValues values = sm90();
  values.unifiedL1SharedPerSmBytes = values.sharedMemoryPerSmBytes - 1;
  EXPECT_HAS(message(CudaArchitecture::create(values)),
             "memory.unified_l1_shared.per_sm");
  values.unifiedL1SharedPerSmBytes = values.sharedMemoryPerSmBytes;
  succeeds(CudaArchitecture::create(values).takeError());
}

TEST(CudaArchitecture, T2_c5_StorageTypesAreNotComputeTypes) {
  const auto target = h200();
  EXPECT_FALSE(
      target->getArchitecture().supportsComputeType(ElementType::F4E2M1));
  EXPECT_FALSE(
      target->getArchitecture().supportsComputeType(ElementType::F8E8M0));
  EXPECT_TRUE(
      target->getArchitecture().supportsComputeType(ElementType::FP8E4M3));
}

TEST(CudaArchitecture, T2_c6_TheSchemaModelsNoRateOfAProduct) {
  for (const FactField &field : CudaArchitecture::getSchema().fields) {
    EXPECT_NE(field.quantity, Quantity::FlopsPerSecond);
    EXPECT_NE(field.quantity, Quantity::OpsPerSecond);
    EXPECT_NE(field.quantity, Quantity::Hertz);
  }
}

TEST(CudaArchitecture, T2_c7_NoFieldHasADefault) {
  static_assert(!std::is_default_constructible_v<CudaArchitectureValues>);
  static_assert(!std::is_default_constructible_v<CudaArchitecture>);
  // A whole number does not come from a fraction, even where one is stated.
  static_assert(!std::is_constructible_v<Required<int64_t>, double>);
}

//===----------------------------------------------------------------------===//
// 3. Device
//===----------------------------------------------------------------------===//

TEST(CudaDevice, T3_c1_DescribesOneDevice) {
  EXPECT_EQ(h200()->getDevice().getName(), "h200_sxm");
  for (const FactField &field : CudaDevice::getSchema().fields)
    EXPECT_FALSE(field.path.contains("gpu"));
}

TEST(CudaDevice, T3_c2_StatesSmsMemoryAndThroughput) {
  EXPECT_EQ(h200Device().smCount, 132);
  EXPECT_EQ(h200Device().hbmCapacityBytes, 141000000000);
  EXPECT_EQ(h200Device().hbmBandwidthBytesPerSecond, 4800000000000);
}

TEST(CudaDevice, T3_c3_PeakOfEachComputeType) {
  const auto target = h200();
  const CudaDevice &device = target->getDevice();
  EXPECT_EQ(get(device.peakFor(ElementType::F32)), 67000000000000);
  EXPECT_EQ(get(device.peakFor(ElementType::F16)), 989500000000000);
  EXPECT_EQ(get(device.peakFor(ElementType::BF16)), 989500000000000);
  EXPECT_EQ(get(device.peakFor(ElementType::FP8E4M3)), 1979000000000000);
}

TEST(CudaDevice, T3_c4_StorageTypesHaveNoEntry) {
  const auto target = h200();
  EXPECT_HAS(message(target->getDevice().peakFor(ElementType::F4E2M1)),
             "'f4e2m1'");
  EXPECT_HAS(message(target->getDevice().peakFor(ElementType::F8E8M0)),
             "'f8e8m0'");
}

TEST(CudaDevice, T3_c5_AnUnknownTypeIsAnActionableError) {
  EXPECT_EQ(message(h200()->getDevice().peakFor(ElementType::I32)),
            "device 'h200_sxm' states no throughput for 'i32'; it states f32, "
            "f16, bf16, fp8e4m3");
}

TEST(CudaDevice, T3_c6_AnAbsentL2CapacityIsAbsent) {
  EXPECT_EQ(h200Device().l2CapacityBytes.get(), 50000000);
  EXPECT_EQ(h200Device().l2BandwidthBytesPerSecond.get(), std::nullopt);
  HardwareSpecRegistry registry = HardwareSpecRegistry::installed();
  std::string text = edited(installedText("h200_sxm.toml"),
                            "id = \"nvidia.h200_sxm\"", "id = \"test.no_l2\"");
  text =
      edited(text, "value = 50000000\nunit = \"byte\"\norigin = \"reference\"",
             "status = \"unavailable\"");
  succeeds(registry.addCustomText(text, "no_l2.toml"));
  auto target = get(CudaTarget::create("test.no_l2", std::nullopt, registry));
  EXPECT_EQ(target->getDevice().getValues().l2CapacityBytes.get(),
            std::nullopt);
}

TEST(CudaDevice, T3_c7_NoFieldHasADefault) {
  static_assert(!std::is_default_constructible_v<CudaDeviceValues>);
  static_assert(!std::is_default_constructible_v<CudaDevice>);
}

//===----------------------------------------------------------------------===//
// 4. Composition
//===----------------------------------------------------------------------===//

TEST(CudaTarget, T4_c1_AcceptsAnIdOrAValueOnEachSide) {
  const auto byId = get(CudaTarget::create("nvidia.h200_sxm", "nvidia.sm90"));
  EXPECT_EQ(byId->getResources().architecture->id, "nvidia.sm90");
  EXPECT_EQ(byId->getResources().device->id, "nvidia.h200_sxm");
  EXPECT_EQ(byId->getResources().device->digest.substr(0, 7), "sha256:");
  EXPECT_EQ(byId->getResources().device->digest.size(), 7u + 64u);

  const auto byValue =
      get(CudaTarget::create(byId->getDevice(), byId->getArchitecture()));
  EXPECT_EQ(byValue->getResources().architecture, std::nullopt);
  EXPECT_EQ(byValue->getResources().device, std::nullopt);
  EXPECT_TRUE(byValue->getDevice() == byId->getDevice());

  const auto mixed =
      get(CudaTarget::create("nvidia.h200_sxm", byId->getArchitecture()));
  EXPECT_EQ(mixed->getResources().architecture, std::nullopt);
  EXPECT_EQ(mixed->getResources().device->id, "nvidia.h200_sxm");
}

template <class... Args> static constexpr bool canCreate(...) { return false; }
template <class... Args>
static constexpr auto canCreate(int)
    -> decltype(CudaTarget::create(std::declval<Args>()...), bool()) {
  return true;
}

TEST(CudaTarget, T4_c2_TheDeviceIsRequired) {
  static_assert(!canCreate<>(0));
  static_assert(!std::is_default_constructible_v<CudaTarget>);
  static_assert(canCreate<const char *>(0));
}

TEST(CudaTarget, T4_c3_AnOmittedArchitectureComesFromTheDocument) {
  EXPECT_EQ(h200()->getResources().architecture->id, "nvidia.sm90");
  const std::string text =
      edited(installedText("h200_sxm.toml"), "id = \"nvidia.h200_sxm\"",
             "id = \"test.two\"");
  HardwareSpecRegistry registry = HardwareSpecRegistry::installed();
  succeeds(registry.addCustomText(
      edited(text, "[\"nvidia.sm90\"]", "[\"nvidia.sm90\", \"nvidia.sm80\"]"),
      "two.toml"));
  succeeds(registry.addCustomText(
      edited(edited(text, "[\"nvidia.sm90\"]", "[]"), "test.two", "test.none"),
      "none.toml"));
  EXPECT_EQ(kindOf(CudaTarget::create("test.two", std::nullopt, registry)),
            HardwareErrorKind::AmbiguousArchitecture);
  EXPECT_EQ(kindOf(CudaTarget::create("test.none", std::nullopt, registry)),
            HardwareErrorKind::AmbiguousArchitecture);
  EXPECT_EQ(kindOf(CudaTarget::create(h200()->getDevice())),
            HardwareErrorKind::MissingArchitecture);
}

TEST(CudaTarget, T4_c4_ArchIsTheArchitecturesName) {
  EXPECT_EQ(h200()->getArch(), "sm_90");
  EXPECT_EQ(get(CudaTarget::create("nvidia.b200_sxm"))->getArch(), "sm_100");
}

TEST(CudaTarget, T4_c5_APairByIdMustBeDeclared) {
  llvm::Error error =
      CudaTarget::create("nvidia.h200_sxm", "nvidia.sm80").takeError();
  EXPECT_TRUE(error.isA<HardwareError>());
  EXPECT_HAS(llvm::toString(std::move(error)),
             "architecture 'nvidia.sm80' and device 'nvidia.h200_sxm' do not "
             "compose");
  // A value is exempt: it is another machine, not a revision of this one.
  const auto ampere = get(CudaTarget::create("nvidia.a100_sxm_80gb"));
  succeeds(CudaTarget::create("nvidia.h200_sxm", ampere->getArchitecture())
               .takeError());
}

TEST(CudaTarget, T4_c6_OneFamilyPerLevelForTheType) {
  AlgorithmRegistry &registry = AlgorithmRegistry::global();
  const auto installed = h200();
  const auto custom = get(
      CudaTarget::create(installed->getDevice(), installed->getArchitecture()));
  for (const auto &target : {installed, custom}) {
    EXPECT_EQ(registry.lookUp(*target, "thread")->name, "pipeline");
    EXPECT_EQ(registry.lookUp(*target, "cta")->name, "partition");
    EXPECT_FALSE(registry.lookUp(*target, "warp"));
  }
}

TEST(CudaTarget, T4_c7_TheCooperativeStoreBelongsToTheCta) {
  PipelineFacts facts = get(h200()->facts<PipelineFacts>());
  EXPECT_EQ(facts.storeLevel, "smem");
  EXPECT_EQ(facts.storeCapacityBytes, 227 * 1024);
  EXPECT_EQ(facts.storeScope, "cta");
}

TEST(CudaTarget, T4_c8_PartitionFactsAreHardwareFacts) {
  PartitionFacts facts = get(h200()->facts<PartitionFacts>());
  EXPECT_EQ(facts.parallelUnits, 132);
  EXPECT_EQ(facts.bandwidthBytesPerSecond, 4800000000000);
  EXPECT_EQ(facts.capacityBytes, 141000000000);
  EXPECT_EQ(facts.peakFlopsPerSecond, h200Device().peakFlopsPerSecond.get());
}

TEST(CudaTarget, T4_c9_LevelsAreCtaAndThread) {
  EXPECT_EQ(h200()->getTopologyLevels().vec(),
            (std::vector<llvm::StringRef>{"cta", "thread"}));
}

TEST(CudaTarget, T4_c10_AnUnknownLevelIsRefusedNamingTheLevels) {
  EXPECT_EQ(message(h200()->validateProgramTopology("warp", 4)),
            "target 'cuda' has no topology level 'warp': its levels are 'cta', "
            "'thread'");
}

TEST(CudaTarget, T4_c11_LimitsOfTheLevels) {
  EXPECT_EQ(get(h200()->topologyLimit("cta")), std::nullopt);
  EXPECT_EQ(get(h200()->topologyLimit("thread")), 1024);
  EXPECT_EQ(get(h200()->getArchitecture().topologyLimit("thread")), 1024);
  EXPECT_HAS(message(h200()->getArchitecture().topologyLimit("lane")),
             "'cta', 'thread'");
}

TEST(CudaTarget, T4_c12_OnlyCtaMayBeProvidedByTheLaunch) {
  const auto target = h200();
  succeeds(target->validateProgramTopology("cta", std::nullopt));
  EXPECT_HAS(message(target->validateProgramTopology("thread", std::nullopt)),
             "topology level 'thread' has the extent '?'");
  EXPECT_HAS(message(target->validateProgramTopology(
                 "thread", TopologyExtent::symbolic("n"))),
             "the extent 'n'");
}

TEST(CudaTarget, T4_c13_ALaunchProvidedLevelIsNotScheduled) {
  AlgorithmRegistry &registry = AlgorithmRegistry::global();
  EXPECT_HAS(message(registry.select(*h200(), "cta", std::nullopt)),
             "scheduling needs a static extent");
  EXPECT_EQ(get(registry.select(*h200(), "cta", 131)).name, "partition");
}

TEST(CudaTarget, T4_c14_StaticExtentsArePositiveAndWithinLimits) {
  const auto target = h200();
  succeeds(target->validateProgramTopology("thread", 1024));
  EXPECT_EQ(message(target->validateProgramTopology("thread", 1025)),
            "topology level 'thread' has the extent 1025, more than the 1024 "
            "that nvidia.h200_sxm admits");
  EXPECT_HAS(message(target->validateProgramTopology("cta", 0)), "positive");
  EXPECT_HAS(message(target->validateProgramTopology("thread", -7)),
             "positive");
  succeeds(target->validateProgramTopology(
      "cta", std::numeric_limits<int64_t>::max()));
}

TEST(CudaTarget, T4_c15_UnsupportedLevelsFailEverywhere) {
  EXPECT_HAS(message(h200()->topologyLimit("core")), "'core'");
  EXPECT_HAS(message(AlgorithmRegistry::global().select(*h200(), "core", 2)),
             "'core'");
}

//===----------------------------------------------------------------------===//
// Projections that the analyses read
//===----------------------------------------------------------------------===//

TEST(CudaFacts, WholeDeviceRates) {
  ThroughputFacts facts = get(h200()->facts<ThroughputFacts>());
  EXPECT_EQ(facts.peakFor(ElementType::BF16), 989500000000000);
  EXPECT_EQ(facts.peakFor(ElementType::F4E2M1), std::nullopt);
  EXPECT_EQ(facts.memoryBandwidthBytesPerSecond, 4800000000000);
  EXPECT_EQ(facts.bandwidthLevel, "gmem");
}

TEST(CudaFacts, OneUnitRatesAreFloors) {
  PerformanceServiceFacts facts = get(h200()->facts<PerformanceServiceFacts>());
  EXPECT_EQ(facts.unit, "cta");
  // 989.5e12 / 132 = 7496212121212.1..., 4.8e12 / 132 = 36363636363.6...
  EXPECT_EQ(facts.flops(ElementType::BF16), 7496212121212);
  EXPECT_EQ(facts.flops(ElementType::I32), std::nullopt);
  EXPECT_EQ(facts.bandwidth("gmem"), 36363636363);
  EXPECT_EQ(facts.bandwidth("smem"), std::nullopt);
  EXPECT_EQ(facts.ops(ServiceKind::Integer), 126893939393);
  EXPECT_EQ(facts.ops(ServiceKind::Predicate), 126893939393);
  EXPECT_EQ(facts.ops(ServiceKind::Select), 126893939393);
  EXPECT_EQ(facts.ops(ServiceKind::Special), 31723484848);
  // 64 results a clock at 19.5e12 / (108 * 64 * 2) Hz.
  EXPECT_EQ(get(get(CudaTarget::create("nvidia.a100_sxm_80gb"))
                    ->facts<PerformanceServiceFacts>())
                .ops(ServiceKind::Integer),
            90277777777);
  EXPECT_EQ(get(get(CudaTarget::create("nvidia.b200_sxm"))
                    ->facts<PerformanceServiceFacts>())
                .ops(ServiceKind::Special),
            std::nullopt);
}

TEST(CudaFacts, MemoryHierarchy) {
  MemoryHierarchyFacts facts = get(h200()->facts<MemoryHierarchyFacts>());
  ASSERT_EQ(facts.explicitLevels.size(), 4u);
  const ExplicitMemoryLevelFacts *gmem = facts.findExplicit("gmem");
  EXPECT_EQ(gmem->capacityBytes, 141000000000);
  EXPECT_EQ(gmem->scope, "device");
  EXPECT_EQ(gmem->owner, "target");
  EXPECT_EQ(facts.findExplicit("smem")->capacityBytes, 227 * 1024);
  EXPECT_EQ(facts.findExplicit("smem")->owner, "cta");
  EXPECT_EQ(facts.findExplicit("rmem")->capacityBytes, 256 * 1024);
  EXPECT_EQ(facts.findExplicit("rmem")->scope, "sm");
  EXPECT_EQ(facts.findExplicit("rmem")->owner, "thread");
  EXPECT_EQ(facts.findExplicit("tmem")->capacityBytes, std::nullopt);
  EXPECT_EQ(facts.findImplicit("l1")->capacityBytes, std::nullopt);
  EXPECT_EQ(facts.findImplicit("l2")->capacityBytes, 50000000);
  ASSERT_EQ(facts.relations.size(), 3u);
  EXPECT_EQ(facts.relations[0].near, "l1");
  EXPECT_EQ(facts.relations[0].far, "l2");
  EXPECT_EQ(facts.relations[1].near, "l2");
  EXPECT_EQ(facts.relations[1].far, "gmem");
  EXPECT_EQ(facts.relations[2].kind, MemoryRelationKind::SharesCapacityWith);
  EXPECT_EQ(facts.relations[2].far, "smem");
  EXPECT_EQ(facts.relations[2].sharedCapacityBytes, 256 * 1024);
  EXPECT_EQ(get(get(CudaTarget::create("nvidia.b200_sxm"))
                    ->facts<MemoryHierarchyFacts>())
                .findExplicit("tmem")
                ->capacityBytes,
            128 * 512 * 4);
}

TEST(CudaFacts, EveryOwnerIsALevelOrTheTarget) {
  for (const DocumentPair &pair :
       HardwareSpecRegistry::installed().getPairs()) {
    if (pair.device->getSchema() != CudaDevice::schemaId)
      continue;
    const auto target = get(CudaTarget::create(pair.device->getId()));
    for (const auto &level :
         get(target->facts<MemoryHierarchyFacts>()).explicitLevels)
      EXPECT_TRUE(level.owner == "target" ||
                  llvm::is_contained(target->getTopologyLevels(), level.owner));
  }
}

TEST(CudaFacts, OneCtaPerSm) {
  ParallelCapacityFacts facts = get(h200()->facts<ParallelCapacityFacts>());
  EXPECT_EQ(facts.topology, "cta");
  EXPECT_EQ(facts.parallelUnits, 132);
}
