//===- DocumentTest.cpp - target document 10.1 and the digest -------------===//

#include "TestSupport.h"
#include <random>
#include <set>

using namespace tilefoundry;
using namespace tilefoundry::test;

static HardwareDocument parse(llvm::StringRef text) {
  return get(HardwareDocument::parse(text, "test.toml"));
}

/// One fact in an otherwise well-formed document.
static std::string withFact(llvm::StringRef fact) {
  return ("[spec]\nschema = \"s/v1\"\nkind = \"device\"\nid = \"test.one\"\n"
          "[compatibility]\narchitectures = []\n[facts.a.b]\n" +
          fact)
      .str();
}

TEST(Document, T10_1_c1_TheEnvelopeIsSchemaKindAndId) {
  HardwareDocument document = parse(installedText("h200_sxm.toml"));
  EXPECT_EQ(document.getSchema(), "tilefoundry.cuda.device/v1");
  EXPECT_EQ(document.getKind(), DocumentKind::Device);
  EXPECT_EQ(document.getId(), "nvidia.h200_sxm");
  EXPECT_EQ(kindOf(HardwareDocument::parse("[spec]\n", "t")),
            HardwareErrorKind::MalformedEnvelope);
  EXPECT_EQ(kindOf(HardwareDocument::parse("", "t")),
            HardwareErrorKind::MalformedEnvelope);
  EXPECT_EQ(kindOf(HardwareDocument::parse("spec = 3\n", "t")),
            HardwareErrorKind::MalformedEnvelope);
}

TEST(Document, T10_1_c2_CompatibilityIsDeclaredByEachSide) {
  EXPECT_EQ(parse(installedText("h200_sxm.toml")).getCompatible(),
            (std::vector<std::string>{"nvidia.sm90"}));
  EXPECT_EQ(parse(installedText("sm90.toml")).getCompatible(),
            (std::vector<std::string>{"nvidia.h100_sxm", "nvidia.h200_sxm"}));
  // One side is enough, whichever it is.
  HardwareSpecRegistry registry = HardwareSpecRegistry::installed();
  succeeds(registry.addCustomText(
      edited(edited(installedText("sm90.toml"), "id = \"nvidia.sm90\"",
                    "id = \"test.names_device\""),
             "\"nvidia.h100_sxm\", ", ""),
      "a.toml"));
  succeeds(CudaTarget::create("nvidia.h200_sxm", "test.names_device", registry)
               .takeError());
  EXPECT_EQ(kindOf(CudaTarget::create("nvidia.h100_sxm", "test.names_device",
                                      registry)),
            HardwareErrorKind::IncompatiblePair);
  succeeds(registry.addCustomText(edited(installedText("h200_sxm.toml"),
                                         "id = \"nvidia.h200_sxm\"",
                                         "id = \"test.names_architecture\""),
                                  "b.toml"));
  succeeds(
      CudaTarget::create("test.names_architecture", "nvidia.sm90", registry)
          .takeError());
}

TEST(Document, T10_1_c3_TablesNestAndLeavesAreTold) {
  HardwareDocument document = parse(installedText("m2_pro.toml"));
  EXPECT_NE(document.findFact("memory.l1d.per_performance_core"), nullptr);
  EXPECT_EQ(document.findFact("memory.l1d"), nullptr);
  HardwareDocument deep = parse(
      withFact("") + "[facts.a.b.c.d.e.f]\nvalue = 1\norigin = \"derived\"\n"
                     "conditions = \"x\"\n");
  EXPECT_NE(deep.findFact("a.b.c.d.e.f"), nullptr);
}

TEST(Document, T10_1_c4_AvailableOrUnavailable) {
  HardwareDocument document = parse(installedText("h200_sxm.toml"));
  const FactLeaf *available = document.findFact("memory.hbm.bandwidth");
  EXPECT_TRUE(available->isAvailable());
  EXPECT_EQ(available->origin, FactOrigin::Vendor);
  const FactLeaf *absent = document.findFact("memory.l2.bandwidth");
  EXPECT_FALSE(absent->isAvailable());
  EXPECT_FALSE(absent->conditions.empty());
  for (const char *placeholder :
       {"value = \"unavailable\"", "value = \"Unavailable \"",
        "value = [\"f32\", \"unavailable\"]"})
    EXPECT_EQ(kindOf(HardwareDocument::parse(
                  withFact((llvm::Twine(placeholder) +
                            "\norigin = \"derived\"\nconditions = \"x\"\n")
                               .str()),
                  "t")),
              HardwareErrorKind::MalformedFact)
        << placeholder;
}

TEST(Document, T10_1_c5_OriginSaysHow) {
  auto parses = [](llvm::StringRef evidence) {
    llvm::Expected<HardwareDocument> document = HardwareDocument::parse(
        withFact(("value = 1\n" + evidence).str()), "t");
    bool good = bool(document);
    if (!good)
      llvm::consumeError(document.takeError());
    return good;
  };
  for (const char *origin : {"vendor", "measured", "reference"}) {
    EXPECT_TRUE(parses(
        (llvm::Twine("origin = \"") + origin + "\"\nsource = \"s\"\n").str()));
    EXPECT_FALSE(parses(
        (llvm::Twine("origin = \"") + origin + "\"\nconditions = \"c\"\n")
            .str()));
  }
  for (const char *origin : {"derived", "estimated"}) {
    EXPECT_TRUE(parses(
        (llvm::Twine("origin = \"") + origin + "\"\nconditions = \"c\"\n")
            .str()));
    EXPECT_FALSE(parses(
        (llvm::Twine("origin = \"") + origin + "\"\nsource = \"s\"\n").str()));
  }
  EXPECT_FALSE(parses("origin = \"Vendor\"\nsource = \"s\"\n"));
  // The one value that is a reading no source states is recorded as that.
  HardwareDocument m2 = parse(installedText("m2_pro.toml"));
  EXPECT_EQ(m2.findFact("compute.amx_unit_count")->origin,
            FactOrigin::Estimated);
  EXPECT_EQ(m2.findFact("memory.unified.bandwidth")->origin,
            FactOrigin::Vendor);
}

TEST(Document, T10_1_c6_PolicyAndTopologyAreNotFacts) {
  for (const CompiledDocument &compiled : compiledDocuments()) {
    HardwareDocument document = parse(compiled.text);
    for (const auto &entry : document.getFacts())
      for (const char *word : {"policy", "topology", "wave", "schedul"})
        EXPECT_EQ(entry.first.find(word), std::string::npos) << entry.first;
  }
}

TEST(Document, ReadsDocumentsWithWindowsLineEnds) {
  std::string text;
  for (char c : installedText("h200_sxm.toml"))
    text += c == '\n' ? std::string("\r\n") : std::string(1, c);
  EXPECT_EQ(parse(text).getDigest(),
            parse(installedText("h200_sxm.toml")).getDigest());
}

TEST(Document, HostileTextIsRefusedNotFollowed) {
  std::string deep = "a";
  for (int i = 0; i < 200000; ++i)
    deep += ".a";
  EXPECT_EQ(kindOf(HardwareDocument::parse(deep + " = 1\n", "t")),
            HardwareErrorKind::Syntax);
  EXPECT_EQ(kindOf(HardwareDocument::parse("x = { " + deep + " = 1 }\n", "t")),
            HardwareErrorKind::Syntax);
  EXPECT_EQ(
      kindOf(HardwareDocument::parse("x = " + std::string(100000, '['), "t")),
      HardwareErrorKind::Syntax);
  EXPECT_EQ(
      kindOf(HardwareDocument::parse(llvm::StringRef("\0\0\xff", 3), "t")),
      HardwareErrorKind::Syntax);
  EXPECT_EQ(kindOf(HardwareDocument::load("/nonexistent/chip.toml")),
            HardwareErrorKind::UnreadableFile);
  EXPECT_EQ(kindOf(HardwareDocument::load(input(""))),
            HardwareErrorKind::UnreadableFile);
}

TEST(Document, MutatedTextIsReadOrRefused) {
  std::mt19937_64 random(20250707);
  const HardwareSpecRegistry &installed = HardwareSpecRegistry::installed();
  size_t accepted = 0, refused = 0;
  for (const CompiledDocument &compiled : compiledDocuments())
    for (int round = 0; round < 60; ++round) {
      std::string text = compiled.text.str();
      for (uint64_t edits = 1 + random() % 4; edits; --edits) {
        size_t at = random() % text.size();
        switch (random() % 3) {
        case 0:
          text[at] = static_cast<char>(random() % 256);
          break;
        case 1:
          text.erase(at, 1 + random() % 40);
          break;
        case 2:
          text.insert(at, text.substr(random() % text.size(), random() % 40));
          break;
        }
      }
      llvm::Expected<HardwareDocument> document =
          HardwareDocument::parse(text, "mutated.toml");
      llvm::Error error = document ? installed.read(*document).takeError()
                                   : document.takeError();
      if (!error) {
        ++accepted;
        continue;
      }
      ++refused;
      EXPECT_TRUE(error.isA<HardwareError>());
      EXPECT_FALSE(llvm::toString(std::move(error)).empty());
    }
  EXPECT_GT(accepted, 0u);
  EXPECT_GT(refused, 0u);
}

//===----------------------------------------------------------------------===//
// Digest
//===----------------------------------------------------------------------===//

TEST(Digest, ChangesWithEveryValueAndItsEvidence) {
  const std::string text = installedText("h200_sxm.toml");
  std::set<std::string> digests = {parse(text).getDigest().str()};
  const std::pair<const char *, const char *> edits[] = {
      {"4800000000000", "4800000000001"},
      {"\"byte/s\"", "\"B/s\""},
      {"origin = \"vendor\"", "origin = \"measured\""},
      {"https://www.nvidia.com/en-us/data-center/h200/", "elsewhere"},
      {"4.8 TB/s, decimal", "4.8 TB/s, decimal."},
      {"no figure is published for this cache", "none"},
      {"[\"nvidia.sm90\"]", "[]"},
      {"\"nvidia.h200_sxm\"", "\"nvidia.h200\""},
      {"\"h200_sxm\"", "\"h200-sxm\""}};
  for (const auto &[from, to] : edits)
    EXPECT_TRUE(
        digests.insert(parse(edited(text, from, to)).getDigest().str()).second)
        << from;
}

TEST(Digest, DoesNotConfuseOneFieldWithAnother) {
  // The same characters, divided differently between two fields.
  auto digest = [](llvm::StringRef source, llvm::StringRef conditions) {
    return parse(withFact(("value = 1\norigin = \"vendor\"\nsource = \"" +
                           source + "\"\nconditions = \"" + conditions + "\"\n")
                              .str()))
        .getDigest()
        .str();
  };
  EXPECT_NE(digest("ab", "c"), digest("a", "bc"));
  auto value = [](llvm::StringRef text) {
    return parse(withFact(("value = " + text +
                           "\norigin = \"derived\"\nconditions = \"c\"\n")
                              .str()))
        .getDigest()
        .str();
  };
  EXPECT_NE(value("1"), value("\"1\""));
  EXPECT_NE(value("\"a\""), value("[\"a\"]"));
  EXPECT_NE(value("[\"a\", \"b\"]"), value("[\"ab\"]"));
}

TEST(Digest, DoesNotChangeWithLayoutAndComments) {
  const std::string text = installedText("h200_sxm.toml");
  EXPECT_EQ(parse("# a remark\n\n" + text).getDigest(),
            parse(text).getDigest());
  EXPECT_EQ(parse(edited(text, "value = 132", "value   =   0x84")).getDigest(),
            parse(text).getDigest());
}
