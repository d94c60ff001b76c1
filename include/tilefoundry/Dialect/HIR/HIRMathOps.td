//===- HIRMathOps.td - elementwise ops ---------------------*- tablegen -*-===//

#ifndef TILEFOUNDRY_DIALECT_HIR_HIRMATHOPS
#define TILEFOUNDRY_DIALECT_HIR_HIRMATHOPS

include "tilefoundry/Dialect/HIR/HIROpBase.td"

class HIR_BinaryOp<string mnemonic, string what, string elt, string workText>
    : HIR_ElementwiseOp<mnemonic> {
  let summary = what;
  let description = "\n    " # what # [{, element by element.

    Constraints: shapes broadcast with trailing axes aligned; element types agree; a
    scalar stands where a tensor operand broadcasts. Work: }] # workText # [{, n
    elements of the result.

    ```mlir
    func.func @example(%a: tensor<5x7x}] # elt # [{>, %b: tensor<7x}] # elt # [{>) -> tensor<5x7x}] # elt # [{> {
      %r = hir.}] # mnemonic # [{ %a, %b : tensor<5x7x}] # elt # [{>, tensor<7x}] # elt # [{>
      return %r : tensor<5x7x}] # elt # [{>
    }
    ```
  }];
  let arguments = (ins HIR_Value:$lhs, HIR_Value:$rhs);
  let results = (outs HIR_Value:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs)";
}

class HIR_UnaryOp<string mnemonic, string what, string elt, string workText,
                  string attrs = "">
    : HIR_ElementwiseOp<mnemonic> {
  let summary = what;
  let description = "\n    " # what # [{, element by element. Work: }] # workText # [{, n elements
    of the result.

    ```mlir
    func.func @example(%x: tensor<5x7x}] # elt # [{>) -> tensor<5x7x}] # elt # [{> {
      %r = hir.}] # mnemonic # [{ %x }] # attrs # [{: tensor<5x7x}] # elt # [{>
      return %r : tensor<5x7x}] # elt # [{>
    }
    ```
  }];
  let arguments = (ins HIR_Value:$input);
  let results = (outs HIR_Value:$result);
  let assemblyFormat = "$input attr-dict `:` type($input)";
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

def HIR_AddOp : HIR_BinaryOp<"add", "Sum", "f32", "n flops, or n `integer`"> {
  let workBody = "addArithmetic(getResult(), extents, 1, work);";
  let partialBody = [{
    // Two sums add up; a maximum or minimum moves with a replicated value.
    if (operands[0].isPartial(Reduction::Sum) &&
        operands[1].isPartial(Reduction::Sum))
      return PartialOutcome::partial(Reduction::Sum);
    for (unsigned i : {0u, 1u})
      if (operands[i].isPartial() && !operands[i].isPartial(Reduction::Sum) &&
          operands[1 - i].isReplicated())
        return PartialOutcome::partial(operands[i].reduction);
    return PartialOutcome::refused();
  }];
}
def HIR_SubOp : HIR_BinaryOp<"sub", "Difference", "f32", "n flops, or n `integer`"> {
  let workBody = "addArithmetic(getResult(), extents, 1, work);";
}
def HIR_MulOp : HIR_BinaryOp<"mul", "Product", "f32", "n flops, or n `integer`"> {
  let workBody = "addArithmetic(getResult(), extents, 1, work);";
  let partialBody = [{
    for (unsigned i : {0u, 1u})
      if (operands[i].isPartial(Reduction::Sum) && operands[1 - i].isReplicated())
        return PartialOutcome::partial(Reduction::Sum);
    return PartialOutcome::refused();
  }];
}
def HIR_DivOp : HIR_BinaryOp<"div", "Quotient", "f32", "n flops, or n `integer`"> {
  let workBody = "addArithmetic(getResult(), extents, 1, work);";
  let partialBody = [{
    if (operands[0].isPartial(Reduction::Sum) && operands[1].isReplicated())
      return PartialOutcome::partial(Reduction::Sum);
    return PartialOutcome::refused();
  }];
}
def HIR_FloorDivOp : HIR_BinaryOp<"floordiv", "Quotient rounded down", "i32", "n `integer`"> {
  let elementsBody = "return requireUniform(input, anyInteger);";
  let workBody = "addService(ServiceKind::Integer, extents, 1, work);";
}
def HIR_ModOp : HIR_BinaryOp<"mod", "Remainder of the division rounded down", "i32", "n `integer`"> {
  let elementsBody = "return requireUniform(input, anyInteger);";
  let workBody = "addService(ServiceKind::Integer, extents, 1, work);";
}
def HIR_MaxOp : HIR_BinaryOp<"max", "Maximum", "f32", "n `predicate`"> {
  let workBody = "addService(ServiceKind::Predicate, extents, 1, work);";
}
def HIR_MinOp : HIR_BinaryOp<"min", "Minimum", "f32", "n `predicate`"> {
  let workBody = "addService(ServiceKind::Predicate, extents, 1, work);";
}

def HIR_CmpOp : HIR_ElementwiseOp<"cmp"> {
  let summary = "Comparison";
  let description = [{
    Compares element by element; the result is `i1`. The kind is `eq`, `ne`, `lt`,
    `le`, `gt` or `ge`. Work: n `predicate`.

    ```mlir
    func.func @example(%a: tensor<5x7xf32>, %b: tensor<7xf32>) -> tensor<5x7xi1> {
      %r = hir.cmp lt %a, %b : tensor<5x7xf32>, tensor<7xf32>
      return %r : tensor<5x7xi1>
    }
    ```
  }];
  let arguments = (ins StrAttr:$kind, HIR_Value:$lhs, HIR_Value:$rhs);
  let results = (outs HIR_Value:$result);
  let assemblyFormat = [{
    custom<Keyword>($kind) $lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs)
  }];
  let hasVerifier = 1;
  let elementsBody = "return requireUniform(input, anyElement);";
  let resultElementBody = "return ::mlir::IntegerType::get(input.context, 1);";
  let workBody = "addService(ServiceKind::Predicate, extents, 1, work);";
}

def HIR_AndOp : HIR_BinaryOp<"and", "Conjunction", "i1", "n `predicate`"> {
  let elementsBody = "return requireUniform(input, onlyBool);";
  let workBody = "addService(ServiceKind::Predicate, extents, 1, work);";
}
def HIR_OrOp : HIR_BinaryOp<"or", "Disjunction", "i1", "n `predicate`"> {
  let elementsBody = "return requireUniform(input, onlyBool);";
  let workBody = "addService(ServiceKind::Predicate, extents, 1, work);";
}
def HIR_NotOp : HIR_UnaryOp<"not", "Negation of a truth value", "i1", "n `predicate`"> {
  let elementsBody = "return requireUniform(input, onlyBool);";
  let workBody = "addService(ServiceKind::Predicate, extents, 1, work);";
}

//===----------------------------------------------------------------------===//
// One operand
//===----------------------------------------------------------------------===//

class HIR_ArithmeticUnaryOp<string mnemonic, string what>
    : HIR_UnaryOp<mnemonic, what, "f32", "n flops, or n `integer`"> {
  let workBody = "addArithmetic(getResult(), extents, 1, work);";
}
def HIR_NegOp : HIR_ArithmeticUnaryOp<"neg", "Negation"> {
  let partialBody = "return passOnly(operands, Reduction::Sum);";
}
def HIR_AbsOp : HIR_ArithmeticUnaryOp<"abs", "Absolute value">;
def HIR_SquareOp : HIR_ArithmeticUnaryOp<"square", "Square">;
def HIR_CeilOp : HIR_ArithmeticUnaryOp<"ceil", "Rounding up"> {
  let partialBody = "return passMonotone(operands);";
}
def HIR_RoundOp : HIR_ArithmeticUnaryOp<"round", "Rounding to nearest"> {
  let partialBody = "return passMonotone(operands);";
}

class HIR_SpecialUnaryOp<string mnemonic, string what>
    : HIR_UnaryOp<mnemonic, what, "f32", "n `special`"> {
  let elementsBody = "return requireUniform(input, anyFloat);";
  let workBody = "addService(ServiceKind::Special, extents, 1, work);";
}
class HIR_RisingSpecialUnaryOp<string mnemonic, string what>
    : HIR_SpecialUnaryOp<mnemonic, what> {
  let partialBody = "return passMonotone(operands);";
}
def HIR_RsqrtOp : HIR_SpecialUnaryOp<"rsqrt", "Reciprocal square root">;
def HIR_ExpOp : HIR_RisingSpecialUnaryOp<"exp", "Exponential">;
def HIR_LogOp : HIR_RisingSpecialUnaryOp<"log", "Natural logarithm">;
def HIR_Exp2Op : HIR_RisingSpecialUnaryOp<"exp2", "Power of two">;
def HIR_Log2Op : HIR_RisingSpecialUnaryOp<"log2", "Logarithm to base two">;
def HIR_TanhOp : HIR_RisingSpecialUnaryOp<"tanh", "Hyperbolic tangent">;
def HIR_ErfOp : HIR_SpecialUnaryOp<"erf", "Error function">;

def HIR_ClampOp : HIR_UnaryOp<"clamp", "Limitation to an interval", "f32", "2n `predicate`",
                              "{min = -1.0, max = 1.0} "> {
  let requiredAttributes = "\"min\", \"max\"";
  let arguments = (ins HIR_Value:$input, AnyAttr:$min, AnyAttr:$max);
  let hasVerifier = 1;
  let workBody = "addService(ServiceKind::Predicate, extents, 2, work);";
  let partialBody = "return passMonotone(operands);";
}
def HIR_ReluOp : HIR_UnaryOp<"relu", "Maximum with zero", "f32", "n `predicate`"> {
  let workBody = "addService(ServiceKind::Predicate, extents, 1, work);";
  let partialBody = "return passMonotone(operands);";
}

//===----------------------------------------------------------------------===//
// Activations: composites, computed and priced in f32
//===----------------------------------------------------------------------===//

class HIR_ActivationOp<string mnemonic, string what, string elt, string workText>
    : HIR_UnaryOp<mnemonic, what, elt, workText> {
  let elementsBody = "return requireUniform(input, anyFloat);";
}
def HIR_SigmoidOp : HIR_ActivationOp<"sigmoid", "1/(1+exp(-x))", "bf16",
                                     "3n f32 flops and n `special`"> {
  let workBody = "addComposite(extents, 3, 1, work);";
  let partialBody = "return passMonotone(operands);";
}
def HIR_SiluOp : HIR_ActivationOp<"silu", "x*sigmoid(x)", "bf16",
                                  "4n f32 flops and n `special`"> {
  let workBody = "addComposite(extents, 4, 1, work);";
}
def HIR_GeluOp : HIR_ActivationOp<"gelu", "Gaussian error linear unit", "bf16",
    "8n f32 flops and n `special` (tanh form), 4n and n (erf form, `approximate = \"none\"`)"> {
  let arguments = (ins HIR_Value:$input,
                       DefaultValuedAttr<StrAttr, "\"tanh\"">:$approximate);
  let hasVerifier = 1;
  let workBody = "addComposite(extents, getApproximate() == \"tanh\" ? 8 : 4, 1, work);";
}
def HIR_SoftplusOp : HIR_ActivationOp<"softplus", "log(1+exp x)", "bf16",
                                      "n f32 flops and 2n `special`"> {
  let workBody = "addComposite(extents, 1, 2, work);";
  let partialBody = "return passMonotone(operands);";
}

//===----------------------------------------------------------------------===//
// Selection and conversion
//===----------------------------------------------------------------------===//

def HIR_WhereOp : HIR_ElementwiseOp<"where"> {
  let summary = "Selection by a condition";
  let description = [{
    `lhs` where the condition holds, `rhs` elsewhere. The condition is `i1`; `lhs` and
    `rhs` agree in element type. Work: n `select`.

    ```mlir
    func.func @example(%c: tensor<5x7xi1>, %a: tensor<5x7xbf16>, %b: bf16) -> tensor<5x7xbf16> {
      %r = hir.where %c, %a, %b : tensor<5x7xi1>, tensor<5x7xbf16>, bf16
      return %r : tensor<5x7xbf16>
    }
    ```
  }];
  let arguments = (ins HIR_Value:$condition, HIR_Value:$lhs, HIR_Value:$rhs);
  let results = (outs HIR_Value:$result);
  let assemblyFormat = [{
    $condition `,` $lhs `,` $rhs attr-dict `:` type($condition) `,` type($lhs) `,` type($rhs)
  }];
  let elementsBody = "return checkWhere(input);";
  let resultElementBody = "return input[1].elementType;";
  let workBody = "addService(ServiceKind::Select, extents, 1, work);";
}

def HIR_CastOp : HIR_ElementwiseOp<"cast"> {
  let summary = "Conversion of the element type";
  let description = [{
    A conversion is neither a multiply nor an add and no rate is published for it: no
    work. Any partial value passes.

    ```mlir
    func.func @example(%x: tensor<5x7xf32>) -> tensor<5x7xbf16> {
      %r = hir.cast %x to bf16 : tensor<5x7xf32>
      return %r : tensor<5x7xbf16>
    }
    ```
  }];
  let arguments = (ins HIR_Value:$input, TypeAttr:$to);
  let results = (outs HIR_Value:$result);
  let assemblyFormat = "$input `to` $to attr-dict `:` type($input)";
  let elementsBody = "return requireUniform(input, anyElement);";
  let shapesBody = [{
    if (::mlir::failed(checkElements(input)))
      return ::mlir::failure();
    if (!isTensorElement(adaptor.getTo()))
      return input.emitError() << "cannot cast to " << adaptor.getTo()
                               << "; the element types are " << elementTypeList();
    return inferElementwise(input, adaptor.getTo(), results);
  }];
  let partialBody = "return passAnyPartial(operands);";
}

#endif // TILEFOUNDRY_DIALECT_HIR_HIRMATHOPS
