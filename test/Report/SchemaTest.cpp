//===- SchemaTest.cpp - the JSON report keeps to its schema ---------------===//
//
// A checker of the few keywords that the schema uses. An unknown keyword fails,
// so that none is silently ignored.
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace tilefoundry;
using namespace tilefoundry::test;
namespace json = llvm::json;

namespace {

class SchemaChecker {
public:
  explicit SchemaChecker(const json::Object &root) : root(root) {}

  /// Why `value` does not keep to `schema`; empty when it does.
  std::string check(const json::Value &value, const json::Object &schema,
                    const std::string &path) {
    for (const auto &entry : schema) {
      std::string why =
          checkKeyword(entry.first.str(), entry.second, value, schema, path);
      if (!why.empty())
        return why;
    }
    return {};
  }

private:
  const json::Object &root;

  std::string checkKeyword(const std::string &keyword, const json::Value &rule,
                           const json::Value &value, const json::Object &schema,
                           const std::string &path) {
    if (keyword == "$ref") {
      llvm::StringRef name = *rule.getAsString();
      EXPECT_TRUE(name.consume_front("#/$defs/"));
      const json::Object *target = root.getObject("$defs")->getObject(name);
      return target ? check(value, *target, path)
                    : path + ": no such schema " + name.str();
    }
    if (keyword == "type")
      return checkType(rule, value, path);
    if (keyword == "enum")
      return llvm::is_contained(*rule.getAsArray(), value)
                 ? ""
                 : path + ": not among the values";
    if (keyword == "minimum")
      return !value.getAsInteger() ||
                     *value.getAsInteger() >= *rule.getAsInteger()
                 ? ""
                 : path + ": too small";
    if (keyword == "anyOf") {
      std::string all;
      for (const json::Value &choice : *rule.getAsArray()) {
        std::string why = check(value, *choice.getAsObject(), path);
        if (why.empty())
          return {};
        all += why + "; ";
      }
      return all;
    }
    if (keyword == "items") {
      if (const json::Array *array = value.getAsArray())
        for (size_t i = 0; i < array->size(); ++i) {
          std::string why = check((*array)[i], *rule.getAsObject(),
                                  path + "/" + std::to_string(i));
          if (!why.empty())
            return why;
        }
      return {};
    }
    if (keyword == "required") {
      if (const json::Object *object = value.getAsObject())
        for (const json::Value &key : *rule.getAsArray())
          if (!object->get(*key.getAsString()))
            return path + ": misses " + key.getAsString()->str();
      return {};
    }
    if (keyword == "properties" || keyword == "additionalProperties")
      return checkProperties(keyword, rule, value, schema, path);
    if (keyword == "$schema" || keyword == "$defs" || keyword == "title" ||
        keyword == "description")
      return {};
    return path + ": the checker does not know '" + keyword + "'";
  }

  std::string checkType(const json::Value &rule, const json::Value &value,
                        const std::string &path) {
    std::string actual;
    switch (value.kind()) {
    case json::Value::Null:
      actual = "null";
      break;
    case json::Value::Boolean:
      actual = "boolean";
      break;
    case json::Value::Number:
      actual = value.getAsInteger() ? "integer" : "number";
      break;
    case json::Value::String:
      actual = "string";
      break;
    case json::Value::Array:
      actual = "array";
      break;
    case json::Value::Object:
      actual = "object";
      break;
    }
    bool fits = rule == json::Value(actual) ||
                (rule.getAsArray() &&
                 llvm::is_contained(*rule.getAsArray(), json::Value(actual)));
    return fits ? "" : path + ": is a " + actual;
  }

  std::string checkProperties(const std::string &keyword,
                              const json::Value &rule, const json::Value &value,
                              const json::Object &schema,
                              const std::string &path) {
    const json::Object *object = value.getAsObject();
    if (!object)
      return {};
    const json::Object *named = schema.getObject("properties");
    for (const auto &entry : *object) {
      const json::Object *known =
          named ? named->getObject(entry.first.str()) : nullptr;
      std::string at = path + "/" + entry.first.str();
      std::string why;
      if (keyword == "properties" && known)
        why = check(entry.second, *known, at);
      else if (keyword == "additionalProperties" && !known)
        why = rule.getAsBoolean() == false
                  ? at + ": not allowed"
                  : check(entry.second, *rule.getAsObject(), at);
      if (!why.empty())
        return why;
    }
    return {};
  }
};

class SchemaTest : public ReportTest {
protected:
  SchemaTest() {
    auto buffer = llvm::MemoryBuffer::getFile(TILEFOUNDRY_SOURCE_DIR
                                              "/docs/report.schema.json");
    EXPECT_TRUE(bool(buffer));
    llvm::Expected<json::Value> value = json::parse((*buffer)->getBuffer());
    EXPECT_TRUE(bool(value));
    schema = std::move(*value->getAsObject());
  }
  std::string check(json::Object report) {
    return SchemaChecker(schema).check(json::Value(std::move(report)), schema,
                                       "");
  }
  json::Object schema;
};

TEST_F(SchemaTest, ReportsKeepToIt) {
  RenderOptions all;
  all.explainPeak = all.explainRoof = true;
  makeResult();
  result.dims = {{"ctx", 4096}};
  result.unknownOps = {{"acme.blend", 3}};
  EXPECT_EQ(check(json(all)), "");
  result.level.reset();
  result.target = nullptr;
  EXPECT_EQ(check(json()), "");
  for (const char *family :
       {"compute-cost", "memory", "roofline", "performance"}) {
    makeResult({family});
    EXPECT_EQ(check(json()), "") << family;
  }
}

TEST_F(SchemaTest, ItRefusesWhatIsWrong) {
  makeResult();
  json::Object report = json();
  report["topology"] = 3;
  EXPECT_EQ(check(std::move(report)), "/topology: is a integer");
  report = json();
  report["more"] = 1;
  EXPECT_EQ(check(std::move(report)), "/more: not allowed");
  report = json();
  report.erase("calls");
  EXPECT_EQ(check(std::move(report)), ": misses calls");
  report = json();
  (*report.getObject("function_records"))["roofline"] =
      json::Object{{"compute_ns", -1}};
  EXPECT_NE(check(std::move(report)), "");
}

} // namespace
