//===- Schema.h - which facts a kind of document states ---------*- C++ -*-===//
//
// A schema lists exact fact paths with type, unit and range (target document
// 10.2). Validation refuses what the schema does not model, and yields
// canonical integers: no algorithm ever sees a source string or converts a
// unit.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_TARGET_HARDWARE_SCHEMA_H
#define TILEFOUNDRY_TARGET_HARDWARE_SCHEMA_H

#include "tilefoundry/Support/ElementType.h"
#include "tilefoundry/Target/Hardware/Document.h"

namespace tilefoundry {

/// What a fact measures; each has a canonical unit and units that convert to it
/// exactly.
enum class Quantity {
  Count,          // count
  Element,        // element
  Bytes,          // byte; kB, MB, GB, TB, PB; KiB, MiB, GiB, TiB
  BytesPerSecond, // byte/s; kB/s to PB/s; KiB/s to TiB/s
  FlopsPerSecond, // flop/s; kflop/s, Mflop/s, Gflop/s, Tflop/s, Pflop/s
  OpsPerSecond,   // op/s; kop/s, Mop/s, Gop/s, Top/s, Pop/s
  Hertz,          // Hz; kHz, MHz, GHz, THz, PHz
  Name            // name
};

/// The canonical unit of a quantity.
llvm::StringRef canonicalUnit(Quantity quantity);

/// How many canonical units one `unit` is; nothing if it does not measure it.
std::optional<int64_t> unitScale(Quantity quantity, llvm::StringRef unit);

enum class FactType { Integer, Name, NameList, ElementTypeList };

/// One leaf a schema models.
struct FactField {
  llvm::StringLiteral path;
  FactType type;
  Quantity quantity;
  /// Whether the leaf may be recorded as unavailable. It is declared either
  /// way.
  bool optional = false;
  /// The least admitted integer, in canonical units.
  int64_t minimum = 1;
};

/// A schema's typed reading of one document: canonical values by path.
class FactValues {
public:
  /// The value of a field that is not optional.
  int64_t getInteger(llvm::StringRef path) const;
  /// Nothing for a leaf recorded as unavailable.
  std::optional<int64_t> getOptionalInteger(llvm::StringRef path) const;
  std::string getName(llvm::StringRef path) const;
  std::vector<std::string> getNames(llvm::StringRef path) const;
  std::vector<ElementType> getElementTypes(llvm::StringRef path) const;

private:
  friend class SchemaReader;
  std::map<std::string, int64_t, std::less<>> integers;
  std::map<std::string, std::vector<std::string>, std::less<>> names;
};

/// A contradiction between facts: the path to point at and what is wrong. The
/// typed value states it, so that a value supplied directly meets the same
/// rule.
struct InvariantViolation {
  std::string path;
  std::string message;
};

struct HardwareSchema {
  /// "tilefoundry.cuda.device/v1".
  std::string id;
  DocumentKind kind;
  std::vector<FactField> fields;
  /// Cross-field invariants over a document whose every leaf is well formed.
  std::optional<InvariantViolation> (*findViolation)(const FactValues &);
};

/// Checks `document` against `schema`, in this order: schema and kind, leaves
/// that are not modelled, each field, invariants.
llvm::Expected<FactValues> readFacts(const HardwareSchema &schema,
                                     const HardwareDocument &document);

/// A value that must be stated: there is no default, so leaving one out of an
/// aggregate does not compile.
template <class T> class Required {
public:
  // Braces: a fraction does not become an integer on the way.
  template <
      class U, class = decltype(T{std::declval<U>()}),
      class = std::enable_if_t<!std::is_same_v<std::decay_t<U>, Required>>>
  Required(U &&value) : value{std::forward<U>(value)} {}

  const T &get() const { return value; }
  operator const T &() const { return value; }
  const T &operator*() const { return value; }
  const T *operator->() const { return &value; }

private:
  T value;
};

template <class T> bool operator==(const Required<T> &a, const Required<T> &b) {
  return a.get() == b.get();
}

} // namespace tilefoundry

#endif // TILEFOUNDRY_TARGET_HARDWARE_SCHEMA_H
