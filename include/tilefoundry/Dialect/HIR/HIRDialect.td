//===- HIRDialect.td - the hir dialect ---------------------*- tablegen -*-===//

#ifndef TILEFOUNDRY_DIALECT_HIR_HIRDIALECT
#define TILEFOUNDRY_DIALECT_HIR_HIRDIALECT

include "mlir/IR/DialectBase.td"

def HIR_Dialect : Dialect {
  let name = "hir";
  let cppNamespace = "::tilefoundry::hir";
  let summary = "Tile-level tensor programs on a named machine";
  let description = [{
    Values are MLIR's own ranked tensors whose encoding says where they live
    (`gmem`, `smem`, ...), how they are laid out and how they are distributed over
    the machine's parallel levels. Modules carry a target and a topology hierarchy;
    analyses read ops only through interfaces and write what each line costs.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::affine::AffineDialect",
    "::mlir::func::FuncDialect"
  ];
  let useDefaultAttributePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let extraClassDeclaration = [{
  private:
    void registerAttributes();
    void registerStructuredOps();
    void registerMathOps();
    void registerTensorOps();
    void registerNNOps();
    void registerShardingOps();
  public:
  }];
}

#endif // TILEFOUNDRY_DIALECT_HIR_HIRDIALECT
