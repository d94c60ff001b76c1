//===- AmxAtoms.cpp - which atoms an op could be built from ---------------===//
//
// A catalogue and four hard filters: shape, element types, operand layout, and
// the storage the operand roles need (target document 9). Nothing is ranked.
// The register-resident atom needs the whole operands in the X and Y files and
// the whole result in Z; the streaming one takes them through the cache.
//
//===----------------------------------------------------------------------===//

#include "tilefoundry/Support/CheckedMath.h"
#include "tilefoundry/Target/Amx/AmxTarget.h"

using namespace tilefoundry;

namespace {
/// One operand role of an atom: which axis must be contiguous, and how many
/// bytes its store holds (nothing: it streams).
struct Role {
  bool needsContiguousColumn;
  bool needsContiguousRow;
  std::optional<int64_t> bytes;
};

struct Atom {
  AtomCandidate candidate;
  ElementType type;
  Role lhs, rhs, result;
};
} // namespace

static std::vector<Atom> catalogue(const AmxTarget &target) {
  const AmxArchitectureValues &architecture =
      target.getArchitecture().getValues();
  const TileShape &amx = architecture.f32OuterProduct;
  const TileShape &neon = target.getDevice().getValues().neonF32OuterProduct;
  int64_t staging = architecture.stagingBytes;
  int64_t accumulator = architecture.accumulatorBytes;
  // An outer product loads a column of the left operand and a row of the right
  // one, each as one run of memory. NEON takes the left one element by element.
  return {{{"amx_outer_product_f32", "amx", amx.rows, amx.columns, 1, "rmem"},
           ElementType::F32,
           {true, false, staging},
           {false, true, staging},
           {false, true, accumulator}},
          {{"neon_outer_product_f32", "neon", neon.rows, neon.columns, 1, ""},
           ElementType::F32,
           {false, false, std::nullopt},
           {false, true, std::nullopt},
           {false, true, std::nullopt}}};
}

static bool admitsLayout(const Role &role, const OperandStrides &strides) {
  return (!role.needsContiguousColumn || strides.row == 1) &&
         (!role.needsContiguousRow || strides.column == 1);
}

static bool holds(const Role &role, int64_t rows, int64_t columns,
                  ElementType type) {
  if (!role.bytes)
    return true;
  CheckedInt elements = CheckedInt(rows) * columns;
  if (!elements)
    return false;
  CheckedInt bytes = bytesForElements(elements.get(), elementTypeBits(type));
  return bytes && bytes.get() <= *role.bytes;
}

static bool passes(const Atom &atom, const AtomCandidateQuery &op) {
  const AtomCandidate &shape = atom.candidate;
  return op.m % shape.m == 0 && op.n % shape.n == 0 && op.k % shape.k == 0 &&
         op.lhs == atom.type && op.rhs == atom.type && op.result == atom.type &&
         admitsLayout(atom.lhs, op.lhsStrides) &&
         admitsLayout(atom.rhs, op.rhsStrides) &&
         admitsLayout(atom.result, op.resultStrides) &&
         holds(atom.lhs, op.m, op.k, op.lhs) &&
         holds(atom.rhs, op.k, op.n, op.rhs) &&
         holds(atom.result, op.m, op.n, op.result);
}

llvm::Expected<AtomCandidateFacts>
tilefoundry::amxAtomCandidateFacts(const AmxTarget &target, FactsQuery query) {
  const auto *op = query.getAs<AtomCandidateQuery>();
  if (!op)
    return llvm::createStringError(
        "'AtomCandidateFacts' depends on an op; ask with an "
        "'AtomCandidateQuery' that describes it");
  if (op->opKind != "matmul")
    return llvm::createStringError("no atom of target 'amx' models the op '" +
                                   op->opKind + "'; 'matmul' is modelled");
  if (op->m < 1 || op->n < 1 || op->k < 1)
    return llvm::createStringError(
        "a product of [" + llvm::Twine(op->m) + ", " + llvm::Twine(op->k) +
        "] and [" + llvm::Twine(op->k) + ", " + llvm::Twine(op->n) +
        "] has no atoms; every extent is a positive integer");
  AtomCandidateFacts facts;
  for (Atom &atom : catalogue(target))
    if (passes(atom, *op))
      facts.candidates.push_back(std::move(atom.candidate));
  return facts;
}
