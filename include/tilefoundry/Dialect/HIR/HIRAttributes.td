//===- HIRAttributes.td - dims, layouts, meshes, shards, encodings -*- tablegen -*-===//
//
// The attributes of ir.md section 2. Extents are either i64 integers or bounded
// symbolic dimensions.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_DIALECT_HIR_HIRATTRIBUTES
#define TILEFOUNDRY_DIALECT_HIR_HIRATTRIBUTES

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/TensorEncoding.td"
include "tilefoundry/Dialect/HIR/HIRDialect.td"
include "tilefoundry/Interfaces/TargetAttrInterface.td"

def HIR_Storage : I32Enum<"Storage", "where a value lives", [
    I32EnumCase<"Host", 0, "host">, I32EnumCase<"Gmem", 1, "gmem">,
    I32EnumCase<"Smem", 2, "smem">, I32EnumCase<"Rmem", 3, "rmem">,
    I32EnumCase<"Tmem", 4, "tmem">, I32EnumCase<"Umat", 5, "umat">]> {
  let cppNamespace = "::tilefoundry::hir";
}
def HIR_BoundKind : I32Enum<"DimExprKind", "how the results of a dimension expression combine", [
    I32EnumCase<"Single", 0, "single">, I32EnumCase<"Min", 1, "min">,
    I32EnumCase<"Max", 2, "max">]> {
  let cppNamespace = "::tilefoundry::hir";
}

def HIR_CmpKind : I32Enum<"CmpKind", "how two elements are compared", [
    I32EnumCase<"EQ", 0, "eq">, I32EnumCase<"NE", 1, "ne">,
    I32EnumCase<"LT", 2, "lt">, I32EnumCase<"LE", 3, "le">,
    I32EnumCase<"GT", 4, "gt">, I32EnumCase<"GE", 5, "ge">]> {
  let cppNamespace = "::tilefoundry::hir";
}

class HIR_Attr<string name, string attrMnemonic, list<Trait> traits = []>
    : AttrDef<HIR_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
}

def HIR_DimAttr : HIR_Attr<"Dim", "dim"> {
  let summary = "a bounded symbolic extent";
  let description = [{
    `lo` inclusive, `hi` exclusive. One name has one interval in one function
    signature (ir.md 2.1).

    ```mlir
    #ctx = #hir.dim<"ctx", 1, 65537>
    ```
  }];
  let parameters = (ins StringRefParameter<>:$name, "int64_t":$lo, "int64_t":$hi);
  let assemblyFormat = "`<` $name `,` $lo `,` $hi `>`";
  let genVerifyDecl = 1;
}

def HIR_DimExprAttr : HIR_Attr<"DimExpr", "dim_expr"> {
  let summary = "an expression of dimensions";
  let description = [{
    The symbols of the map are the dims in order. With several results a leading
    `min` or `max` says how they combine (ir.md 2.1). `build` simplifies, folds
    constants and answers an integer or a plain dim where that is what is left.

    ```mlir
    #ctx = #hir.dim<"ctx", 1, 65537>
    #pages = #hir.dim_expr<affine_map<()[c] -> (c floordiv 4)>, [#ctx]>
    #window = #hir.dim_expr<min affine_map<()[c] -> (512, c)>, [#ctx]>
    ```
  }];
  let parameters = (ins "DimExprKind":$kind, "::mlir::AffineMap":$map,
                        ArrayRefParameter<"::mlir::Attribute">:$dims);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The canonical extent for an expression: an i64 `IntegerAttr`, a `DimAttr`
    /// or a `DimExprAttr`.
    static ::mlir::Attribute build(DimExprKind kind, ::mlir::AffineMap map,
                                   ::llvm::ArrayRef<::mlir::Attribute> dims);
  }];
}

def HIR_RangeAttr : HIR_Attr<"Range", "range"> {
  let summary = "the part of a dimension that a variant serves";
  let description = [{
    The extents `[lo, hi)` of the dimension of that name. The ranges of a prototype's
    variants divide the dimension's own interval without gap or overlap (ir.md 3).

    ```mlir
    #small = #hir.range<"ctx", 0, 4096>
    ```
  }];
  let parameters = (ins StringRefParameter<>:$name, "int64_t":$lo, "int64_t":$hi);
  let assemblyFormat = "`<` $name `,` $lo `,` $hi `>`";
  let genVerifyDecl = 1;
}

def HIR_LayoutAttr : HIR_Attr<"Layout", "layout"> {
  let summary = "shape and strides";
  let description = [{
    `#hir.layout<(2, 4, 3) : (12, 3, 1)>`; without strides they are not yet
    materialised; `#hir.layout<() : ()>` is a concrete rank-0 layout (ir.md 2.2).
  }];
  let parameters = (ins ArrayRefParameter<"::mlir::Attribute">:$shape,
                        ArrayRefParameter<"::mlir::Attribute">:$strides,
                        "bool":$materialised);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    int64_t getRank() const { return getShape().size(); }
    bool isStatic() const;
    static LayoutAttr get(::mlir::MLIRContext *context,
                          ::llvm::ArrayRef<int64_t> shape,
                          ::llvm::ArrayRef<int64_t> strides);
  }];
}

def HIR_ComposedAttr : HIR_Attr<"Composed", "composed"> {
  let summary = "coordinate -> outer -> + offset -> inner";
  let description = [{
    Shape and rank come from `outer`, or from `inner` where `outer` is `none`. A slice
    of a mesh or of a layout keeps its offset here (ir.md 2.2, 2.3).

    ```mlir
    #lastTwelve = #hir.composed<inner = none, offset = 120, outer = #hir.layout<(12) : (1)>>
    ```
  }];
  let parameters = (ins OptionalParameter<"::tilefoundry::hir::LayoutAttr">:$inner,
                        "int64_t":$offset,
                        OptionalParameter<"::tilefoundry::hir::LayoutAttr">:$outer);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def HIR_TopologyAttr : HIR_Attr<"Topology", "topology"> {
  let summary = "one parallel level and its extent";
  let description = [{
    The extent is an integer or a dimension; `?` is launch-provided (ir.md 2.3).
  }];
  let parameters = (ins StringRefParameter<>:$name,
                        OptionalParameter<"::mlir::Attribute">:$extent);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def HIR_MeshAttr : HIR_Attr<"Mesh", "mesh"> {
  let summary = "named axes over the positions of one or more levels";
  let description = [{
    ```mlir
    #m = #hir.mesh<[#hir.topology<"cta", 128>], #hir.layout<(16, 8) : (8, 1)>, ["head", "w"]>
    ```
    The positions are the image of the layout: static, positive, free of
    duplicates, inside the levels; a strict part is a slice with a composed layout
    (ir.md 2.3).
  }];
  let parameters = (ins ArrayRefParameter<"::tilefoundry::hir::TopologyAttr">:$levels,
                        "::mlir::Attribute":$layout,
                        ArrayRefParameter<"::mlir::StringAttr">:$axisNames);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    unsigned getRank() const { return getAxisNames().size(); }
    /// The axes' extents (`IntegerAttr` or a dimension).
    ::llvm::ArrayRef<::mlir::Attribute> getShape() const;
    /// Position of the axis of that name, or -1.
    int getAxisIndex(::llvm::StringRef name) const;
    bool isStatic() const;
  }];
}

def HIR_ShardAttr : HIR_Attr<"Shard", "shard"> {
  let summary = "how a value is distributed over a mesh";
  let description = [{
    The layout shape is the whole, unsharded domain; one entry per mesh axis says
    what the value is along it (ir.md 2.4).

    ```mlir
    #cta = #hir.mesh<[#hir.topology<"cta", 132>], #hir.layout<(132) : (1)>, ["t"]>
    #rows = #hir.shard<#hir.layout<(132, 128) : (128, 1)>, [split(0)], #cta>
    ```
    The parser also accepts `#hir.shard<[1, 1536 over (w, t)], #m>`.
  }];
  let parameters = (ins "::tilefoundry::hir::LayoutAttr":$layout,
                        ArrayRefParameter<"::tilefoundry::ShardEntry">:$entries,
                        "::tilefoundry::hir::MeshAttr":$mesh);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Whether some axis is split, partial or dynamic. A value that is only
    /// broadcast carries no layout at all.
    bool isReal() const;
    bool hasPartial() const;
  }];
}

def HIR_EncodingAttr : HIR_Attr<"Encoding", "encoding",
    [DeclareAttrInterfaceMethods<VerifiableTensorEncoding>]> {
  let summary = "where a tensor lives, its layout and its symbolic dimensions";
  let description = [{
    One type has one spelling: a tensor without encoding lives in `gmem`, is
    row-major and static; `layout` appears only where it says something else
    (ir.md 1).

    ```mlir
    #open = #hir.encoding<gmem, dims = [#hir.dim<"ctx", 1, 65537>]>
    ```
  }];
  let parameters = (ins "::tilefoundry::hir::Storage":$storage,
                        OptionalParameter<"::mlir::Attribute">:$layout,
                        OptionalArrayRefParameter<"::mlir::Attribute">:$dims);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def HIR_ResidenceAttr : HIR_Attr<"Residence", "residence"> {
  let summary = "what `reshard` asks for";
  let description = [{
    An absent storage is the source's, an absent layout row-major and unsharded.
  }];
  let parameters = (ins "::std::optional<::tilefoundry::hir::Storage>":$storage,
                        OptionalParameter<"::mlir::Attribute">:$layout);
  let hasCustomAssemblyFormat = 1;
}

def HIR_CudaAttr : HIR_Attr<"Cuda", "cuda"> {
  let summary = "a CUDA device and its architecture, by document ID";
  let description = [{
    Without an architecture, the one the device's document declares.

    ```mlir
    #target = #hir.cuda<device = "nvidia.h200_sxm">
    ```
  }];
  let parameters = (ins StringRefParameter<>:$device,
                        OptionalParameter<"::mlir::StringAttr">:$architecture);
  let hasCustomAssemblyFormat = 1;
}

def HIR_AmxAttr : HIR_Attr<"Amx", "amx"> {
  let summary = "an Apple AMX device and its architecture, by document ID";
  let description = [{
    `#hir.amx<>` is apple.amx on apple.m2_pro. A device alone brings the architecture
    that its document declares.

    ```mlir
    #target = #hir.amx<device = "apple.m2_pro">
    ```
  }];
  let parameters = (ins OptionalParameter<"::mlir::StringAttr">:$device,
                        OptionalParameter<"::mlir::StringAttr">:$architecture);
  let hasCustomAssemblyFormat = 1;
}

def HIR_CpuAttr : HIR_Attr<"Cpu", "cpu"> {
  let summary = "the CPU host";
  let description = [{
    The backend of host functions (target document 5), which has no hardware documents.

    ```mlir
    #target = #hir.cpu<>
    ```
  }];
  let parameters = (ins);
  let hasCustomAssemblyFormat = 1;
}

#endif // TILEFOUNDRY_DIALECT_HIR_HIRATTRIBUTES
