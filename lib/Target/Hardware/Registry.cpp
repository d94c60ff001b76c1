//===- Registry.cpp - documents and schemas by exact ID -------------------===//

#include "tilefoundry/Target/Hardware/Registry.h"
#include "tilefoundry/Target/Packages.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace tilefoundry;

const HardwareSpecRegistry &HardwareSpecRegistry::installed() {
  static const HardwareSpecRegistry *registry = [] {
    auto *result = new HardwareSpecRegistry;
    // Checked when each package was registered; the project's own are compiled
    // in and checked by its tests.
    for (const TargetPackage &package : targetPackages())
      llvm::cantFail(package.registerHardware(*result));
    return result;
  }();
  return *registry;
}

llvm::Error HardwareSpecRegistry::addSchema(HardwareSchema schema) {
  std::string id = schema.id;
  if (schemas
          .try_emplace(
              id, std::make_shared<const HardwareSchema>(std::move(schema)))
          .second)
    return llvm::Error::success();
  return hardwareError(HardwareErrorKind::DuplicateRegistration, {},
                       "the schema '" + id + "' is registered already");
}

llvm::Error HardwareSpecRegistry::addInstalledDocument(llvm::StringRef text,
                                                       llvm::StringRef file) {
  return add(HardwareDocument::parse(text, file), /*installed=*/true);
}

llvm::Error
HardwareSpecRegistry::addInstalledDocument(HardwareDocument document) {
  return add(std::move(document), /*installed=*/true);
}

llvm::Error HardwareSpecRegistry::addCustomDocument(llvm::StringRef path) {
  return add(HardwareDocument::load(path), /*installed=*/false);
}

llvm::Error HardwareSpecRegistry::addCustomText(llvm::StringRef text,
                                                llvm::StringRef file) {
  return add(HardwareDocument::parse(text, file), /*installed=*/false);
}

llvm::Error HardwareSpecRegistry::add(llvm::Expected<HardwareDocument> document,
                                      bool installed) {
  if (!document)
    return document.takeError();
  auto known = documents.find(document->getId());
  if (known != documents.end()) {
    bool shadows = known->second.installed && !installed;
    return hardwareError(
        shadows ? HardwareErrorKind::InstalledId
                : HardwareErrorKind::DuplicateRegistration,
        document->locate(),
        "the ID '" + document->getId() + "' is " +
            (shadows ? "installed"
                     : "taken by " + known->second.document->getFile()) +
            (shadows ? " and cannot be replaced; give the document an ID of "
                       "its own"
                     : "; an ID names one document"));
  }
  if (llvm::Expected<FactValues> values = read(*document); !values)
    return values.takeError();
  std::string id = document->getId().str();
  documents.emplace(
      id, Entry{std::make_shared<const HardwareDocument>(std::move(*document)),
                installed});
  return llvm::Error::success();
}

const HardwareSchema *
HardwareSpecRegistry::findSchema(llvm::StringRef id) const {
  auto it = schemas.find(id);
  return it == schemas.end() ? nullptr : it->second.get();
}

llvm::Expected<FactValues>
HardwareSpecRegistry::read(const HardwareDocument &document) const {
  if (const HardwareSchema *schema = findSchema(document.getSchema()))
    return readFacts(*schema, document);
  std::vector<llvm::StringRef> known;
  for (const auto &entry : schemas)
    known.push_back(entry.first);
  return hardwareError(HardwareErrorKind::UnknownSchema, document.locate(),
                       "no package registers the schema '" +
                           document.getSchema() + "'; there are '" +
                           llvm::join(known, "', '") + "'");
}

std::string
HardwareSpecRegistry::listIds(std::optional<DocumentKind> kind) const {
  std::vector<llvm::StringRef> ids;
  for (const auto &[id, entry] : documents)
    if (!kind || entry.document->getKind() == *kind)
      ids.push_back(id);
  return ids.empty() ? std::string("none") : llvm::join(ids, ", ");
}

llvm::Expected<DocumentPtr>
HardwareSpecRegistry::find(llvm::StringRef id) const {
  auto it = documents.find(id);
  if (it != documents.end())
    return it->second.document;
  return hardwareError(HardwareErrorKind::UnknownId, {},
                       "no document has the ID '" + id + "'; there are " +
                           listIds(std::nullopt));
}

llvm::Expected<DocumentPtr>
HardwareSpecRegistry::find(llvm::StringRef id, DocumentKind kind,
                           llvm::StringRef schema) const {
  auto it = documents.find(id);
  if (it == documents.end())
    return hardwareError(HardwareErrorKind::UnknownId, {},
                         "no " + documentKindName(kind) +
                             " document has the ID '" + id + "'; there are " +
                             listIds(kind));
  const DocumentPtr &document = it->second.document;
  if (document->getKind() != kind)
    return hardwareError(HardwareErrorKind::WrongDocument, document->locate(),
                         "'" + id + "' is a document of kind '" +
                             documentKindName(document->getKind()) +
                             "', wanted one of kind '" +
                             documentKindName(kind) + "': " + listIds(kind));
  if (document->getSchema() != schema)
    return hardwareError(HardwareErrorKind::WrongDocument, document->locate(),
                         "'" + id + "' has the schema '" +
                             document->getSchema() + "', wanted '" + schema +
                             "'");
  return document;
}

bool HardwareSpecRegistry::isInstalled(llvm::StringRef id) const {
  auto it = documents.find(id);
  return it != documents.end() && it->second.installed;
}

std::vector<DocumentPtr> HardwareSpecRegistry::getDocuments() const {
  std::vector<DocumentPtr> result;
  for (const auto &entry : documents)
    result.push_back(entry.second.document);
  return result;
}

/// Whether at least one side names the other. Nothing else makes a pair.
static bool isDeclaredPair(const HardwareDocument &architecture,
                           const HardwareDocument &device) {
  return llvm::is_contained(architecture.getCompatible(), device.getId()) ||
         llvm::is_contained(device.getCompatible(), architecture.getId());
}

std::vector<DocumentPair> HardwareSpecRegistry::getPairs() const {
  std::vector<DocumentPair> pairs;
  for (const auto &[deviceId, device] : documents) {
    if (device.document->getKind() != DocumentKind::Device)
      continue;
    for (const auto &[architectureId, architecture] : documents)
      if (architecture.document->getKind() == DocumentKind::Architecture &&
          isDeclaredPair(*architecture.document, *device.document))
        pairs.push_back({architecture.document, device.document});
  }
  return pairs;
}

llvm::Error
HardwareSpecRegistry::checkPair(const HardwareDocument &architecture,
                                const HardwareDocument &device) {
  if (isDeclaredPair(architecture, device))
    return llvm::Error::success();
  auto list = [](const HardwareDocument &document) {
    return document.getCompatible().empty()
               ? std::string("none")
               : llvm::join(document.getCompatible(), ", ");
  };
  return hardwareError(
      HardwareErrorKind::IncompatiblePair, device.locate(),
      "architecture '" + architecture.getId() + "' and device '" +
          device.getId() +
          "' do not compose: neither document names the other (the "
          "architecture names the devices " +
          list(architecture) + "; the device names the architectures " +
          list(device) + ")");
}

llvm::Expected<std::string>
HardwareSpecRegistry::getOnlyArchitecture(const HardwareDocument &device) {
  const std::vector<std::string> &named = device.getCompatible();
  if (named.size() == 1)
    return named.front();
  return hardwareError(
      HardwareErrorKind::AmbiguousArchitecture, device.locate(),
      "device '" + device.getId() + "' names " +
          (named.empty() ? std::string("no architecture")
                         : "the architectures " + llvm::join(named, ", ")) +
          "; state which one to compile for");
}

/// The compiled documents, each parsed once however many packages look for
/// theirs.
static llvm::Expected<std::vector<HardwareDocument>> parseCompiledDocuments() {
  std::vector<HardwareDocument> documents;
  documents.reserve(compiledDocuments().size());
  for (const CompiledDocument &compiled : compiledDocuments()) {
    llvm::Expected<HardwareDocument> document =
        HardwareDocument::parse(compiled.text, compiled.file);
    if (!document)
      return document.takeError();
    documents.push_back(std::move(*document));
  }
  return documents;
}

llvm::Error tilefoundry::addCompiledDocuments(HardwareSpecRegistry &registry,
                                              llvm::StringRef schemaPrefix) {
  // What is compiled in parses: the project's tests read every one.
  static const std::vector<HardwareDocument> documents =
      llvm::cantFail(parseCompiledDocuments());
  for (const HardwareDocument &document : documents)
    if (document.getSchema().starts_with(schemaPrefix))
      if (llvm::Error error = registry.addInstalledDocument(document))
        return error;
  return llvm::Error::success();
}
