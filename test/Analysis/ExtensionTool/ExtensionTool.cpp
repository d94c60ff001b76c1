//===- ExtensionTool.cpp - tf-opt with another package's target and family ===//
//
// What a package outside this repository writes to join: an attribute for its
// target, a target class derived from CudaTarget, one analysis family of its
// own and the record it writes. The libraries are linked as they are.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Dialect.h"
#include "mlir/IR/DialectImplementation.h"
#include "tilefoundry/Analysis/Analyze.h"
#include "tilefoundry/Analysis/ViewInfo.h"
#include "tilefoundry/Conversion/RegisterAll.h"
#include "tilefoundry/Target/Cuda/CudaTarget.h"
#include "tilefoundry/Target/FactsRegistry.h"
#include "tilefoundry/Transforms/OptMain.h"

using namespace mlir;
using namespace tilefoundry;

namespace {

/// How much an op works for every kilobyte that it moves.
class IntensityRecord : public Record {
public:
  static const RecordType type;
  int64_t flopsPerKilobyte = 0;
  std::string verdict;
  const RecordType &getType() const override { return type; }
  void map(RecordMapper &mapper) override {
    mapper.number("flops_per_kilobyte", flopsPerKilobyte);
    mapper.token("verdict", verdict);
  }
};
const RecordType IntensityRecord::type = {
    "intensity", "machine.intensity", [] {
      return std::unique_ptr<Record>(std::make_unique<IntensityRecord>());
    }};

int64_t totalFlops(const ComputeCostRecord &cost) {
  int64_t sum = 0;
  for (const auto &[type, count] : cost.flops)
    sum += count;
  return sum;
}

int64_t totalBytes(const TrafficRecord &traffic) {
  int64_t sum = 0;
  for (const auto &[level, bytes] : traffic.whole)
    sum += bytes.read + bytes.write;
  return sum;
}

/// Reads what compute-cost and memory found and writes one record an op.
LogicalResult runIntensity(AnalyzeContext &context) {
  auto describe = [&](Operation *op) -> LogicalResult {
    const auto *cost = context.records().get<ComputeCostRecord>(op);
    const auto *traffic = context.records().get<TrafficRecord>(op);
    if (!cost || !traffic || totalBytes(*traffic) == 0)
      return success();
    auto record = std::make_unique<IntensityRecord>();
    record->flopsPerKilobyte = totalFlops(*cost) * 1024 / totalBytes(*traffic);
    record->verdict = record->flopsPerKilobyte < 1024 ? "starved" : "fed";
    return context.write(op, std::move(record));
  };
  for (const MeasuredOp &measured : context.view.getOps())
    if (failed(describe(measured.op)))
      return failure();
  return describe(context.function);
}

const Analyzer &intensityAnalyzer() {
  static const Analyzer analyzer = [] {
    Analyzer result;
    result.selector = "intensity";
    result.run = runIntensity;
    result.requires_ = {"compute-cost", "memory"};
    result.produces = {&IntensityRecord::type};
    return result;
  }();
  return analyzer;
}

/// A CUDA device with one more family; the four standard ones are inherited.
class TunedTarget : public CudaTarget {
public:
  using CudaTarget::CudaTarget;
  const Analyzer *getAnalyzer(llvm::StringRef selector) const override {
    return selector == "intensity" ? &intensityAnalyzer()
                                   : CudaTarget::getAnalyzer(selector);
  }
};

/// `#machine.tuned`.
class TunedAttr
    : public Attribute::AttrBase<TunedAttr, Attribute, AttributeStorage,
                                 TargetAttrInterface::Trait> {
public:
  using Base::Base;
  static constexpr llvm::StringLiteral name = "machine.tuned";
  llvm::Expected<std::shared_ptr<const Target>> resolveTarget() const {
    auto parts = CudaTarget::resolve(std::string("nvidia.h200_sxm"));
    if (!parts)
      return parts.takeError();
    return std::shared_ptr<const Target>(
        makeTarget<TunedTarget>(std::move(*parts)));
  }
};

class MachineDialect : public Dialect {
public:
  explicit MachineDialect(MLIRContext *context)
      : Dialect(getDialectNamespace(), context, TypeID::get<MachineDialect>()) {
    addAttributes<TunedAttr>();
  }
  static llvm::StringRef getDialectNamespace() { return "machine"; }

  Attribute parseAttribute(DialectAsmParser &parser, Type) const override {
    if (parser.parseKeyword("tuned"))
      return {};
    return TunedAttr::get(getContext());
  }
  void printAttribute(Attribute, DialectAsmPrinter &printer) const override {
    printer << "tuned";
  }
};

} // namespace

int main(int argc, char **argv) {
  if (llvm::Error error =
          registerCudaFacts<TunedTarget>(FactsRegistry::global())) {
    llvm::errs() << llvm::toString(std::move(error)) << "\n";
    return 1;
  }
  return optMain(argc, argv, [](DialectRegistry &registry) {
    registerAllDialects(registry);
    registry.insert<MachineDialect>();
  });
}
