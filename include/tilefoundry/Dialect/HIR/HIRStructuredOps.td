//===- HIRStructuredOps.td - loops, scopes and calls -------*- tablegen -*-===//

#ifndef TILEFOUNDRY_DIALECT_HIR_HIRSTRUCTUREDOPS
#define TILEFOUNDRY_DIALECT_HIR_HIRSTRUCTUREDOPS

include "mlir/Interfaces/CallInterfaces.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "tilefoundry/Dialect/HIR/HIROpBase.td"

def HIR_GridRegionOp : HIR_Op<"grid_region", [
    HIR_VerifyValueTypes, RecursiveMemoryEffects,
    DeclareOpInterfaceMethods<CountedLoopOpInterface>,
    SingleBlockImplicitTerminator<"::tilefoundry::hir::YieldOp">]> {
  let summary = "the loop";
  let description = [{
    `%k` runs over `range(start, stop, step)`; bounds are integers or dimensions,
    the step is at least 1. The trip count is `ceil((stop - start) / step)`, 0 when
    empty; a loop of 0 trips yields its initial values. It is the only loop, and an
    analysis never unrolls or rewrites it (ir.md 4).

    ```mlir
    func.func @example(%init: tensor<8xf32>) -> tensor<8xf32> {
      %r = hir.grid_region %k = 0 to 128 step 32 iter_args(%acc = %init) -> (tensor<8xf32>) {
        %next = hir.exp %acc : tensor<8xf32>
        hir.yield %next : tensor<8xf32>
      }
      return %r : tensor<8xf32>
    }
    ```
  }];
  let arguments = (ins AnyAttr:$start, AnyAttr:$stop, AnyAttr:$step,
                       Variadic<HIR_Value>:$initArgs);
  let results = (outs Variadic<HIR_Value>:$results);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let skipDefaultBuilders = 1;
  let builders = [
    OpBuilder<(ins "::mlir::Attribute":$start, "::mlir::Attribute":$stop,
                   "::mlir::Attribute":$step, "::mlir::ValueRange":$initArgs)>
  ];
  let extraClassDeclaration = [{
    ::mlir::Value getInductionVar() { return getBody().getArgument(0); }
    ::llvm::MutableArrayRef<::mlir::BlockArgument> getCarriedArgs() {
      return getBody().getArguments().drop_front();
    }
    ::mlir::OperandRange getYielded();
  }];
}

def HIR_MeshScopeOp : HIR_Op<"mesh_scope", [
    HIR_VerifyValueTypes, RecursiveMemoryEffects, IsolatedFromAbove,
    SingleBlockImplicitTerminator<"::tilefoundry::hir::YieldOp">]> {
  let summary = "runs its body once per position of a mesh";
  let description = [{
    Arguments are evaluated outside; the body runs once per position. `at(...)`
    names the position's coordinates, one `index` per mesh axis (ir.md 4). A scope
    may not name a level that an enclosing scope names.

    ```mlir
    #cta = #hir.mesh<[#hir.topology<"cta", 4>], #hir.layout<(4) : (1)>, ["t"]>
    module attributes {hir.topologies = [#hir.topology<"cta", 4>]} {
      func.func @example(%x: tensor<8xf32>) -> tensor<8xf32> {
        %y = hir.mesh_scope #cta at(%t) args(%a = %x) : (tensor<8xf32>) -> (tensor<8xf32>) {
          %z = hir.exp %a : tensor<8xf32>
          hir.yield %z : tensor<8xf32>
        }
        return %y : tensor<8xf32>
      }
    }
    ```
  }];
  let arguments = (ins HIR_MeshAttr:$mesh, Variadic<HIR_Value>:$inputs);
  let results = (outs Variadic<HIR_Value>:$results);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let skipDefaultBuilders = 1;
  let builders = [
    OpBuilder<(ins "::tilefoundry::hir::MeshAttr":$mesh,
                   "::mlir::ValueRange":$inputs,
                   "::mlir::TypeRange":$resultTypes)>
  ];
  let extraClassDeclaration = [{
    ::llvm::MutableArrayRef<::mlir::BlockArgument> getCoordinates() {
      return getBody().getArguments().take_front(getMesh().getRank());
    }
    ::llvm::MutableArrayRef<::mlir::BlockArgument> getScopeArgs() {
      return getBody().getArguments().drop_front(getMesh().getRank());
    }
    ::mlir::OperandRange getYielded();
  }];
}

def HIR_YieldOp : HIR_Op<"yield", [
    Pure, Terminator, HIR_VerifyValueTypes,
    ParentOneOf<["::tilefoundry::hir::GridRegionOp",
                 "::tilefoundry::hir::MeshScopeOp"]>]> {
  let summary = "ends the body of a loop or scope with its results";
  let description = [{
    ```mlir
    func.func @example(%x: tensor<8xf32>) -> tensor<8xf32> {
      %r = hir.grid_region %k = 0 to 64 step 16 iter_args(%acc = %x) -> (tensor<8xf32>) {
        %next = hir.exp %acc : tensor<8xf32>
        hir.yield %next : tensor<8xf32>
      }
      return %r : tensor<8xf32>
    }
    ```
  }];
  let arguments = (ins Variadic<HIR_Value>:$values);
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
  let builders = [OpBuilder<(ins), [{ build($_builder, $_state, ::mlir::ValueRange()); }]>];
}

def HIR_CallOp : HIR_Op<"call", [
    HIR_VerifyValueTypes,
    DeclareOpInterfaceMethods<CallOpInterface>,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "calls a function of this module or of a child";
  let description = [{
    Passes every parameter, or, where the callee is owned by one direct child of the
    caller's module, every parameter that is not a weight: the weights are then read
    from that child (ir.md 3).

    ```mlir
    module {
      func.func @callee(%x: tensor<8xf32>) -> tensor<8xf32> {
        return %x : tensor<8xf32>
      }
      func.func @example(%x: tensor<8xf32>) -> tensor<8xf32> {
        %y = hir.call @callee(%x) : (tensor<8xf32>) -> (tensor<8xf32>)
        return %y : tensor<8xf32>
      }
    }
    ```
  }];
  let arguments = (ins SymbolRefAttr:$callee, Variadic<HIR_Value>:$inputs,
                       OptionalAttr<DictArrayAttr>:$arg_attrs,
                       OptionalAttr<DictArrayAttr>:$res_attrs);
  let results = (outs Variadic<HIR_Value>:$results);
  let hasCustomAssemblyFormat = 1;
  let builders = [
    OpBuilder<(ins "::mlir::SymbolRefAttr":$callee, "::mlir::ValueRange":$inputs,
                   "::mlir::TypeRange":$results), [{
      build($_builder, $_state, results, callee, inputs, nullptr, nullptr);
    }]>
  ];
}

#endif // TILEFOUNDRY_DIALECT_HIR_HIRSTRUCTUREDOPS
