//===- Registry.h - hardware documents by exact ID --------------*- C++ -*-===//
//
// A registry is a value: `installed()` is the built-in set and never changes; a
// copy may be given documents of one's own for one run. There is no search
// path, no overlay and no partial document (target document 10.2).
//
//   HardwareSpecRegistry registry = HardwareSpecRegistry::installed();
//   if (Error e = registry.addCustomDocument("my_chip.toml")) ...
//   auto target = CudaTarget::create("acme.chip", std::nullopt, registry);
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_TARGET_HARDWARE_REGISTRY_H
#define TILEFOUNDRY_TARGET_HARDWARE_REGISTRY_H

#include "tilefoundry/Target/Hardware/Schema.h"

namespace tilefoundry {

using DocumentPtr = std::shared_ptr<const HardwareDocument>;

/// An architecture and a device that compose.
struct DocumentPair {
  DocumentPtr architecture;
  DocumentPtr device;
};

class HardwareSpecRegistry {
public:
  HardwareSpecRegistry() = default;

  /// The documents and schemas of every target package.
  static const HardwareSpecRegistry &installed();

  /// Registers a schema; a second one of that ID is an error.
  llvm::Error addSchema(HardwareSchema schema);

  /// Adds a document to the installed namespace, for a package's registration.
  llvm::Error addInstalledDocument(llvm::StringRef text, llvm::StringRef file);
  llvm::Error addInstalledDocument(HardwareDocument document);

  /// Adds a complete document of one's own from a file named by path. An ID
  /// that is installed is refused, and so is one that was already added.
  llvm::Error addCustomDocument(llvm::StringRef path);
  /// The same from text; `file` appears in diagnostics.
  llvm::Error addCustomText(llvm::StringRef text, llvm::StringRef file);

  /// The document of that exact ID.
  llvm::Expected<DocumentPtr> find(llvm::StringRef id) const;
  /// The same, of one kind and with one schema.
  llvm::Expected<DocumentPtr> find(llvm::StringRef id, DocumentKind kind,
                                   llvm::StringRef schema) const;
  const HardwareSchema *findSchema(llvm::StringRef id) const;

  /// The values of a document, by its own schema.
  llvm::Expected<FactValues> read(const HardwareDocument &document) const;

  bool isInstalled(llvm::StringRef id) const;
  /// Every document, sorted by ID.
  std::vector<DocumentPtr> getDocuments() const;
  /// Every pair that composes, sorted by device ID, then architecture ID.
  std::vector<DocumentPair> getPairs() const;

  /// Refuses a pair of which neither side names the other.
  static llvm::Error checkPair(const HardwareDocument &architecture,
                               const HardwareDocument &device);

  /// The one architecture a device document names; an error if it names none or
  /// several.
  static llvm::Expected<std::string>
  getOnlyArchitecture(const HardwareDocument &device);

private:
  struct Entry {
    DocumentPtr document;
    bool installed;
  };
  llvm::Error add(llvm::Expected<HardwareDocument> document, bool installed);
  std::string listIds(std::optional<DocumentKind> kind) const;

  std::map<std::string, std::shared_ptr<const HardwareSchema>, std::less<>>
      schemas;
  std::map<std::string, Entry, std::less<>> documents;
};

/// Adds every document compiled into this library whose schema begins with
/// `schemaPrefix`. Adding a chip to the installed set is adding its file.
llvm::Error addCompiledDocuments(HardwareSpecRegistry &registry,
                                 llvm::StringRef schemaPrefix);

/// A document compiled into the library.
struct CompiledDocument {
  llvm::StringLiteral file;
  llvm::StringLiteral text;
};
llvm::ArrayRef<CompiledDocument> compiledDocuments();

/// An installed document's ID, or a value supplied directly.
template <class T> class DocumentOr {
public:
  DocumentOr(const char *id) : id(id) {}
  DocumentOr(llvm::StringRef id) : id(id.str()) {}
  DocumentOr(const std::string &id) : id(id) {}
  DocumentOr(T value) : value(std::move(value)) {}

  /// The value, or null where an ID was given.
  const T *getValue() const { return value ? &*value : nullptr; }
  llvm::StringRef getId() const { return id; }

private:
  std::string id;
  std::optional<T> value;
};

/// One side of a target after resolution: the value and, where it was read from
/// a document, that document.
template <class T> struct Resolved {
  T value;
  DocumentPtr document;
};

} // namespace tilefoundry

#endif // TILEFOUNDRY_TARGET_HARDWARE_REGISTRY_H
