//===- HIRAttributes.cpp - targets, and what registers attributes ---------===//

#include "tilefoundry/Dialect/HIR/HIRAttributes.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "tilefoundry/Dialect/HIR/HIR.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tilefoundry;
using namespace tilefoundry::hir;

//===----------------------------------------------------------------------===//
// Targets
//===----------------------------------------------------------------------===//

/// Parses `key = "value", ...` in any order, each key at most once.
static ParseResult
parseDocumentIds(AsmParser &parser,
                 ArrayRef<std::pair<StringRef, StringAttr *>> fields) {
  if (parser.parseLess())
    return failure();
  if (succeeded(parser.parseOptionalGreater()))
    return success();
  do {
    SMLoc loc = parser.getCurrentLocation();
    StringRef key;
    if (parser.parseKeyword(&key))
      return failure();
    const auto *field =
        llvm::find_if(fields, [&](const auto &f) { return f.first == key; });
    if (field == fields.end() || *field->second)
      return parser.emitError(loc, "unexpected or repeated key '")
             << key << "' in a target";
    if (parser.parseEqual())
      return failure();
    loc = parser.getCurrentLocation();
    if (parser.parseAttribute(*field->second))
      return failure();
    if (field->second->getValue().empty())
      return parser.emitError(loc, "the ")
             << key << " of a target is empty; name one or leave it out";
  } while (succeeded(parser.parseOptionalComma()));
  return parser.parseGreater();
}

static void printDocumentIds(AsmPrinter &printer, StringAttr device,
                             StringAttr architecture) {
  printer << "<";
  if (device)
    printer << "device = " << device;
  if (architecture)
    printer << (device ? ", " : "") << "architecture = " << architecture;
  printer << ">";
}

Attribute CudaAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  StringAttr device, architecture;
  if (parseDocumentIds(parser,
                       {{"device", &device}, {"architecture", &architecture}}))
    return {};
  if (!device) {
    parser.emitError(loc, "a CUDA target names its device: "
                          "#hir.cuda<device = \"...\">");
    return {};
  }
  return CudaAttr::get(parser.getContext(), device.getValue(), architecture);
}

void CudaAttr::print(AsmPrinter &printer) const {
  printDocumentIds(printer, StringAttr::get(getContext(), getDevice()),
                   getArchitecture());
}

Attribute AmxAttr::parse(AsmParser &parser, Type) {
  StringAttr device, architecture;
  if (parseDocumentIds(parser,
                       {{"device", &device}, {"architecture", &architecture}}))
    return {};
  return AmxAttr::get(parser.getContext(), device, architecture);
}

void AmxAttr::print(AsmPrinter &printer) const {
  printDocumentIds(printer, getDevice(), getArchitecture());
}

Attribute CpuAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess() || parser.parseGreater())
    return {};
  return CpuAttr::get(parser.getContext());
}

void CpuAttr::print(AsmPrinter &printer) const { printer << "<>"; }

#include "tilefoundry/Dialect/HIR/HIREnums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "tilefoundry/Dialect/HIR/HIRAttributes.cpp.inc"

void HIRDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "tilefoundry/Dialect/HIR/HIRAttributes.cpp.inc"
      >();
}
