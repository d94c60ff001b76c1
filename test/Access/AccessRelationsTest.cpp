//===- AccessRelationsTest.cpp - building and checking relations ----------===//

#include "tilefoundry/Access/AccessRelations.h"
#include <gtest/gtest.h>

using namespace tilefoundry;

static AccessRelations matmul() {
  AccessRelations r = AccessRelations::over({5, 7, 11});
  r.addOperand(0).subscripts = {Subscript::dim(0), Subscript::dim(2)};
  r.addOperand(1).subscripts = {Subscript::dim(2), Subscript::dim(1)};
  r.addResult(0).subscripts = {Subscript::dim(0), Subscript::dim(1)};
  return r;
}

TEST(AccessRelations, text) {
  AccessRelations r = matmul();
  EXPECT_EQ(r.str(), "{ [d0, d1, d2] -> operand 0 [d0, d2]; "
                     "[d0, d1, d2] -> operand 1 [d2, d1]; "
                     "[d0, d1, d2] -> result 0 [d0, d1] }");
  // A grouped convolution's channel: 3 channels in each group of 2 filters.
  AccessRelations grouped = AccessRelations::over({4, 3});
  Subscript channel;
  channel.terms = {{0, 3, 2}, {1, 1}};
  EXPECT_EQ(channel.unitDim(), -1);
  grouped.addOperand(0).subscripts = {channel};
  EXPECT_EQ(grouped.str(), "{ [d0, d1] -> operand 0 [3*floor(d0/2) + d1] }");
  Subscript depthwise;
  depthwise.terms = {{0, 1, 2}};
  EXPECT_EQ(depthwise.unitDim(), -1);
  Subscript s;
  s.terms = {{0, 3}, {1, -1}};
  s.offset = -2;
  s.parameter = 1;
  s.divisor = 4;
  AccessRelations one = AccessRelations::over({2, 3});
  one.addOperand(0).subscripts = {s, Subscript::whole(),
                                  Subscript::chosenBy({1}),
                                  Subscript::regroup(), Subscript::constant(0)};
  EXPECT_EQ(one.str(),
            "{ [d0, d1] -> operand 0 [floor((3*d0 - d1 - 2 + p1)/4), "
            "*, chosen(d1), regroup, 0] }");
  EXPECT_EQ(one.parameters().size(), 1u);
  EXPECT_FALSE(!!one.checkBound({1}));
  EXPECT_NE(toString(one.checkBound({})).find("p1"), std::string::npos);
}

TEST(AccessRelations, verifyNamesTheMistake) {
  auto expect = [](const AccessRelations &r, const char *what) {
    std::string text = toString(r.verify({2, 2}, {2}));
    EXPECT_NE(text.find(what), std::string::npos) << text;
  };
  EXPECT_FALSE(!!matmul().verify({2, 2}, {2}));
  AccessRelations r = matmul();
  r.boundaries[1].subscripts[0] = Subscript::dim(3);
  expect(r, "dim d3");
  r = matmul();
  r.boundaries[2].subscripts.pop_back();
  expect(r, "result 0 has 1 subscripts for a value of rank 2");
  r = matmul();
  r.boundaries[0].statement = 1;
  expect(r, "statement 1");
  r = matmul();
  r.boundaries[0].subscripts[0].parameter = 2;
  expect(r, "p2");
  r = matmul();
  r.boundaries[0].subscripts[0].divisor = 0;
  expect(r, "divides by 0");
  r = matmul();
  r.boundaries[0].subscripts[0].terms[0].divisor = -2;
  expect(r, "divides by -2");
  r = matmul();
  r.statements[0].dims.pop_back();
  expect(r, "does not walk");
  r = matmul();
  r.extents[1] = -3;
  expect(r, "negative extent -3");
  r.extents[1] = kDynamicExtent;
  EXPECT_FALSE(!!r.verify({2, 2}, {2}));
  r = matmul();
  r.addResult(0);
  expect(r, "stated twice");
  r = matmul();
  r.addOperand(2);
  expect(r, "operand 2 does not exist");
}
