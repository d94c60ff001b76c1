//===- PackingCsvTest.cpp - reading and writing packings ------------------===//

#include "tilefoundry/Analysis/Allocation/PackingCsv.h"
#include "gtest/gtest.h"

using namespace tilefoundry::allocation;

namespace {

const char *text = "id,lower,upper,size\nx,0,3,5\ny,2,7,11\n";

std::string refusal(llvm::StringRef csv) {
  llvm::Expected<Problem> problem = parseProblemCsv(csv, 16);
  return problem ? "" : llvm::toString(problem.takeError());
}

TEST(PackingCsv, UpperIsExclusive) {
  llvm::Expected<Problem> problem = parseProblemCsv(text, 16);
  ASSERT_TRUE(bool(problem));
  ASSERT_EQ(problem->buffers.size(), 2u);
  EXPECT_EQ(problem->buffers[0].last, 2);
  EXPECT_EQ(problem->buffers[1].first, 2);
  EXPECT_EQ(problem->buffers[1].size, 11);
  EXPECT_EQ(problem->capacity, 16);
  std::string written;
  llvm::raw_string_ostream os(written);
  ASSERT_FALSE(bool(writeProblemCsv(*problem, os)));
  EXPECT_EQ(written, text);
}

TEST(PackingCsv, SolutionsSurviveTheRoundTrip) {
  llvm::Expected<Problem> problem = parseProblemCsv(text, 16);
  ASSERT_TRUE(bool(problem));
  std::string written;
  llvm::raw_string_ostream os(written);
  ASSERT_FALSE(bool(writeSolutionCsv(*problem, {{11, 0}, 16}, os)));
  EXPECT_EQ(written, "id,lower,upper,size,offset\nx,0,3,5,11\ny,2,7,11,0\n");
  llvm::Expected<Solution> solution = parseSolutionCsv(written, *problem);
  ASSERT_TRUE(bool(solution));
  EXPECT_EQ(solution->offsets, (std::vector<int64_t>{11, 0}));
  EXPECT_EQ(solution->height, 16);
}

TEST(PackingCsv, ColumnsComeInAnyOrderWithCarriageReturns) {
  llvm::Expected<Problem> problem =
      parseProblemCsv("size,id,upper,lower\r\n5,x,3,0\r\n\r\n", 16);
  ASSERT_TRUE(bool(problem)) << llvm::toString(problem.takeError());
  EXPECT_EQ(problem->buffers[0].name, "x");
  EXPECT_EQ(problem->buffers[0].last, 2);
}

TEST(PackingCsv, MalformedTextIsRefusedWithItsLine) {
  auto line = [](llvm::StringRef csv) {
    return llvm::StringRef(refusal(csv)).split(':').first.str();
  };
  EXPECT_EQ(line(""), "line 1");
  EXPECT_EQ(line("id,lower,upper\n"), "line 1");
  EXPECT_EQ(line("id,lower,upper,size,size\n"), "line 1");
  std::string head = "id,lower,upper,size\na,0,1,2\n";
  EXPECT_EQ(line(head + "b,0,1\n"), "line 3");
  EXPECT_EQ(line(head + "b,0,1,2,3\n"), "line 3");
  EXPECT_EQ(line(head + "\nb,0,one,2\n"), "line 4");
  EXPECT_EQ(line(head + "b,0,9223372036854775808,2\n"), "line 3");
  EXPECT_EQ(line(head + "b,1,1,2\n"), "line 3");
  EXPECT_EQ(line(head + "b,0,1,-2\n"), "line 3");
  EXPECT_EQ(line(head + ",0,1,2\n"), "line 3");
}

TEST(PackingCsv, SolutionsMustPlaceEveryBufferOnce) {
  llvm::Expected<Problem> problem = parseProblemCsv(text, 16);
  ASSERT_TRUE(bool(problem));
  for (llvm::StringRef rows :
       {"x,0,3,5,11\n", "x,0,3,5,11\nx,0,3,5,11\n", "x,0,3,5,0\nz,2,7,11,5\n",
        "x,0,3,5,0\ny,2,7,13,5\n", "x,0,3,5,9223372036854775807\n"}) {
    llvm::Expected<Solution> solution = parseSolutionCsv(
        ("id,lower,upper,size,offset\n" + rows).str(), *problem);
    EXPECT_FALSE(bool(solution)) << rows.str();
    llvm::consumeError(solution.takeError());
  }
}

TEST(PackingCsv, UnwritableNamesAreRefused) {
  std::string written;
  llvm::raw_string_ostream os(written);
  llvm::Error error = writeProblemCsv({{{"a,b", 0, 1, 2}}, 4}, os);
  EXPECT_TRUE(bool(error));
  llvm::consumeError(std::move(error));
  EXPECT_EQ(written, "");
}

} // namespace
