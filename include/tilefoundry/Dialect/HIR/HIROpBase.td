//===- HIROpBase.td - what all measured ops share ----------*- tablegen -*-===//
//
// A measured op states, in its own definition, its result shapes, its access
// relations, its work, its directions and its partial rules. The methods of the
// interfaces are generated from those statements here.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_DIALECT_HIR_HIROPBASE
#define TILEFOUNDRY_DIALECT_HIR_HIROPBASE

include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "tilefoundry/Dialect/HIR/HIRAttributes.td"
include "tilefoundry/Dialect/HIR/HIRDialect.td"
include "tilefoundry/Interfaces/MeasureInterfaces.td"

def HIR_VerifyValueTypes : NativeOpTrait<"VerifyValueTypes"> {
  let cppNamespace = "::tilefoundry::hir";
}

/// A tensor or scalar of the contract (ir.md 1). The predicate lets everything
/// pass, since the trait above says what is wrong with a type.
def HIR_Value : Type<CPred<"true">,
                     "ranked tensor or scalar of the contract's element types">;

class HIR_Op<string mnemonic, list<Trait> traits = []>
    : Op<HIR_Dialect, mnemonic, traits>;

/// An op of the catalogue (ir.md 7).
class HIR_MeasuredOp<string mnemonic, list<Trait> traits = []>
    : HIR_Op<mnemonic, !listconcat([
        Pure, HIR_VerifyValueTypes,
        DeclareOpInterfaceMethods<InferTypeOpInterface>,
        DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>,
        DeclareOpInterfaceMethods<AccessRelationOpInterface,
          ["getViewedOperand", "ownsBytes", "getUpdatedOperand",
           "dependsOnOperand", "getOwnLevel", "isPlacedByResult"]>,
        DeclareOpInterfaceMethods<CostOpInterface,
          ["getWork", "readsOperand", "writesResult"]>,
        DeclareOpInterfaceMethods<ShardingOpInterface,
          ["getReducedPartial", "propagatePartial"]>], traits)> {
  /// Bodies, each seeing the names its signature below gives.
  code shapesBody = "";
  code relationsBody = "";
  code workBody = "";
  code readsBody = "return true;";
  code writesBody = "return true;";
  code viewsBody = "return -1;";
  code ownsBody = "return true;";
  code updatesBody = "return -1;";
  code dependsBody = "return true;";
  code ownLevelBody = "return {};";
  code placedByResultBody = "return false;";
  code reducedBody = "return std::nullopt;";
  code partialBody = "return PartialOutcome::refused();";
  /// Attributes without a default that only an attribute dictionary states.
  string requiredAttributes = "";
  code extraDeclarations = "";
  code extraDefinitions = "";

  let extraClassDeclaration = [{
    /// Result shapes, from operands and attributes.
    static ::mlir::LogicalResult
    inferShapes(Adaptor adaptor, ::tilefoundry::hir::OpInput &input,
                ::llvm::SmallVectorImpl<::tilefoundry::hir::ResultShape> &results);
    /// Access relations (ir.md 8).
    static ::tilefoundry::AccessRelations
    relations(Adaptor adaptor, const ::tilefoundry::hir::OpInput &input,
              ::llvm::ArrayRef<::tilefoundry::hir::ResultShape> results);
    static ::std::optional<::tilefoundry::Reduction>
    reducedPartial(Adaptor adaptor, unsigned result);
    static ::tilefoundry::PartialOutcome
    partialRule(Adaptor adaptor, unsigned result,
                ::llvm::ArrayRef<::tilefoundry::AxisState> operands);
  }] # extraDeclarations;

  let extraClassDefinition = [{
    ::mlir::LogicalResult $cppClass::inferShapes(
        Adaptor adaptor, ::tilefoundry::hir::OpInput &input,
        ::llvm::SmallVectorImpl<::tilefoundry::hir::ResultShape> &results) {
      }] # shapesBody # [{
    }
    ::tilefoundry::AccessRelations $cppClass::relations(
        Adaptor adaptor, const ::tilefoundry::hir::OpInput &input,
        ::llvm::ArrayRef<::tilefoundry::hir::ResultShape> results) {
      }] # relationsBody # [{
    }
    ::std::optional<::tilefoundry::Reduction>
    $cppClass::reducedPartial(Adaptor adaptor, unsigned result) {
      }] # reducedBody # [{
    }
    ::tilefoundry::PartialOutcome $cppClass::partialRule(
        Adaptor adaptor, unsigned result,
        ::llvm::ArrayRef<::tilefoundry::AxisState> operands) {
      }] # partialBody # [{
    }
    ::mlir::LogicalResult $cppClass::inferReturnTypes(
        ::mlir::MLIRContext *context, ::std::optional<::mlir::Location> location,
        ::mlir::ValueRange operands, ::mlir::DictionaryAttr attributes,
        ::mlir::OpaqueProperties properties, ::mlir::RegionRange regions,
        ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      return ::tilefoundry::hir::inferFromState<$cppClass>(
          context, location, operands, attributes, properties, regions,
          {}] # requiredAttributes # [{}, types);
    }
    void $cppClass::getAsmResultNames(::mlir::OpAsmSetValueNameFn setName) {
      ::tilefoundry::hir::setAuthoredNames(*this, setName);
    }
    ::tilefoundry::AccessRelations $cppClass::getAccessRelations() {
      return ::tilefoundry::hir::relationsOf(*this);
    }
    int $cppClass::getViewedOperand(unsigned result) {
      }] # viewsBody # [{
    }
    bool $cppClass::ownsBytes(unsigned result) {
      }] # ownsBody # [{
    }
    int $cppClass::getUpdatedOperand(unsigned result) {
      }] # updatesBody # [{
    }
    bool $cppClass::dependsOnOperand(unsigned operand) {
      }] # dependsBody # [{
    }
    ::llvm::StringRef $cppClass::getOwnLevel() {
      }] # ownLevelBody # [{
    }
    bool $cppClass::isPlacedByResult() {
      }] # placedByResultBody # [{
    }
    void $cppClass::getWork(::llvm::ArrayRef<int64_t> extents,
                            ::tilefoundry::Work &work) {
      }] # workBody # [{
    }
    bool $cppClass::readsOperand(unsigned operand) {
      }] # readsBody # [{
    }
    bool $cppClass::writesResult(unsigned result) {
      }] # writesBody # [{
    }
    ::std::optional<::tilefoundry::Reduction>
    $cppClass::getReducedPartial(unsigned result) {
      return reducedPartial(Adaptor(*this), result);
    }
    ::tilefoundry::PartialOutcome $cppClass::propagatePartial(
        unsigned result, ::llvm::ArrayRef<::tilefoundry::AxisState> operands) {
      return partialRule(Adaptor(*this), result, operands);
    }
  }] # extraDefinitions;
}

/// Ops whose result is the broadcast of their operands' shapes.
class HIR_ElementwiseOp<string mnemonic, list<Trait> traits = []>
    : HIR_MeasuredOp<mnemonic, traits> {
  let shapesBody = [{
    if (::mlir::failed(checkElements(input)))
      return ::mlir::failure();
    return inferElementwise(input, resultElement(input), results);
  }];
  let relationsBody = [{ return elementwiseRelations(input, results); }];
  /// Which element types the op takes, and the type of its result.
  code elementsBody = "return requireUniform(input, anyNumber);";
  code resultElementBody = "return input[0].elementType;";
  let extraDeclarations = [{
    static ::mlir::LogicalResult
    checkElements(const ::tilefoundry::hir::OpInput &input);
    static ::mlir::Type resultElement(const ::tilefoundry::hir::OpInput &input);
  }];
  let extraDefinitions = [{
    ::mlir::LogicalResult
    $cppClass::checkElements(const ::tilefoundry::hir::OpInput &input) {
      }] # elementsBody # [{
    }
    ::mlir::Type
    $cppClass::resultElement(const ::tilefoundry::hir::OpInput &input) {
      }] # resultElementBody # [{
    }
  }];
}

#endif // TILEFOUNDRY_DIALECT_HIR_HIROPBASE
