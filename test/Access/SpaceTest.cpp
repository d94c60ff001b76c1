#include "tilefoundry/Access/Space.h"
#include "tilefoundry/Access/AccessRelations.h"
#include "tilefoundry/Access/IslAccess.h"
#include <gtest/gtest.h>
using namespace tilefoundry;
TEST(Space, window) {
  Space s;
  unsigned t = s.addVariable(5, "t"), i = s.addVariable(10, "i");
  Access a;
  a.coords = {s.add(s.mul(s.variable(t), 10), s.variable(i))};
  a.shape = {50};
  using R = VarRole;
  EXPECT_EQ(s.str(a), "{ [t, i] -> [10*t + i] : 0 <= t < 5, 0 <= i < 10 }");
  EXPECT_EQ(llvm::cantFail(s.count(a, {R::Max, R::Union})), 10);
  EXPECT_EQ(llvm::cantFail(s.count(a, {R::Sum, R::Union})), 50);
  EXPECT_EQ(llvm::cantFail(s.count(a, {R::Union, R::Union})), 50);
}
