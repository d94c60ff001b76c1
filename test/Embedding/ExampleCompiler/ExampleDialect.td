//===- ExampleDialect.td - a dialect outside TileFoundry ---*- tablegen -*-===//

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
// [op]
include "tilefoundry/Interfaces/MeasureInterfaces.td"

def Example_Dialect : Dialect {
  let name = "example";
  let cppNamespace = "::example";
}

def Example_RescaleOp : Op<Example_Dialect, "rescale", [
    Pure, SameOperandsAndResultType,
    DeclareOpInterfaceMethods<AccessRelationOpInterface>,
    DeclareOpInterfaceMethods<CostOpInterface, ["getWork"]>]> {
  let summary = "y = x * scale + shift, element by element";
  let arguments = (ins RankedTensorOf<[F32]>:$input, F32Attr:$scale, F32Attr:$shift);
  let results = (outs RankedTensorOf<[F32]>:$result);
  let assemblyFormat = "$input `by` $scale `,` $shift attr-dict `:` type($input)";
}
// [op]
