//===- OpSyntax.cpp - custom pieces of assembly formats -------------------===//

#include "OpSyntax.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "tilefoundry/Dialect/HIR/HIRAttributes.h"

using namespace mlir;
using namespace tilefoundry;
using namespace tilefoundry::hir;

ParseResult hir::parseKeyword(OpAsmParser &parser, StringAttr &keyword) {
  StringRef text;
  if (parser.parseKeyword(&text))
    return failure();
  keyword = parser.getBuilder().getStringAttr(text);
  return success();
}

void hir::printKeyword(OpAsmPrinter &printer, Operation *, StringAttr keyword) {
  printer << keyword.getValue();
}

ParseResult hir::parseExtentAttr(OpAsmParser &parser, Attribute &extent) {
  return parseExtent(parser, extent);
}

void hir::printExtentAttr(OpAsmPrinter &printer, Operation *,
                          Attribute extent) {
  printExtent(printer, extent);
}

ParseResult hir::parseExtents(OpAsmParser &parser, ArrayAttr &extents) {
  SmallVector<Attribute> values;
  if (parseExtentList(parser, values, AsmParser::Delimiter::Square))
    return failure();
  extents = parser.getBuilder().getArrayAttr(values);
  return success();
}

void hir::printExtents(OpAsmPrinter &printer, Operation *, ArrayAttr extents) {
  printer << "[";
  printExtents(printer, extents.getValue());
  printer << "]";
}

ParseResult hir::parseDynamicIndices(
    OpAsmParser &parser,
    SmallVectorImpl<OpAsmParser::UnresolvedOperand> &values,
    DenseI64ArrayAttr &integers) {
  SmallVector<int64_t> numbers;
  auto parseElement = [&]() -> ParseResult {
    OpAsmParser::UnresolvedOperand value;
    OptionalParseResult operand = parser.parseOptionalOperand(value);
    if (operand.has_value()) {
      values.push_back(value);
      numbers.push_back(ShapedType::kDynamic);
      return *operand;
    }
    return parser.parseInteger(numbers.emplace_back());
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                     parseElement))
    return failure();
  integers = parser.getBuilder().getDenseI64ArrayAttr(numbers);
  return success();
}

void hir::printDynamicIndices(OpAsmPrinter &printer, Operation *,
                              OperandRange values, DenseI64ArrayAttr integers) {
  printer << "[";
  unsigned next = 0;
  llvm::interleaveComma(integers.asArrayRef(), printer, [&](int64_t number) {
    if (ShapedType::isDynamic(number) && next < values.size())
      printer << values[next++];
    else
      printer << number;
  });
  printer << "]";
}
