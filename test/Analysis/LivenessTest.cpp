//===- LivenessTest.cpp - residencies against a simulation ----------------===//
//
// Random programs are run step by step on a model of their own: every value
// that comes into being is an instance, created at one step and last read at
// another. What the lifetimes of the memory record say is held against that
// (ir.md 9).
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/AsmState.h"
#include "tilefoundry/Analysis/Allocation/PackingCsv.h"
#include "tilefoundry/Analysis/Allocation/Validator.h"
#include "tilefoundry/Analysis/Analyze.h"
#include "tilefoundry/Analysis/TargetAttrs.h"
#include "tilefoundry/Dialect/HIR/HIR.h"
#include "tilefoundry/Dialect/HIR/ValueNames.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <memory>
#include <random>
#include <set>

using namespace tilefoundry;

namespace {

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

/// How an op's result comes to be.
enum class Kind {
  Zeros,
  Constant,
  Neg,
  Add,
  Slice,
  Transpose, // owns nothing
  Reshape,   // owns nothing
  TopK,      // two results
  Loop,
  Scope
};

struct Block;

/// Values are numbers; value v is called "vV" in the text.
struct Op {
  Kind kind;
  std::vector<int> operands;
  std::vector<int> results;
  // Loops and scopes.
  int trips = 1;
  std::vector<int> arguments, yields;
  std::vector<Op> body;
  bool isLive = false;
  int64_t position = -1;
  /// First and last position inside.
  int64_t first = 0, last = -1;
  bool isEmpty = false;

  bool isStructured() const {
    return kind == Kind::Loop || kind == Kind::Scope;
  }
};

struct Program {
  std::vector<int> parameters;
  std::vector<Op> body;
  std::vector<int> returned;
  int numValues = 0;
  int64_t numPositions = 0;
  /// A loop without a position: its moments share a position with others.
  bool hasEmptyLoop = false;
};

class Generator {
public:
  Generator(uint64_t seed, int fewestTrips) : rng(seed), least(fewestTrips) {}

  Program run() {
    Program program;
    for (unsigned i = 0, e = 1 + rng() % 3; i < e; ++i)
      program.parameters.push_back(fresh());
    std::vector<int> visible = program.parameters;
    program.body = block(visible, 3 + rng() % 5, 0);
    for (unsigned i = 0, e = 1 + rng() % 3; i < e; ++i)
      program.returned.push_back(pick(visible));
    program.numValues = next;
    return program;
  }

private:
  int fresh() { return next++; }
  int pick(const std::vector<int> &from) {
    // Mostly what is recent, or little would be used.
    size_t window = rng() % 3 ? std::min<size_t>(from.size(), 4) : from.size();
    return from[from.size() - 1 - rng() % window];
  }

  Op simple(std::vector<int> &visible) {
    static const Kind kinds[] = {Kind::Zeros,  Kind::Constant, Kind::Neg,
                                 Kind::Neg,    Kind::Add,      Kind::Add,
                                 Kind::Slice,  Kind::TopK,     Kind::Transpose,
                                 Kind::Reshape};
    Op op;
    op.kind = kinds[rng() % 10];
    int reads = op.kind == Kind::Add                                  ? 2
                : op.kind == Kind::Zeros || op.kind == Kind::Constant ? 0
                                                                      : 1;
    for (int i = 0; i < reads; ++i)
      op.operands.push_back(pick(visible));
    op.results.push_back(fresh());
    visible.push_back(op.results[0]);
    if (op.kind == Kind::TopK)
      op.results.push_back(fresh()); // The indices, which nothing reads.
    return op;
  }

  Op structured(std::vector<int> &visible, Kind kind, int depth) {
    Op op;
    op.kind = kind;
    for (unsigned i = 0, e = 1 + rng() % 3; i < e; ++i) {
      op.operands.push_back(pick(visible));
      op.arguments.push_back(fresh());
    }
    if (kind == Kind::Loop)
      op.trips = least + static_cast<int>(rng() % (4 - least));
    std::vector<int> inner;
    if (kind == Kind::Loop)
      inner = visible;
    inner.insert(inner.end(), op.arguments.begin(), op.arguments.end());
    op.body = block(inner, 1 + rng() % 4, depth + 1);
    size_t results = kind == Kind::Loop ? op.operands.size() : 1 + rng() % 2;
    for (size_t i = 0; i < results; ++i) {
      op.yields.push_back(pick(inner));
      op.results.push_back(fresh());
    }
    visible.insert(visible.end(), op.results.begin(), op.results.end());
    return op;
  }

  std::vector<Op> block(std::vector<int> &visible, int size, int depth) {
    std::vector<Op> ops;
    for (int i = 0; i < size; ++i) {
      unsigned choice = rng() % 10;
      if (depth < 3 && choice < 3)
        ops.push_back(structured(visible, Kind::Loop, depth));
      else if (depth < 3 && choice == 3 && !inScope) {
        inScope = true;
        ops.push_back(structured(visible, Kind::Scope, depth));
        inScope = false;
      } else
        ops.push_back(simple(visible));
    }
    return ops;
  }

  std::mt19937_64 rng;
  int least;
  int next = 0;
  bool inScope = false;
};

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

const char *const T = "tensor<4x4xf32>";

std::string name(int value) { return "%v" + std::to_string(value); }

std::string list(const std::vector<int> &values) {
  std::string text;
  for (int value : values)
    text += (text.empty() ? "" : ", ") + name(value);
  return text;
}

std::string types(size_t count) {
  std::string text;
  for (size_t i = 0; i < count; ++i)
    text += std::string(i ? ", " : "") + T;
  return text;
}

void print(const std::vector<Op> &ops, std::string &text) {
  for (const Op &op : ops) {
    std::string t = T, a = list(op.operands);
    text += list(op.results) + " = ";
    switch (op.kind) {
    case Kind::Zeros:
      text += "hir.zeros : " + t;
      break;
    case Kind::Constant:
      text += "arith.constant dense<1.0> : " + t;
      break;
    case Kind::Neg:
      text += "hir.neg " + a + " : " + t;
      break;
    case Kind::Add:
      text += "hir.add " + a + " : " + t + ", " + t;
      break;
    case Kind::Slice:
      text += "hir.slice " + a + "[0, 0] [4, 4] [1, 1] : " + t;
      break;
    case Kind::Transpose:
      text += "hir.transpose " + a + " perm [1, 0] : " + t;
      break;
    case Kind::Reshape:
      text += "hir.reshape " + a + " to [4, 4] : " + t;
      break;
    case Kind::TopK:
      text += "hir.topk " + a + " k 4 : " + t;
      break;
    case Kind::Loop: {
      std::string bindings;
      for (size_t i = 0; i < op.operands.size(); ++i)
        bindings += (i ? ", " : "") + name(op.arguments[i]) + " = " +
                    name(op.operands[i]);
      text += "hir.grid_region %k" + std::to_string(op.results[0]) +
              " = 0 to " + std::to_string(op.trips) + " step 1 iter_args(" +
              bindings + ") -> (" + types(op.operands.size()) + ") {\n";
      break;
    }
    case Kind::Scope: {
      std::string bindings;
      for (size_t i = 0; i < op.operands.size(); ++i)
        bindings += (i ? ", " : "") + name(op.arguments[i]) + " = " +
                    name(op.operands[i]);
      text += "hir.mesh_scope #cta at(%t" + std::to_string(op.results[0]) +
              ") args(" + bindings + ") : (" + types(op.operands.size()) +
              ") -> (" + types(op.yields.size()) + ") {\n";
      break;
    }
    }
    if (op.isStructured()) {
      print(op.body, text);
      text += "hir.yield " + list(op.yields) + " : " + types(op.yields.size()) +
              "\n}";
    }
    text += "\n";
  }
}

std::string print(const Program &program) {
  std::string text =
      "#cta = #hir.mesh<[#hir.topology<\"cta\", 1>], #hir.layout<(1) : (1)>, "
      "[\"t\"]>\n"
      "module @M attributes {hir.target = #hir.cuda<device = "
      "\"nvidia.h200_sxm\">, hir.topologies = [#hir.topology<\"cta\", 1>], "
      "hir.entry = @f} {\nfunc.func @f(";
  for (size_t i = 0; i < program.parameters.size(); ++i)
    text += (i ? ", " : "") + name(program.parameters[i]) + ": " + T;
  text += ") -> (" + types(program.returned.size()) + ") {\n";
  print(program.body, text);
  text += "return " + list(program.returned) + " : " +
          types(program.returned.size()) + "\n}\n}\n";
  return text;
}

//===----------------------------------------------------------------------===//
// Simulation
//===----------------------------------------------------------------------===//

/// Drops what nothing reads and numbers the rest in program order.
class Placer {
public:
  explicit Placer(Program &program) : program(program) {
    used.assign(program.numValues, false);
    read(program.returned);
    markLive(program.body);
    next = static_cast<int64_t>(program.parameters.size());
    number(program.body);
    program.numPositions = next;
    settleEmpty(program.body, next - 1);
  }

private:
  void read(const std::vector<int> &values) {
    for (int value : values)
      used[value] = true;
  }
  void markLive(std::vector<Op> &ops) {
    for (auto op = ops.rbegin(); op != ops.rend(); ++op) {
      op->isLive = std::any_of(op->results.begin(), op->results.end(),
                               [&](int value) { return used[value]; });
      if (!op->isLive)
        continue;
      read(op->yields);
      markLive(op->body);
      read(op->operands);
    }
  }
  void number(std::vector<Op> &ops) {
    for (Op &op : ops) {
      if (!op.isLive)
        continue;
      if (!op.isStructured()) {
        op.position = next++;
        continue;
      }
      op.first = next;
      number(op.body);
      op.last = next - 1;
    }
  }

  /// A loop that holds no op takes the next position inside what is around it,
  /// else the last one there.
  void settleEmpty(std::vector<Op> &ops, int64_t last) {
    for (Op &op : ops) {
      if (!op.isLive || !op.isStructured())
        continue;
      op.isEmpty = op.last < op.first;
      settleEmpty(op.body, op.isEmpty ? last : op.last);
      program.hasEmptyLoop |= op.isEmpty && op.kind == Kind::Loop;
      if (op.isEmpty)
        op.first = op.last = std::min(op.first, last);
    }
  }

  Program &program;
  std::vector<bool> used;
  int64_t next = 0;
};

struct Instance {
  int value;
  size_t created;
  size_t lastRead;
};

/// Runs every trip. A loop's begin and each end of a trip are steps of their
/// own, at the loop's first and last position: there the carried arguments
/// change hands.
class Simulation {
public:
  explicit Simulation(const Program &program) : holds(program.numValues, -1) {
    for (size_t i = 0; i < program.parameters.size(); ++i) {
      step(static_cast<int64_t>(i));
      create(program.parameters[i]);
    }
    run(program.body);
    step(program.numPositions - 1);
    read(program.returned);
    read(program.parameters); // Held for the whole function.
  }

  std::vector<int64_t> steps; // Their positions.
  /// Steps that follow each other at one position in one trip are one visit:
  /// what is handed over there counts on both sides.
  std::vector<size_t> visits;
  std::vector<Instance> instances;

private:
  void step(int64_t position) {
    bool stays = !tripEnded && !steps.empty() && steps.back() == position;
    visits.push_back(visits.empty() ? 0 : visits.back() + !stays);
    steps.push_back(position);
    tripEnded = false;
  }
  void create(int value) {
    holds[value] = static_cast<int>(instances.size());
    instances.push_back({value, steps.size() - 1, steps.size() - 1});
  }
  void read(const std::vector<int> &values) {
    for (int value : values)
      instances[holds[value]].lastRead = steps.size() - 1;
  }
  /// `names` become other names of what `values` hold.
  void alias(const std::vector<int> &names, const std::vector<int> &values) {
    std::vector<int> held;
    for (int value : values)
      held.push_back(holds[value]);
    for (size_t i = 0; i < names.size(); ++i)
      holds[names[i]] = held[i];
  }
  void run(const std::vector<Op> &ops) {
    for (const Op &op : ops)
      if (op.isLive)
        run(op);
  }
  void run(const Op &op) {
    if (op.kind == Kind::Scope) {
      alias(op.arguments, op.operands);
      run(op.body);
      alias(op.results, op.yields);
      return;
    }
    if (op.kind == Kind::Loop) {
      for (int trip = 0; trip < op.trips; ++trip) {
        step(op.first);
        if (trip == 0)
          read(op.operands);
        for (int argument : op.arguments)
          create(argument);
        run(op.body);
        step(op.last);
        read(op.yields);
        tripEnded = true;
      }
      alias(op.results, op.trips ? op.yields : op.operands);
      return;
    }
    step(op.position);
    read(op.operands);
    if (op.kind == Kind::Transpose || op.kind == Kind::Reshape)
      return alias(op.results, op.operands);
    for (int result : op.results)
      create(result);
  }

  std::vector<int> holds;
  bool tripEnded = false;
};

//===----------------------------------------------------------------------===//
// The comparison
//===----------------------------------------------------------------------===//

class LivenessTest : public ::testing::Test {
protected:
  LivenessTest() {
    mlir::DialectRegistry registry;
    registry.insert<hir::HIRDialect, mlir::arith::ArithDialect,
                    mlir::affine::AffineDialect, mlir::func::FuncDialect>();
    registerTargetAttrModels(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
    context.disableMultithreading();
  }

  /// The lifetimes of the program, by value number.
  std::vector<std::optional<ValueLifetime>> lifetimes(const Program &program,
                                                      const std::string &text) {
    std::vector<std::optional<ValueLifetime>> rows(program.numValues);
    auto sources = std::make_shared<llvm::SourceMgr>();
    sources->AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(text),
                                llvm::SMLoc());
    auto parsed = hir::parseWithNames(sources, mlir::ParserConfig(&context));
    mlir::ModuleOp module = parsed.get();
    if (!module) {
      ADD_FAILURE() << "does not parse:\n" << text;
      return rows;
    }
    mlir::func::FuncOp function = findFunction(module, "");
    auto result = analyze(module, function, {std::string("memory")});
    if (mlir::failed(result)) {
      ADD_FAILURE() << "is not analysed:\n" << text;
      return rows;
    }
    const auto *memory = result->records.get<MemoryRecord>(result->function);
    for (const ValueLifetime &row : memory->lifetimes) {
      unsigned value = 0;
      llvm::StringRef binding = row.binding;
      binding = binding.split(':').first;
      EXPECT_TRUE(binding.consume_front("v") &&
                  !binding.getAsInteger(10, value) && value < rows.size())
          << row.binding;
      EXPECT_FALSE(rows[value].has_value()) << row.binding << " twice";
      rows[value] = row;
    }
    return rows;
  }

  mlir::MLIRContext context;
};

bool holds(const std::optional<ValueLifetime> &row, int64_t position) {
  return row && row->definedAt <= position && position <= row->lastUsedAt;
}

/// What a later step reads is live.
void expectCovered(const Simulation &run,
                   const std::vector<std::optional<ValueLifetime>> &rows,
                   const std::string &text) {
  for (const Instance &instance : run.instances)
    for (size_t s = instance.created; s <= instance.lastRead; ++s)
      if (!holds(rows[instance.value], run.steps[s])) {
        ADD_FAILURE() << name(instance.value) << " is needed at position "
                      << run.steps[s] << " and not live:\n"
                      << text;
        return;
      }
}

/// The rows at a position are no more than some trip really holds there.
void expectTight(const Program &program, const Simulation &run,
                 const std::vector<std::optional<ValueLifetime>> &rows,
                 const std::string &text) {
  std::vector<int64_t> most(program.numPositions, 0);
  for (size_t begin = 0, end; begin < run.steps.size(); begin = end) {
    for (end = begin;
         end < run.steps.size() && run.visits[end] == run.visits[begin];)
      ++end;
    std::set<int> live;
    for (const Instance &instance : run.instances)
      if (instance.created < end && begin <= instance.lastRead)
        live.insert(instance.value);
    int64_t bytes = 0;
    for (int value : live)
      bytes += rows[value] ? rows[value]->bytes : 0;
    most[run.steps[begin]] = std::max(most[run.steps[begin]], bytes);
  }
  for (int64_t position = 0; position < program.numPositions; ++position) {
    int64_t stated = 0;
    for (const auto &row : rows)
      stated += holds(row, position) ? row->bytes : 0;
    if (stated > most[position]) {
      ADD_FAILURE() << "position " << position << " states " << stated
                    << " bytes, and no trip holds more than " << most[position]
                    << ":\n"
                    << text;
      return;
    }
  }
}

TEST_F(LivenessTest, RandomProgramsHoldWhatLaterStepsRead) {
  for (uint64_t seed = 1; seed <= 400 && !HasFailure(); ++seed) {
    Program program = Generator(seed, /*fewestTrips=*/0).run();
    Placer placer(program);
    std::string text = print(program);
    auto rows = lifetimes(program, text);
    expectCovered(Simulation(program), rows, text);
  }
}

TEST_F(LivenessTest, RandomProgramsHoldNoMoreThanSomeTrip) {
  int compared = 0;
  for (uint64_t seed = 1001; seed <= 1400 && !HasFailure(); ++seed) {
    Program program = Generator(seed, /*fewestTrips=*/2).run();
    Placer placer(program);
    std::string text = print(program);
    auto rows = lifetimes(program, text);
    Simulation run(program);
    expectCovered(run, rows, text);
    if (program.hasEmptyLoop)
      continue;
    expectTight(program, run, rows, text);
    ++compared;
  }
  EXPECT_GE(compared, 100);
}

/// What a program asks of the packing engine survives the public CSV form:
/// `upper` is the last position plus one.
TEST_F(LivenessTest, LifetimesPackAndSurviveCsv) {
  for (uint64_t seed = 2001; seed <= 2020 && !HasFailure(); ++seed) {
    Program program = Generator(seed, /*fewestTrips=*/1).run();
    allocation::Problem problem;
    for (const auto &row : lifetimes(program, print(program)))
      if (row)
        problem.buffers.push_back(
            {llvm::StringRef(row->binding).split(':').first.str(),
             row->definedAt, row->lastUsedAt, row->bytes});
    problem.capacity = 64 * 1000;
    std::string text, answer;
    llvm::raw_string_ostream os(text), answerOs(answer);
    ASSERT_FALSE(bool(allocation::writeProblemCsv(problem, os)));
    EXPECT_NE(text.find("v0,0," + std::to_string(problem.buffers[0].last + 1) +
                        ",64"),
              std::string::npos)
        << text;
    auto again = allocation::parseProblemCsv(text, problem.capacity);
    ASSERT_TRUE(bool(again)) << llvm::toString(again.takeError());
    ASSERT_EQ(again->buffers.size(), problem.buffers.size());
    for (size_t i = 0; i < problem.buffers.size(); ++i) {
      EXPECT_EQ(again->buffers[i].name, problem.buffers[i].name);
      EXPECT_EQ(again->buffers[i].first, problem.buffers[i].first);
      EXPECT_EQ(again->buffers[i].last, problem.buffers[i].last);
      EXPECT_EQ(again->buffers[i].size, problem.buffers[i].size);
    }
    allocation::Outcome outcome = allocation::solve(*again);
    ASSERT_TRUE(outcome.fits()) << outcome.message;
    ASSERT_FALSE(
        bool(allocation::writeSolutionCsv(*again, outcome.solution, answerOs)));
    auto read = allocation::parseSolutionCsv(answer, problem);
    ASSERT_TRUE(bool(read)) << llvm::toString(read.takeError());
    llvm::Error invalid = allocation::validate(problem, *read);
    EXPECT_FALSE(bool(invalid)) << llvm::toString(std::move(invalid));
  }
}

} // namespace
