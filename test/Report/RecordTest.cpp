//===- RecordTest.cpp - records as comments, JSON and attributes ----------===//

#include "Fixture.h"

using namespace tilefoundry;
using namespace tilefoundry::test;

namespace {

TEST(RecordComment, NamesWholeAndShare) {
  ComputeCostRecord record;
  record.flops = {{"bf16", 64}, {"f32", 3}};
  record.flopsPerUnit = {{"bf16", 8}};
  EXPECT_EQ(record.toComment(false), "compute-cost flops=bf16:64@8,f32:3@0");
  record.service = {{"special", 5}};
  record.servicePerUnit = {{"special", 7}};
  EXPECT_EQ(record.toComment(false),
            "compute-cost flops=bf16:64@8,f32:3@0 service=special:5@7");
  EXPECT_EQ(ComputeCostRecord().toComment(false), "compute-cost");
}

TEST(RecordComment, TrafficShowsOperandsOnlyWhenAsked) {
  TrafficRecord record;
  record.whole = {{"gmem", {96, 32}}};
  record.perUnit = {{"gmem", {12, 4}}};
  record.operands = {{90, 0}, {6, 0}, {0, 32}};
  EXPECT_EQ(record.toComment(false), "traffic traffic=gmem:r96/w32@r12/w4");
  EXPECT_EQ(record.toComment(true), "traffic traffic=gmem:r96/w32@r12/w4 "
                                    "operands=0:r90/w0,1:r6/w0,result:r0/w32");
}

TEST(RecordComment, MemoryProjectsItsFootprint) {
  MemoryRecord record;
  record.footprint = {{"gmem", 1, 1, {}}};
  record.advisories = {"one"};
  EXPECT_EQ(record.toComment(false),
            "memory peak=gmem:1 persistent=1 advisories=1");
}

TEST(RecordComment, ASumThatDoesNotFitSaysSo) {
  constexpr int64_t most = std::numeric_limits<int64_t>::max();
  MemoryRecord record;
  record.footprint = {{"gmem", 3, most, {}}, {"rmem", 5, 1, {}}};
  EXPECT_EQ(record.toComment(false),
            "memory peak=gmem:3,rmem:5 persistent=overflow advisories=0");
  LoopFootprintRecord loop;
  loop.footprints = {{"x", "gmem", most, 7, 7},
                     {"y", "gmem", 1, 7, 7},
                     {"z", "smem", 5, 7, 7}};
  EXPECT_EQ(loop.toComment(false), "loop-footprint=gmem:overflow,smem:5");
}

TEST(RecordComment, WritingLeavesTheRecordAsItIs) {
  MemoryRecord record;
  record.solverStatus = "optimal";
  const char *characters = record.solverStatus->data();
  record.toComment(false);
  record.toJson();
  EXPECT_EQ(record.solverStatus, "optimal");
  EXPECT_EQ(record.solverStatus->data(), characters);
}

TEST(RecordComment, IntervalsStandAlone) {
  PerformanceRecord record;
  record.timeline = {3, 17, 1, 0};
  EXPECT_EQ(record.toComment(false), "performance=[3,17)");
  record.timeline = {3, 17, 5, 23};
  EXPECT_EQ(record.toComment(false), "performance=[23t+3,23t+17)*5");
}

TEST(RecordComment, ZeroAndNoneAreAnswers) {
  EXPECT_EQ(RooflineRecord().toComment(false),
            "roofline ideal-ns=0 bound-by=none");
  PerformanceSummaryRecord summary;
  summary.timeline = {0, 40, 1, 0};
  EXPECT_EQ(summary.toComment(false), "performance predicted-ns=40 waves=1");
}

TEST(RecordComment, SentencesAreQuotedTokensBare) {
  EXPECT_EQ(commentText("nvidia.h200_sxm"), "nvidia.h200_sxm");
  EXPECT_EQ(commentText("two words"), "\"two words\"");
  EXPECT_EQ(commentText(""), "\"\"");
  EXPECT_EQ(quoteSentence("a \"b\"\n\\\x01"), "\"a \\\"b\\\"\\n\\\\\\x01\"");
}

/// Every record goes to an attribute and back without a loss.
TEST_F(ReportTest, AttributesKeepEveryField) {
  makeResult();
  std::vector<mlir::Operation *> ops = {result.function, find("q"), find("n"),
                                        find("r")};
  unsigned count = 0;
  for (mlir::Operation *op : ops)
    for (const Record *record : result.records.all(op)) {
      std::unique_ptr<Record> copy = record->getType().create();
      ASSERT_TRUE(copy->fromAttribute(record->toAttribute(&context)));
      EXPECT_EQ(llvm::json::Value(copy->toJson()),
                llvm::json::Value(record->toJson()));
      EXPECT_EQ(copy->toComment(true), record->toComment(true));
      ++count;
    }
  EXPECT_EQ(count, 5u + 4u + 4u + 1u);
}

TEST_F(ReportTest, IllTypedAttributesAreNoRecords) {
  auto reads = [&](llvm::StringRef text) {
    auto attribute = llvm::dyn_cast_or_null<mlir::DictionaryAttr>(
        mlir::parseAttribute(text, &context));
    EXPECT_TRUE(attribute) << text.str();
    return RooflineRecord().fromAttribute(attribute);
  };
  EXPECT_TRUE(reads("{compute_ns = 1, memory_ns = 2, ideal_ns = 3, bound_by = "
                    "\"memory\"}"));
  EXPECT_FALSE(reads("{compute_ns = 1, memory_ns = 2, ideal_ns = 3}"));
  EXPECT_FALSE(reads("{compute_ns = 1, memory_ns = 2, ideal_ns = 3, bound_by = "
                     "\"memory\", more = 1}"));
  EXPECT_FALSE(reads("{compute_ns = -1, memory_ns = 2, ideal_ns = 3, bound_by "
                     "= \"memory\"}"));
  EXPECT_FALSE(reads("{compute_ns = 1.0, memory_ns = 2, ideal_ns = 3, bound_by "
                     "= \"memory\"}"));
  EXPECT_FALSE(reads("{compute_ns = unit, memory_ns = 2, ideal_ns = 3, "
                     "bound_by = \"memory\"}"));
}

TEST_F(ReportTest, JsonNullIsUnit) {
  MemoryRecord record;
  record.footprint = {{"smem", 7, 5, std::nullopt}};
  mlir::DictionaryAttr attribute = record.toAttribute(&context);
  EXPECT_TRUE(llvm::isa<mlir::UnitAttr>(attribute.get("allocation")));
  MemoryRecord copy;
  copy.solverStatus = "stale";
  ASSERT_TRUE(copy.fromAttribute(attribute));
  EXPECT_FALSE(copy.solverStatus.has_value());
  EXPECT_FALSE(copy.footprint[0].capacityBytes.has_value());
  record.solverStatus = "feasible";
  ASSERT_TRUE(copy.fromAttribute(record.toAttribute(&context)));
  EXPECT_EQ(copy.solverStatus, "feasible");
}

TEST_F(ReportTest, TheTableKnowsTypesInTheOrderOfWriting) {
  makeResult();
  mlir::Operation *q = find("q");
  auto records = result.records.all(q);
  ASSERT_EQ(records.size(), 4u);
  EXPECT_EQ(&records[0]->getType(), &ComputeCostRecord::type);
  EXPECT_EQ(&records[1]->getType(), &TrafficRecord::type);
  EXPECT_EQ(&records[2]->getType(), &RooflineRecord::type);
  EXPECT_EQ(&records[3]->getType(), &PerformanceRecord::type);
  result.records.erase(q, RooflineRecord::type);
  EXPECT_EQ(result.records.all(q).size(), 3u);
  EXPECT_EQ(result.records.get<RooflineRecord>(q), nullptr);
  // A second record of a type replaces the first.
  auto timed = std::make_unique<PerformanceRecord>();
  timed->timeline.endNs = 1;
  result.records.set(q, std::move(timed));
  EXPECT_EQ(result.records.get<PerformanceRecord>(q)->timeline.endNs, 1);
  EXPECT_EQ(result.records.all(q).size(), 3u);
}

TEST(RecordLookup, WhatIsNotStatedIsNothing) {
  CountMap flops = {{"bf16", 7}, {"f32", 11}};
  EXPECT_EQ(lookup(flops, "f32"), 11);
  EXPECT_EQ(lookup(flops, "f16"), 0);
  TrafficMap traffic = {{"gmem", {13, 17}}, {"smem", {19, 23}}};
  EXPECT_EQ(lookup(traffic, "smem"), (TrafficBytes{19, 23}));
  EXPECT_EQ(lookup(traffic, "tmem"), TrafficBytes());
}

TEST_F(ReportTest, RecordsComeBackFromAttributes) {
  makeResult();
  mlir::Operation *q = find("q");
  EXPECT_FALSE(readRecord<RooflineRecord>(q).has_value());
  RooflineRecord written;
  written.computeNs = 3;
  written.memoryNs = written.idealNs = 5;
  written.boundBy = "memory";
  q->setDiscardableAttr("hir.roofline", written.toAttribute(&context));
  std::optional<RooflineRecord> read = readRecord<RooflineRecord>(q);
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(read->computeNs, 3);
  EXPECT_EQ(read->idealNs, 5);
  EXPECT_EQ(read->boundBy, "memory");
  // Another type's attribute, an ill-formed one, and one that is no dictionary.
  EXPECT_FALSE(readRecord<TrafficRecord>(q).has_value());
  q->setDiscardableAttr("hir.roofline", mlir::DictionaryAttr::get(&context));
  EXPECT_FALSE(readRecord<RooflineRecord>(q).has_value());
  q->setDiscardableAttr("hir.roofline", mlir::UnitAttr::get(&context));
  EXPECT_FALSE(readRecord<RooflineRecord>(q).has_value());
}

} // namespace
