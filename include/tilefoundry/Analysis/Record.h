//===- Record.h - what an analysis writes on a line -------------*- C++ -*-===//
//
// A record is a typed value with one field list (`map`). The dictionary
// attribute, the JSON object, the comment and the parsing of an attribute are
// all driven by that list, so no key is spelled twice and no analysis formats
// anything (report.md 2, 3). Another package's record joins by deriving from
// `Record`.
//
//===----------------------------------------------------------------------===//

#ifndef TILEFOUNDRY_ANALYSIS_RECORD_H
#define TILEFOUNDRY_ANALYSIS_RECORD_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"
#include "tilefoundry/Support/CheckedMath.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tilefoundry {

/// Counts by name (element type, service kind), sorted by name.
using CountMap = std::vector<std::pair<std::string, int64_t>>;

/// Bytes moved one way and the other.
struct TrafficBytes {
  int64_t read = 0;
  int64_t write = 0;
  friend bool operator==(const TrafficBytes &a, const TrafficBytes &b) {
    return a.read == b.read && a.write == b.write;
  }
};
/// Bytes by storage level, sorted by name.
using TrafficMap = std::vector<std::pair<std::string, TrafficBytes>>;

/// The count under `name`, e.g. the flops of "bf16"; 0 where none is stated.
int64_t lookup(const CountMap &counts, llvm::StringRef name);
/// The bytes at storage level `level`, e.g. "gmem"; none where none are stated.
TrafficBytes lookup(const TrafficMap &traffic, llvm::StringRef level);

/// An interval on the timeline, in ns, possibly repeated.
struct Timeline {
  int64_t startNs = 0;
  int64_t endNs = 0;
  int64_t trips = 1;
  int64_t strideNs = 0;
};

/// Walks a record's field list. Field names are those of the analysis document;
/// a comment key is the name with `_` as `-`. The same walk writes (JSON,
/// comment) and reads (JSON): a reader assigns to what it is handed.
class RecordMapper {
public:
  virtual ~RecordMapper();

  /// A number shown in the comment too.
  virtual void number(llvm::StringRef name, int64_t &value) = 0;
  /// A word (`memory`, `optimal`) shown bare in the comment.
  virtual void token(llvm::StringRef name, std::string &value) = 0;
  /// A whole quantity and one unit's share: `flops=f32:64@8`.
  virtual void shared(llvm::StringRef name, CountMap &whole,
                      llvm::StringRef shareName, CountMap &share) = 0;
  /// Movement, whole and per unit, under the comment key `key`.
  virtual void traffic(llvm::StringRef key, llvm::StringRef name,
                       TrafficMap &whole, llvm::StringRef shareName,
                       TrafficMap &share) = 0;
  /// The split of an occurrence's movement over its operands and result.
  virtual void operands(llvm::StringRef name,
                        std::vector<TrafficBytes> &entries) = 0;
  virtual void timeline(llvm::StringRef name, Timeline &value) = 0;
  /// A list of rows, each with its own field list. JSON only.
  virtual void
  rows(llvm::StringRef name, size_t size,
       llvm::function_ref<void(size_t)> resize,
       llvm::function_ref<void(size_t, RecordMapper &)> mapRow) = 0;
  /// JSON only: numbers, possibly absent (null), words, booleans, sentences.
  virtual void jsonNumber(llvm::StringRef name, int64_t &value) = 0;
  virtual void jsonOptional(llvm::StringRef name,
                            std::optional<int64_t> &value) = 0;
  virtual void jsonString(llvm::StringRef name, std::string &value) = 0;
  virtual void jsonBool(llvm::StringRef name, bool &value) = 0;
  virtual void jsonStrings(llvm::StringRef name,
                           std::vector<std::string> &values) = 0;
  /// A nested object; `present` is false for null.
  virtual void jsonObject(llvm::StringRef name, bool &present,
                          llvm::function_ref<void(RecordMapper &)> map) = 0;
  /// Comment only: a projection of fields that JSON states in full. A sum that
  /// leaves the 64-bit range reads `overflow`.
  virtual void commentNumber(llvm::StringRef key, CheckedInt value) = 0;
  virtual void
  commentCounts(llvm::StringRef key,
                const std::map<std::string, CheckedInt> &value) = 0;
};

/// Identity of a record type: one static object per type.
struct RecordType {
  /// The family name of comments and JSON, e.g. "compute-cost".
  llvm::StringLiteral label;
  /// The attribute's name, e.g. "hir.compute_cost".
  llvm::StringLiteral attribute;
  /// An empty record of the type, for reading.
  std::unique_ptr<class Record> (*create)();
};

/// A record as `family key=value ...` before it is joined: a rendering may add
/// a key of its own (`root=`) without knowing how a field is written.
struct RecordComment {
  std::string family;
  /// In field order; a field that says nothing is not there.
  std::vector<std::pair<std::string, std::string>> fields;
  /// Keys that the record declares, said or not.
  unsigned declaredKeys = 0;

  std::string str() const;
};

/// `value` as a comment prints it: a token bare, anything else quoted and
/// escaped.
std::string commentText(llvm::StringRef value);
/// `value` between quotes, escaped so that it stays on its line.
std::string quoteSentence(llvm::StringRef value);
/// `r1/w2`.
std::string commentTraffic(const TrafficBytes &value);
/// `value` as JSON admits it: a byte sequence that is no UTF-8 is repaired.
llvm::json::Value jsonText(llvm::StringRef value);

class Record {
public:
  virtual ~Record();
  virtual const RecordType &getType() const = 0;
  /// The one field list.
  virtual void map(RecordMapper &mapper) = 0;

  /// The generic projection: every field under its own name.
  llvm::json::Object toJson() const;
  mlir::DictionaryAttr toAttribute(mlir::MLIRContext *context) const;
  /// `roofline ideal-ns=13 bound-by=memory`; a record with exactly one key
  /// prints `family=value`. `withOperands` includes operand splits.
  std::string toComment(bool withOperands) const;
  RecordComment getComment(bool withOperands) const;
  /// Reads a dictionary of this type; false when a field is missing or
  /// ill-typed.
  bool fromAttribute(mlir::DictionaryAttr dictionary);
  bool fromJson(const llvm::json::Object &object);
};

/// JSON as an attribute (null is `unit`) and back. Null, or nothing, for what
/// the other side cannot say: a fraction, an attribute of another kind.
mlir::Attribute jsonToAttribute(const llvm::json::Value &value,
                                mlir::MLIRContext *context);
std::optional<llvm::json::Value> attributeToJson(mlir::Attribute attribute);

/// The records of one run, by the op they describe. Iteration is by op, never
/// by address order.
class RecordTable {
public:
  template <typename T> const T *get(mlir::Operation *op) const {
    return static_cast<const T *>(lookup(op, T::type));
  }
  const Record *lookup(mlir::Operation *op, const RecordType &type) const;
  /// The records of `op` in the order in which they were written to it.
  llvm::ArrayRef<std::shared_ptr<const Record>>
  lookupAll(mlir::Operation *op) const;
  /// The records of `op` in the order in which their types were first written.
  llvm::SmallVector<const Record *, 4> all(mlir::Operation *op) const;
  /// Ops that are one by structure may share a record.
  void set(mlir::Operation *op, std::shared_ptr<const Record> record);
  void erase(mlir::Operation *op, const RecordType &type);
  /// Types written so far, in order.
  llvm::ArrayRef<const RecordType *> getTypes() const { return types; }

  /// Makes every record an attribute of its op.
  void attach() const;
  /// The same on a clone: `map` says which op stands for which.
  void
  attach(llvm::function_ref<mlir::Operation *(mlir::Operation *)> map) const;

private:
  /// Rows in the order in which ops were first written to; an op whose records
  /// are erased keeps an empty one.
  llvm::DenseMap<mlir::Operation *, unsigned> rows;
  std::vector<std::pair<mlir::Operation *,
                        llvm::SmallVector<std::shared_ptr<const Record>, 3>>>
      records;
  llvm::SmallVector<const RecordType *> types;
};

/// Reads every attribute of `types` on `root` and the ops inside it into
/// `table`. The error names the op and the attribute that is no record of its
/// type.
llvm::Error readRecords(mlir::Operation *root,
                        llvm::ArrayRef<const RecordType *> types,
                        RecordTable &table);
/// The record of type `T` that an attribute of `op` states, as the passes leave
/// it and as textual IR carries it; nothing where `op` has none, or has one
/// that is ill-formed (`readRecords` says what is wrong with it). Records of a
/// run in memory come from its `RecordTable` without a detour by attributes.
///
///   if (auto bound = readRecord<RooflineRecord>(op))
///     use(bound->idealNs);
template <typename T> std::optional<T> readRecord(mlir::Operation *op) {
  auto dictionary = llvm::dyn_cast_or_null<mlir::DictionaryAttr>(
      op->getDiscardableAttr(T::type.attribute));
  T record;
  if (!dictionary || !record.fromAttribute(dictionary))
    return std::nullopt;
  return record;
}

/// Removes the attributes of `types` from `root` and the ops inside it; how
/// many there were.
int64_t removeRecords(mlir::Operation *root,
                      llvm::ArrayRef<const RecordType *> types);

} // namespace tilefoundry

#endif // TILEFOUNDRY_ANALYSIS_RECORD_H
