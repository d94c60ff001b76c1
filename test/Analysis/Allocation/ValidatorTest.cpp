//===- ValidatorTest.cpp - planted faults are found and named -------------===//

#include "tilefoundry/Analysis/Allocation/Validator.h"
#include "gtest/gtest.h"

using namespace tilefoundry::allocation;

namespace {

// a and b meet at position 3, b and c at position 5, a and c never.
const Problem problem{{{"a", 0, 3, 7}, {"b", 3, 5, 11}, {"c", 5, 8, 13}}, 24};

std::string complaint(const Solution &solution) {
  llvm::Error error = validate(problem, solution);
  return error ? llvm::toString(std::move(error)) : "";
}

TEST(AllocationValidator, AcceptsARightPacking) {
  EXPECT_EQ(complaint({{0, 13, 0}, 24}), "");
}

TEST(AllocationValidator, NamesBothBuffersThatShareBytes) {
  std::string text = complaint({{0, 12, 0}, 23});
  EXPECT_NE(text.find("'b'"), std::string::npos) << text;
  EXPECT_NE(text.find("'c'"), std::string::npos) << text;
  EXPECT_EQ(text.find("'a'"), std::string::npos) << text;
}

TEST(AllocationValidator, FindsWhatLeavesTheCapacity) {
  EXPECT_NE(complaint({{0, 14, 0}, 25}).find("'b'"), std::string::npos);
  EXPECT_NE(complaint({{-1, 13, 0}, 24}).find("'a'"), std::string::npos);
}

TEST(AllocationValidator, FindsAWrongHeightOrCount) {
  EXPECT_NE(complaint({{0, 13, 0}, 23}).find("height"), std::string::npos);
  EXPECT_NE(complaint({{0, 13}, 24}).find("2 offsets"), std::string::npos);
}

} // namespace
