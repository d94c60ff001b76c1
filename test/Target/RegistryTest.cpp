//===- RegistryTest.cpp - target document 10.2 ----------------------------===//

#include "TestSupport.h"

using namespace tilefoundry;
using namespace tilefoundry::test;

TEST(Registry, T10_2_c1_ResolvesByExactId) {
  const HardwareSpecRegistry &registry = HardwareSpecRegistry::installed();
  EXPECT_EQ(get(registry.find("nvidia.sm90"))->getId(), "nvidia.sm90");
  for (const char *id : {"nvidia.sm9", "nvidia.SM90", "sm90", "nvidia.sm90 ",
                         "", "hardware/nvidia/sm90.toml"})
    EXPECT_EQ(kindOf(registry.find(id)), HardwareErrorKind::UnknownId) << id;
  EXPECT_HAS(message(CudaTarget::create("nvidia.h300")),
             "no device document has the ID 'nvidia.h300'; there are "
             "apple.m2_pro, nvidia.a100_sxm_80gb");
}

TEST(Registry, T10_2_c2_EveryDocumentIsInstalled) {
  const HardwareSpecRegistry &registry = HardwareSpecRegistry::installed();
  EXPECT_EQ(registry.getDocuments().size(), compiledDocuments().size());
  std::vector<std::string> ids;
  for (const DocumentPtr &document : registry.getDocuments())
    ids.push_back(document->getId().str());
  EXPECT_EQ(ids, (std::vector<std::string>{
                     "apple.amx", "apple.m2_pro", "nvidia.a100_sxm_80gb",
                     "nvidia.b200_sxm", "nvidia.h100_sxm", "nvidia.h200_sxm",
                     "nvidia.sm100", "nvidia.sm80", "nvidia.sm90"}));
  EXPECT_EQ(registry.getPairs().size(), 5u);
  // What a document names is there.
  for (const DocumentPtr &document : registry.getDocuments())
    for (const std::string &other : document->getCompatible())
      EXPECT_TRUE(registry.isInstalled(other)) << other;
}

TEST(Registry, T10_2_c3_SchemasAreExact) {
  // Every declared leaf is modelled and every modelled leaf declared: removing
  // any one leaf of a document is noticed, and so is renaming it.
  const HardwareSpecRegistry &registry = HardwareSpecRegistry::installed();
  for (const CompiledDocument &compiled : compiledDocuments()) {
    HardwareDocument document =
        get(HardwareDocument::parse(compiled.text, compiled.file));
    for (const auto &entry : document.getFacts()) {
      std::string header = "[facts." + entry.first + "]";
      std::string renamed =
          edited(compiled.text.str(), header, "[facts." + entry.first + "_x]");
      EXPECT_EQ(kindOf(registry.read(
                    get(HardwareDocument::parse(renamed, "renamed.toml")))),
                HardwareErrorKind::UnmodelledFact);
      std::string text = compiled.text.str();
      size_t at = text.find(header);
      size_t end = text.find("\n[", at);
      text.erase(at, end == std::string::npos ? end : end + 1 - at);
      if (text.find("[facts") == std::string::npos)
        continue;
      EXPECT_EQ(kindOf(registry.read(
                    get(HardwareDocument::parse(text, "removed.toml")))),
                HardwareErrorKind::MissingFact)
          << entry.first;
    }
  }
}

TEST(Registry, T10_2_c4_UnitsAreNormalised) {
  EXPECT_EQ(unitScale(Quantity::Bytes, "byte"), 1);
  EXPECT_EQ(unitScale(Quantity::Bytes, "KiB"), 1024);
  EXPECT_EQ(unitScale(Quantity::Bytes, "GiB"), int64_t(1) << 30);
  EXPECT_EQ(unitScale(Quantity::Bytes, "kB"), 1000);
  EXPECT_EQ(unitScale(Quantity::BytesPerSecond, "TB/s"), 1000000000000);
  EXPECT_EQ(unitScale(Quantity::FlopsPerSecond, "Pflop/s"), 1000000000000000);
  EXPECT_EQ(unitScale(Quantity::OpsPerSecond, "Gop/s"), 1000000000);
  EXPECT_EQ(unitScale(Quantity::Hertz, "MHz"), 1000000);
  EXPECT_EQ(unitScale(Quantity::Hertz, "KiHz"), std::nullopt);
  EXPECT_EQ(unitScale(Quantity::FlopsPerSecond, "op/s"), std::nullopt);
  EXPECT_EQ(unitScale(Quantity::Count, "kcount"), std::nullopt);
  EXPECT_EQ(unitScale(Quantity::Bytes, ""), std::nullopt);
  // The same machine, however its figures are written.
  std::string text = installedText("h200_sxm.toml");
  text = edited(text, "nvidia.h200_sxm", "test.units");
  text = edited(text, "value = 141000000000\nunit = \"byte\"",
                "value = 141\nunit = \"GB\"");
  text = edited(text, "value = 4800000000000\nunit = \"byte/s\"",
                "value = 4800\nunit = \"GB/s\"");
  HardwareSpecRegistry registry = HardwareSpecRegistry::installed();
  succeeds(registry.addCustomText(text, "units.toml"));
  EXPECT_TRUE(get(CudaTarget::create("test.units", std::nullopt, registry))
                  ->hasSameHardware(*h200()));
}

TEST(Registry, T10_2_c5_OptionalLeavesAreDeclared) {
  for (const FactField &field : CudaDevice::getSchema().fields) {
    if (field.path == "memory.l2.bandwidth") {
      EXPECT_TRUE(field.optional);
    }
    if (field.path == "memory.hbm.bandwidth") {
      EXPECT_FALSE(field.optional);
    }
  }
  HardwareSpecRegistry registry = HardwareSpecRegistry::installed();
  EXPECT_EQ(kindOf(registry.addCustomDocument(
                input("broken/missing_optional_leaf.toml"))),
            HardwareErrorKind::MissingFact);
  EXPECT_EQ(kindOf(registry.addCustomDocument(
                input("broken/unavailable_required_fact.toml"))),
            HardwareErrorKind::WrongValue);
}

TEST(Registry, T10_2_c6_TheTargetKeepsIdsAndDigests) {
  const HardwareSpecRegistry &registry = HardwareSpecRegistry::installed();
  TargetResources resources = h200()->getResources();
  EXPECT_EQ(*resources.architecture,
            get(registry.find("nvidia.sm90"))->getResource());
  EXPECT_EQ(*resources.device,
            get(registry.find("nvidia.h200_sxm"))->getResource());
}

TEST(Registry, T10_2_c7_CustomDocumentsStayApart) {
  HardwareSpecRegistry registry = HardwareSpecRegistry::installed();
  succeeds(registry.addCustomDocument(input("acme_t1.toml")));
  EXPECT_FALSE(registry.isInstalled("acme.t1"));
  succeeds(CudaTarget::create("acme.t1", std::nullopt, registry).takeError());
  // Not in the installed set, nor in another copy.
  EXPECT_EQ(kindOf(CudaTarget::create("acme.t1")),
            HardwareErrorKind::UnknownId);
  EXPECT_EQ(kindOf(registry.addCustomDocument(input("acme_t1.toml"))),
            HardwareErrorKind::DuplicateRegistration);
  EXPECT_EQ(
      kindOf(registry.addCustomDocument(input("broken/installed_id.toml"))),
      HardwareErrorKind::InstalledId);
  EXPECT_EQ(
      kindOf(registry.addCustomDocument(input("broken/missing_leaf.toml"))),
      HardwareErrorKind::MissingFact);
  succeeds(registry.addCustomDocument(input("ampere_only.toml")));
  EXPECT_EQ(
      kindOf(CudaTarget::create("test.ampere_only", "nvidia.sm90", registry)),
      HardwareErrorKind::IncompatiblePair);
}

TEST(Registry, T10_2_c9_ResourcesAreReportedAsTheyAre) {
  const auto target = h200();
  TargetResources resources = target->getResources();
  EXPECT_EQ(target->describeResources(),
            "architecture nvidia.sm90 " + resources.architecture->digest +
                "\ndevice nvidia.h200_sxm " + resources.device->digest + "\n");
  const auto value =
      get(CudaTarget::create(target->getDevice(), target->getArchitecture()));
  EXPECT_EQ(value->describeResources(),
            "architecture none: no document stands behind it\n"
            "device none: no document stands behind it\n");
  EXPECT_EQ(value->getIdentity(), "h200_sxm");
}

TEST(Registry, SchemasRegisterOnce) {
  HardwareSpecRegistry registry;
  succeeds(registry.addSchema(CudaDevice::getSchema()));
  EXPECT_EQ(kindOf(registry.addSchema(CudaDevice::getSchema())),
            HardwareErrorKind::DuplicateRegistration);
  EXPECT_EQ(kindOf(registry.addInstalledDocument(installedText("sm90.toml"),
                                                 "sm90.toml")),
            HardwareErrorKind::UnknownSchema);
  succeeds(registry.addInstalledDocument(installedText("h200_sxm.toml"), "a"));
  EXPECT_EQ(kindOf(registry.addInstalledDocument(installedText("h200_sxm.toml"),
                                                 "b")),
            HardwareErrorKind::DuplicateRegistration);
}
