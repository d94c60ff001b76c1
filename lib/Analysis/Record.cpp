//===- Record.cpp - records as attributes, and the table of one run -------===//

#include "tilefoundry/Analysis/Record.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace tilefoundry;
namespace json = llvm::json;

RecordMapper::~RecordMapper() = default;
Record::~Record() = default;

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

Attribute tilefoundry::jsonToAttribute(const json::Value &value,
                                       MLIRContext *context) {
  Builder builder(context);
  switch (value.kind()) {
  case json::Value::Null:
    return builder.getUnitAttr();
  case json::Value::Boolean:
    return builder.getBoolAttr(*value.getAsBoolean());
  case json::Value::Number:
    if (std::optional<int64_t> integer = value.getAsInteger())
      return builder.getI64IntegerAttr(*integer);
    return {};
  case json::Value::String:
    return builder.getStringAttr(*value.getAsString());
  case json::Value::Array: {
    SmallVector<Attribute> elements;
    for (const json::Value &element : *value.getAsArray()) {
      elements.push_back(jsonToAttribute(element, context));
      if (!elements.back())
        return {};
    }
    return builder.getArrayAttr(elements);
  }
  case json::Value::Object: {
    NamedAttrList entries;
    for (const auto &entry : *value.getAsObject()) {
      Attribute attribute = jsonToAttribute(entry.second, context);
      // MLIR has no attribute without a name.
      if (!attribute || entry.first.str().empty())
        return {};
      entries.set(entry.first.str(), attribute);
    }
    return entries.getDictionary(context);
  }
  }
  return {};
}

std::optional<json::Value> tilefoundry::attributeToJson(Attribute attribute) {
  if (!attribute)
    return std::nullopt;
  if (isa<UnitAttr>(attribute))
    return json::Value(nullptr);
  if (auto boolean = dyn_cast<BoolAttr>(attribute))
    return json::Value(boolean.getValue());
  if (auto integer = dyn_cast<IntegerAttr>(attribute)) {
    std::optional<int64_t> value = integer.getValue().trySExtValue();
    if (!value)
      return std::nullopt;
    return json::Value(*value);
  }
  if (auto text = dyn_cast<StringAttr>(attribute))
    return jsonText(text.getValue());
  if (auto array = dyn_cast<ArrayAttr>(attribute)) {
    json::Array result;
    for (Attribute element : array) {
      std::optional<json::Value> value = attributeToJson(element);
      if (!value)
        return std::nullopt;
      result.push_back(std::move(*value));
    }
    return json::Value(std::move(result));
  }
  if (auto dictionary = dyn_cast<DictionaryAttr>(attribute)) {
    json::Object result;
    for (NamedAttribute entry : dictionary) {
      std::optional<json::Value> value = attributeToJson(entry.getValue());
      if (!value)
        return std::nullopt;
      result[entry.getName().str()] = std::move(*value);
    }
    return json::Value(std::move(result));
  }
  return std::nullopt;
}

DictionaryAttr Record::toAttribute(MLIRContext *context) const {
  return cast<DictionaryAttr>(jsonToAttribute(json::Value(toJson()), context));
}

bool Record::fromAttribute(DictionaryAttr dictionary) {
  std::optional<json::Value> value = attributeToJson(dictionary);
  return value && fromJson(*value->getAsObject());
}

//===----------------------------------------------------------------------===//
// RecordTable
//===----------------------------------------------------------------------===//

ArrayRef<std::shared_ptr<const Record>>
RecordTable::lookupAll(Operation *op) const {
  auto found = rows.find(op);
  if (found == rows.end())
    return {};
  return records[found->second].second;
}

const Record *RecordTable::lookup(Operation *op, const RecordType &type) const {
  for (const std::shared_ptr<const Record> &record : lookupAll(op))
    if (&record->getType() == &type)
      return record.get();
  return nullptr;
}

SmallVector<const Record *, 4> RecordTable::all(Operation *op) const {
  SmallVector<const Record *, 4> result;
  for (const RecordType *type : types)
    if (const Record *record = lookup(op, *type))
      result.push_back(record);
  return result;
}

void RecordTable::set(Operation *op, std::shared_ptr<const Record> record) {
  const RecordType *type = &record->getType();
  if (!llvm::is_contained(types, type))
    types.push_back(type);
  auto [row, isNew] = rows.try_emplace(op, records.size());
  if (isNew)
    records.emplace_back().first = op;
  auto &known = records[row->second].second;
  for (std::shared_ptr<const Record> &other : known)
    if (&other->getType() == type) {
      other = std::move(record);
      return;
    }
  known.push_back(std::move(record));
}

void RecordTable::erase(Operation *op, const RecordType &type) {
  auto found = rows.find(op);
  if (found == rows.end())
    return;
  llvm::erase_if(records[found->second].second,
                 [&](const std::shared_ptr<const Record> &record) {
                   return &record->getType() == &type;
                 });
}

void RecordTable::attach() const {
  attach([](Operation *op) { return op; });
}

void RecordTable::attach(
    llvm::function_ref<Operation *(Operation *)> map) const {
  for (const auto &[op, known] : records)
    if (Operation *target = map(op))
      for (const std::shared_ptr<const Record> &record : known)
        target->setDiscardableAttr(record->getType().attribute,
                                   record->toAttribute(target->getContext()));
}

int64_t tilefoundry::lookup(const CountMap &counts, StringRef name) {
  for (const auto &[key, count] : counts)
    if (key == name)
      return count;
  return 0;
}

TrafficBytes tilefoundry::lookup(const TrafficMap &traffic, StringRef level) {
  for (const auto &[key, bytes] : traffic)
    if (key == level)
      return bytes;
  return {};
}

llvm::Error tilefoundry::readRecords(Operation *root,
                                     ArrayRef<const RecordType *> types,
                                     RecordTable &table) {
  std::string message;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (const RecordType *type : types) {
      Attribute attribute = op->getDiscardableAttr(type->attribute);
      if (!attribute)
        continue;
      std::unique_ptr<Record> record = type->create();
      auto dictionary = dyn_cast<DictionaryAttr>(attribute);
      if (!dictionary || !record->fromAttribute(dictionary)) {
        llvm::raw_string_ostream os(message);
        os << "'" << type->attribute << "' on '" << op->getName() << "' is no "
           << type->label << " record: " << attribute
           << "; remove the records with --tf-strip-records and analyse again";
        return WalkResult::interrupt();
      }
      table.set(op, std::move(record));
    }
    return WalkResult::advance();
  });
  if (!message.empty())
    return llvm::createStringError(message);
  return llvm::Error::success();
}

int64_t tilefoundry::removeRecords(Operation *root,
                                   ArrayRef<const RecordType *> types) {
  int64_t removed = 0;
  root->walk([&](Operation *op) {
    for (const RecordType *type : types)
      if (op->removeDiscardableAttr(type->attribute))
        ++removed;
  });
  return removed;
}
