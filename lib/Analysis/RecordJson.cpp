//===- RecordJson.cpp - records to and from JSON --------------------------===//
//
// One writer and one reader of a record's field list: every field under its own
// name, nothing left out (analysis 1.2).
//
//===----------------------------------------------------------------------===//

#include "tilefoundry/Analysis/Record.h"
#include <set>

using namespace tilefoundry;
namespace json = llvm::json;

json::Value tilefoundry::jsonText(llvm::StringRef value) {
  return json::isUTF8(value) ? json::Value(value.str())
                             : json::Value(json::fixUTF8(value));
}

static json::ObjectKey jsonKey(llvm::StringRef value) {
  return json::isUTF8(value) ? json::ObjectKey(value.str())
                             : json::ObjectKey(json::fixUTF8(value));
}

static json::Object trafficObject(const TrafficBytes &bytes) {
  return json::Object{{"read", bytes.read}, {"write", bytes.write}};
}

namespace {
class JsonWriter final : public RecordMapper {
public:
  json::Object object;

  void number(llvm::StringRef name, int64_t &value) override {
    object[jsonKey(name)] = value;
  }
  void token(llvm::StringRef name, std::string &value) override {
    object[jsonKey(name)] = jsonText(value);
  }
  void shared(llvm::StringRef name, CountMap &whole, llvm::StringRef shareName,
              CountMap &share) override {
    object[jsonKey(name)] = counts(whole);
    object[jsonKey(shareName)] = counts(share);
  }
  void traffic(llvm::StringRef, llvm::StringRef name, TrafficMap &whole,
               llvm::StringRef shareName, TrafficMap &share) override {
    object[jsonKey(name)] = levels(whole);
    object[jsonKey(shareName)] = levels(share);
  }
  void operands(llvm::StringRef name,
                std::vector<TrafficBytes> &entries) override {
    // A function has no split; an empty one would be a claim.
    if (entries.empty())
      return;
    json::Array array;
    array.reserve(entries.size());
    for (const TrafficBytes &entry : entries)
      array.push_back(trafficObject(entry));
    object[jsonKey(name)] = std::move(array);
  }
  void timeline(llvm::StringRef name, Timeline &value) override {
    object[jsonKey(name)] = json::Object{{"start_ns", value.startNs},
                                         {"end_ns", value.endNs},
                                         {"trips", value.trips},
                                         {"stride_ns", value.strideNs}};
  }
  void rows(llvm::StringRef name, size_t size, llvm::function_ref<void(size_t)>,
            llvm::function_ref<void(size_t, RecordMapper &)> mapRow) override {
    json::Array array;
    array.reserve(size);
    for (size_t i = 0; i < size; ++i) {
      JsonWriter row;
      mapRow(i, row);
      array.push_back(std::move(row.object));
    }
    object[jsonKey(name)] = std::move(array);
  }
  void jsonNumber(llvm::StringRef name, int64_t &value) override {
    number(name, value);
  }
  void jsonOptional(llvm::StringRef name,
                    std::optional<int64_t> &value) override {
    object[jsonKey(name)] = value ? json::Value(*value) : json::Value(nullptr);
  }
  void jsonString(llvm::StringRef name, std::string &value) override {
    token(name, value);
  }
  void jsonBool(llvm::StringRef name, bool &value) override {
    object[jsonKey(name)] = value;
  }
  void jsonStrings(llvm::StringRef name,
                   std::vector<std::string> &values) override {
    json::Array array;
    for (const std::string &value : values)
      array.push_back(jsonText(value));
    object[jsonKey(name)] = std::move(array);
  }
  void jsonObject(llvm::StringRef name, bool &present,
                  llvm::function_ref<void(RecordMapper &)> map) override {
    if (!present) {
      object[jsonKey(name)] = nullptr;
      return;
    }
    JsonWriter nested;
    map(nested);
    object[jsonKey(name)] = std::move(nested.object);
  }
  void commentNumber(llvm::StringRef, CheckedInt) override {}
  void commentCounts(llvm::StringRef,
                     const std::map<std::string, CheckedInt> &) override {}

private:
  static json::Object counts(const CountMap &map) {
    json::Object result;
    for (const auto &[key, value] : map)
      result[jsonKey(key)] = value;
    return result;
  }
  static json::Object levels(const TrafficMap &map) {
    json::Object result;
    for (const auto &[key, value] : map)
      result[jsonKey(key)] = trafficObject(value);
    return result;
  }
};

/// Assigns to the fields it is handed. A field that is missing, of another kind
/// or unknown makes the whole reading fail.
class JsonReader final : public RecordMapper {
public:
  explicit JsonReader(const json::Object &object) : object(object) {}

  /// Whether everything the object holds was read and well typed.
  bool succeeded() const { return ok && seen.size() == object.size(); }

  void number(llvm::StringRef name, int64_t &value) override {
    take(integer(find(name)), value);
  }
  void token(llvm::StringRef name, std::string &value) override {
    const json::Value *field = find(name);
    std::optional<llvm::StringRef> text;
    if (field)
      text = field->getAsString();
    if (text)
      value = text->str();
    else
      ok = false;
  }
  void shared(llvm::StringRef name, CountMap &whole, llvm::StringRef shareName,
              CountMap &share) override {
    counts(name, whole);
    counts(shareName, share);
  }
  void traffic(llvm::StringRef, llvm::StringRef name, TrafficMap &whole,
               llvm::StringRef shareName, TrafficMap &share) override {
    levels(name, whole);
    levels(shareName, share);
  }
  void operands(llvm::StringRef name,
                std::vector<TrafficBytes> &entries) override {
    entries.clear();
    if (!object.get(name))
      return;
    const json::Array *array = list(name);
    for (size_t i = 0; array && i < array->size(); ++i)
      entries.push_back(bytes((*array)[i].getAsObject()));
  }
  void timeline(llvm::StringRef name, Timeline &value) override {
    const json::Object *fields = nestedObject(name);
    if (!fields)
      return;
    JsonReader nested(*fields);
    nested.number("start_ns", value.startNs);
    nested.number("end_ns", value.endNs);
    nested.number("trips", value.trips);
    nested.number("stride_ns", value.strideNs);
    ok &= nested.succeeded();
  }
  void rows(llvm::StringRef name, size_t,
            llvm::function_ref<void(size_t)> resize,
            llvm::function_ref<void(size_t, RecordMapper &)> mapRow) override {
    const json::Array *array = list(name);
    if (!array)
      return;
    resize(array->size());
    for (size_t i = 0; i < array->size(); ++i) {
      const json::Object *row = (*array)[i].getAsObject();
      if (!row) {
        ok = false;
        return;
      }
      JsonReader nested(*row);
      mapRow(i, nested);
      ok &= nested.succeeded();
    }
  }
  void jsonNumber(llvm::StringRef name, int64_t &value) override {
    number(name, value);
  }
  void jsonOptional(llvm::StringRef name,
                    std::optional<int64_t> &value) override {
    const json::Value *field = find(name);
    value.reset();
    if (field && field->getAsNull())
      return;
    value = integer(field);
    ok &= value.has_value();
  }
  void jsonString(llvm::StringRef name, std::string &value) override {
    token(name, value);
  }
  void jsonBool(llvm::StringRef name, bool &value) override {
    const json::Value *field = find(name);
    take(field ? field->getAsBoolean() : std::nullopt, value);
  }
  void jsonStrings(llvm::StringRef name,
                   std::vector<std::string> &values) override {
    values.clear();
    const json::Array *array = list(name);
    for (size_t i = 0; array && i < array->size(); ++i) {
      if (auto text = (*array)[i].getAsString())
        values.push_back(text->str());
      else
        ok = false;
    }
  }
  void jsonObject(llvm::StringRef name, bool &present,
                  llvm::function_ref<void(RecordMapper &)> map) override {
    const json::Value *field = find(name);
    present = field && !field->getAsNull();
    if (!present)
      return;
    const json::Object *fields = field->getAsObject();
    if (!fields) {
      ok = false;
      return;
    }
    JsonReader nested(*fields);
    map(nested);
    ok &= nested.succeeded();
  }
  void commentNumber(llvm::StringRef, CheckedInt) override {}
  void commentCounts(llvm::StringRef,
                     const std::map<std::string, CheckedInt> &) override {}

private:
  const json::Object &object;
  std::set<std::string> seen;
  bool ok = true;

  const json::Value *find(llvm::StringRef name) {
    seen.insert(name.str());
    const json::Value *field = object.get(name);
    if (!field)
      ok = false;
    return field;
  }
  /// Every number of a record is a count, a size or a time: none is negative.
  static std::optional<int64_t> integer(const json::Value *field) {
    std::optional<int64_t> value = field ? field->getAsInteger() : std::nullopt;
    return value && *value >= 0 ? value : std::nullopt;
  }
  template <typename T> void take(std::optional<T> found, T &value) {
    if (found)
      value = *found;
    else
      ok = false;
  }
  const json::Array *list(llvm::StringRef name) {
    const json::Value *field = find(name);
    const json::Array *array = field ? field->getAsArray() : nullptr;
    ok &= array != nullptr;
    return array;
  }
  const json::Object *nestedObject(llvm::StringRef name) {
    const json::Value *field = find(name);
    const json::Object *fields = field ? field->getAsObject() : nullptr;
    ok &= fields != nullptr;
    return fields;
  }
  TrafficBytes bytes(const json::Object *fields) {
    TrafficBytes result;
    if (!fields || fields->size() != 2) {
      ok = false;
      return result;
    }
    take(integer(fields->get("read")), result.read);
    take(integer(fields->get("write")), result.write);
    return result;
  }
  void counts(llvm::StringRef name, CountMap &map) {
    map.clear();
    const json::Object *fields = nestedObject(name);
    if (!fields)
      return;
    for (const auto &entry : *fields) {
      int64_t value = 0;
      take(integer(&entry.second), value);
      map.emplace_back(entry.first.str(), value);
    }
    llvm::sort(map);
  }
  void levels(llvm::StringRef name, TrafficMap &map) {
    map.clear();
    const json::Object *fields = nestedObject(name);
    if (!fields)
      return;
    for (const auto &entry : *fields)
      map.emplace_back(entry.first.str(), bytes(entry.second.getAsObject()));
    llvm::sort(map, llvm::less_first());
  }
};
} // namespace

json::Object Record::toJson() const {
  JsonWriter writer;
  // A writer reads the fields it is handed and assigns none.
  const_cast<Record *>(this)->map(writer);
  return std::move(writer.object);
}

bool Record::fromJson(const json::Object &object) {
  JsonReader reader(object);
  map(reader);
  return reader.succeeded();
}
