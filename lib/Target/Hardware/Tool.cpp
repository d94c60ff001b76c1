//===- Tool.cpp - the commands of tf-target -------------------------------===//

#include "tilefoundry/Target/Hardware/Tool.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace tilefoundry;

/// A document's own words on one line: whatever it holds, it cannot move the
/// cursor.
static std::string oneLine(llvm::StringRef text) {
  std::string result = text.str();
  for (char &c : result)
    if (static_cast<unsigned char>(c) < ' ' || c == 0x7f)
      c = ' ';
  return result;
}

/// The name both kinds of document state of themselves, where they do.
static std::string identityOf(const HardwareDocument &document) {
  if (const FactLeaf *leaf = document.findFact("identity.name"))
    if (leaf->isAvailable())
      if (const auto *name = std::get_if<std::string>(&*leaf->value))
        return oneLine(*name);
  return document.getId().str();
}

/// Rows of text in aligned columns, two spaces between; the last one is ragged.
static void printTable(const std::vector<std::vector<std::string>> &rows,
                       llvm::raw_ostream &os) {
  std::vector<size_t> widths;
  for (const std::vector<std::string> &row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], row[i].size());
  }
  for (const std::vector<std::string> &row : rows) {
    for (size_t i = 0; i + 1 < row.size(); ++i)
      os << llvm::left_justify(row[i], widths[i]) << "  ";
    os << (row.empty() ? "" : row.back()) << "\n";
  }
}

void tilefoundry::printHardwareList(const HardwareSpecRegistry &registry,
                                    llvm::raw_ostream &os) {
  std::vector<std::vector<std::string>> rows;
  for (const DocumentPair &pair : registry.getPairs())
    rows.push_back({identityOf(*pair.device), pair.architecture->getId().str(),
                    pair.device->getId().str()});
  printTable(rows, os);
}

static void printFacts(const HardwareDocument &document,
                       llvm::raw_ostream &os) {
  for (const auto &[path, leaf] : document.getFacts()) {
    os << "  " << path << " ";
    if (!leaf.isAvailable()) {
      os << "is unavailable\n    conditions: " << oneLine(leaf.conditions)
         << "\n";
      continue;
    }
    os << "= " << oneLine(formatFactValue(*leaf.value)) << " " << leaf.unit
       << "\n";
    os << "    origin:     " << factOriginName(*leaf.origin) << "\n";
    if (!leaf.source.empty())
      os << "    source:     " << oneLine(leaf.source) << "\n";
    if (!leaf.conditions.empty())
      os << "    conditions: " << oneLine(leaf.conditions) << "\n";
  }
}

static std::vector<std::string> headOf(const HardwareDocument &document) {
  return {documentKindName(document.getKind()).str(), document.getId().str(),
          document.getDigest().str()};
}

llvm::Error tilefoundry::printHardware(const HardwareSpecRegistry &registry,
                                       llvm::StringRef id,
                                       llvm::raw_ostream &os) {
  llvm::Expected<DocumentPtr> asked = registry.find(id);
  if (!asked)
    return asked.takeError();
  std::vector<DocumentPtr> shown;
  std::vector<std::string> others;
  for (const DocumentPair &pair : registry.getPairs()) {
    if (pair.device->getId() == id)
      shown.push_back(pair.architecture);
    if (pair.architecture->getId() == id)
      others.push_back(pair.device->getId().str());
  }
  shown.push_back(*asked);

  std::vector<std::vector<std::string>> heads;
  for (const DocumentPtr &document : shown)
    heads.push_back(headOf(*document));
  printTable(heads, os);
  if (!others.empty())
    os << "devices of this architecture: " << llvm::join(others, ", ") << "\n";
  for (const DocumentPtr &document : shown) {
    os << "\n"
       << documentKindName(document->getKind()) << " " << document->getId()
       << " (" << document->getSchema() << ", " << document->getFile() << ")\n";
    printFacts(*document, os);
  }
  return llvm::Error::success();
}

llvm::Error
tilefoundry::checkHardwareFiles(const HardwareSpecRegistry &registry,
                                llvm::ArrayRef<std::string> files,
                                llvm::raw_ostream &os) {
  // One registry for all, so that two files that claim one ID are found.
  HardwareSpecRegistry scratch = registry;
  llvm::Error failures = llvm::Error::success();
  std::vector<std::vector<std::string>> rows;
  for (const std::string &file : files) {
    if (llvm::Error error = scratch.addCustomDocument(file)) {
      failures = llvm::joinErrors(std::move(failures), std::move(error));
      continue;
    }
    std::vector<DocumentPtr> known = scratch.getDocuments();
    const DocumentPtr &document = *llvm::find_if(
        known, [&](const DocumentPtr &it) { return it->getFile() == file; });
    std::vector<std::string> row = {file + ":"};
    llvm::append_range(row, headOf(*document));
    rows.push_back(std::move(row));
  }
  printTable(rows, os);
  return failures;
}
