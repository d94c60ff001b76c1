//===- MeasureInterfaces.td - what an op says about itself -*- tablegen -*-===//
//
// The interfaces through which analyses reach ops. An analysis never switches
// over op names: a foreign op joins with an external model.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_INTERFACES_MEASUREINTERFACES
#define TILEFOUNDRY_INTERFACES_MEASUREINTERFACES

include "mlir/IR/OpBase.td"

def AccessRelationOpInterface : OpInterface<"AccessRelationOpInterface"> {
  let cppNamespace = "::tilefoundry";
  let description = [{
    One access relation per operand and per result, from one iteration space
    shared by all of them (ir.md 8). Shard propagation, traffic, loop footprints,
    unit shares and the work of a share all read this one statement.
  }];
  let methods = [
    InterfaceMethod<[{
        The relations of this op. Extents are `kDynamicExtent` where the program
        still has a symbolic dimension. A boundary that is left out is not touched.
      }], "::tilefoundry::AccessRelations", "getAccessRelations">,
    InterfaceMethod<[{
        The operand whose bytes result `result` describes without owning any
        (`reshape`, `transpose`), or through which readers of the result fold
        (`slice`, `local`); -1 for a result that stands for itself. The relation
        of that operand is then the map from the result to the operand.
      }], "int", "getViewedOperand", (ins "unsigned":$result), "",
      [{ return -1; }]>,
    InterfaceMethod<[{
        Whether result `result` has a residency of its own. `reshape` and
        `transpose` answer no (ir.md 9).
      }], "bool", "ownsBytes", (ins "unsigned":$result), "",
      [{ return true; }]>,
    InterfaceMethod<[{
        Whether the elements of the results depend on operand `operand`; not so for
        the template of `full_like` or the subject of a shape query.
      }], "bool", "dependsOnOperand", (ins "unsigned":$operand), "",
      [{ return true; }]>,
    InterfaceMethod<[{
        The level whose position's own part the result is (`local`): it varies along
        the mesh axes that its operand's type splits at that level or a coarser one.
        Empty for other ops.
      }], "::llvm::StringRef", "getOwnLevel", (ins), "",
      [{ return {}; }]>,
    InterfaceMethod<[{
        Whether the result's type alone decides which iterations a participant
        performs (`reshard`).
      }], "bool", "isPlacedByResult", (ins), "",
      [{ return false; }]>,
    InterfaceMethod<[{
        The container operand that result `result` is a new version of
        (`insert_slice`, `cache_update`), or -1.
      }], "int", "getUpdatedOperand", (ins "unsigned":$result), "",
      [{ return -1; }]>,
    InterfaceMethod<[{
        Whether the relations and the work of this op can be stated at the types it
        has in a view; fails after a diagnostic that says why not. Asked once, before
        anything else is, and the place where an external model refuses: the ops of
        `hir` refuse in their verifiers.
      }], "::llvm::LogicalResult", "checkMeasurable", (ins), "",
      [{ return ::llvm::success(); }]>
  ];
}

def CostOpInterface : OpInterface<"CostOpInterface"> {
  let cppNamespace = "::tilefoundry";
  let description = [{
    The logical work of one occurrence and which way each boundary moves
    (analysis 1.2.1, ir.md 7). Amounts moved come from the access relations only.
  }];
  let methods = [
    InterfaceMethod<[{
        Adds the work of the iterations `extents` (one extent per iteration dim of
        the access relations, as the participant holds them) to `work`.
      }], "void", "getWork", (ins "::llvm::ArrayRef<int64_t>":$extents,
                              "::tilefoundry::Work &":$work), "",
      [{}]>,
    InterfaceMethod<[{
        Whether the op reads operand `operand`.
      }], "bool", "readsOperand", (ins "unsigned":$operand), "",
      [{ return true; }]>,
    InterfaceMethod<[{
        Whether the op writes result `result`.
      }], "bool", "writesResult", (ins "unsigned":$result), "",
      [{ return true; }]>
  ];
}

def ShardingOpInterface : OpInterface<"ShardingOpInterface"> {
  let cppNamespace = "::tilefoundry";
  let description = [{
    What an op adds to the one propagation rule (ir.md 6): what a split of a
    reduced dimension leaves, and which partial values pass.
  }];
  let methods = [
    InterfaceMethod<[{
        The reduction that still has to combine the shares of result `result` when
        a reduced iteration dim is split, or nothing where that is refused.
      }], "::std::optional<::tilefoundry::Reduction>", "getReducedPartial",
      (ins "unsigned":$result), "", [{ return ::std::nullopt; }]>,
    InterfaceMethod<[{
        Along one mesh axis operand i is in state `operands[i]`, at least one of
        them partial. Answers what result `result` is partial on along that axis,
        or refuses (nothing). `Reduction` comes only from the operands.
      }], "::tilefoundry::PartialOutcome", "propagatePartial",
      (ins "unsigned":$result,
           "::llvm::ArrayRef<::tilefoundry::AxisState>":$operands), "",
      [{ return ::tilefoundry::PartialOutcome::refused(); }]>
  ];
}

def CountedLoopOpInterface : OpInterface<"CountedLoopOpInterface"> {
  let cppNamespace = "::tilefoundry";
  let description = [{
    A loop whose trips are known before it runs. It has one region of one block,
    whose first argument is the induction variable and whose others are the carried
    values; the operands of the terminator are their next values, and the results
    are the last ones (the initial ones for 0 trips).
  }];
  let methods = [
    InterfaceMethod<[{
        Start, step and trips; nothing where a bound is not a constant or the range
        leaves 64 bits.
      }], "::std::optional<::tilefoundry::LoopRange>", "getStaticRange">,
    InterfaceMethod<[{
        What the carried values are on the first trip.
      }], "::mlir::OperandRange", "getCarriedInits">
  ];
  let extraClassDeclaration = [{
    ::mlir::Block &getLoopBlock() {
      return getOperation()->getRegion(0).front();
    }
    ::mlir::BlockArgument getInductionVar() {
      return getLoopBlock().getArgument(0);
    }
    ::llvm::MutableArrayRef<::mlir::BlockArgument> getCarriedArgs() {
      return getLoopBlock().getArguments().drop_front();
    }
    ::mlir::OperandRange getYielded() {
      return getLoopBlock().getTerminator()->getOperands();
    }
    ::std::optional<int64_t> getStaticTrips() {
      ::std::optional<::tilefoundry::LoopRange> range = getStaticRange();
      return range ? ::std::optional<int64_t>(range->trips) : ::std::nullopt;
    }
  }];
}

#endif // TILEFOUNDRY_INTERFACES_MEASUREINTERFACES
