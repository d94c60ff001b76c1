//===- Passes.td - the passes of tf-opt --------------------*- tablegen -*-===//
//
// Options are defined here once; their prose is generated (report.md 1).
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_TRANSFORMS_PASSES
#define TILEFOUNDRY_TRANSFORMS_PASSES

include "mlir/Pass/PassBase.td"

defvar viewOptions = [
    Option<"function", "function", "std::string", "\"\"",
           "The function, by symbol path from the root (@M::@f), or several (@f,@g), each a report of a JSON array; default: the root's hir.entry">,
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
  ] # viewOptions # capacityOptions;
}

def CheckProgram : Pass<"tf-check-program", "::mlir::ModuleOp"> {
  let summary = "The shared gate alone: fails with its diagnostic, changes nothing";
  let options = viewOptions;
}

def InlineView : Pass<"tf-inline-view", "::mlir::ModuleOp"> {
  let summary = "Replaces the module by the inlined view of one function";
  let options = viewOptions;
}

def BindDims : Pass<"tf-bind-dims", "::mlir::ModuleOp"> {
  let summary = "Binds dimensions everywhere and selects variants";
  let options = [
    Option<"dims", "dims", "std::string", "\"\"",
           "One extent per open dimension: ctx=4096,b=1">];
}

class FamilyPass<string name, string family>
    : Pass<name, "::mlir::ModuleOp"> {
  let summary = "Runs " # family # " and what it requires on a view; records stay as attributes";
  let options = [
    Option<"level", "level", "std::string", "\"\"",
           "The topology level per-unit figures describe; default: the coarsest">
  ] # capacityOptions;
}
def ComputeCost : FamilyPass<"tf-compute-cost", "compute-cost">;
def Memory : FamilyPass<"tf-memory", "memory">;
def Roofline : FamilyPass<"tf-roofline", "roofline">;
def Performance : FamilyPass<"tf-performance", "performance">;

def StripRecords : Pass<"tf-strip-records", "::mlir::ModuleOp"> {
  let summary = "Removes every record";
}

def PrintReport : Pass<"tf-print-report", "::mlir::ModuleOp"> {
  let summary = "Renders the records that are there";
  let options = [
    Option<"format", "format", "std::string", "\"annotated\"",
           "annotated, text, json, ir, table, csv, html or trace">,
    Option<"operands", "operands", "bool", "false",
           "Add each operand's share to the traffic comments">,
    Option<"output", "output", "std::string", "\"\"",
           "A file that is written whole or not at all; default: standard output">];
}

def CheckTargets : Pass<"tf-check-targets", "::mlir::ModuleOp"> {
  let summary = "CUDA functions of one compilation group carry equal hardware facts";
}

#endif // TILEFOUNDRY_TRANSFORMS_PASSES
