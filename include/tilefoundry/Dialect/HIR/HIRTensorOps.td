//===- HIRTensorOps.td - data movement and creation --------*- tablegen -*-===//

#ifndef TILEFOUNDRY_DIALECT_HIR_HIRTENSOROPS
#define TILEFOUNDRY_DIALECT_HIR_HIRTENSOROPS

include "tilefoundry/Dialect/HIR/HIROpBase.td"

class HIR_MovementOp<string mnemonic, list<Trait> traits = []>
    : HIR_MeasuredOp<mnemonic, traits> {
  let partialBody = "return passAnyPartial(operands);";
}

/// An op whose result type is written, since nothing else states it.
class HIR_CreationOp<string mnemonic> : HIR_Op<mnemonic, [
    Pure, HIR_VerifyValueTypes,
    DeclareOpInterfaceMethods<AccessRelationOpInterface>,
    DeclareOpInterfaceMethods<CostOpInterface, ["writesResult"]>,
    DeclareOpInterfaceMethods<ShardingOpInterface>]> {
  let results = (outs HIR_Value:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Creation
//===----------------------------------------------------------------------===//

def HIR_ZerosOp : HIR_CreationOp<"zeros"> {
  let summary = "A tensor of zeros";
  let description = [{
    Writes its result. The result type is stated.

    ```mlir
    func.func @example() -> tensor<5x7xf32, #hir.encoding<smem>> {
      %r = hir.zeros : tensor<5x7xf32, #hir.encoding<smem>>
      return %r : tensor<5x7xf32, #hir.encoding<smem>>
    }
    ```
  }];
}

def HIR_ArangeOp : HIR_CreationOp<"arange"> {
  let summary = "An arithmetic progression";
  let description = [{
    `start + i * step` along its one axis. Moves nothing.

    ```mlir
    func.func @example() -> tensor<7xi64> {
      %r = hir.arange {start = 3, step = 2} : tensor<7xi64>
      return %r : tensor<7xi64>
    }
    ```
  }];
  let arguments = (ins DefaultValuedAttr<I64Attr, "0">:$start,
                       DefaultValuedAttr<I64Attr, "1">:$step);
}

def HIR_FullLikeOp : HIR_MeasuredOp<"full_like"> {
  let summary = "A tensor of one value, shaped like another";
  let description = [{
    Writes its result; the template is not read, and the result does not vary with it.

    ```mlir
    func.func @example(%t: tensor<5x7xf32>) -> tensor<5x7xf32> {
      %r = hir.full_like %t {value = 1.0} : tensor<5x7xf32>
      return %r : tensor<5x7xf32>
    }
    ```
  }];
  let arguments = (ins HIR_Value:$like,
                       DefaultValuedAttr<F64Attr, "0.0">:$value);
  let results = (outs HIR_Value:$result);
  let assemblyFormat = "$like attr-dict `:` type($like)";
  let shapesBody = "return inferElementwise(input, input[0].elementType, results);";
  let relationsBody = "return elementwiseRelations(input, results);";
  let readsBody = "return false;";
  let dependsBody = "return false;";
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

def HIR_TransposeOp : HIR_MovementOp<"transpose"> {
  let summary = "Permutation of axes";
  let description = [{
    Result axis i is operand axis `perm[i]`. Owns no bytes, and yet reads and writes
    them: the permutation is materialised.

    ```mlir
    func.func @example(%x: tensor<5x7xf32>) -> tensor<7x5xf32> {
      %r = hir.transpose %x perm [1, 0] : tensor<5x7xf32>
      return %r : tensor<7x5xf32>
    }
    ```
  }];
  let arguments = (ins HIR_Value:$input, DenseI64ArrayAttr:$perm);
  let results = (outs HIR_Value:$result);
  let assemblyFormat = "$input `perm` $perm attr-dict `:` type($input)";
  let shapesBody = "return inferTranspose(input, adaptor.getPerm(), results);";
  let relationsBody = "return transposeRelations(input, adaptor.getPerm(), results);";
  let viewsBody = "return 0;";
  let ownsBody = "return false;";
}

def HIR_ReshapeOp : HIR_MovementOp<"reshape"> {
  let summary = "Row-major regrouping into another shape";
  let description = [{
    The sizes agree; extents may be dimensions. Owns no bytes and moves nothing.

    ```mlir
    func.func @example(%x: tensor<2048xf32>) -> tensor<1x16x128xf32> {
      %r = hir.reshape %x to [1, 16, 128] : tensor<2048xf32>
      return %r : tensor<1x16x128xf32>
    }
    ```
  }];
  let arguments = (ins HIR_Value:$input, ArrayAttr:$shape);
  let results = (outs HIR_Value:$result);
  let assemblyFormat = "$input `to` custom<Extents>($shape) attr-dict `:` type($input)";
  let shapesBody = "return inferReshape(input, adaptor.getShape(), results);";
  let relationsBody = "return reshapeRelations(input, results);";
  let readsBody = "return false;";
  let writesBody = "return false;";
  let viewsBody = "return 0;";
  let ownsBody = "return false;";
}

def HIR_SliceOp : HIR_MovementOp<"slice"> {
  let summary = "A window of a tensor";
  let description = [{
    Starts, sizes and strides, one of each per axis; starts may be `index` values.
    Reads its dynamic starts only: readers of the window read the source.

    ```mlir
    func.func @example(%x: tensor<64x128xf32>, %i: index) -> tensor<16x128xf32> {
      %r = hir.slice %x[%i, 0] [16, 128] [1, 1] : tensor<64x128xf32>
      return %r : tensor<16x128xf32>
    }
    ```
  }];
  let arguments = (ins HIR_Value:$input, Variadic<Index>:$starts,
                       DenseI64ArrayAttr:$static_starts, ArrayAttr:$sizes,
                       DenseI64ArrayAttr:$strides);
  let results = (outs HIR_Value:$result);
  let assemblyFormat = [{
    $input `` custom<DynamicIndices>($starts, $static_starts)
    custom<Extents>($sizes) $strides attr-dict `:` type($input)
  }];
  let shapesBody = [{
    return inferSlice(input, adaptor.getStarts().size(), adaptor.getStaticStarts(),
                      adaptor.getSizes(), adaptor.getStrides(), results);
  }];
  let relationsBody = [{
    return sliceRelations(input, adaptor.getStaticStarts(), adaptor.getStrides(),
                          results);
  }];
  let readsBody = "return operand != 0;";
  let writesBody = "return false;";
  let viewsBody = "return 0;";
}

//===----------------------------------------------------------------------===//
// Updates
//===----------------------------------------------------------------------===//

def HIR_InsertSliceOp : HIR_MeasuredOp<"insert_slice"> {
  let summary = "A container with one window overwritten";
  let description = [{
    Reads the update and the dynamic starts, writes the window. The result has its own
    bytes: landing in the container's buffer is a plan that nobody has made.

    ```mlir
    func.func @example(%u: tensor<16x128xf32>, %d: tensor<64x128xf32>, %i: index) -> tensor<64x128xf32> {
      %r = hir.insert_slice %u into %d[%i, 0] : tensor<16x128xf32>, tensor<64x128xf32>
      return %r : tensor<64x128xf32>
    }
    ```
  }];
  let arguments = (ins HIR_Value:$update, HIR_Value:$dest, Variadic<Index>:$starts,
                       DenseI64ArrayAttr:$static_starts);
  let results = (outs HIR_Value:$result);
  let assemblyFormat = [{
    $update `into` $dest `` custom<DynamicIndices>($starts, $static_starts)
    attr-dict `:` type($update) `,` type($dest)
  }];
  let shapesBody = [{
    return inferInsertSlice(input, adaptor.getStarts().size(),
                            adaptor.getStaticStarts(), results);
  }];
  let relationsBody = "return insertSliceRelations(input, adaptor.getStaticStarts());";
  let readsBody = "return operand != 1;";
  let updatesBody = "return 1;";
}

def HIR_CacheUpdateOp : HIR_MeasuredOp<"cache_update"> {
  let summary = "A key or value cache with new rows written at a position";
  let description = [{
    The cache has rank 4 and axis 1 is written: `s` rows from `pos`. The window is
    `new`'s extent unless `s` is a constant, be it through a scope's argument or made
    of constants by arithmetic. Reads pos, s and the window of `new`, writes the window.

    ```mlir
    func.func @example(%cache: tensor<1x64x8x128xbf16>, %pos: index, %s: index, %new: tensor<1x1x8x128xbf16>) -> tensor<1x64x8x128xbf16> {
      %r = hir.cache_update %cache, %pos, %s, %new : tensor<1x64x8x128xbf16>, index, index, tensor<1x1x8x128xbf16>
      return %r : tensor<1x64x8x128xbf16>
    }
    ```
  }];
  let arguments = (ins HIR_Value:$cache, HIR_Value:$pos, HIR_Value:$rows,
                       HIR_Value:$update);
  let results = (outs HIR_Value:$result);
  let assemblyFormat = [{
    $cache `,` $pos `,` $rows `,` $update attr-dict `:` type($cache) `,` type($pos)
    `,` type($rows) `,` type($update)
  }];
  let shapesBody = "return inferCacheUpdate(input, adaptor.getRows(), results);";
  let relationsBody = "return cacheUpdateRelations(input, adaptor.getRows());";
  let readsBody = "return operand != 0;";
  let updatesBody = "return 0;";
}

class HIR_IndexedUpdateOp<string mnemonic, bit reads, string what, string does>
    : HIR_MeasuredOp<mnemonic> {
  let summary = what;
  let description = "\n    " # does # [{ Iterates over the source; the index is rank-1 `i32` or
    `i64` with one entry per source row along `dim`.

    ```mlir
    func.func @example(%dst: tensor<64x7xf32>, %index: tensor<5xi64>, %src: tensor<5x7xf32>) -> tensor<64x7xf32> {
      %r = hir.}] # mnemonic # [{ %dst, %index, %src {dim = 0} : tensor<64x7xf32>, tensor<5xi64>, tensor<5x7xf32>
      return %r : tensor<64x7xf32>
    }
    ```
  }];
  let arguments = (ins HIR_Value:$dest, HIR_Value:$index, HIR_Value:$source,
                       DefaultValuedAttr<I64Attr, "0">:$dim);
  let results = (outs HIR_Value:$result);
  let assemblyFormat = [{
    $dest `,` $index `,` $source attr-dict `:` type($dest) `,` type($index) `,`
    type($source)
  }];
  let shapesBody = "return inferIndexedUpdate(input, adaptor.getDim(), results);";
  let relationsBody = "return indexedUpdateRelations(input, adaptor.getDim());";
  let readsBody = !if(reads, "return true;", "return operand != 0;");
  let updatesBody = "return 0;";
}
def HIR_IndexAddOp : HIR_IndexedUpdateOp<"index_add", 1,
    "A tensor with rows added at chosen places",
    "Reads the touched rows, the index and the source, writes the touched rows. Work: numel(source) flops, or `integer`."> {
  let workBody = "addArithmetic(getSource(), extents, 1, work);";
}
def HIR_IndexCopyOp : HIR_IndexedUpdateOp<"index_copy", 0,
    "A tensor with rows overwritten at chosen places",
    "Reads the index and the source, writes the touched rows. No work.">;

//===----------------------------------------------------------------------===//
// Rearrangement
//===----------------------------------------------------------------------===//

class HIR_VariadicOp<string mnemonic, string what, string shape>
    : HIR_MovementOp<mnemonic> {
  let summary = what;
  let description = "\n    " # what # [{ along `axis`. No work.

    ```mlir
    func.func @example(%a: tensor<5x7xf32>, %b: tensor<5x7xf32>) -> tensor<}] # shape # [{xf32> {
      %r = hir.}] # mnemonic # [{ %a, %b {axis = 0} : tensor<5x7xf32>, tensor<5x7xf32>
      return %r : tensor<}] # shape # [{xf32>
    }
    ```
  }];
  let arguments = (ins Variadic<HIR_Value>:$inputs, DefaultValuedAttr<I64Attr, "0">:$axis);
  let results = (outs HIR_Value:$result);
  let assemblyFormat = "$inputs attr-dict `:` type($inputs)";
}
def HIR_ConcatOp : HIR_VariadicOp<"concat", "Joins tensors", "10x7"> {
  let shapesBody = "return inferConcat(input, adaptor.getAxis(), results);";
  let relationsBody = "return concatRelations(input, adaptor.getAxis(), results);";
}
def HIR_StackOp : HIR_VariadicOp<"stack", "Joins tensors of one shape", "2x5x7"> {
  let shapesBody = "return inferStack(input, adaptor.getAxis(), results);";
  let relationsBody = "return stackRelations(input, adaptor.getAxis(), results);";
}

def HIR_SplitOp : HIR_MovementOp<"split"> {
  let summary = "Cuts a tensor into equal parts";
  let description = [{
    `num` results along `axis`, which `num` divides. No work.

    ```mlir
    func.func @example(%x: tensor<6x7xf32>) -> tensor<3x7xf32> {
      %lo, %hi = hir.split %x {axis = 0, num = 2} : tensor<6x7xf32>
      return %hi : tensor<3x7xf32>
    }
    ```
  }];
  let requiredAttributes = "\"num\"";
  let arguments = (ins HIR_Value:$input, DefaultValuedAttr<I64Attr, "0">:$axis, I64Attr:$num);
  let results = (outs Variadic<HIR_Value>:$results);
  let assemblyFormat = "$input attr-dict `:` type($input)";
  let shapesBody = "return inferSplit(input, adaptor.getAxis(), adaptor.getNum(), results);";
  let relationsBody = "return splitRelations(input, adaptor.getAxis(), results);";
}

def HIR_RepeatInterleaveOp : HIR_MovementOp<"repeat_interleave"> {
  let summary = "Repeats each element along one axis";
  let description = [{
    Result coordinate i reads operand coordinate floor(i / repeats). No work; the
    operand is read once, however often it repeats.

    ```mlir
    func.func @example(%x: tensor<1x64x8x128xbf16>) -> tensor<1x64x16x128xbf16> {
      %r = hir.repeat_interleave %x {repeats = 2, axis = 2} : tensor<1x64x8x128xbf16>
      return %r : tensor<1x64x16x128xbf16>
    }
    ```
  }];
  let requiredAttributes = "\"repeats\"";
  let arguments = (ins HIR_Value:$input, I64Attr:$repeats,
                       DefaultValuedAttr<I64Attr, "0">:$axis);
  let results = (outs HIR_Value:$result);
  let assemblyFormat = "$input attr-dict `:` type($input)";
  let shapesBody = [{
    return inferRepeatInterleave(input, adaptor.getRepeats(), adaptor.getAxis(), results);
  }];
  let relationsBody = [{
    return repeatInterleaveRelations(input, adaptor.getRepeats(), adaptor.getAxis(),
                                     results);
  }];
  let partialBody = "return PartialOutcome::refused();";
}

def HIR_IndexSelectOp : HIR_MeasuredOp<"index_select"> {
  let summary = "Rows chosen by an index tensor";
  let description = [{
    Reads the selected rows and the index, writes the result. At most
    min(number of indices, rows) distinct rows are read.

    ```mlir
    func.func @example(%table: tensor<1000x64xbf16>, %ids: tensor<3xi64>) -> tensor<3x64xbf16> {
      %r = hir.index_select %table, %ids {dim = 0} : tensor<1000x64xbf16>, tensor<3xi64>
      return %r : tensor<3x64xbf16>
    }
    ```
  }];
  let arguments = (ins HIR_Value:$input, HIR_Value:$index,
                       DefaultValuedAttr<I64Attr, "0">:$dim);
  let results = (outs HIR_Value:$result);
  let assemblyFormat = "$input `,` $index attr-dict `:` type($input) `,` type($index)";
  let shapesBody = "return inferIndexSelect(input, adaptor.getDim(), results);";
  let relationsBody = "return indexSelectRelations(input, adaptor.getDim(), results);";
  let partialBody = [{
    if (!operands[1].isReplicated())
      return PartialOutcome::refused();
    return passAnyPartial(operands.take_front(1));
  }];
}

//===----------------------------------------------------------------------===//
// Shape queries
//===----------------------------------------------------------------------===//

class HIR_QueryOp<string mnemonic> : HIR_MeasuredOp<mnemonic> {
  let arguments = (ins HIR_Value:$input);
  let results = (outs HIR_Value:$result);
  let assemblyFormat = "$input attr-dict `:` type($input)";
  let relationsBody = "return {};";
  let readsBody = "return false;";
  let writesBody = "return false;";
  let dependsBody = "return false;";
}
def HIR_RankOp : HIR_QueryOp<"rank"> {
  let shapesBody = "return inferRank(input, results);";
  let summary = "The rank as an i64";
  let description = [{
    ```mlir
    func.func @example(%x: tensor<5x7xf32>) -> i64 {
      %r = hir.rank %x : tensor<5x7xf32>
      return %r : i64
    }
    ```
  }];
}
def HIR_ShapeOfOp : HIR_QueryOp<"shape_of"> {
  let shapesBody = "return inferShapeOf(input, results);";
  let summary = "The shape as a umat tensor of i64";
  let description = [{
    ```mlir
    func.func @example(%x: tensor<5x7xf32>) -> tensor<2xi64, #hir.encoding<umat>> {
      %r = hir.shape_of %x : tensor<5x7xf32>
      return %r : tensor<2xi64, #hir.encoding<umat>>
    }
    ```
  }];
}

#endif // TILEFOUNDRY_DIALECT_HIR_HIRTENSOROPS
