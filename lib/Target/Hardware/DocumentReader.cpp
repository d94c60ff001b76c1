//===- DocumentReader.cpp - from TOML text to a document ------------------===//
//
// The only file that knows the TOML library. It checks what holds for every
// document, whatever its schema (target document 10.1).
//
//===----------------------------------------------------------------------===//

#include "Toml.h"
#include "tilefoundry/Target/Hardware/Document.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace tilefoundry;

static llvm::StringRef ref(std::string_view text) {
  return llvm::StringRef(text.data(), text.size());
}

static unsigned lineOf(const toml::node &node) {
  return static_cast<unsigned>(node.source().begin.line);
}

static std::string describeFraction(double value) {
  std::string text;
  llvm::raw_string_ostream(text)
      << "the fraction " << llvm::format("%g", value);
  return text;
}

/// What a node is, for a person.
static std::string describe(const toml::node &node) {
  switch (node.type()) {
  case toml::node_type::table:
    return "a table";
  case toml::node_type::array:
    return "a list";
  case toml::node_type::string:
    return "the string '" + node.as_string()->get() + "'";
  case toml::node_type::integer:
    return "the integer " + std::to_string(node.as_integer()->get());
  case toml::node_type::floating_point:
    return describeFraction(node.as_floating_point()->get());
  case toml::node_type::boolean:
    return node.as_boolean()->get() ? "the boolean true" : "the boolean false";
  default:
    return "a date or time";
  }
}

/// IDs and schemas name things in diagnostics and options; key segments are
/// joined with dots. Neither may hold anything that would make that ambiguous.
static bool isPlainName(llvm::StringRef name, llvm::StringRef extra) {
  return !name.empty() && llvm::all_of(name, [&](char c) {
    return llvm::isAlnum(c) || c == '_' || c == '-' || extra.contains(c);
  });
}

namespace tilefoundry {

class DocumentReader {
public:
  explicit DocumentReader(llvm::StringRef file) { document.file = file.str(); }

  llvm::Expected<HardwareDocument> read(const toml::table &root);

private:
  llvm::Error envelope(unsigned line, const llvm::Twine &message) {
    return hardwareError(HardwareErrorKind::MalformedEnvelope,
                         {document.file, line, ""}, message);
  }
  llvm::Error fact(unsigned line, llvm::StringRef path,
                   const llvm::Twine &message) {
    return hardwareError(HardwareErrorKind::MalformedFact,
                         {document.file, line, path.str()}, message);
  }

  llvm::Error readTopLevel(const toml::table &root);
  llvm::Error readSpec(const toml::table &spec);
  llvm::Error readCompatibility(const toml::table &table);
  llvm::Error readNamespace(const toml::table &table, const std::string &path);
  llvm::Error readLeaf(const toml::table &table, const std::string &path);
  llvm::Error readText(const toml::table &table, llvm::StringRef key,
                       const std::string &path, std::string &text);
  llvm::Error readValue(const toml::node &node, const std::string &path,
                        FactLeaf &leaf);
  llvm::Error checkAvailable(const toml::table &table, const std::string &path,
                             const FactLeaf &leaf);
  llvm::Error checkUnavailable(const toml::table &table,
                               const std::string &path, const FactLeaf &leaf);

  HardwareDocument document;
};

} // namespace tilefoundry

llvm::Error DocumentReader::readTopLevel(const toml::table &root) {
  static constexpr llvm::StringLiteral tables[] = {"spec", "compatibility",
                                                   "facts"};
  for (const auto &[key, node] : root) {
    if (!llvm::is_contained(tables, ref(key.str())))
      return envelope(lineOf(node),
                      "unknown top-level key '" + ref(key.str()) +
                          "'; a document has the tables 'spec', "
                          "'compatibility' and 'facts' and nothing else");
    if (!node.is_table())
      return envelope(lineOf(node), "'" + ref(key.str()) +
                                        "' must be a table, found " +
                                        describe(node));
  }
  for (llvm::StringRef name : tables)
    if (!root.contains(std::string_view(name.data(), name.size())))
      return envelope(1, "the table [" + name + "] is missing");
  return llvm::Error::success();
}

llvm::Error DocumentReader::readSpec(const toml::table &spec) {
  document.specLine = lineOf(spec);
  std::string kind;
  const std::pair<llvm::StringLiteral, std::string *> keys[] = {
      {"schema", &document.schema}, {"kind", &kind}, {"id", &document.id}};
  for (const auto &[key, node] : spec) {
    llvm::StringRef name = ref(key.str());
    const auto *entry = llvm::find_if(
        keys, [&](const auto &known) { return known.first == name; });
    if (entry == std::end(keys))
      return envelope(lineOf(node), "unknown envelope key '" + ref(key.str()) +
                                        "'; [spec] has exactly 'schema', "
                                        "'kind' and 'id'");
    if (!node.is_string())
      return envelope(lineOf(node), "'" + ref(key.str()) +
                                        "' must be a string, found " +
                                        describe(node));
    *entry->second = node.as_string()->get();
    if (!isPlainName(*entry->second, "./"))
      return envelope(lineOf(node),
                      "'" + ref(key.str()) + "' is '" + *entry->second +
                          "'; it must be made of letters, digits, '_', '-', "
                          "'.' and '/'");
  }
  for (const auto &[key, text] : keys)
    if (text->empty())
      return envelope(lineOf(spec), "'" + key + "' is missing from [spec]");
  if (kind == "architecture")
    document.kind = DocumentKind::Architecture;
  else if (kind == "device")
    document.kind = DocumentKind::Device;
  else
    return envelope(lineOf(*spec.get("kind")),
                    "kind is '" + kind +
                        "'; it must be 'architecture' or 'device'");
  return llvm::Error::success();
}

llvm::Error DocumentReader::readCompatibility(const toml::table &table) {
  llvm::StringRef wanted =
      document.kind == DocumentKind::Architecture ? "devices" : "architectures";
  llvm::StringRef kind = documentKindName(document.kind);
  for (const auto &[key, node] : table)
    if (ref(key.str()) != wanted)
      return envelope(lineOf(node), "unknown compatibility key '" +
                                        ref(key.str()) +
                                        "'; a document of kind '" + kind +
                                        "' declares '" + wanted + "'");
  const toml::node *node =
      table.get(std::string_view(wanted.data(), wanted.size()));
  if (!node)
    return envelope(lineOf(table), "[compatibility] does not declare '" +
                                       wanted + "'; a document of kind '" +
                                       kind + "' must, even as an empty list");
  const toml::array *list = node->as_array();
  if (!list)
    return envelope(lineOf(*node), "'" + wanted +
                                       "' must be a list of IDs, found " +
                                       describe(*node));
  for (const toml::node &item : *list) {
    if (!item.is_string() || !isPlainName(item.as_string()->get(), "."))
      return envelope(lineOf(item), "'" + wanted +
                                        "' must hold IDs only, found " +
                                        describe(item));
    const std::string &id = item.as_string()->get();
    if (llvm::is_contained(document.compatible, id))
      return envelope(lineOf(item),
                      "'" + wanted + "' names '" + id + "' twice");
    document.compatible.push_back(id);
  }
  return llvm::Error::success();
}

llvm::Error DocumentReader::readText(const toml::table &table,
                                     llvm::StringRef key,
                                     const std::string &path,
                                     std::string &text) {
  const toml::node *node = table.get(std::string_view(key.data(), key.size()));
  if (!node)
    return llvm::Error::success();
  if (!node->is_string())
    return fact(lineOf(*node), path,
                "'" + key + "' must be a string, found " + describe(*node));
  text = node->as_string()->get();
  if (llvm::StringRef(text).trim().empty())
    return fact(lineOf(*node), path,
                "'" + key +
                    "' is empty; say it or leave "
                    "the key out");
  return llvm::Error::success();
}

llvm::Error DocumentReader::readValue(const toml::node &node,
                                      const std::string &path, FactLeaf &leaf) {
  auto placeholder = [&](const toml::node &at) {
    return fact(lineOf(at), path,
                "the string 'unavailable' is not a value; to record an "
                "absence leave out 'value' and write status = "
                "\"unavailable\" with the reason in 'conditions'");
  };
  auto isPlaceholder = [](const toml::node &at) {
    return at.is_string() && llvm::StringRef(at.as_string()->get())
                                 .trim()
                                 .equals_insensitive("unavailable");
  };
  if (isPlaceholder(node))
    return placeholder(node);
  if (const auto *integer = node.as_integer()) {
    leaf.value = integer->get();
  } else if (const auto *string = node.as_string()) {
    leaf.value = string->get();
  } else if (const toml::array *list = node.as_array()) {
    std::vector<std::string> names;
    for (const toml::node &item : *list) {
      if (isPlaceholder(item))
        return placeholder(item);
      if (!item.is_string()) {
        leaf.value = ForeignValue{"a list that holds " + describe(item)};
        return llvm::Error::success();
      }
      names.push_back(item.as_string()->get());
    }
    leaf.value = std::move(names);
  } else {
    leaf.value = ForeignValue{describe(node)};
  }
  return llvm::Error::success();
}

llvm::Error DocumentReader::checkAvailable(const toml::table &table,
                                           const std::string &path,
                                           const FactLeaf &leaf) {
  unsigned line = lineOf(table);
  if (!leaf.origin)
    return fact(line, path,
                "has a value and no 'origin'; say how the value was obtained: "
                "vendor, measured, reference, derived or estimated");
  bool isReading = *leaf.origin == FactOrigin::Derived ||
                   *leaf.origin == FactOrigin::Estimated;
  if (isReading && leaf.conditions.empty())
    return fact(line, path,
                "is " + factOriginName(*leaf.origin) +
                    " and does not say how; state it in 'conditions'");
  if (!isReading && leaf.source.empty())
    return fact(line, path,
                "has the origin '" + factOriginName(*leaf.origin) +
                    "' and no 'source'; name where the value was read, or "
                    "record it as estimated");
  return llvm::Error::success();
}

llvm::Error DocumentReader::checkUnavailable(const toml::table &table,
                                             const std::string &path,
                                             const FactLeaf &leaf) {
  std::string status;
  if (llvm::Error error = readText(table, "status", path, status))
    return error;
  unsigned line = lineOf(*table.get("status"));
  if (status != "unavailable")
    return fact(line, path,
                "status is '" + status +
                    "'; the only status is 'unavailable', and an available "
                    "fact carries 'value'");
  if (leaf.conditions.empty())
    return fact(line, path,
                "is unavailable and gives no reason; state it in "
                "'conditions'");
  if (leaf.origin)
    return fact(line, path,
                "is unavailable and has an 'origin'; there is no "
                "value whose origin that could be");
  return llvm::Error::success();
}

llvm::Error DocumentReader::readLeaf(const toml::table &table,
                                     const std::string &path) {
  static constexpr llvm::StringLiteral keys[] = {
      "value", "unit", "origin", "source", "conditions", "status"};
  for (const auto &[key, node] : table)
    if (!llvm::is_contained(keys, ref(key.str())))
      return fact(lineOf(node), path,
                  (node.is_table() ? "is a fact and cannot hold the table '"
                                   : "unknown key '") +
                      ref(key.str()) +
                      "'; a fact has 'value', 'unit', 'origin', 'source', "
                      "'conditions' and 'status'");
  FactLeaf leaf;
  leaf.line = lineOf(table);
  std::string origin;
  const std::pair<llvm::StringLiteral, std::string *> texts[] = {
      {"unit", &leaf.unit},
      {"origin", &origin},
      {"source", &leaf.source},
      {"conditions", &leaf.conditions}};
  for (const auto &[key, text] : texts)
    if (llvm::Error error = readText(table, key, path, *text))
      return error;
  if (!origin.empty()) {
    leaf.origin = parseFactOrigin(origin);
    if (!leaf.origin)
      return fact(lineOf(*table.get("origin")), path,
                  "origin is '" + origin +
                      "'; it must be vendor, measured, reference, derived or "
                      "estimated");
  }
  const toml::node *value = table.get("value");
  if (value && table.contains("status"))
    return fact(lineOf(*table.get("status")), path,
                "has both 'value' and 'status'; a fact states its value or "
                "that there is none");
  if (value) {
    if (llvm::Error error = readValue(*value, path, leaf))
      return error;
    if (llvm::Error error = checkAvailable(table, path, leaf))
      return error;
  } else if (llvm::Error error = checkUnavailable(table, path, leaf)) {
    return error;
  }
  document.facts.emplace(path, std::move(leaf));
  return llvm::Error::success();
}

llvm::Error DocumentReader::readNamespace(const toml::table &table,
                                          const std::string &path) {
  document.tableLines[path] = lineOf(table);
  for (const auto &[key, node] : table) {
    llvm::StringRef name = ref(key.str());
    std::string inner = path.empty() ? name.str() : path + "." + name.str();
    if (!isPlainName(name, ""))
      return fact(lineOf(node), inner,
                  "a fact path is made of letters, digits, '_' and '-'");
    const toml::table *child = node.as_table();
    if (!child)
      return fact(lineOf(node), path.empty() ? inner : path,
                  "'" + name + "' is " + describe(node) +
                      " outside a fact; a fact is a table with 'value' or "
                      "'status'");
    bool isLeaf = child->contains("value") || child->contains("status");
    if (llvm::Error error =
            isLeaf ? readLeaf(*child, inner) : readNamespace(*child, inner))
      return error;
  }
  if (table.empty() && !path.empty())
    return fact(lineOf(table), path,
                "is an empty table; a fact carries 'value' or 'status'");
  return llvm::Error::success();
}

llvm::Expected<HardwareDocument> DocumentReader::read(const toml::table &root) {
  if (llvm::Error error = readTopLevel(root))
    return error;
  if (llvm::Error error = readSpec(*root.get_as<toml::table>("spec")))
    return error;
  if (llvm::Error error =
          readCompatibility(*root.get_as<toml::table>("compatibility")))
    return error;
  if (llvm::Error error = readNamespace(*root.get_as<toml::table>("facts"), ""))
    return error;
  document.digest = computeDocumentDigest(document);
  return std::move(document);
}

/// The library recurses once per segment of a dotted key; a text may not decide
/// how deep that goes.
static std::optional<unsigned> findTooDeepKey(llvm::StringRef text) {
  // Dots in strings count too; no source needs so many on one line.
  constexpr size_t maximumDots = 256;
  unsigned line = 1;
  for (llvm::StringRef row : llvm::split(text, '\n')) {
    if (row.count('.') > maximumDots)
      return line;
    ++line;
  }
  return std::nullopt;
}

llvm::Expected<HardwareDocument> HardwareDocument::parse(llvm::StringRef text,
                                                         llvm::StringRef file) {
  if (std::optional<unsigned> line = findTooDeepKey(text))
    return hardwareError(HardwareErrorKind::Syntax, {file.str(), *line, ""},
                         "this line has too many dots for a key or a source");
  toml::parse_result result =
      toml::parse(std::string_view(text.data(), text.size()),
                  std::string_view(file.data(), file.size()));
  if (!result) {
    const toml::parse_error &error = result.error();
    return hardwareError(
        HardwareErrorKind::Syntax,
        {file.str(), static_cast<unsigned>(error.source().begin.line), ""},
        "not valid TOML: " + ref(error.description()));
  }
  return DocumentReader(file).read(result.table());
}
