//===- HIRNNOps.td - contractions, reductions, normalisation -*- tablegen -*-===//

#ifndef TILEFOUNDRY_DIALECT_HIR_HIRNNOPS
#define TILEFOUNDRY_DIALECT_HIR_HIRNNOPS

include "tilefoundry/Dialect/HIR/HIROpBase.td"

//===----------------------------------------------------------------------===//
// Contractions
//===----------------------------------------------------------------------===//

class HIR_ContractionOp<string mnemonic> : HIR_MeasuredOp<mnemonic> {
  let arguments = (ins HIR_Value:$lhs, HIR_Value:$rhs, OptionalAttr<TypeAttr>:$to);
  let results = (outs HIR_Value:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs (`to` $to^)? attr-dict `:` type($lhs) `,` type($rhs)
  }];
  let relationsBody = "return matmulRelations(input, results);";
  let reducedBody = "return Reduction::Sum;";
  let partialBody = [{
    for (unsigned i : {0u, 1u})
      if (operands[i].isPartial(Reduction::Sum) && operands[1 - i].isReplicated())
        return PartialOutcome::partial(Reduction::Sum);
    return PartialOutcome::refused();
  }];
  let workBody = [{
    work.addFlops(elementOf(getLhs()), CheckedInt(2) * product(extents));
  }];
}

def HIR_MatmulOp : HIR_ContractionOp<"matmul"> {
  let summary = "Matrix product";
  let description = [{
    `[..., M, K] x [..., K, N] -> [..., M, N]`; leading axes broadcast. Element types
    are floating point and agree; `to` states a result of another type. Work:
    2\*batch\*M\*N\*K flops of the operands' type.

    ```mlir
    func.func @example(%a: tensor<3x5x7xbf16>, %b: tensor<7x11xbf16>) -> tensor<3x5x11xf32> {
      %r = hir.matmul %a, %b to f32 : tensor<3x5x7xbf16>, tensor<7x11xbf16>
      return %r : tensor<3x5x11xf32>
    }
    ```
  }];
  let shapesBody = "return inferMatmul(input, adaptor.getTo(), results);";
}

class HIR_TileInstructionOp<string mnemonic, int m, int n, int k>
    : HIR_ContractionOp<mnemonic> {
  let summary = "One tile instruction, " # m # "x" # n # "x" # k;
  let description = [{
    Operands live in `smem` or `rmem` and the result in `rmem`. Shapes are exactly
    [M, K] and [K, N] of the instruction. Work: 2\*M\*N\*K flops.

    ```mlir
    #s = #hir.encoding<smem>
    func.func @example(%a: tensor<}] # m # "x" # k # [{xbf16, #s>, %b: tensor<}] # k # "x" # n # [{xbf16, #s>) -> tensor<}] # m # "x" # n # [{xf32, #hir.encoding<rmem>> {
      %r = hir.}] # mnemonic # [{ %a, %b to f32 : tensor<}] # m # "x" # k # [{xbf16, #s>, tensor<}] # k # "x" # n # [{xbf16, #s>
      return %r : tensor<}] # m # "x" # n # [{xf32, #hir.encoding<rmem>>
    }
    ```
  }];
  let shapesBody = "return inferTile(input, adaptor.getTo(), " # m # ", " # n # ", " # k # ", results);";
}
def HIR_MmaOp : HIR_TileInstructionOp<"mma_sm80_16x8x16", 16, 8, 16>;
def HIR_WgmmaOp : HIR_TileInstructionOp<"wgmma_sm90_64x128x16", 64, 128, 16>;

def HIR_Conv2dOp : HIR_MeasuredOp<"conv2d"> {
  let summary = "Two-dimensional convolution";
  let description = [{
    `x [N, Cin, H, W]`, `w [Cout, Cin/groups, Kh, Kw]`, bias `[Cout]`. Work:
    2\*n\*(Cin/groups)\*Kh\*Kw flops, padding taps included; the bias starts the
    accumulator.

    ```mlir
    func.func @example(%x: tensor<1x3x17x19xf32>, %w: tensor<5x3x3x3xf32>, %b: tensor<5xf32>) -> tensor<1x5x17x19xf32> {
      %r = hir.conv2d %x, %w, %b padding [1, 1] : tensor<1x3x17x19xf32>, tensor<5x3x3x3xf32>, tensor<5xf32>
      return %r : tensor<1x5x17x19xf32>
    }
    ```
  }];
  let arguments = (ins HIR_Value:$input, HIR_Value:$filter, Optional<HIR_Value>:$bias,
                       DefaultValuedAttr<DenseI64ArrayAttr, "{1, 1}">:$stride,
                       DefaultValuedAttr<DenseI64ArrayAttr, "{0, 0}">:$padding,
                       DefaultValuedAttr<DenseI64ArrayAttr, "{1, 1}">:$dilation,
                       DefaultValuedAttr<I64Attr, "1">:$groups,
                       OptionalAttr<TypeAttr>:$to);
  let results = (outs HIR_Value:$result);
  let hasCustomAssemblyFormat = 1;
  let shapesBody = [{
    return inferConv2d(input, adaptor.getStride(), adaptor.getPadding(),
                       adaptor.getDilation(), adaptor.getGroups(),
                       adaptor.getTo(), results);
  }];
  let relationsBody = [{
    return conv2dRelations(input, adaptor.getStride(), adaptor.getPadding(),
                           adaptor.getDilation(), adaptor.getGroups(), results);
  }];
  let reducedBody = "return Reduction::Sum;";
  let workBody = [{
    work.addFlops(elementOf(getInput()), CheckedInt(2) * product(extents));
  }];
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

def HIR_ReduceOp : HIR_MeasuredOp<"reduce"> {
  let summary = "Reduction over axes";
  let description = [{
    Kinds `sum`, `mean`, `max`, `min`, `abs_max`. Reduced axes are dropped, or kept
    with extent 1. Work, m elements of the input: sum m flops; mean m + n; max and min
    m `predicate`; abs_max m flops and m `predicate`; `integer` for flops on integers.

    ```mlir
    func.func @example(%x: tensor<5x7xf32>) -> tensor<5x1xf32> {
      %r = hir.reduce sum %x axes [1] {keepdim = true} : tensor<5x7xf32>
      return %r : tensor<5x1xf32>
    }
    ```
  }];
  let arguments = (ins StrAttr:$kind, HIR_Value:$input, DenseI64ArrayAttr:$axes,
                       DefaultValuedAttr<BoolAttr, "false">:$keepdim);
  let results = (outs HIR_Value:$result);
  let assemblyFormat = [{
    custom<Keyword>($kind) $input `axes` $axes attr-dict `:` type($input)
  }];
  let shapesBody = [{
    return inferReduce(input, adaptor.getKind(), adaptor.getAxes(),
                       adaptor.getKeepdim(), results);
  }];
  let relationsBody = [{
    return reduceRelations(input, adaptor.getAxes(), adaptor.getKeepdim());
  }];
  let reducedBody = [{
    ::llvm::StringRef kind = adaptor.getKind();
    if (kind == "sum" || kind == "mean")
      return Reduction::Sum;
    if (kind == "max")
      return Reduction::Max;
    if (kind == "min")
      return Reduction::Min;
    return std::nullopt;
  }];
  let partialBody = [{
    std::optional<Reduction> own = reducedPartial(adaptor, result);
    return own ? passOnly(operands, *own) : PartialOutcome::refused();
  }];
  let workBody = "addReduceWork(*this, extents, work);";
}

def HIR_ArgmaxOp : HIR_MeasuredOp<"argmax"> {
  let summary = "Position of the maximum along one axis";
  let description = [{
    The axis is dropped and the indices are `i64`. A split of the axis is refused.
    Work: m `predicate`, m elements of the input.

    ```mlir
    func.func @example(%x: tensor<5x7xf32>) -> tensor<5xi64> {
      %r = hir.argmax %x {axis = 1} : tensor<5x7xf32>
      return %r : tensor<5xi64>
    }
    ```
  }];
  let arguments = (ins HIR_Value:$input, DefaultValuedAttr<I64Attr, "-1">:$axis);
  let results = (outs HIR_Value:$result);
  let assemblyFormat = "$input attr-dict `:` type($input)";
  let shapesBody = "return inferArgmax(input, adaptor.getAxis(), results);";
  let relationsBody = [{
    return reduceRelations(input, {static_cast<int64_t>(adaptor.getAxis())}, false);
  }];
  let workBody = "addService(ServiceKind::Predicate, extents, 1, work);";
}

def HIR_TopkOp : HIR_MeasuredOp<"topk"> {
  let summary = "The k largest or smallest elements along one axis";
  let description = [{
    Two results, values and `i64` indices. `k` may be a dimension. A split of the axis
    is refused. Work: m `predicate`, m elements of the input.

    ```mlir
    func.func @example(%x: tensor<5x256xf32>) -> tensor<5x8xf32> {
      %v, %i = hir.topk %x k 8 : tensor<5x256xf32>
      return %v : tensor<5x8xf32>
    }
    ```
  }];
  let arguments = (ins HIR_Value:$input, AnyAttr:$k,
                       DefaultValuedAttr<I64Attr, "-1">:$axis,
                       DefaultValuedAttr<BoolAttr, "true">:$largest,
                       DefaultValuedAttr<BoolAttr, "true">:$sorted);
  let results = (outs HIR_Value:$values, HIR_Value:$indices);
  let assemblyFormat = "$input `k` custom<ExtentAttr>($k) attr-dict `:` type($input)";
  let shapesBody = "return inferTopk(input, adaptor.getK(), adaptor.getAxis(), results);";
  let relationsBody = "return topkRelations(input, adaptor.getAxis(), results);";
  let workBody = "addTopkWork(*this, extents, work);";
}

//===----------------------------------------------------------------------===//
// Normalisation
//===----------------------------------------------------------------------===//

def HIR_SoftmaxOp : HIR_MeasuredOp<"softmax"> {
  let summary = "Exponentials over their sum along one axis";
  let description = [{
    Computed in f32. Work: 3m f32 flops, m `special`, m `predicate`, m elements. A
    split of the axis is refused.

    ```mlir
    func.func @example(%x: tensor<5x7xf32>) -> tensor<5x7xf32> {
      %r = hir.softmax %x {axis = -1} : tensor<5x7xf32>
      return %r : tensor<5x7xf32>
    }
    ```
  }];
  let arguments = (ins HIR_Value:$input, DefaultValuedAttr<I64Attr, "-1">:$axis);
  let results = (outs HIR_Value:$result);
  let assemblyFormat = "$input attr-dict `:` type($input)";
  let shapesBody = "return inferSoftmax(input, adaptor.getAxis(), results);";
  let relationsBody = "return softmaxRelations(input, adaptor.getAxis());";
  let workBody = "addSoftmaxWork(*this, extents, work);";
}

def HIR_RmsNormOp : HIR_MeasuredOp<"rms_norm"> {
  let summary = "Normalisation by the root mean square of the last axis";
  let description = [{
    The weight has the last axis's extent. Computed in f32. Work: 4m + 2R f32 flops and
    R `special`, m elements in R rows.

    ```mlir
    func.func @example(%x: tensor<5x7xbf16>, %w: tensor<7xbf16>) -> tensor<5x7xbf16> {
      %r = hir.rms_norm %x, %w {eps = 1.0e-6} : tensor<5x7xbf16>, tensor<7xbf16>
      return %r : tensor<5x7xbf16>
    }
    ```
  }];
  let arguments = (ins HIR_Value:$input, HIR_Value:$weight,
                       DefaultValuedAttr<F64Attr, "1.0e-6">:$eps);
  let results = (outs HIR_Value:$result);
  let assemblyFormat = "$input `,` $weight attr-dict `:` type($input) `,` type($weight)";
  let shapesBody = "return inferNorm(input, -1, results);";
  let relationsBody = "return normRelations(input, -1);";
  let workBody = "addNormWork(*this, -1, extents, 4, 2, work);";
}

def HIR_LayerNormOp : HIR_MeasuredOp<"layer_norm"> {
  let summary = "Normalisation by mean and variance of the trailing axes";
  let description = [{
    Normalises the axes from `axis` on; weight and bias have their shape. Computed in
    f32. Work: 7m + 3R f32 flops and R `special`, m elements in R rows.

    ```mlir
    func.func @example(%x: tensor<5x7xbf16>, %w: tensor<7xbf16>, %b: tensor<7xbf16>) -> tensor<5x7xbf16> {
      %r = hir.layer_norm %x, %w, %b {axis = -1} : tensor<5x7xbf16>, tensor<7xbf16>, tensor<7xbf16>
      return %r : tensor<5x7xbf16>
    }
    ```
  }];
  let arguments = (ins HIR_Value:$input, HIR_Value:$weight, HIR_Value:$bias,
                       DefaultValuedAttr<I64Attr, "-1">:$axis,
                       DefaultValuedAttr<F64Attr, "1.0e-5">:$eps);
  let results = (outs HIR_Value:$result);
  let assemblyFormat = [{
    $input `,` $weight `,` $bias attr-dict `:` type($input) `,` type($weight) `,` type($bias)
  }];
  let shapesBody = "return inferNorm(input, adaptor.getAxis(), results);";
  let relationsBody = "return normRelations(input, adaptor.getAxis());";
  let workBody = "addNormWork(*this, getAxis(), extents, 7, 3, work);";
}

def HIR_RopeOp : HIR_MeasuredOp<"rope"> {
  let summary = "Rotary position embedding of queries and keys";
  let description = [{
    q `[B, S, Hq, D]`, k `[B, S, Hk, D]`, cos and sin `[P, D]` of q's type, positions
    `[S]`. A split of D is refused. Work: 3\*(numel q + numel k) flops in q's type.

    ```mlir
    func.func @example(%q: tensor<1x3x4x8xbf16>, %k: tensor<1x3x2x8xbf16>, %c: tensor<64x8xbf16>, %s: tensor<64x8xbf16>, %p: tensor<3xi64>) -> tensor<1x3x4x8xbf16> {
      %rq, %rk = hir.rope %q, %k, %c, %s, %p : tensor<1x3x4x8xbf16>, tensor<1x3x2x8xbf16>, tensor<64x8xbf16>, tensor<64x8xbf16>, tensor<3xi64>
      return %rq : tensor<1x3x4x8xbf16>
    }
    ```
  }];
  let arguments = (ins HIR_Value:$q, HIR_Value:$k, HIR_Value:$cos, HIR_Value:$sin,
                       HIR_Value:$positions);
  let results = (outs HIR_Value:$rotatedQ, HIR_Value:$rotatedK);
  let assemblyFormat = [{
    $q `,` $k `,` $cos `,` $sin `,` $positions attr-dict `:` type($q) `,` type($k)
    `,` type($cos) `,` type($sin) `,` type($positions)
  }];
  let shapesBody = "return inferRope(input, results);";
  let relationsBody = "return ropeRelations(input);";
  let partialBody = [{
    // One sum on the rotated branch; the other branch and the tables are replicated.
    for (unsigned i : {2u, 3u, 4u})
      if (!operands[i].isReplicated())
        return PartialOutcome::refused();
    if (operands[1 - result].isPartial() && !operands[1 - result].isPartial(Reduction::Sum))
      return PartialOutcome::refused();
    const AxisState &own = operands[result];
    if (own.isReplicated())
      return PartialOutcome::replicated();
    return own.isPartial(Reduction::Sum) ? PartialOutcome::partial(Reduction::Sum)
                                         : PartialOutcome::refused();
  }];
  let workBody = "addRopeWork(*this, extents, work);";
}

def HIR_QuantOp : HIR_MeasuredOp<"quant"> {
  let summary = "Quantisation to fp8 with one scale per group";
  let description = [{
    Groups of `group` elements along the last axis, which it divides; results are
    f8E4M3FN values and f32 scales. Work: 2m + g f32 flops and 3m `predicate`, m
    elements in g groups.

    ```mlir
    func.func @example(%x: tensor<5x256xbf16>) -> tensor<5x2xf32> {
      %v, %s = hir.quant %x {group = 128} : tensor<5x256xbf16>
      return %s : tensor<5x2xf32>
    }
    ```
  }];
  let arguments = (ins HIR_Value:$input, DefaultValuedAttr<I64Attr, "128">:$group);
  let results = (outs HIR_Value:$values, HIR_Value:$scales);
  let assemblyFormat = "$input attr-dict `:` type($input)";
  let shapesBody = "return inferQuant(input, adaptor.getGroup(), results);";
  let relationsBody = "return quantRelations(input, adaptor.getGroup());";
  let workBody = "addQuantWork(*this, extents, work);";
}

#endif // TILEFOUNDRY_DIALECT_HIR_HIRNNOPS
