//===- HardwareGuideTest.cpp - docs/hardware.md is true -------------------===//

#include "TestSupport.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace tilefoundry;
using namespace tilefoundry::test;

static std::string read(const std::string &path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  EXPECT_TRUE(bool(buffer)) << path;
  return buffer ? (*buffer)->getBuffer().str() : "";
}

static std::string guide() {
  return read(std::string(TILEFOUNDRY_SOURCE_DIR) + "/docs/hardware.md");
}

TEST(HardwareGuide, TheExampleIsTheTestedDocument) {
  EXPECT_HAS(guide(), "```toml\n" + read(input("acme_t1.toml")) + "```\n");
}

TEST(HardwareGuide, TheExampleIsAMachine) {
  HardwareSpecRegistry registry = HardwareSpecRegistry::installed();
  succeeds(registry.addCustomDocument(input("acme_t1.toml")));
  auto target = get(CudaTarget::create("acme.t1", std::nullopt, registry));
  EXPECT_EQ(target->getArch(), "sm_90");
  EXPECT_EQ(target->getDevice().getValues().hbmCapacityBytes,
            int64_t(24) * 1024 * 1024 * 1024);
  EXPECT_EQ(target->getDevice().getValues().l2CapacityBytes.get(),
            13 * 1024 * 1024);
  PerformanceServiceFacts unit = get(target->facts<PerformanceServiceFacts>());
  // 113e12 / 7 and 1.1e12 / 7, rounded down.
  EXPECT_EQ(unit.flops(ElementType::BF16), 16142857142857);
  EXPECT_EQ(unit.bandwidth("gmem"), 157142857142);
  EXPECT_EQ(unit.ops(ServiceKind::Integer), 101000000000);
  EXPECT_EQ(unit.ops(ServiceKind::Select), std::nullopt);
}

TEST(HardwareGuide, NamesEveryUnitAndEveryFact) {
  std::string text = guide();
  for (const HardwareSchema *schema :
       {&CudaArchitecture::getSchema(), &CudaDevice::getSchema(),
        &AmxArchitecture::getSchema(), &AmxDevice::getSchema()}) {
    EXPECT_HAS(text, "`" + schema->id + "`");
    for (const FactField &field : schema->fields) {
      EXPECT_HAS(text, "`" + field.path.str() + "`");
      EXPECT_HAS(text, "`" + canonicalUnit(field.quantity).str() + "`");
    }
  }
}
