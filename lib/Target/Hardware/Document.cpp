//===- Document.cpp - names, locations and the digest of a document -------===//

#include "tilefoundry/Target/Hardware/Document.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SHA256.h"

using namespace tilefoundry;

llvm::StringRef tilefoundry::documentKindName(DocumentKind kind) {
  return kind == DocumentKind::Architecture ? "architecture" : "device";
}

static constexpr std::pair<FactOrigin, llvm::StringLiteral> originNames[] = {
    {FactOrigin::Vendor, "vendor"},       {FactOrigin::Measured, "measured"},
    {FactOrigin::Reference, "reference"}, {FactOrigin::Derived, "derived"},
    {FactOrigin::Estimated, "estimated"},
};

llvm::StringRef tilefoundry::factOriginName(FactOrigin origin) {
  return originNames[static_cast<size_t>(origin)].second;
}

std::optional<FactOrigin> tilefoundry::parseFactOrigin(llvm::StringRef name) {
  for (const auto &entry : originNames)
    if (entry.second == name)
      return entry.first;
  return std::nullopt;
}

std::string tilefoundry::formatFactValue(const FactValue &value) {
  if (const auto *integer = std::get_if<int64_t>(&value))
    return std::to_string(*integer);
  if (const auto *name = std::get_if<std::string>(&value))
    return "\"" + *name + "\"";
  if (const auto *names = std::get_if<std::vector<std::string>>(&value))
    return names->empty() ? "[]" : "[\"" + llvm::join(*names, "\", \"") + "\"]";
  return std::get<ForeignValue>(value).what;
}

const FactLeaf *HardwareDocument::findFact(llvm::StringRef path) const {
  auto it = facts.find(path.str());
  return it == facts.end() ? nullptr : &it->second;
}

DocumentLocation HardwareDocument::locate(llvm::StringRef path) const {
  DocumentLocation location{file, specLine, path.str()};
  if (const FactLeaf *leaf = findFact(path)) {
    location.line = leaf->line;
    return location;
  }
  for (llvm::StringRef table = path;;) {
    auto it = tableLines.find(table.str());
    if (it != tableLines.end()) {
      location.line = it->second;
      return location;
    }
    if (table.empty())
      return location;
    table = table.contains('.') ? table.rsplit('.').first : "";
  }
}

namespace {
/// Feeds a digest with text whose boundaries cannot be confused: every string
/// goes in with its length.
class Digester {
public:
  void add(llvm::StringRef text) {
    hash.update(std::to_string(text.size()) + ":");
    hash.update(text);
  }
  void add(const std::vector<std::string> &list) {
    add("list " + std::to_string(list.size()));
    for (const std::string &item : list)
      add(item);
  }
  std::string finish() {
    return "sha256:" + llvm::toHex(hash.final(), /*LowerCase=*/true);
  }

private:
  llvm::SHA256 hash;
};
} // namespace

static void addLeaf(Digester &digester, const FactLeaf &leaf) {
  if (!leaf.value) {
    digester.add("unavailable");
  } else if (const auto *names =
                 std::get_if<std::vector<std::string>>(&*leaf.value)) {
    digester.add(*names);
  } else {
    digester.add(std::holds_alternative<std::string>(*leaf.value) ? "name"
                                                                  : "number");
    digester.add(formatFactValue(*leaf.value));
  }
  digester.add(leaf.unit);
  digester.add(leaf.origin ? factOriginName(*leaf.origin) : "");
  digester.add(leaf.source);
  digester.add(leaf.conditions);
}

std::string
tilefoundry::computeDocumentDigest(const HardwareDocument &document) {
  Digester digester;
  digester.add(document.getSchema());
  digester.add(documentKindName(document.getKind()));
  digester.add(document.getId());
  digester.add(document.getCompatible());
  for (const auto &[path, leaf] : document.getFacts()) {
    digester.add(path);
    addLeaf(digester, leaf);
  }
  return digester.finish();
}

/// Far above any real document; keeps a wrong path from filling memory.
static constexpr uint64_t maximumFileSize = 1 << 20;

llvm::Expected<HardwareDocument> HardwareDocument::load(llvm::StringRef path) {
  auto unreadable = [&](const llvm::Twine &why) {
    return hardwareError(HardwareErrorKind::UnreadableFile, {path.str(), 0, ""},
                         why);
  };
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!buffer)
    return unreadable("cannot read the document: " +
                      buffer.getError().message());
  if ((*buffer)->getBufferSize() > maximumFileSize)
    return unreadable("is " + llvm::Twine((*buffer)->getBufferSize()) +
                      " bytes; a hardware document is at most " +
                      llvm::Twine(maximumFileSize));
  return parse((*buffer)->getBuffer(), path);
}
