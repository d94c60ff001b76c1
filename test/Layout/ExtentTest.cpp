//===- ExtentTest.cpp - symbolic extents ----------------------------------===//

#include "TestSupport.h"

using namespace tilefoundry;

namespace {

int ctxId, batchId;
const Symbol ctx{&ctxId, "ctx"};
const Symbol batch{&batchId, "batch"};

TEST(Extent, MultipliesAndDividesExactly) {
  Extent a = Extent(6) * Extent(ctx) * Extent(batch);
  EXPECT_EQ(a.str(), "6 * ctx * batch");
  EXPECT_FALSE(a.isStatic());
  EXPECT_EQ(a, Extent(batch) * Extent(2) * Extent(ctx) * Extent(3));
  EXPECT_NE(a, Extent(6) * Extent(ctx) * Extent(ctx));
  EXPECT_EQ(a.divideExactly(Extent(ctx)), Extent(6) * Extent(batch));
  EXPECT_EQ(a.divideExactly(Extent(2)),
            Extent(3) * Extent(ctx) * Extent(batch));
  EXPECT_FALSE(a.divideExactly(Extent(4)));
  EXPECT_FALSE(Extent(ctx).divideExactly(Extent(batch)));
  EXPECT_FALSE(Extent(4).divideExactly(Extent(0)));
  EXPECT_EQ(Extent(0).divideExactly(Extent(4)), Extent(0));
}

TEST(Extent, ZeroWinsAndOverflowEqualsNothing) {
  EXPECT_EQ(Extent(0) * Extent(ctx), Extent(0));
  Extent large = Extent(INT64_MAX) * Extent(2);
  EXPECT_TRUE(large.hasOverflowed());
  EXPECT_FALSE(large == large);
  EXPECT_EQ(productOf({Extent(INT64_MAX), Extent(2), Extent(0)}), Extent(0));
  EXPECT_EQ(productOf({}), Extent(1));
  EXPECT_FALSE(Extent(INT64_MIN).divideExactly(Extent(-1)));
}

TEST(Extent, Spells) {
  EXPECT_EQ(toString({Extent(1), Extent(ctx), Extent(12)}), "[1, ctx, 12]");
  EXPECT_EQ(Extent(Symbol{&ctxId, ""}).str(), "?");
}

} // namespace
