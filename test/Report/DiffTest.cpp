//===- DiffTest.cpp - what changed between two reports --------------------===//

#include "tilefoundry/Report/Diff.h"
#include "Fixture.h"

using namespace tilefoundry;
using namespace tilefoundry::test;

namespace {

std::string diff(llvm::StringRef a, llvm::StringRef b) {
  llvm::Expected<std::string> text = diffReports("a.json", a, "b.json", b);
  if (text)
    return *text;
  return "error: " + llvm::toString(text.takeError());
}

TEST_F(ReportTest, NothingChanged) {
  makeResult();
  std::string report = rendered("json");
  EXPECT_EQ(diff(report, report), "no differences\n");
}

TEST_F(ReportTest, ChangesAreAbsoluteAndInPercent) {
  makeResult();
  std::string before = rendered("json");
  auto cost = std::make_unique<ComputeCostRecord>();
  cost->flops = {{"bf16", 2018}};
  cost->flopsPerUnit = {{"bf16", 500}};
  result.records.set(find("q"), std::move(cost));
  auto summary = std::make_unique<PerformanceSummaryRecord>();
  summary->timeline = {0, 79, 1, 0};
  summary->waves = 1;
  result.records.set(result.function, std::move(summary));
  EXPECT_EQ(diff(before, rendered("json")),
            "Decode::layer\n"
            "  function records\n"
            "    performance.timeline.end_ns: 158 -> 79 (-79, -50.0%)\n"
            "    performance.waves: 2 -> 1 (-1, -50.0%)\n"
            "  op q:5\n"
            "    compute-cost.flops.bf16: 1009 -> 2018 (+1009, +100.0%)\n"
            "    compute-cost.flops_per_unit.bf16: 503 -> 500 (-3, -0.6%)\n");
}

TEST(Diff, MatchesByNameAndNotByLine) {
  auto report = [](llvm::StringRef calls) {
    return ("{\"target\": \"t\", \"module\": \"M\", \"function\": \"f\", "
            "\"function_records\": {}, \"loops\": [], \"calls\": [" +
            calls + "]}")
        .str();
  };
  std::string a = report("{\"value\": \"a:3\", \"x\": {\"n\": 5}}, "
                         "{\"value\": \"a:4\", \"x\": {\"n\": 7}}, "
                         "{\"value\": \"gone:5\"}");
  std::string b = report("{\"value\": \"a:13\", \"x\": {\"n\": 5}}, "
                         "{\"value\": \"a:14\", \"x\": {\"n\": 0}}, "
                         "{\"value\": \"new:15\", \"x\": {\"n\": 1}}");
  EXPECT_EQ(diff(a, b), "M::f\n"
                        "  op a:4 -> a:14\n"
                        "    x.n: 7 -> 0 (-7, -100.0%)\n"
                        "  op gone:5\n"
                        "    removed\n"
                        "  op new:15\n"
                        "    added\n"
                        "    x.n: absent -> 1\n");
  EXPECT_TRUE(llvm::StringRef(diff(b, a)).contains("x.n: 0 -> 7 (+7)\n"));
}

TEST(Diff, NamesTheMachineThatChanged) {
  std::string a = R"({"target": "t", "module": "M", "function": "f",
    "function_records": {}, "loops": [], "calls": []})";
  std::string b = R"({"target": "u", "module": "M", "function": "f",
    "function_records": {}, "loops": [], "calls": []})";
  EXPECT_EQ(diff(a, b), "M::f\n  target: t -> u\n");
}

TEST(Diff, RefusesWhatIsNoReport) {
  std::string good = R"({"target": "t", "module": "M", "function": "f",
    "function_records": {}, "loops": [], "calls": []})";
  auto says = [&](llvm::StringRef text, llvm::StringRef part) {
    std::string message = diff(good, text);
    EXPECT_TRUE(llvm::StringRef(message).starts_with("error: 'b.json': "))
        << message;
    EXPECT_TRUE(llvm::StringRef(message).contains(part)) << message;
  };
  says("", "not JSON");
  says("{", "not JSON");
  says("3", "a report is an object");
  says("[1]", "a report is an object");
  says("{}", "a string under \"target\"");
  says(R"({"target": "t", "module": "M", "function": "f"})",
       "\"function_records\"");
  says(R"({"target": "t", "module": "M", "function": "f",
           "function_records": {}, "loops": [], "calls": [{}]})",
       "each entry of \"calls\"");
  says(std::string(1000000, '['), "nested too deeply");
}

} // namespace
