//===- PrintedView.h - the one printer pass ---------------------*- C++ -*-===//
//
// Prints a view once, without record attributes, and answers where each op
// stands and how each value and type is spelled there. Labels are never
// recovered from text.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_LIB_REPORT_PRINTEDVIEW_H
#define TILEFOUNDRY_LIB_REPORT_PRINTEDVIEW_H

#include "mlir/IR/AsmState.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "tilefoundry/Analysis/Record.h"
#include <string>

namespace tilefoundry {

/// How each op of `from` is found in a clone of it: both are walked side by
/// side.
llvm::DenseMap<mlir::Operation *, mlir::Operation *>
matchClone(mlir::Operation *from, mlir::Operation *clone);

/// The flags every printing of a view uses.
mlir::OpPrintingFlags viewPrintingFlags();

class PrintedView {
public:
  /// `types` are the record types whose attributes do not show. `view` is not
  /// changed: a view that carries any is cloned.
  PrintedView(mlir::ModuleOp view, llvm::ArrayRef<const RecordType *> types);

  /// The printed module, ending in a newline; may be called once.
  std::string takeText() { return std::move(text); }
  /// The line of the op's statement, from 1; 0 for an op of another view.
  unsigned getLine(mlir::Operation *op) const;
  /// Without the `%`.
  std::string getName(mlir::Value value);
  /// The answer lives as long as the view.
  llvm::StringRef getType(mlir::Type type);

private:
  mlir::Operation *printed(mlir::Operation *op) const;

  mlir::OwningOpRef<mlir::ModuleOp> clone;
  llvm::DenseMap<mlir::Operation *, mlir::Operation *> toClone;
  mlir::AsmState::LocationMap locations;
  std::unique_ptr<mlir::AsmState> state;
  std::string text;
  llvm::DenseMap<mlir::Type, std::string> types;
};

} // namespace tilefoundry

#endif // TILEFOUNDRY_LIB_REPORT_PRINTEDVIEW_H
