//===- AmxTargetTest.cpp - target document 7, 8 and 9 ---------------------===//

#include "TestSupport.h"
#include "tilefoundry/Target/AlgorithmRegistry.h"

using namespace tilefoundry;
using namespace tilefoundry::test;

static AmxArchitectureValues architecture() {
  return m2Pro()->getArchitecture().getValues();
}
static AmxDeviceValues device() { return m2Pro()->getDevice().getValues(); }

TEST(AmxArchitecture, T7_c1_NameIsTheCompilationIdentity) {
  EXPECT_EQ(m2Pro()->getArchitecture().getName(), "apple_amx");
}

TEST(AmxArchitecture, T7_c2_OwnsComputeTypesAndUnitsPerCore) {
  EXPECT_TRUE(m2Pro()->getArchitecture().supportsComputeType(ElementType::F16));
  EXPECT_FALSE(
      m2Pro()->getArchitecture().supportsComputeType(ElementType::BF16));
  EXPECT_EQ(architecture().amxUnitsPerCore, 1);
}

TEST(AmxArchitecture, T7_c3_OwnsTheRegisterFiles) {
  EXPECT_EQ(architecture().stagingBytes, 8 * 64);
  EXPECT_EQ(architecture().accumulatorBytes, 64 * 64);
  for (const FactField &field : AmxDevice::getSchema().fields)
    EXPECT_FALSE(field.path.starts_with("register"));
}

TEST(AmxArchitecture, T7_c4_StatesNoProductRate) {
  EXPECT_EQ(architecture().f32InstructionPeakFlopsPerSecond.get(),
            std::nullopt);
}

TEST(AmxArchitecture, T7_c5_HasNoCtaThreadLimit) {
  EXPECT_EQ(m2Pro()->getArchitecture().getMaxThreadsPerCta(), std::nullopt);
}

TEST(AmxArchitecture, T7_c6_NoFieldHasADefault) {
  static_assert(!std::is_default_constructible_v<AmxArchitectureValues>);
}

TEST(AmxDevice, T8_c1_DescribesOnePackage) {
  EXPECT_EQ(m2Pro()->getDevice().getName(), "apple_m2_pro");
  for (const FactField &field : AmxDevice::getSchema().fields)
    EXPECT_FALSE(field.path.contains("machine"));
}

TEST(AmxDevice, T8_c2_SmCountIsTheAmxUnitsAndBoundedByTheCores) {
  EXPECT_EQ(m2Pro()->getDevice().getSmCount(), 2);
  AmxDeviceValues values = device();
  values.amxUnitCount = 8;
  succeeds(AmxDevice::create(values).takeError());
  values.amxUnitCount = 9;
  EXPECT_HAS(message(AmxDevice::create(values)), "compute.amx_unit_count");
}

TEST(AmxDevice, T8_c3_CoresAndCachesAreToldApart) {
  static_assert(!std::is_default_constructible_v<AmxDeviceValues>);
  EXPECT_EQ(device().performanceCoreCount, 8);
  EXPECT_EQ(device().efficiencyCoreCount, 4);
  EXPECT_EQ(device().l1dBytesPerPerformanceCore, 128 * 1024);
  EXPECT_EQ(device().l1dBytesPerEfficiencyCore, 64 * 1024);
  EXPECT_EQ(device().l2BytesPerPerformanceCluster, 16 * 1024 * 1024);
  EXPECT_EQ(device().l2BytesPerEfficiencyCluster, 4 * 1024 * 1024);
  EXPECT_EQ(device().cacheLineBytes, 128);
}

TEST(AmxDevice, T8_c4_ATileIsBoundedByTheCoresCache) {
  CoreFacts facts = get(m2Pro()->facts<CoreFacts>());
  EXPECT_EQ(facts.tileCapacityBytes, 128 * 1024);
  EXPECT_EQ(facts.tileScope, "core");
}

TEST(AmxDevice, T8_c5_ThroughputIsKeyedByUnitAndType) {
  const auto target = m2Pro();
  EXPECT_EQ(get(target->getDevice().throughputFor("amx", ElementType::F32)),
            504900000000);
  EXPECT_EQ(get(target->getDevice().throughputFor("neon", ElementType::F32)),
            107700000000);
}

TEST(AmxDevice, T8_c6_TrafficIsChargedToUnifiedMemory) {
  EXPECT_EQ(get(m2Pro()->facts<CoreFacts>()).bandwidthBytesPerSecond,
            200000000000);
  EXPECT_EQ(get(m2Pro()->facts<ThroughputFacts>()).bandwidthLevel, "gmem");
}

TEST(AmxDevice, T8_c7_NoEntryIsAnActionableError) {
  const auto target = m2Pro();
  EXPECT_EQ(message(target->getDevice().throughputFor("amx", ElementType::F16)),
            "device 'apple_m2_pro' has no measured throughput of unit 'amx' "
            "for 'f16'; measured are amx f32, neon f32");
  EXPECT_HAS(
      message(target->getDevice().throughputFor("gpu", ElementType::F32)),
      "'gpu'");
}

TEST(AmxTarget, T9_c1_AcceptsAnIdOrAValueOnEachSide) {
  const auto installed = m2Pro();
  EXPECT_EQ(installed->getResources().device->id, "apple.m2_pro");
  const auto byValue = get(
      AmxTarget::create(installed->getArchitecture(), installed->getDevice()));
  EXPECT_FALSE(byValue->getResources().hasDocuments());
  EXPECT_EQ(kindOf(AmxTarget::create(std::nullopt, installed->getDevice())),
            HardwareErrorKind::MissingArchitecture);
  EXPECT_EQ(kindOf(AmxTarget::create("nvidia.sm90", "apple.m2_pro")),
            HardwareErrorKind::WrongDocument);
  const auto byDevice = get(
      AmxTarget::create(std::nullopt, DocumentOr<AmxDevice>("apple.m2_pro")));
  EXPECT_EQ(byDevice->getResources().architecture->id, "apple.amx");
}

TEST(AmxTarget, T9_c2_TheDefaultIsTheInstalledPair) {
  const auto target = m2Pro();
  EXPECT_EQ(target->getResources().architecture->id, "apple.amx");
  EXPECT_EQ(target->getResources().device->id, "apple.m2_pro");
  EXPECT_EQ(target->getArch(), "apple_amx");
}

TEST(AmxTarget, T9_c3_LevelsAreCoreAndAmx) {
  EXPECT_EQ(m2Pro()->getTopologyLevels().vec(),
            (std::vector<llvm::StringRef>{"core", "amx"}));
}

TEST(AmxTarget, T9_c4_LimitsOfTheLevels) {
  EXPECT_EQ(get(m2Pro()->topologyLimit("core")), 8);
  EXPECT_EQ(get(m2Pro()->topologyLimit("amx")), 1);
}

TEST(AmxTarget, T9_c5_ExtentsAreStaticPositiveAndWithinLimits) {
  const auto target = m2Pro();
  succeeds(target->validateProgramTopology("core", 8));
  EXPECT_HAS(message(target->validateProgramTopology("core", 9)), "the 8 that");
  EXPECT_HAS(message(target->validateProgramTopology("core", 0)), "positive");
  for (llvm::StringRef level : {"core", "amx"}) {
    EXPECT_HAS(message(target->validateProgramTopology(level, std::nullopt)),
               "'?'");
    EXPECT_HAS(message(target->validateProgramTopology(
                   level, TopologyExtent::symbolic("n"))),
               "'n'");
  }
}

TEST(AmxTarget, T9_c6_UnsupportedLevelsNameTheSupportedOnes) {
  EXPECT_HAS(message(m2Pro()->topologyLimit("cta")), "'core', 'amx'");
  EXPECT_HAS(message(m2Pro()->validateProgramTopology("cta", 3)),
             "'core', 'amx'");
}

TEST(AmxTarget, T9_c7_OneFamilyForTheCoreLevel) {
  AlgorithmRegistry &registry = AlgorithmRegistry::global();
  EXPECT_EQ(registry.lookUp(*m2Pro(), "core")->name, "core");
  EXPECT_FALSE(registry.lookUp(*m2Pro(), "amx"));
  EXPECT_HAS(message(registry.select(*m2Pro(), "amx", 1)),
             "nothing schedules level 'amx'");
}

//===----------------------------------------------------------------------===//
// Atom candidates
//===----------------------------------------------------------------------===//

/// A row-major f32 product whose left operand is stored by columns, as the
/// outer product wants it.
static AtomCandidateQuery product(int64_t m, int64_t n, int64_t k) {
  return {"matmul",
          m,
          n,
          k,
          ElementType::F32,
          ElementType::F32,
          ElementType::F32,
          {1, m},
          {n, 1},
          {n, 1}};
}

static std::vector<std::string> atomsOf(const AtomCandidateQuery &query) {
  std::vector<std::string> names;
  for (const AtomCandidate &atom :
       get(m2Pro()->facts<AtomCandidateFacts>(&query)).candidates)
    names.push_back(atom.unit);
  return names;
}

using Units = std::vector<std::string>;

TEST(AmxAtoms, T9_c8_CandidatesPassFourHardFilters) {
  // X and Y hold 512 bytes: 16 rows by 8 of f32. Z holds 32 by 32.
  EXPECT_EQ(atomsOf(product(16, 16, 8)), (Units{"amx", "neon"}));
  // Storage: one more step of k no longer fits.
  EXPECT_EQ(atomsOf(product(16, 16, 9)), (Units{"neon"}));
  EXPECT_EQ(atomsOf(product(32, 32, 4)), (Units{"amx", "neon"}));
  EXPECT_EQ(atomsOf(product(48, 32, 2)), (Units{"neon"}));
  // Shape.
  EXPECT_EQ(atomsOf(product(20, 16, 4)), (Units{"neon"}));
  // Layout: the left operand by rows has no contiguous column.
  AtomCandidateQuery query = product(16, 16, 8);
  query.lhsStrides = {8, 1};
  EXPECT_EQ(atomsOf(query), (Units{"neon"}));
}

TEST(AmxAtoms, T9_c9_NoAtomIsAnEmptyListAndAnUnknownOpAnError) {
  EXPECT_EQ(atomsOf(product(18, 16, 4)), Units{});
  AtomCandidateQuery query = product(16, 16, 8);
  query.lhs = ElementType::BF16;
  EXPECT_EQ(atomsOf(query), Units{});
  query = product(16, 16, 8);
  query.rhsStrides = {1, 8};
  EXPECT_EQ(atomsOf(query), Units{});
  query.opKind = "conv2d";
  EXPECT_HAS(message(m2Pro()->facts<AtomCandidateFacts>(&query)), "'conv2d'");
  EXPECT_HAS(message(m2Pro()->facts<AtomCandidateFacts>()), "ask with");
  const int wrong = 3;
  EXPECT_HAS(message(m2Pro()->facts<AtomCandidateFacts>(&wrong)), "ask with");
  query = product(16, 16, 8);
  EXPECT_HAS(message(h200()->facts<AtomCandidateFacts>(&query)),
             "registers no conversion");
  // Extents whose product leaves 64 bits fit in no register file.
  EXPECT_EQ(
      atomsOf(product(int64_t(1) << 40, int64_t(1) << 40, int64_t(1) << 40)),
      (Units{"neon"}));
}

TEST(AmxTarget, T9_c10_TheCoreFamilyShipsNoAlgorithm) {
  // What an algorithm must do here binds whoever provides one.
  EXPECT_EQ(
      AlgorithmRegistry::global().lookUp(*m2Pro(), "core")->implementation,
      nullptr);
}

TEST(AmxFacts, ProjectionsAreStatedForTheCore) {
  const auto target = m2Pro();
  ThroughputFacts rates = get(target->facts<ThroughputFacts>());
  EXPECT_EQ(rates.peakFor(ElementType::F32), 2 * 504900000000);
  EXPECT_EQ(rates.peakFor(ElementType::F16), std::nullopt);
  EXPECT_EQ(rates.memoryBandwidthBytesPerSecond, 200000000000);
  PerformanceServiceFacts unit = get(target->facts<PerformanceServiceFacts>());
  EXPECT_EQ(unit.unit, "core");
  EXPECT_EQ(unit.flops(ElementType::F32), 504900000000);
  EXPECT_EQ(unit.bandwidth("gmem"), 100000000000);
  EXPECT_TRUE(unit.unitOps.empty());
  ParallelCapacityFacts capacity = get(target->facts<ParallelCapacityFacts>());
  EXPECT_EQ(capacity.topology, "core");
  EXPECT_EQ(capacity.parallelUnits, 2);
}

TEST(AmxFacts, MemoryHierarchy) {
  MemoryHierarchyFacts facts = get(m2Pro()->facts<MemoryHierarchyFacts>());
  ASSERT_EQ(facts.explicitLevels.size(), 3u);
  EXPECT_EQ(facts.findExplicit("host")->capacityBytes, int64_t(32) << 30);
  EXPECT_EQ(facts.findExplicit("gmem")->owner, "target");
  EXPECT_EQ(facts.findExplicit("rmem")->capacityBytes, 512 + 4096);
  EXPECT_EQ(facts.findExplicit("rmem")->scope, "amx");
  EXPECT_EQ(facts.findExplicit("rmem")->owner, "amx");
  EXPECT_EQ(facts.findImplicit("l1d")->scope, "core");
  EXPECT_EQ(facts.findImplicit("l2")->scope, "cluster");
  ASSERT_EQ(facts.relations.size(), 2u);
  EXPECT_EQ(facts.relations[0].near, "l1d");
  EXPECT_EQ(facts.relations[1].far, "gmem");
}
