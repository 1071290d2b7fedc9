#include <lilyan/scene/schema/json_schema.hpp>

#include <lilyan/scene/schema/scene_schema.hpp>
#include <lilyan/scene/schema/validate.hpp>

#include <cmath>
#include <nlohmann/json.hpp>

namespace lilyan {
namespace {

void put_range(const Schema& schema, Json& result) {
  if (std::isfinite(schema.lowest)) result[schema.lowest_allowed ? "minimum" : "exclusiveMinimum"] = schema.lowest;
  if (std::isfinite(schema.highest)) result[schema.highest_allowed ? "maximum" : "exclusiveMaximum"] = schema.highest;
}

std::string unit_of(const Schema& schema) { return schema.kind == Schema::Kind::list ? unit_of(*schema.item) : schema.unit; }

Json field_schema(const Field& field) {
  Json result = json_schema(field.schema);
  const std::string unit = unit_of(field.schema);
  result["description"] = unit.empty() ? field.meaning : field.meaning + " [" + unit + "]";
  if (const Json standard = default_value(field); !standard.is_null()) result["default"] = standard;
  return result;
}

Json object_schema(const std::vector<Field>& fields, const std::string* type) {
  Json result = {{"type", "object"}, {"additionalProperties", false}, {"properties", Json::object()}};
  Json required = Json::array();
  if (type) {
    result["properties"]["type"] = {{"const", *type}};
    required.push_back("type");
  }
  for (const Field& field : fields) {
    result["properties"][field.name] = field_schema(field);
    if (field.need == Field::Need::required) required.push_back(field.name);
  }
  if (!required.empty()) result["required"] = required;
  return result;
}

Json list_schema(const Schema& schema) {
  Json result = {{"type", "array"}, {"items", json_schema(*schema.item)}};
  if (schema.fewest > 0) result["minItems"] = schema.fewest;
  if (schema.most != std::numeric_limits<std::size_t>::max()) result["maxItems"] = schema.most;
  return result;
}

Json named_schema(const Schema& schema) {
  return {{"type", "object"}, {"additionalProperties", json_schema(*schema.item)}, {"maxProperties", schema.most}};
}

Json alternatives_schema(const Schema& schema) {
  Json forms = Json::array();
  for (const Alternative& alternative : schema.alternatives) {
    Json form = schema.kind == Schema::Kind::tagged ? object_schema(alternative.schema.fields, &alternative.name)
                                                    : json_schema(alternative.schema);
    if (!alternative.meaning.empty()) form["description"] = alternative.meaning;
    forms.push_back(form);
  }
  return {{schema.kind == Schema::Kind::tagged ? "oneOf" : "anyOf", forms}};
}

}  // namespace

Json json_schema(const Schema& schema) {
  Json result = Json::object();
  switch (schema.kind) {
    case Schema::Kind::number: result["type"] = "number", put_range(schema, result); break;
    case Schema::Kind::integer:
      result["type"] = "integer", put_range(schema, result);
      if (schema.multiple_of > 1) result["multipleOf"] = schema.multiple_of;
      break;
    case Schema::Kind::boolean: result["type"] = "boolean"; break;
    case Schema::Kind::text: result["type"] = "string"; break;
    case Schema::Kind::choice: result["enum"] = schema.choices; break;
    case Schema::Kind::list: return list_schema(schema);
    case Schema::Kind::named: return named_schema(schema);
    case Schema::Kind::object: return object_schema(schema.fields, nullptr);
    case Schema::Kind::tagged:
    case Schema::Kind::either: return alternatives_schema(schema);
  }
  return result;
}

std::string scene_json_schema() {
  Json result = json_schema(scene_schema());
  result["$schema"] = "https://json-schema.org/draft/2020-12/schema";
  result["title"] = "Lilyan scene";
  return result.dump(2);
}

}  // namespace lilyan
