//===- AccessBench.cpp - counting in closed form against isl --------------===//
//
// Prints, per access, the time of a count in a fresh space (building included),
// the time isl takes to enumerate the same set, and their ratio. isl is stopped
// after 10 s a set; the ratio is then a lower bound, printed with ">".
//
//===----------------------------------------------------------------------===//

#include "tilefoundry/Access/IslAccess.h"
#include "tilefoundry/Access/Space.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <csignal>
#include <functional>
#include <sys/wait.h>
#include <unistd.h>

using namespace tilefoundry;
using Clock = std::chrono::steady_clock;

namespace {
struct Problem {
  Space space;
  llvm::SmallVector<Access, 4> accesses;
  llvm::SmallVector<VarRole, 8> roles;

  unsigned add(int64_t extent, const char *name,
               VarRole role = VarRole::Union) {
    roles.push_back(role);
    return space.addVariable(extent, name);
  }
  IndexExpr var(unsigned v, int64_t factor = 1) {
    return space.mul(space.variable(v), factor);
  }
  void touch(std::initializer_list<IndexExpr> coords,
             std::initializer_list<int64_t> shape) {
    Access a;
    a.coords = coords;
    a.shape = shape;
    accesses.push_back(std::move(a));
  }
};
using Build = std::function<void(Problem &)>;

double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Seconds a count takes, building included, and the count.
double timeOurs(const Build &build, int64_t &value) {
  int rounds = 0;
  Clock::time_point start = Clock::now();
  do {
    Problem p;
    build(p);
    value = llvm::cantFail(p.space.count(p.accesses, p.roles));
    ++rounds;
  } while (secondsSince(start) < 0.2);
  return secondsSince(start) / rounds;
}

/// The same with isl, in a child that can be stopped; negative when it was.
double timeIsl(const Build &build, int64_t expected) {
  int fds[2];
  if (pipe(fds) != 0)
    return -1;
  pid_t child = fork();
  if (child == 0) {
    alarm(10);
    double best = 0;
    for (int round = 0; round < 3 && best < 1; ++round) {
      Clock::time_point start = Clock::now();
      Problem p;
      build(p);
      CountLimits limits;
      limits.maxIslOperations = 0;
      auto n = countWithIsl(p.space, p.accesses, p.roles, 0, limits);
      double took = secondsSince(start);
      if (!n || *n != expected)
        _exit(1);
      best = round == 0 ? took : std::min(best, took);
    }
    ssize_t written = write(fds[1], &best, sizeof(best));
    _exit(written == sizeof(best) ? 0 : 1);
  }
  close(fds[1]);
  double took = -1;
  if (read(fds[0], &took, sizeof(took)) != sizeof(took))
    took = -1;
  close(fds[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFEXITED(status) && WEXITSTATUS(status) != 0)
    llvm::errs() << "isl disagrees or failed\n";
  return took;
}

void run(const char *name, const Build &build) {
  int64_t value = 0;
  double ours = timeOurs(build, value);
  double isl = timeIsl(build, value);
  double shown = isl < 0 ? 10 : isl;
  llvm::outs() << llvm::format("%-34s %16lld %10.2f us %s%12.1f us %s%.0fx\n",
                               name, static_cast<long long>(value), ours * 1e6,
                               isl < 0 ? ">" : " ", shown * 1e6,
                               isl < 0 ? ">" : "", shown / ours);
  llvm::outs().flush();
}
} // namespace

int main() {
  llvm::outs() << "access                                        count       "
                  "closed form              isl ratio\n";
  run("box 128 x 64", [](Problem &p) {
    unsigned i = p.add(128, "i"), j = p.add(64, "j");
    p.touch({p.var(i), p.var(j)}, {128, 64});
  });
  run("box 4096 x 4096", [](Problem &p) {
    unsigned i = p.add(4096, "i"), j = p.add(4096, "j");
    p.touch({p.var(i), p.var(j)}, {4096, 4096});
  });
  run("8 variables, 3 boxes of rank 4", [](Problem &p) {
    unsigned v[8];
    for (unsigned &x : v)
      x = p.add(8, "v");
    for (int k = 0; k < 3; ++k) {
      auto tiled = [&](int a) {
        return p.space.add(p.var(v[a], 8), p.var(v[a + 1]));
      };
      p.touch({p.space.add(tiled(0), p.space.constant(5 * k)), tiled(2),
               tiled(4), tiled(6)},
              {80, 64, 64, 64});
    }
  });
  run("strided 3*i, 4096 x 512", [](Problem &p) {
    unsigned i = p.add(4096, "i"), j = p.add(512, "j");
    p.touch({p.var(i, 3), p.var(j, 2)}, {12288, 1024});
  });
  run("block cyclic 8 of 32, 2^16 rounds", [](Problem &p) {
    unsigned r = p.add(65536, "r"), i = p.add(8, "i"), c = p.add(256, "c");
    p.touch({p.space.add(p.var(r, 32), p.var(i)), p.var(c)}, {1 << 21, 256});
  });
  run("ragged window, 4097 by 128, summed", [](Problem &p) {
    unsigned t = p.add(33, "t", VarRole::Sum), i = p.add(128, "i");
    unsigned c = p.add(512, "c");
    p.touch({p.space.add(p.var(t, 128), p.var(i)), p.var(c)}, {4097, 512});
  });
  auto reshape = [](Problem &p, std::initializer_list<int64_t> view,
                    llvm::ArrayRef<int64_t> owner) {
    Access a;
    for (int64_t e : view) {
      a.coords.push_back(p.var(p.add(e, "v")));
      a.shape.push_back(e);
    }
    p.accesses.push_back(p.space.foldReshape(a, owner));
  };
  run("reshape [96,64] -> [48,2,64]",
      [&](Problem &p) { reshape(p, {96, 64}, {48, 2, 64}); });
  run("reshape [721920,640] -> rank 4",
      [&](Problem &p) { reshape(p, {721920, 640}, {1536, 470, 5, 128}); });
  run("reshape rank 4 -> [721920,640]",
      [&](Problem &p) { reshape(p, {1536, 470, 5, 128}, {721920, 640}); });
  run("window of a reshape, 5640 by 128", [](Problem &p) {
    unsigned t = p.add(5640, "t"), i = p.add(128, "i"), j = p.add(640, "j");
    Access a;
    a.coords = {p.space.add(p.var(t, 128), p.var(i)), p.var(j)};
    a.shape = {721920, 640};
    p.accesses.push_back(p.space.foldReshape(a, {1536, 470, 5, 128}));
  });
  run("2 overlapping slices of 4096^2", [](Problem &p) {
    unsigned i = p.add(3000, "i"), j = p.add(4096, "j");
    p.touch({p.var(i), p.var(j)}, {4096, 4096});
    p.touch({p.space.add(p.var(i), p.space.constant(1000)), p.var(j)},
            {4096, 4096});
  });
  run("4 shifted boxes of 1024^2", [](Problem &p) {
    unsigned i = p.add(512, "i"), j = p.add(512, "j");
    for (int64_t di : {0, 100})
      for (int64_t dj : {0, 77})
        p.touch({p.space.add(p.var(i), p.space.constant(di)),
                 p.space.add(p.var(j), p.space.constant(dj))},
                {1024, 1024});
  });
  run("conv window 1027^2, 4x4 kernel", [](Problem &p) {
    unsigned h = p.add(1024, "oh"), w = p.add(1024, "ow");
    unsigned a = p.add(4, "kh"), b = p.add(4, "kw");
    p.touch({p.space.add(p.var(h), p.var(a)), p.space.add(p.var(w), p.var(b))},
            {1027, 1027});
  });
  return 0;
}
