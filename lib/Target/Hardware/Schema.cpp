//===- Schema.cpp - validation of a document against a schema -------------===//

#include "tilefoundry/Target/Hardware/Schema.h"
#include "tilefoundry/Support/CheckedMath.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace tilefoundry;

namespace {
struct Prefix {
  llvm::StringLiteral text;
  int64_t scale;
};
} // namespace

static constexpr int64_t kilo = 1000;
static constexpr int64_t kibi = 1024;

static constexpr Prefix decimalPrefixes[] = {
    {"k", kilo},
    {"M", kilo * kilo},
    {"G", kilo * kilo * kilo},
    {"T", kilo * kilo * kilo * kilo},
    {"P", kilo * kilo * kilo * kilo * kilo}};
static constexpr Prefix binaryPrefixes[] = {{"Ki", kibi},
                                            {"Mi", kibi * kibi},
                                            {"Gi", kibi * kibi * kibi},
                                            {"Ti", kibi * kibi * kibi * kibi}};

llvm::StringRef tilefoundry::canonicalUnit(Quantity quantity) {
  switch (quantity) {
  case Quantity::Count:
    return "count";
  case Quantity::Element:
    return "element";
  case Quantity::Bytes:
    return "byte";
  case Quantity::BytesPerSecond:
    return "byte/s";
  case Quantity::FlopsPerSecond:
    return "flop/s";
  case Quantity::OpsPerSecond:
    return "op/s";
  case Quantity::Hertz:
    return "Hz";
  case Quantity::Name:
    return "name";
  }
  return "";
}

/// What a prefix stands before in a unit of that quantity; empty where none
/// may.
static llvm::StringRef prefixedSuffix(Quantity quantity) {
  switch (quantity) {
  case Quantity::Bytes:
    return "B";
  case Quantity::BytesPerSecond:
    return "B/s";
  case Quantity::FlopsPerSecond:
  case Quantity::OpsPerSecond:
  case Quantity::Hertz:
    return canonicalUnit(quantity);
  default:
    return "";
  }
}

std::optional<int64_t> tilefoundry::unitScale(Quantity quantity,
                                              llvm::StringRef unit) {
  if (unit == canonicalUnit(quantity))
    return 1;
  llvm::StringRef suffix = prefixedSuffix(quantity);
  if (suffix.empty() || !unit.consume_back(suffix))
    return std::nullopt;
  for (const Prefix &prefix : decimalPrefixes)
    if (unit == prefix.text)
      return prefix.scale;
  if (suffix.starts_with("B"))
    for (const Prefix &prefix : binaryPrefixes)
      if (unit == prefix.text)
        return prefix.scale;
  return std::nullopt;
}

static std::string describeUnits(Quantity quantity) {
  std::string text = "'" + canonicalUnit(quantity).str() + "'";
  llvm::StringRef suffix = prefixedSuffix(quantity);
  if (suffix.empty())
    return text;
  text += " or k, M, G, T, P";
  if (suffix.starts_with("B"))
    text += ", Ki, Mi, Gi, Ti";
  return text + " before '" + suffix.str() + "'";
}

int64_t FactValues::getInteger(llvm::StringRef path) const {
  return getOptionalInteger(path).value_or(0);
}

std::optional<int64_t>
FactValues::getOptionalInteger(llvm::StringRef path) const {
  auto it = integers.find(path);
  if (it == integers.end())
    return std::nullopt;
  return it->second;
}

std::string FactValues::getName(llvm::StringRef path) const {
  std::vector<std::string> list = getNames(path);
  return list.empty() ? std::string() : list.front();
}

std::vector<std::string> FactValues::getNames(llvm::StringRef path) const {
  auto it = names.find(path);
  return it == names.end() ? std::vector<std::string>() : it->second;
}

std::vector<ElementType>
FactValues::getElementTypes(llvm::StringRef path) const {
  std::vector<ElementType> types;
  for (const std::string &name : getNames(path))
    if (std::optional<ElementType> type = parseElementType(name))
      types.push_back(*type);
  return types;
}

namespace tilefoundry {

/// One validation: a schema, a document and the values read so far.
class SchemaReader {
public:
  SchemaReader(const HardwareSchema &schema, const HardwareDocument &document)
      : schema(schema), document(document) {}

  llvm::Expected<FactValues> read();

private:
  llvm::Error fail(HardwareErrorKind kind, llvm::StringRef path,
                   const llvm::Twine &message) {
    return hardwareError(kind, document.locate(path), message);
  }
  llvm::Error checkIdentity();
  llvm::Error refuseUnmodelled();
  llvm::Error readField(const FactField &field);
  llvm::Error checkUnit(const FactField &field, const FactLeaf &leaf);
  llvm::Error readInteger(const FactField &field, const FactLeaf &leaf);
  llvm::Error readNames(const FactField &field, const FactLeaf &leaf);

  const HardwareSchema &schema;
  const HardwareDocument &document;
  FactValues values;
};

} // namespace tilefoundry

llvm::Error SchemaReader::checkIdentity() {
  if (document.getSchema() != schema.id)
    return hardwareError(HardwareErrorKind::WrongDocument, document.locate(),
                         "document '" + document.getId() +
                             "' has the schema '" + document.getSchema() +
                             "', wanted '" + schema.id + "'");
  if (document.getKind() != schema.kind)
    return hardwareError(HardwareErrorKind::WrongDocument, document.locate(),
                         "kind is '" + documentKindName(document.getKind()) +
                             "' and the schema '" + schema.id +
                             "' describes documents of kind '" +
                             documentKindName(schema.kind) + "'");
  return llvm::Error::success();
}

/// What to do about a path the schema does not model: the nearest one, if near.
static std::string suggestPath(const HardwareSchema &schema,
                               llvm::StringRef path) {
  constexpr unsigned nearEnough = 3;
  unsigned best = nearEnough + 1;
  llvm::StringRef nearest;
  for (const FactField &field : schema.fields) {
    unsigned distance = path.edit_distance(field.path, true, best);
    if (distance < best) {
      best = distance;
      nearest = field.path;
    }
  }
  return nearest.empty() ? "remove it"
                         : "did you mean '" + nearest.str() + "'?";
}

llvm::Error SchemaReader::refuseUnmodelled() {
  for (const auto &entry : document.getFacts()) {
    llvm::StringRef path = entry.first;
    if (llvm::any_of(schema.fields, [&](const FactField &field) {
          return field.path == path;
        }))
      continue;
    return fail(HardwareErrorKind::UnmodelledFact, path,
                "the schema '" + schema.id + "' does not model it; " +
                    suggestPath(schema, path));
  }
  return llvm::Error::success();
}

static std::string wantedType(const FactField &field) {
  switch (field.type) {
  case FactType::Integer:
    return "an integer";
  case FactType::Name:
    return "a string";
  case FactType::NameList:
    return "a list of strings";
  case FactType::ElementTypeList:
    return "a list of element type names";
  }
  return "";
}

llvm::Error SchemaReader::readInteger(const FactField &field,
                                      const FactLeaf &leaf) {
  int64_t written = std::get<int64_t>(*leaf.value);
  CheckedInt value =
      CheckedInt(written) * unitScale(field.quantity, leaf.unit).value_or(1);
  if (!value)
    return fail(HardwareErrorKind::WrongValue, field.path,
                llvm::Twine(written) + " " + leaf.unit +
                    " does not fit in 64 "
                    "bits of '" +
                    canonicalUnit(field.quantity) + "'");
  if (value.get() < field.minimum)
    return fail(HardwareErrorKind::WrongValue, field.path,
                "is " + llvm::Twine(written) + "; it must be at least " +
                    llvm::Twine(field.minimum));
  values.integers[field.path.str()] = value.get();
  return llvm::Error::success();
}

llvm::Error SchemaReader::readNames(const FactField &field,
                                    const FactLeaf &leaf) {
  std::vector<std::string> list;
  if (const auto *name = std::get_if<std::string>(&*leaf.value))
    list.push_back(*name);
  else
    list = std::get<std::vector<std::string>>(*leaf.value);
  for (size_t i = 0; i < list.size(); ++i) {
    llvm::StringRef name = list[i];
    if (name.trim().empty())
      return fail(HardwareErrorKind::WrongValue, field.path,
                  "holds an empty name");
    if (llvm::is_contained(llvm::ArrayRef(list).take_front(i), name))
      return fail(HardwareErrorKind::WrongValue, field.path,
                  "names '" + name + "' twice");
    if (field.type == FactType::ElementTypeList && !parseElementType(name)) {
      std::vector<llvm::StringRef> known;
      for (ElementType type : allElementTypes())
        known.push_back(elementTypeName(type));
      return fail(HardwareErrorKind::WrongValue, field.path,
                  "'" + name + "' is not an element type; there are " +
                      llvm::join(known, ", "));
    }
  }
  values.names[field.path.str()] = std::move(list);
  return llvm::Error::success();
}

llvm::Error SchemaReader::checkUnit(const FactField &field,
                                    const FactLeaf &leaf) {
  if (unitScale(field.quantity, leaf.unit))
    return llvm::Error::success();
  return fail(HardwareErrorKind::WrongUnit, field.path,
              (leaf.unit.empty() ? std::string("has no unit")
                                 : "has the unit '" + leaf.unit + "'") +
                  "; wanted " + describeUnits(field.quantity));
}

llvm::Error SchemaReader::readField(const FactField &field) {
  const FactLeaf *leaf = document.findFact(field.path);
  if (!leaf)
    return fail(HardwareErrorKind::MissingFact, field.path,
                field.optional
                    ? "is not declared; state its value, or status = "
                      "\"unavailable\" with the reason in 'conditions'"
                    : "is not declared; a document is complete");
  if (!leaf->isAvailable()) {
    if (!field.optional)
      return fail(HardwareErrorKind::WrongValue, field.path,
                  "is recorded as unavailable; the schema '" + schema.id +
                      "' needs a value here");
    // The unit may be left out with the value; one that is stated is checked.
    return leaf->unit.empty() ? llvm::Error::success()
                              : checkUnit(field, *leaf);
  }
  bool fits = false;
  switch (field.type) {
  case FactType::Integer:
    fits = std::holds_alternative<int64_t>(*leaf->value);
    break;
  case FactType::Name:
    fits = std::holds_alternative<std::string>(*leaf->value);
    break;
  case FactType::NameList:
  case FactType::ElementTypeList:
    fits = std::holds_alternative<std::vector<std::string>>(*leaf->value);
    break;
  }
  if (!fits)
    return fail(HardwareErrorKind::WrongValue, field.path,
                "wanted " + wantedType(field) + ", found " +
                    formatFactValue(*leaf->value));
  if (llvm::Error error = checkUnit(field, *leaf))
    return error;
  return field.type == FactType::Integer ? readInteger(field, *leaf)
                                         : readNames(field, *leaf);
}

llvm::Expected<FactValues> SchemaReader::read() {
  if (llvm::Error error = checkIdentity())
    return error;
  if (llvm::Error error = refuseUnmodelled())
    return error;
  for (const FactField &field : schema.fields)
    if (llvm::Error error = readField(field))
      return error;
  if (schema.findViolation)
    if (std::optional<InvariantViolation> violation =
            schema.findViolation(values))
      return fail(HardwareErrorKind::BrokenInvariant, violation->path,
                  violation->message);
  return std::move(values);
}

llvm::Expected<FactValues>
tilefoundry::readFacts(const HardwareSchema &schema,
                       const HardwareDocument &document) {
  return SchemaReader(schema, document).read();
}
