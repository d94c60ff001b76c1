//===- FormsTest.cpp - every form says the same ---------------------------===//

#include "Fixture.h"
#include "llvm/ADT/StringExtras.h"

using namespace tilefoundry;
using namespace tilefoundry::test;

namespace {

std::vector<std::string> linesOf(llvm::StringRef text) {
  std::vector<std::string> lines;
  llvm::SmallVector<llvm::StringRef> pieces;
  text.rtrim('\n').split(pieces, '\n');
  for (llvm::StringRef piece : pieces)
    lines.push_back(piece.str());
  return lines;
}

bool contains(llvm::StringRef text, llvm::StringRef part) {
  return text.contains(part);
}

const std::vector<std::string> summary = {
    "# analysis target=nvidia.h200_sxm module=Decode function=layer "
    "topology=cta",
    "# selection requested=compute-cost,memory,roofline,performance "
    "executed=compute-cost,memory,roofline,performance",
    "# compute-cost flops=bf16:1009@503 service=special:293@97",
    "# traffic traffic=gmem:r2003/w1301@r401/w307,smem:r31/w37@r41/w43",
    "# peak-footprint=gmem:448,smem:0",
    "# advisory=\"l2 \\\"holds\\\" less\"",
    "# roofline ideal-ns=13 bound-by=memory",
    "# performance root=Decode::layer predicted-ns=158 waves=2"};

TEST_F(ReportTest, TextStatesTheFunction) {
  makeResult();
  EXPECT_EQ(linesOf(rendered("text")), summary);
}

TEST_F(ReportTest, TextWithoutLevelOrFootprint) {
  makeResult({"memory"});
  result.level.reset();
  auto memory = std::make_unique<MemoryRecord>();
  result.records.set(result.function, std::move(memory));
  result.dims = {{"ctx", 4096}};
  std::vector<std::string> lines = linesOf(rendered("text"));
  ASSERT_EQ(lines.size(), 5u);
  EXPECT_TRUE(contains(lines[0], "topology=none"));
  EXPECT_EQ(lines[2], "# dims ctx=4096");
  EXPECT_EQ(lines[4], "# peak-footprint");
}

TEST_F(ReportTest, AnnotatedLinesCarryTheirRecords) {
  makeResult();
  RenderOptions options;
  options.operands = true;
  std::string text = rendered("annotated", options);
  std::vector<std::string> lines = linesOf(text);
  for (auto [i, line] : llvm::enumerate(summary))
    EXPECT_EQ(lines[i], "// " + line);
  EXPECT_TRUE(contains(
      text,
      "%q = hir.matmul %a, %b : tensor<8x16xbf16>, tensor<16x4xbf16>   // "
      "tensor<8x4xbf16>; compute-cost flops=bf16:1009@503; traffic "
      "traffic=gmem:r787/w89@r83/w79 "
      "operands=0:r523/w0,1:r264/w0,result:r0/w89; "
      "roofline ideal-ns=3 bound-by=memory; performance=[0,19)\n"))
      << text;
  EXPECT_TRUE(contains(text, "compute-cost service=special:101@103; traffic "
                             "traffic=gmem:r405/w404@r107/w109,smem:r31/w37@"
                             "r41/w43; roofline ideal-ns=0 bound-by=none; "
                             "performance=[20t+19,20t+39)*3\n"))
      << text;
  // Loops carry no comment, nothing carries an attribute, and it parses again.
  EXPECT_FALSE(contains(text, "loop-footprint"));
  EXPECT_FALSE(contains(text, "hir.traffic"));
  mlir::OwningOpRef<mlir::ModuleOp> again = parse(text);
  ASSERT_TRUE(again);
  EXPECT_TRUE(mlir::succeeded((*again).verify()));
}

/// A label's line is that of the statement in the printed IR.
TEST_F(ReportTest, LabelsNameTheirLines) {
  makeResult();
  llvm::Expected<Report> report = buildReport(result, RenderOptions());
  ASSERT_TRUE(bool(report)) << llvm::toString(report.takeError());
  ASSERT_EQ(report->calls.size(), 2u);
  llvm::SmallVector<llvm::StringRef> lines;
  llvm::StringRef(report->text).split(lines, '\n');
  for (const CallReport &call : report->calls) {
    ASSERT_GE(call.line, 1u);
    ASSERT_LE(call.line, lines.size());
    EXPECT_TRUE(
        contains(lines[call.line - 1], "%" + call.name + " = " + call.opName))
        << call.label() << ": " << lines[call.line - 1].str();
  }
  EXPECT_EQ(report->calls[0].label(), "q:5");
  EXPECT_EQ(report->calls[1].label(), "n:7");
  EXPECT_EQ(report->loops[0].name, "k");
  EXPECT_TRUE(contains(lines[report->loops[0].line - 1], "%k = 0"));
}

/// The same bytes with records attached to the view and without.
TEST_F(ReportTest, AttachedRecordsDoNotShow) {
  makeResult();
  std::string plain = rendered("annotated"), json = rendered("json");
  result.records.attach();
  EXPECT_EQ(rendered("annotated"), plain);
  EXPECT_EQ(rendered("json"), json);
}

TEST_F(ReportTest, JsonStatesEveryField) {
  makeResult();
  llvm::json::Object report = json();
  EXPECT_EQ(report.getString("target"), "nvidia.h200_sxm");
  EXPECT_EQ(report.getString("topology"), "cta");
  const llvm::json::Object *records = report.getObject("function_records");
  const llvm::json::Object *memory = records->getObject("memory");
  EXPECT_EQ(memory->getObject("traffic")->getObject("gmem")->getInteger("read"),
            2003);
  EXPECT_EQ(memory->getObject("allocation")->getString("solver_status"),
            "optimal");
  EXPECT_EQ(memory->getArray("lifetimes")->size(), 4u);
  EXPECT_EQ(records->getObject("traffic")
                ->getObject("per_unit")
                ->getObject("smem")
                ->getInteger("write"),
            43);
  EXPECT_EQ(records->getObject("performance")->getInteger("waves"), 2);
  EXPECT_EQ(records->getObject("performance")
                ->getObject("timeline")
                ->getInteger("end_ns"),
            158);
  EXPECT_FALSE(records->getObject("performance")->get("root"));

  const llvm::json::Array *calls = report.getArray("calls");
  ASSERT_EQ(calls->size(), 2u);
  const llvm::json::Object *q = (*calls)[0].getAsObject();
  EXPECT_EQ(q->getString("value"), "q:5");
  const llvm::json::Array *operands =
      q->getObject("traffic")->getArray("operands");
  ASSERT_EQ(operands->size(), 3u);
  const llvm::json::Object *first = (*operands)[0].getAsObject();
  EXPECT_EQ(first->getInteger("arg"), 0);
  EXPECT_EQ(first->getString("name"), "a");
  EXPECT_EQ(first->getString("type"), "bf16[8,16] gmem");
  EXPECT_EQ(first->getInteger("read"), 523);
  EXPECT_EQ((*operands)[2].getAsObject()->getString("arg"), "result");
  EXPECT_EQ((*operands)[2].getAsObject()->getInteger("write"), 89);
  const llvm::json::Object *n = (*calls)[1].getAsObject();
  EXPECT_FALSE(n->getObject("traffic")->get("operands"));
  EXPECT_EQ(n->getObject("performance")
                ->getObject("timeline")
                ->getInteger("stride_ns"),
            20);

  const llvm::json::Object *loop = (*report.getArray("loops"))[0].getAsObject();
  EXPECT_EQ(loop->getString("value"), "k");
  // 67 + 127 bytes of gmem behind an l2 of 50 MB.
  const llvm::json::Array *pressure = loop->getArray("cache-pressure");
  ASSERT_EQ(pressure->size(), 1u);
  const llvm::json::Object *l2 = (*pressure)[0].getAsObject();
  EXPECT_EQ(l2->getString("cache_level"), "l2");
  EXPECT_EQ(l2->getInteger("device_bytes"), 194);
  EXPECT_EQ(l2->getInteger("capacity_bytes"), 50000000);
  EXPECT_EQ(l2->getString("status"), "fits");

  EXPECT_EQ(report.getObject("totals")->getObject("flops")->getInteger("bf16"),
            1009);
  EXPECT_EQ(report.getObject("resources")->getObject("device")->getString("id"),
            "nvidia.h200_sxm");
}

/// (A1.2.3) roofline alone: sums and peaks, and nothing else of its
/// dependencies.
TEST_F(ReportTest, RooflineAloneIsBounded) {
  makeResult({"roofline"});
  llvm::json::Object report = json();
  const llvm::json::Object *records = report.getObject("function_records");
  EXPECT_EQ(records->size(), 2u);
  EXPECT_TRUE(records->get("roofline"));
  const llvm::json::Object *memory = records->getObject("memory");
  ASSERT_EQ(memory->size(), 1u);
  EXPECT_EQ(*(*memory->getArray("footprint"))[0].getAsObject(),
            (llvm::json::Object{{"level", "gmem"}, {"peak_bytes", 448}}));
  const llvm::json::Object *totals = report.getObject("totals");
  EXPECT_EQ(totals->getObject("flops")->getInteger("bf16"), 1009);
  // The bound divides the bytes of the bandwidth's own level.
  EXPECT_EQ(totals->getObject("traffic")->size(), 1u);
  EXPECT_EQ(
      totals->getObject("traffic")->getObject("gmem")->getInteger("write"),
      1301);
  EXPECT_TRUE(report.getArray("loops")->empty());
  for (const llvm::json::Value &call : *report.getArray("calls"))
    EXPECT_EQ(call.getAsObject()->size(), 2u);
  std::vector<std::string> lines = linesOf(rendered("text"));
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[2], "# roofline ideal-ns=13 bound-by=memory");
}

TEST_F(ReportTest, OnlyWhatWasAskedForShows) {
  makeResult({"performance"});
  llvm::json::Object report = json();
  EXPECT_EQ(report.getObject("function_records")->size(), 1u);
  EXPECT_FALSE(report.get("totals"));
  EXPECT_FALSE(contains(rendered("annotated"), "compute-cost flops"));
  makeResult({"compute-cost"});
  report = json();
  EXPECT_FALSE(report.getObject("totals")->get("traffic"));
  EXPECT_FALSE(report.getObject("function_records")->get("memory"));
}

TEST_F(ReportTest, FamiliesShowInTheOrderAskedFor) {
  makeResult({"performance", "compute-cost"});
  std::string text = rendered("annotated");
  EXPECT_TRUE(contains(text, "performance=[0,19); compute-cost flops="))
      << text;
}

TEST_F(ReportTest, WhatWasLeftOutIsSaid) {
  makeResult();
  result.unknownOps = {{"acme.blend", 3}};
  EXPECT_TRUE(contains(rendered("text"), "# left-out ops=acme.blend:3\n"));
  llvm::json::Object report = json();
  EXPECT_EQ(report.getObject("left_out")->getInteger("acme.blend"), 3);
  EXPECT_EQ(report.getObject("totals")->getBoolean("lower_bound"), true);
}

TEST_F(ReportTest, TheTableIsSortedAndSharesAddUp) {
  makeResult();
  RenderOptions options;
  std::string text = rendered("table", options);
  // 3 trips of 20 ns are 60 of 79 ns (75.9 %), q is 19 of 79 (24.1 %).
  std::vector<std::string> rows;
  for (const std::string &line : linesOf(text))
    if (!llvm::StringRef(line).starts_with("#"))
      rows.push_back(line);
  ASSERT_EQ(rows.size(), 10u) << text;
  auto cells = [&](size_t row) {
    llvm::SmallVector<llvm::StringRef> parts;
    llvm::SplitString(rows[row], parts);
    return std::vector<std::string>(parts.begin(), parts.end());
  };
  EXPECT_EQ(rows[0], "value         op          line  times  time [ns]  flops "
                     "[flop]  gmem [B]  smem [B]  time [%]");
  EXPECT_EQ(rows[1], "Decode");
  // gmem: q 787 + 89 = 876, n 3 * 809 = 2427; smem: n 3 * 68 = 204.
  EXPECT_EQ(cells(2), (std::vector<std::string>{"layer", "3", "79", "1009",
                                                "3303", "204", "100.0"}));
  EXPECT_EQ(cells(3)[0], "scope");
  EXPECT_EQ(cells(4)[0], "loop");
  EXPECT_EQ(cells(5), (std::vector<std::string>{"n", "hir.exp", "7", "3", "60",
                                                "0", "2427", "204", "75.9"}));
  EXPECT_EQ(cells(6),
            (std::vector<std::string>{"q", "hir.matmul", "5", "1", "19", "1009",
                                      "876", "0", "24.1"}));
  // What the loop touches, and what it would move without reuse.
  EXPECT_EQ(rows[7], "loop  buffer  level  bytes [B]  device_bytes [B]  "
                     "repeated_bytes [B]");
  EXPECT_EQ(cells(8),
            (std::vector<std::string>{"k", "acc:7", "gmem", "61", "67", "71"}));
  EXPECT_EQ(cells(9),
            (std::vector<std::string>{"k", "n:8", "gmem", "73", "127", "131"}));
  options.sortBy = SortKey::Flops;
  text = rendered("table", options);
  EXPECT_LT(text.find("hir.matmul"), text.find("hir.exp"));
  EXPECT_TRUE(contains(text, "flops [%]"));
}

TEST_F(ReportTest, TheCsvHasAColumnForEveryField) {
  makeResult();
  std::vector<std::string> lines = linesOf(rendered("csv"));
  ASSERT_EQ(lines.size(), 6u);
  EXPECT_EQ(lines[0],
            "kind,value,line,op,path,result_types,times,flops.bf16 [flop],"
            "flops_per_unit.bf16 [flop],service.special [op],"
            "service_per_unit.special [op],traffic.whole.gmem.read [B],"
            "traffic.whole.gmem.write [B],traffic.per_unit.gmem.read [B],"
            "traffic.per_unit.gmem.write [B],traffic.whole.smem.read [B],"
            "traffic.whole.smem.write [B],traffic.per_unit.smem.read [B],"
            "traffic.per_unit.smem.write [B],compute_ns,memory_ns,ideal_ns,"
            "bound_by,start_ns,end_ns,trips,stride_ns,waves,"
            "footprint.buffer,footprint.level,footprint.bytes,"
            "footprint.device_bytes,footprint.repeated_bytes,"
            "footprint.known");
  EXPECT_EQ(lines[1], "function,layer,3,,Decode,,1,1009,503,293,97,2003,1301,"
                      "401,307,31,37,41,43,11,13,13,memory,0,158,1,0,2,,,,,,");
  EXPECT_EQ(
      lines[2],
      "call,q,5,hir.matmul,scope t,tensor<8x4xbf16>,1,1009,503,0,0,787,89,"
      "83,79,0,0,0,0,2,3,3,memory,0,19,1,0,,,,,,,");
  EXPECT_EQ(lines[3],
            "call,n,7,hir.exp,scope t / loop k,tensor<8x4xbf16>,3,0,0,101,103,"
            "405,404,107,109,31,37,41,43,0,0,0,none,19,39,3,20,,,,,,,");
  // One row for each buffer that the loop touches.
  std::string empty(25, ',');
  EXPECT_EQ(lines[4], "loop,k,6" + empty + ",acc:7,gmem,61,67,71,true");
  EXPECT_EQ(lines[5], "loop,k,6" + empty + ",n:8,gmem,73,127,131,true");
}

TEST_F(ReportTest, TheTraceHasOneEventForALoop) {
  makeResult();
  llvm::Expected<llvm::json::Value> trace =
      llvm::json::parse(rendered("trace"));
  ASSERT_TRUE(bool(trace)) << llvm::toString(trace.takeError());
  std::map<std::string, std::pair<std::string, std::string>> events;
  for (const llvm::json::Value &value :
       *trace->getAsObject()->getArray("traceEvents")) {
    const llvm::json::Object &event = *value.getAsObject();
    if (event.getString("ph") == "X")
      events[event.getString("name")->str()] = {
          std::to_string(*event.getNumber("ts")),
          std::to_string(*event.getNumber("dur"))};
  }
  ASSERT_EQ(events.size(), 3u);
  using Times = std::pair<std::string, std::string>;
  EXPECT_EQ(events["q:5"], (Times{"0.000000", "0.019000"}));
  EXPECT_EQ(events["n:7"], (Times{"0.019000", "0.020000"}));
  EXPECT_EQ(events["loop k x3"], (Times{"0.019000", "0.060000"}));
}

TEST_F(ReportTest, ThePageStandsAlone) {
  makeResult();
  std::string page = rendered("html");
  for (const char *part :
       {"<!DOCTYPE html>", "prefers-color-scheme: dark",
        "aria-label=\"roofline\"", "aria-label=\"timeline\"",
        "predicted-ns=158", "loop k: 3 trips, 20 ns each", "l2 over gmem: fits",
        "performance=[20t+19,20t+39)*3"})
    EXPECT_TRUE(contains(page, part)) << part;
  for (const char *part : {"http://", "https://", "<script", "src="})
    EXPECT_FALSE(contains(page, part)) << part;
  EXPECT_EQ(rendered("html"), page);
}

TEST_F(ReportTest, ThePeakIsExplained) {
  makeResult();
  RenderOptions options;
  options.explainPeak = true;
  // gmem is fullest at 2: x 256 + w 128 + q 64 = 448 bytes, and again at 4.
  std::vector<std::string> lines = linesOf(rendered("text", options));
  std::vector<std::string> wanted = {
      "# peak level=gmem bytes=448 position=2 values=3",
      "# live binding=x:4 level=gmem bytes=256 lifetime=[0,4] persistent=true",
      "# live binding=w:4 level=gmem bytes=128 lifetime=[1,4] persistent=true",
      "# live binding=q:6 level=gmem bytes=64 lifetime=[2,3]",
      "# peak level=smem bytes=0 position=0 values=0"};
  ASSERT_EQ(lines.size(), summary.size() + wanted.size());
  EXPECT_EQ(
      std::vector<std::string>(lines.begin() + summary.size(), lines.end()),
      wanted);
  llvm::json::Object report = json(options);
  const llvm::json::Object *gmem =
      (*report.getObject("explain")->getArray("peak"))[0].getAsObject();
  EXPECT_EQ(gmem->getInteger("position"), 2);
  EXPECT_EQ(gmem->getArray("live")->size(), 3u);
  EXPECT_TRUE(contains(rendered("html", options), "Live at the peak of gmem"));
}

TEST_F(ReportTest, TheRoofIsExplained) {
  makeResult();
  RenderOptions options;
  options.explainRoof = true;
  std::string text = rendered("text", options);
  // 1009 flop over 2003 + 1301 = 3304 B: 0.305. 3304e9 / 4.8e12 = 0.688 ns.
  EXPECT_TRUE(contains(text, "# roof flops=1009 bytes=3304 "
                             "flops-per-byte=0.305 bound-by=memory\n"))
      << text;
  EXPECT_TRUE(contains(text, "time-ns=0.688\n")) << text;
  EXPECT_TRUE(contains(rendered("html", options), "Under the roof"));
}

TEST_F(ReportTest, RefusalsSayWhatToDo) {
  makeResult({"performance"});
  RenderOptions options;
  options.emit = "pdf";
  EXPECT_EQ(refusal(options), "unknown form 'pdf'; use one of annotated, text, "
                              "json, ir, table, csv, html, trace");
  options.emit = "text";
  options.explainPeak = true;
  EXPECT_TRUE(contains(refusal(options), "add 'memory' to 'analysis='"));
  options.explainPeak = false;
  options.explainRoof = true;
  EXPECT_TRUE(contains(refusal(options), "add 'roofline' to 'analysis='"));
  options.explainRoof = false;
  options.emit = "table";
  options.sortBy = SortKey::Bytes;
  EXPECT_TRUE(contains(refusal(options), "cannot order by 'bytes'"));
}

TEST_F(ReportTest, SumsThatLeaveTheRangeAreRefused) {
  makeResult();
  auto cost = std::make_unique<ComputeCostRecord>();
  // Three trips.
  cost->flops = {{"bf16", std::numeric_limits<int64_t>::max() / 2}};
  result.records.set(find("n"), std::move(cost));
  RenderOptions options;
  options.emit = "table";
  EXPECT_TRUE(contains(refusal(options), "more than 64 bits"));
}

//===----------------------------------------------------------------------===//
// IR with attributes and back
//===----------------------------------------------------------------------===//

TEST_F(ReportTest, WrittenIrSaysTheSameWhenReadBack) {
  makeResult();
  result.dims = {{"ctx", 4096}};
  // A module without a target: the reader has no machine to ask.
  result.target = nullptr;
  std::string ir = rendered("ir");
  EXPECT_TRUE(contains(ir, "hir.traffic"));
  mlir::OwningOpRef<mlir::ModuleOp> view = parse(ir);
  ASSERT_TRUE(view);
  for (const char *emit : {"annotated", "text", "json", "csv", "ir"}) {
    RenderOptions options;
    options.emit = emit;
    llvm::Expected<std::string> again = renderFromAttributes(*view, options);
    ASSERT_TRUE(bool(again)) << llvm::toString(again.takeError());
    EXPECT_EQ(*again, rendered(emit)) << emit;
  }
  EXPECT_EQ(stripRecords(*view), 5 + 4 + 4 + 1 + 1);
  EXPECT_EQ(stripRecords(*view), 0);
  llvm::Expected<std::string> none =
      renderFromAttributes(*view, RenderOptions());
  ASSERT_FALSE(bool(none));
  EXPECT_TRUE(contains(llvm::toString(none.takeError()),
                       "no function carries records"));
}

TEST_F(ReportTest, RecordsAloneAreEnough) {
  makeResult();
  result.target = nullptr;
  mlir::OwningOpRef<mlir::ModuleOp> view = parse(rendered("ir"));
  ASSERT_TRUE(view);
  view->walk([](mlir::Operation *op) { op->removeAttr(kAnalysisAttr); });
  RenderOptions options;
  options.emit = "text";
  llvm::Expected<std::string> text = renderFromAttributes(*view, options);
  ASSERT_TRUE(bool(text)) << llvm::toString(text.takeError());
  EXPECT_EQ(*text, rendered("text"));
}

TEST_F(ReportTest, IllFormedRecordsAreNamed) {
  makeResult();
  mlir::OwningOpRef<mlir::ModuleOp> view = parse(rendered("ir"));
  ASSERT_TRUE(view);
  view->walk([&](mlir::Operation *op) {
    if (op->hasAttr("hir.performance"))
      op->setAttr("hir.performance", mlir::UnitAttr::get(&context));
  });
  llvm::Expected<std::string> text =
      renderFromAttributes(*view, RenderOptions());
  ASSERT_FALSE(bool(text));
  EXPECT_TRUE(contains(llvm::toString(text.takeError()),
                       "'hir.performance' on 'hir.matmul' is no performance "
                       "record"));
}

TEST_F(ReportTest, SeveralReportsAreAnArray) {
  makeResult();
  RenderOptions options;
  options.emit = "json";
  llvm::Expected<std::string> text = renderElement(result, options);
  ASSERT_TRUE(bool(text)) << llvm::toString(text.takeError());
  std::string joined = joinElements({*text, *text});
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(joined);
  ASSERT_TRUE(bool(value));
  ASSERT_EQ(value->getAsArray()->size(), 2u);
  EXPECT_EQ((*value->getAsArray())[1], llvm::json::Value(json()));
  // Laid out as one document would be.
  EXPECT_EQ(joined, llvm::formatv("{0:2}", *value).str() + "\n");
  options.emit = "text";
  text = renderElement(result, options);
  ASSERT_FALSE(bool(text));
  llvm::consumeError(text.takeError());
}

} // namespace
