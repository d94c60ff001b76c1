//===- FactsRegistryTest.cpp - target document 11 -------------------------===//

#include "TestSupport.h"
#include "tilefoundry/Target/AlgorithmRegistry.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace tilefoundry;
using namespace tilefoundry::test;

namespace {
struct WarpFacts {
  int64_t threads;
};
namespace inner {
/// Named like the one above, and another class.
struct WarpFacts {
  int64_t threads;
};
} // namespace inner
struct FactsBase {};
struct DerivedFacts : FactsBase {
  int64_t value;
};
struct ConstructedFacts {
  ConstructedFacts() {}
};
struct VirtualFacts {
  virtual ~VirtualFacts() = default;
};
struct MyQuery {
  int64_t factor;
};

class MyTarget : public CudaTarget {
public:
  using CudaTarget::CudaTarget;
};
} // namespace

static llvm::Expected<WarpFacts> warp(const CudaTarget &target,
                                      FactsQuery query) {
  if (llvm::Error error = refuseQuery(query, "WarpFacts"))
    return error;
  return WarpFacts{target.getArchitecture().getValues().maxThreadsPerWarp};
}
static llvm::Expected<inner::WarpFacts> scaled(const CudaTarget &target,
                                               FactsQuery query) {
  const auto *mine = query.getAs<MyQuery>();
  if (!mine)
    return llvm::createStringError("wants a MyQuery");
  return inner::WarpFacts{
      target.getArchitecture().getValues().maxThreadsPerWarp * mine->factor};
}

TEST(FactsRegistry, T11_c1_KeyedOnExactClasses) {
  FactsRegistry registry;
  succeeds(registry.add<CudaTarget>(warp));
  succeeds(registry.add<CudaTarget>(scaled));
  EXPECT_EQ(get(registry.project<WarpFacts>(*h200())).threads, 32);
  MyQuery query{3};
  EXPECT_EQ(get(registry.project<inner::WarpFacts>(*h200(), &query)).threads,
            96);
  // A registration for the base does not serve a subclass.
  const auto mine =
      makeTarget<MyTarget>(get(CudaTarget::resolve("nvidia.h200_sxm")));
  EXPECT_HAS(message(registry.project<WarpFacts>(*mine)),
             "registers no conversion for this exact target class");
  EXPECT_HAS(message(mine->facts<ThroughputFacts>()), "exact target class");
  // It may register its base's for itself.
  succeeds(registerCudaFacts<MyTarget>(registry));
  EXPECT_EQ(get(registry.project<ParallelCapacityFacts>(*mine)).parallelUnits,
            132);
}

TEST(FactsRegistry, T11_c2_AMissingConversionFails) {
  FactsRegistry registry;
  EXPECT_HAS(message(registry.project<WarpFacts>(*h200())), "WarpFacts");
  EXPECT_HAS(message(h200()->facts<CoreFacts>()), "CoreFacts");
}

TEST(FactsRegistry, T11_c3_ADuplicateFails) {
  FactsRegistry registry;
  succeeds(registry.add<CudaTarget>(warp));
  EXPECT_HAS(message(registry.add<CudaTarget>(warp)), "registered already");
  EXPECT_HAS(
      message(FactsRegistry::global().add<CudaTarget>(cudaThroughputFacts)),
      "registered already");
}

TEST(FactsRegistry, T11_c4_FactsAreAggregatesWithoutBases) {
  static_assert(isFactsAggregate<WarpFacts>);
  static_assert(isFactsAggregate<ThroughputFacts>);
  static_assert(isFactsAggregate<PerformanceServiceFacts>);
  static_assert(isFactsAggregate<MemoryHierarchyFacts>);
  static_assert(isFactsAggregate<ParallelCapacityFacts>);
  static_assert(isFactsAggregate<PartitionFacts>);
  static_assert(isFactsAggregate<PipelineFacts>);
  static_assert(isFactsAggregate<CoreFacts>);
  static_assert(isFactsAggregate<AtomCandidateFacts>);
  static_assert(!isFactsAggregate<DerivedFacts>);
  static_assert(!isFactsAggregate<ConstructedFacts>);
  static_assert(!isFactsAggregate<VirtualFacts>);
  static_assert(!isFactsAggregate<int64_t>);
}

TEST(FactsRegistry, T11_c5_OneCallShapeAndPrivateQueries) {
  MyQuery query{2};
  // A hardware-only projection requires the query to be absent.
  EXPECT_HAS(message(h200()->facts<ThroughputFacts>(&query)), "no query");
  EXPECT_HAS(message(h200()->facts<MemoryHierarchyFacts>(&query)), "no query");
  EXPECT_HAS(message(m2Pro()->facts<ParallelCapacityFacts>(&query)),
             "no query");
  FactsRegistry registry;
  succeeds(registry.add<CudaTarget>(scaled));
  const int64_t other = 5;
  EXPECT_EQ(message(registry.project<inner::WarpFacts>(*h200(), &other)),
            "wants a MyQuery");
  EXPECT_EQ(message(registry.project<inner::WarpFacts>(*h200())),
            "wants a MyQuery");
  succeeds(h200()->facts<ThroughputFacts>(nullptr).takeError());
}

template <class F>
static constexpr auto accepts(int)
    -> decltype(std::declval<FactsRegistry &>().add<CudaTarget>(
                    std::declval<F>()),
                bool()) {
  return true;
}
template <class F> static constexpr bool accepts(...) { return false; }

TEST(FactsRegistry, T11_c6_AConversionCannotReturnAnythingElse) {
  // Which facts a conversion yields is its type, so the compiler refuses the
  // rest.
  using Good = llvm::Expected<WarpFacts> (*)(const CudaTarget &, FactsQuery);
  using NoError = WarpFacts (*)(const CudaTarget &, FactsQuery);
  using Void = void (*)(const CudaTarget &, FactsQuery);
  static_assert(accepts<Good>(0));
  static_assert(!accepts<NoError>(0));
  static_assert(!accepts<Void>(0));
}

template <class T>
static constexpr auto mutates(int)
    -> decltype(std::declval<FactsRegistry &>().add<CudaTarget>(
                    std::declval<llvm::Expected<WarpFacts> (*)(T &,
                                                               FactsQuery)>()),
                bool()) {
  return true;
}
template <class T> static constexpr bool mutates(...) { return false; }

TEST(FactsRegistry, T11_c7_ProjectionIsARead) {
  // A conversion sees a const target, and asking twice is asking once.
  static_assert(std::is_same_v<decltype(makeTarget<CpuTarget>()),
                               std::shared_ptr<const CpuTarget>>);
  static_assert(mutates<const CudaTarget>(0));
  const auto target = h200();
  PerformanceServiceFacts first = get(target->facts<PerformanceServiceFacts>());
  PerformanceServiceFacts second =
      get(target->facts<PerformanceServiceFacts>());
  EXPECT_EQ(first.unitFlops, second.unitFlops);
  EXPECT_TRUE(*target == *h200());
}

static std::string source(llvm::StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(
      (llvm::Twine(TILEFOUNDRY_SOURCE_DIR) + "/" + path).str());
  EXPECT_TRUE(bool(buffer)) << path.str();
  return buffer ? (*buffer)->getBuffer().lower() : "";
}

TEST(FactsRegistry, T11_c8_CommonCodeNamesNoConcreteTarget) {
  for (const char *file :
       {"include/tilefoundry/Target/FactsRegistry.h",
        "lib/Target/FactsRegistry.cpp", "lib/Target/AlgorithmRegistry.cpp",
        "lib/Target/Target.cpp", "lib/Target/Hardware/Registry.cpp",
        "lib/Target/Hardware/Schema.cpp", "lib/Target/Hardware/Document.cpp",
        "lib/Target/Hardware/DocumentReader.cpp"}) {
    std::string text = source(file);
    for (const char *name :
         {"cudatarget", "amxtarget", "cputarget", "cudadevice", "amxdevice",
          "cudaarchitecture", "amxarchitecture"})
      EXPECT_EQ(text.find(name), std::string::npos) << file << ": " << name;
  }
}

TEST(FactsRegistry, T11_c9_ThreeRegistriesStayApart) {
  static_assert(!std::is_convertible_v<FactsRegistry *, AlgorithmRegistry *>);
  static_assert(
      !std::is_convertible_v<HardwareSpecRegistry *, FactsRegistry *>);
  // Emptying none of the others: a fresh one of each knows nothing.
  EXPECT_TRUE(HardwareSpecRegistry().getDocuments().empty());
  EXPECT_FALSE(AlgorithmRegistry().lookUp(*h200(), "cta"));
  FactsRegistry facts;
  EXPECT_HAS(message(facts.project<ThroughputFacts>(*h200())),
             "registers no conversion");
}
