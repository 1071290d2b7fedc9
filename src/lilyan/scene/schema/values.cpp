#include <lilyan/scene/schema/values.hpp>

#include <nlohmann/json.hpp>

namespace lilyan {

Vec3 vec3_value(const Json& value) { return {value.at(0).get<double>(), value.at(1).get<double>(), value.at(2).get<double>()}; }

Mat3 mat3_value(const Json& rows) {
  Mat3 matrix;
  for (int i = 0; i < 3; ++i) matrix.row(i) = vec3_value(rows.at(static_cast<std::size_t>(i))).transpose();
  return matrix;
}

namespace {

std::vector<double> flat_numbers(const Json& list) {
  std::vector<double> numbers;
  for (const Json& item : list) {
    if (!item.is_array()) {
      numbers.push_back(item.get<double>());
      continue;
    }
    for (const Json& number : item) numbers.push_back(number.get<double>());
  }
  return numbers;
}

}  // namespace

Parameters parameters_of(const Json& object, const std::vector<Field>& fields) {
  Parameters parameters;
  for (const Field& field : fields) {
    const auto member = object.find(field.name);
    if (member == object.end()) continue;
    if (member->is_boolean())
      parameters.set(field.name, member->get<bool>());
    else if (member->is_string())
      parameters.set(field.name, member->get<std::string>());
    else if (member->is_array())
      parameters.set(field.name, flat_numbers(*member));
    else
      parameters.set(field.name, member->get<double>());
  }
  return parameters;
}

std::string text_or(const Json& object, const char* key, const std::string& otherwise) {
  if (!object.is_object()) return otherwise;
  const auto member = object.find(key);
  return member != object.end() && member->is_string() ? member->get<std::string>() : otherwise;
}

const Json& list_or_empty(const Json& object, const char* key) {
  static const Json empty = Json::array();
  if (!object.is_object()) return empty;
  const auto member = object.find(key);
  return member != object.end() && member->is_array() ? *member : empty;
}

std::string entry_name(const Json& entry, const char* kind, std::size_t k) {
  return text_or(entry, "name", kind + std::to_string(k));
}

}  // namespace lilyan
