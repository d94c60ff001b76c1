//===- Document.h - one hardware document as data ---------------*- C++ -*-===//
//
// The envelope and the facts of one document (target document 10.1), checked
// for everything that holds whatever the schema: a fact carries a value with
// its evidence, or an explicit absence with its reason.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_TARGET_HARDWARE_DOCUMENT_H
#define TILEFOUNDRY_TARGET_HARDWARE_DOCUMENT_H

#include "tilefoundry/Target/Hardware/HardwareError.h"
#include "tilefoundry/Target/Target.h"
#include <map>
#include <variant>
#include <vector>

namespace tilefoundry {

enum class DocumentKind { Architecture, Device };

/// "architecture" or "device".
llvm::StringRef documentKindName(DocumentKind kind);

/// How a value was obtained.
enum class FactOrigin { Vendor, Measured, Reference, Derived, Estimated };

llvm::StringRef factOriginName(FactOrigin origin);
std::optional<FactOrigin> parseFactOrigin(llvm::StringRef name);

/// A TOML value no schema admits (a fraction, a boolean, a date, ...), kept so
/// that the schema can say what it found.
struct ForeignValue {
  std::string what;
};

using FactValue =
    std::variant<int64_t, std::string, std::vector<std::string>, ForeignValue>;

/// The value as a person would write it: `132`, `"sm_90"`, `["f32", "f16"]`.
std::string formatFactValue(const FactValue &value);

/// One leaf of the fact tree.
struct FactLeaf {
  /// Absent for a fact recorded as unavailable.
  std::optional<FactValue> value;
  std::string unit;
  std::optional<FactOrigin> origin;
  std::string source;
  std::string conditions;
  unsigned line = 0;

  bool isAvailable() const { return value.has_value(); }
};

/// One parsed document. A value; immutable once parsed.
class HardwareDocument {
public:
  /// Parses `text`. `file` appears in diagnostics only.
  static llvm::Expected<HardwareDocument> parse(llvm::StringRef text,
                                                llvm::StringRef file);
  /// Reads and parses one file.
  static llvm::Expected<HardwareDocument> load(llvm::StringRef path);

  llvm::StringRef getFile() const { return file; }
  llvm::StringRef getSchema() const { return schema; }
  DocumentKind getKind() const { return kind; }
  llvm::StringRef getId() const { return id; }
  /// The IDs of the other side that this document says it goes with.
  const std::vector<std::string> &getCompatible() const { return compatible; }
  /// Every leaf by its path below `facts`, sorted by path.
  const std::map<std::string, FactLeaf> &getFacts() const { return facts; }
  const FactLeaf *findFact(llvm::StringRef path) const;

  /// "sha256:<hex>" of the envelope, the compatibility and every leaf with its
  /// evidence. Comments and layout of the file do not enter.
  llvm::StringRef getDigest() const { return digest; }
  ResourceDocument getResource() const { return {id, digest}; }

  /// The location of a fact; of the nearest table around it where it is not
  /// declared.
  DocumentLocation locate(llvm::StringRef path) const;
  /// The location of `[spec]`.
  DocumentLocation locate() const { return {file, specLine, ""}; }

private:
  friend class DocumentReader;
  HardwareDocument() = default;

  std::string file, schema, id, digest;
  DocumentKind kind = DocumentKind::Architecture;
  unsigned specLine = 0;
  std::vector<std::string> compatible;
  std::map<std::string, FactLeaf> facts;
  std::map<std::string, unsigned> tableLines;
};

/// The digest of a document's content, as `HardwareDocument::getDigest` holds
/// it.
std::string computeDocumentDigest(const HardwareDocument &document);

} // namespace tilefoundry

#endif // TILEFOUNDRY_TARGET_HARDWARE_DOCUMENT_H
