//===- HardwareError.h - one diagnostic per kind of failure -----*- C++ -*-===//
//
// Every way a hardware document or a resolution can fail has its own kind
// (target document 10.2), and says where: file, line and fact path.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_TARGET_HARDWARE_HARDWAREERROR_H
#define TILEFOUNDRY_TARGET_HARDWARE_HARDWAREERROR_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <string>

namespace tilefoundry {

enum class HardwareErrorKind {
  /// The file cannot be read.
  UnreadableFile,
  /// The text is not TOML.
  Syntax,
  /// `[spec]`, `[compatibility]` or the top level is not as specified.
  MalformedEnvelope,
  /// A fact's evidence or shape is not as specified, whatever the schema.
  MalformedFact,
  /// A leaf the schema does not model.
  UnmodelledFact,
  /// A leaf the schema models and the document does not declare.
  MissingFact,
  /// A declared leaf whose value is not of the schema's type or range.
  WrongValue,
  /// A unit that does not measure the fact's quantity.
  WrongUnit,
  /// Facts that contradict one another.
  BrokenInvariant,
  UnknownSchema,
  UnknownId,
  /// A document that is there but is of another kind or schema than was asked
  /// for.
  WrongDocument,
  DuplicateRegistration,
  /// A document of one's own that claims an installed ID.
  InstalledId,
  IncompatiblePair,
  /// A device whose document does not name exactly one architecture.
  AmbiguousArchitecture,
  /// A value that states no document where one is needed.
  MissingArchitecture
};

/// "unmodelled fact", "wrong unit", ...
llvm::StringRef hardwareErrorKindName(HardwareErrorKind kind);

/// Where in a document something is said; any part may be absent.
struct DocumentLocation {
  std::string file;
  unsigned line = 0;
  /// Path below `facts`, with dots.
  std::string fact;
};

class HardwareError : public llvm::ErrorInfo<HardwareError> {
public:
  static char ID;

  HardwareError(HardwareErrorKind kind, DocumentLocation location,
                std::string message)
      : kind(kind), location(std::move(location)), message(std::move(message)) {
  }

  HardwareErrorKind getKind() const { return kind; }
  const DocumentLocation &getLocation() const { return location; }
  llvm::StringRef getText() const { return message; }

  /// `FILE:LINE: KIND: fact 'PATH': MESSAGE`.
  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }

private:
  HardwareErrorKind kind;
  DocumentLocation location;
  std::string message;
};

llvm::Error hardwareError(HardwareErrorKind kind, DocumentLocation location,
                          const llvm::Twine &message);

} // namespace tilefoundry

#endif // TILEFOUNDRY_TARGET_HARDWARE_HARDWAREERROR_H
