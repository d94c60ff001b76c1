//===- TargetAttrInterface.td - an attribute that names a machine -*- tablegen -*-===//

#ifndef TILEFOUNDRY_INTERFACES_TARGETATTRINTERFACE
#define TILEFOUNDRY_INTERFACES_TARGETATTRINTERFACE

include "mlir/IR/OpBase.td"

def TargetAttrInterface : AttrInterface<"TargetAttrInterface"> {
  let cppNamespace = "::tilefoundry";
  let description = [{
    An attribute that stands for a target on a module (ir.md 3). The Target room
    attaches the models of the dialect's own attributes; another package's target
    attribute implements the interface itself.
  }];
  let methods = [
    InterfaceMethod<[{
        The target this attribute names. The error says which document is missing,
        malformed or incompatible.
      }], "::llvm::Expected<::std::shared_ptr<const ::tilefoundry::Target>>",
      "resolveTarget">
  ];
}

#endif // TILEFOUNDRY_INTERFACES_TARGETATTRINTERFACE
