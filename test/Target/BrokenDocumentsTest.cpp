//===- BrokenDocumentsTest.cpp - each fault has its own diagnostic --------===//
//
// Every file of Inputs/broken is an installed document with one fault. Its
// first line says what must be reported; "# HERE" marks the line it must be
// reported at.
//
//===----------------------------------------------------------------------===//

#include "TestSupport.h"
#include "tilefoundry/Target/Hardware/Tool.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <set>

using namespace tilefoundry;
using namespace tilefoundry::test;

static std::vector<std::string> brokenFiles() {
  std::vector<std::string> files;
  std::error_code error;
  for (llvm::sys::fs::directory_iterator it(input("broken"), error), end;
       it != end && !error; it.increment(error))
    files.push_back(llvm::sys::path::stem(it->path()).str());
  llvm::sort(files);
  return files;
}

class BrokenDocument : public testing::TestWithParam<std::string> {};

TEST_P(BrokenDocument, IsRefusedWithItsOwnDiagnostic) {
  std::string path = input("broken/" + GetParam() + ".toml");
  auto buffer = llvm::MemoryBuffer::getFile(path);
  ASSERT_TRUE(bool(buffer));
  auto [first, rest] = (*buffer)->getBuffer().split('\n');
  ASSERT_TRUE(first.consume_front("# EXPECT: "));

  HardwareSpecRegistry registry = HardwareSpecRegistry::installed();
  llvm::Error error = registry.addCustomDocument(path);
  ASSERT_TRUE(error.isA<HardwareError>());
  std::string text = llvm::toString(std::move(error));
  EXPECT_HAS(text, first.str());

  std::string place = path + ":";
  size_t mark = rest.find("# HERE");
  if (mark != llvm::StringRef::npos)
    place += std::to_string(2 + rest.take_front(mark).count('\n')) + ":";
  EXPECT_TRUE(llvm::StringRef(text).starts_with(place)) << text;
  // Nothing was added.
  EXPECT_EQ(registry.getDocuments().size(),
            HardwareSpecRegistry::installed().getDocuments().size());
}

INSTANTIATE_TEST_SUITE_P(Broken, BrokenDocument,
                         testing::ValuesIn(brokenFiles()),
                         [](const auto &info) { return info.param; });

TEST(BrokenDocuments, T10_2_c8_AtLeastTwentyFiveOfEveryKind) {
  EXPECT_GE(brokenFiles().size(), 25u);
  std::set<HardwareErrorKind> kinds;
  std::set<std::string> texts;
  for (const std::string &file : brokenFiles()) {
    HardwareSpecRegistry registry = HardwareSpecRegistry::installed();
    llvm::handleAllErrors(
        registry.addCustomDocument(input("broken/" + file + ".toml")),
        [&](const HardwareError &error) {
          kinds.insert(error.getKind());
          // Apart from the file, no two say the same.
          std::string text = error.getLocation().fact + error.getText().str();
          bool isNew = texts.insert(text).second;
          EXPECT_TRUE(isNew || error.getKind() == HardwareErrorKind::Syntax)
              << text;
        });
  }
  for (HardwareErrorKind kind :
       {HardwareErrorKind::Syntax, HardwareErrorKind::MalformedEnvelope,
        HardwareErrorKind::MalformedFact, HardwareErrorKind::UnmodelledFact,
        HardwareErrorKind::MissingFact, HardwareErrorKind::WrongValue,
        HardwareErrorKind::WrongUnit, HardwareErrorKind::BrokenInvariant,
        HardwareErrorKind::UnknownSchema, HardwareErrorKind::WrongDocument,
        HardwareErrorKind::InstalledId})
    EXPECT_TRUE(kinds.count(kind)) << hardwareErrorKindName(kind).str();
  // The kinds that no single document can show.
  EXPECT_EQ(kindOf(CudaTarget::create("nvidia.h300")),
            HardwareErrorKind::UnknownId);
  EXPECT_EQ(kindOf(CudaTarget::create("nvidia.h200_sxm", "nvidia.sm80")),
            HardwareErrorKind::IncompatiblePair);
  HardwareSpecRegistry registry = HardwareSpecRegistry::installed();
  EXPECT_EQ(kindOf(registry.addSchema(CudaDevice::getSchema())),
            HardwareErrorKind::DuplicateRegistration);
}

TEST(BrokenDocuments, CheckReportsEveryFileAndAddsNothing) {
  std::string output;
  llvm::raw_string_ostream os(output);
  std::string text = message(
      checkHardwareFiles(HardwareSpecRegistry::installed(),
                         {input("broken/zero.toml"), input("acme_t1.toml"),
                          input("broken/fraction.toml"), input("acme_t1.toml")},
                         os));
  EXPECT_HAS(text, "zero.toml");
  EXPECT_HAS(text, "fraction.toml");
  // The same ID twice is found across files.
  EXPECT_HAS(text, "duplicate registration: the ID 'acme.t1' is taken by");
}

TEST(Show, ADocumentsWordsStayOnTheirLine) {
  HardwareSpecRegistry registry = HardwareSpecRegistry::installed();
  std::string text = edited(installedText("h200_sxm.toml"),
                            "id = \"nvidia.h200_sxm\"", "id = \"test.words\"");
  text = edited(text, "4.8 TB/s, decimal", "4.8\\nTB/s\\u001b[2J");
  succeeds(registry.addCustomText(text, "words.toml"));
  std::string output;
  llvm::raw_string_ostream os(output);
  succeeds(printHardware(registry, "test.words", os));
  EXPECT_HAS(output, "conditions: 4.8 TB/s [2J\n");
  EXPECT_EQ(output.find('\x1b'), std::string::npos);
}
