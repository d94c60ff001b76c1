//===- HIRShardingOps.td - placement of values -------------*- tablegen -*-===//

#ifndef TILEFOUNDRY_DIALECT_HIR_HIRSHARDINGOPS
#define TILEFOUNDRY_DIALECT_HIR_HIRSHARDINGOPS

include "tilefoundry/Dialect/HIR/HIROpBase.td"

def HIR_ReshardOp : HIR_MeasuredOp<"reshard"> {
  let summary = "A value at another storage, layout or distribution";
  let description = [{
    States storage (default the source's) and layout (default row-major, unsharded).
    The only op that completes a partial value or changes a mesh. Within one storage it
    moves nothing; across storages it reads the source and writes the result.

    ```mlir
    func.func @example(%x: tensor<64x128xf32>) -> tensor<64x128xf32, #hir.encoding<smem>> {
      %r = hir.reshard %x to <smem> : tensor<64x128xf32>
      return %r : tensor<64x128xf32, #hir.encoding<smem>>
    }
    ```
  }];
  let arguments = (ins HIR_Value:$input, HIR_ResidenceAttr:$to);
  let results = (outs HIR_Value:$result);
  let assemblyFormat = "$input `to` $to attr-dict `:` type($input)";
  let relationsBody = "return elementwiseRelations(input, results);";
  let shapesBody = "return inferElementwise(input, input[0].elementType, results);";
  let readsBody = "return changesStorage();";
  let writesBody = "return changesStorage();";
  let placedByResultBody = "return true;";
  let extraDeclarations = [{
    /// Whether source and result live in different storages.
    bool changesStorage();
  }];
}

def HIR_LocalOp : HIR_MeasuredOp<"local"> {
  let summary = "A position's own part of a distributed value";
  let description = [{
    The local shape at the level, same storage, finer entries kept. The result varies
    along the axes that are removed; readers fold through it. Moves nothing.

    ```mlir
    #cta = #hir.mesh<[#hir.topology<"cta", 4>], #hir.layout<(4) : (1)>, ["t"]>
    #rows = #hir.encoding<gmem, layout = #hir.shard<#hir.layout<(4, 2, 7) : (14, 7, 1)>, [split(0)], #cta>>
    func.func @example(%x: tensor<8x7xf32, #rows>) -> tensor<2x7xf32> {
      %r = hir.local %x at "cta" : tensor<8x7xf32, #rows>
      return %r : tensor<2x7xf32>
    }
    ```
  }];
  let arguments = (ins HIR_Value:$input, StrAttr:$level);
  let results = (outs HIR_Value:$result);
  let assemblyFormat = "$input `at` $level attr-dict `:` type($input)";
  let shapesBody = "return inferLocalShape(input, adaptor.getLevel(), results);";
  let relationsBody = "return localRelations(input, results);";
  let readsBody = "return false;";
  let writesBody = "return false;";
  let viewsBody = "return 0;";
  let ownLevelBody = "return getLevel();";
}

#endif // TILEFOUNDRY_DIALECT_HIR_HIRSHARDINGOPS
