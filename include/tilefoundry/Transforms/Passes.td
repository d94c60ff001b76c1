//===- Passes.td - the passes of tf-opt --------------------*- tablegen -*-===//
//
// Options are defined here once; their prose is generated (report.md 1).
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_TRANSFORMS_PASSES
#define TILEFOUNDRY_TRANSFORMS_PASSES

include "mlir/Pass/PassBase.td"

defvar oneFunction = [
    Option<"function", "function", "std::string", "\"\"",
           "The function, by symbol path from the root (@M::@f); default: the root's hir.entry">];
defvar someFunctions = [
    Option<"function", "function", "std::string", "\"\"",
           "The function, by symbol path from the root (@M::@f), or several (@f,@g), each a report of a JSON array; default: the root's hir.entry">];

defvar viewOptions = [
    Option<"dims", "dims", "std::string", "\"\"",
           "One extent per open dimension: ctx=4096,b=1">,
    Option<"budget", "budget", "int64_t", "10000",
           "Most measured ops and tensor constants in the view">,
    Option<"level", "level", "std::string", "\"\"",
           "The topology level per-unit figures describe; default: the coarsest">];

defvar capacityOptions = [
    Option<"allocationSteps", "allocation-steps", "int64_t", "0",
           "Search steps one capacity question may take; 0: enough for hard instances">,
    Option<"allocationTimeout", "allocation-timeout", "int64_t", "60",
           "Seconds after which a capacity question gives up, whatever its steps">];

def AnalyzeProgram : Pass<"tf-analyze", "::mlir::ModuleOp"> {
  let summary = "Check, inline, run the closure of the requested analyses, and emit";
  let description = [{
    The composed operation (report.md 1): the gate, the inlined view, each requested
    family and what it requires once, and one rendering. With `emit=ir` the view with
    its records takes the module's place; every other form goes to `output`.
  }];
  let options = [
    Option<"analysis", "analysis", "std::string",
           "\"compute-cost,memory,roofline\"",
           "Root families in the order to report">,
    Option<"operands", "operands", "bool", "false",
           "Add each operand's share to the traffic comments">,
    Option<"emit", "emit", "std::string", "\"annotated\"",
           "annotated, text, json, ir, table, csv, html or trace">,
    Option<"explain", "explain", "std::string", "\"\"",
           "Sections to add: peak, roof">,
    Option<"sort", "sort", "std::string", "\"\"",
           "What tables sort by: time, bytes or flops; default: the first of them that was asked for">,
    Option<"unknownOps", "unknown-ops", "std::string", "\"refuse\"",
           "refuse, or note: ops without a model are left out and listed">,
    Option<"output", "output", "std::string", "\"\"",
           "A file that is written whole or not at all; default: standard output">
  ] # someFunctions # viewOptions # capacityOptions;
}

def CheckProgram : Pass<"tf-check-program", "::mlir::ModuleOp"> {
  let summary = "The shared gate alone: fails with its diagnostic, changes nothing";
  let description = [{
    Every check that `tf-analyze` makes before it measures: ownership and symbols,
    bound dimensions, levels, models of all ops, meshes of shards, and what scopes
    yield. The module stays as it is.
  }];
  let options = oneFunction # viewOptions;
}

def InlineView : Pass<"tf-inline-view", "::mlir::ModuleOp"> {
  let summary = "Replaces the module by the inlined view of one function";
  let description = [{
    The view holds one function with all calls inlined, dimensions bound, and the
    weights of children as parameters; it records the extents it was made for and the
    symbol it came from. The passes of single families run on it.
  }];
  let options = oneFunction # viewOptions;
}

def BindDims : Pass<"tf-bind-dims", "::mlir::ModuleOp"> {
  let summary = "Binds dimensions everywhere and selects variants";
  let description = [{
    Types, layouts, meshes, bounds and attributes of the whole module get the extents
    given; a prototype becomes the variant whose range holds them. Dimensions that are
    not given stay open.
  }];
  let options = [
    Option<"dims", "dims", "std::string", "\"\"",
           "One extent per open dimension: ctx=4096,b=1">];
}

class FamilyPass<string name, string family>
    : Pass<name, "::mlir::ModuleOp"> {
  let summary = "Runs " # family # " and what it requires on a view; records stay as attributes";
  let description = [{
    The module holds a view (`tf-inline-view`). Families that run one after the other
    share its scope tree and describe one level: that of the first, unless asked
    otherwise.
  }];
  let options = [
    Option<"level", "level", "std::string", "\"\"",
           "The topology level per-unit figures describe; default: that of the records on the view, or the coarsest">
  ] # capacityOptions;
}
def ComputeCost : FamilyPass<"tf-compute-cost", "compute-cost">;
def Memory : FamilyPass<"tf-memory", "memory">;
def Roofline : FamilyPass<"tf-roofline", "roofline">;
def Performance : FamilyPass<"tf-performance", "performance">;

def StripRecords : Pass<"tf-strip-records", "::mlir::ModuleOp"> {
  let summary = "Removes every record";
  let description = [{
    The records of all families, a target's own included, and what was asked for
    (`hir.analysis`). A module without records stays as it is.
  }];
}

def PrintReport : Pass<"tf-print-report", "::mlir::ModuleOp"> {
  let summary = "Renders the records that are there";
  let description = [{
    The forms of `tf-analyze`, made from the record attributes of a view instead of a
    measurement.
  }];
  let options = [
    Option<"format", "format", "std::string", "\"annotated\"",
           "annotated, text, json, ir, table, csv, html or trace">,
    Option<"operands", "operands", "bool", "false",
           "Add each operand's share to the traffic comments">,
    Option<"output", "output", "std::string", "\"\"",
           "A file that is written whole or not at all; default: standard output">];
}

def CheckTargets : Pass<"tf-check-targets", "::mlir::ModuleOp"> {
  let summary = "Functions of one compilation group carry equal hardware facts";
  let description = [{
    Functions that state a target of their own (`hir.target`) are one group; those of
    one kind of target must name the same architecture and device.
  }];
}

#endif // TILEFOUNDRY_TRANSFORMS_PASSES
