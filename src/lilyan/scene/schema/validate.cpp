#include <lilyan/scene/schema/validate.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

namespace lilyan {
namespace {

using Kind = Schema::Kind;

std::string kind_name(const Json& value) {
  if (value.is_null()) return "null";
  if (value.is_boolean()) return "true or false";
  if (value.is_string()) return "a text";
  if (value.is_array()) return "a list";
  if (value.is_object()) return "an object";
  return "a number";
}

// What `word` is among the alternatives, a type or a name within one, and how that is written: "rubber" is a preset: write {"type":
// "preset", "name": "rubber"}. Empty where none of them knows the word.
std::string place_of_word(const std::string& word, const Schema& tagged) {
  for (const Alternative& alternative : tagged.alternatives)
    if (alternative.name == word)
      return fmt::format("\"{0}\" is a type: write {{\"type\": \"{0}\"{1}}}", word,
                         alternative.schema.fields.empty() ? "" : ", ...");
  for (const Alternative& alternative : tagged.alternatives)
    for (const Field& field : alternative.schema.fields)
      if (field.need == Field::Need::required && field.schema.kind == Kind::choice &&
          std::find(field.schema.choices.begin(), field.schema.choices.end(), word) != field.schema.choices.end())
        return fmt::format("\"{0}\" is a {1}: write {{\"type\": \"{1}\", \"{2}\": \"{0}\"}}", word, alternative.name, field.name);
  return {};
}

class Validator {
 public:
  explicit Validator(FaultList& faults) : faults_(faults) {}

  Json value(const Json& value, const Schema& schema, const std::string& path) {
    switch (schema.kind) {
      case Kind::number: return number(value, schema, path);
      case Kind::integer: return integer(value, schema, path);
      case Kind::boolean: return value.is_boolean() ? value : wrong_type(value, schema, path);
      case Kind::text: return value.is_string() ? value : wrong_type(value, schema, path);
      case Kind::choice: return choice(value, schema, path);
      case Kind::list: return list(value, schema, path);
      case Kind::named: return named(value, schema, path);
      case Kind::object: return value.is_object() ? object(value, schema.fields, nullptr, path) : wrong_type(value, schema, path);
      case Kind::tagged: return tagged(value, schema, path);
      case Kind::either: return either(value, schema, path);
    }
    return value;
  }

 private:
  Json wrong_type(const Json& value, const Schema& schema, const std::string& path) {
    const std::string what = value.is_structured() ? kind_name(value) : shown_value(value);
    std::string hint;
    if (value.is_string() && (schema.kind == Kind::number || schema.kind == Kind::integer)) hint = "numbers stand without quotes";
    if (value.is_string() && schema.kind == Kind::tagged) hint = place_of_word(value.get<std::string>(), schema);
    faults_.add("scene.type", path, fmt::format("{} given, expected {}", what, describe(schema)), hint);
    return value;
  }

  Json out_of_range(const Json& value, const Schema& schema, const std::string& path) {
    faults_.add("scene.range", path, fmt::format("{} is not {}", shown_value(value), describe(schema)));
    return value;
  }

  static bool in_range(double x, const Schema& schema) {
    const bool above = schema.lowest_allowed ? x >= schema.lowest : x > schema.lowest;
    const bool below = schema.highest_allowed ? x <= schema.highest : x < schema.highest;
    return above && below;
  }

  Json number(const Json& value, const Schema& schema, const std::string& path) {
    if (!value.is_number()) return wrong_type(value, schema, path);
    const double x = value.get<double>();
    if (!std::isfinite(x) || !in_range(x, schema)) return out_of_range(value, schema, path);
    return x;
  }

  Json integer(const Json& value, const Schema& schema, const std::string& path) {
    constexpr double kLargest = 9007199254740992.0;  // 2^53: beyond it a double no longer tells whole numbers apart
    if (!value.is_number()) return wrong_type(value, schema, path);
    const double x = value.get<double>();
    if (!std::isfinite(x) || std::fmod(x, schema.multiple_of) != 0 || std::abs(x) > kLargest || !in_range(x, schema))
      return out_of_range(value, schema, path);
    return static_cast<std::int64_t>(x);
  }

  Json choice(const Json& value, const Schema& schema, const std::string& path) {
    if (!value.is_string()) return wrong_type(value, schema, path);
    const std::string word = value.get<std::string>();
    for (const std::string& allowed : schema.choices)
      if (word == allowed) return value;
    // The name of a type where a name within a type should stand, and the other way round.
    const std::string elsewhere = owner_ ? place_of_word(word, *owner_) : std::string{};
    faults_.add("scene.choice", path, fmt::format("{} is not {}", shown_value(value), describe(schema)),
                elsewhere.empty() ? did_you_mean(word, schema.choices) : elsewhere);
    return value;
  }

  Json list(const Json& value, const Schema& schema, const std::string& path) {
    if (!value.is_array()) return wrong_type(value, schema, path);
    if (value.size() < schema.fewest || value.size() > schema.most) {
      faults_.add("scene.count", path, fmt::format("{} items given, expected {}", value.size(), describe(schema)));
      return value;
    }
    Json result = Json::array();
    for (std::size_t k = 0; k < value.size(); ++k)
      result.push_back(this->value(value[k], *schema.item, join_path(path, std::to_string(k))));
    return result;
  }

  Json named(const Json& value, const Schema& schema, const std::string& path) {
    if (!value.is_object()) return wrong_type(value, schema, path);
    if (value.size() > schema.most) {
      faults_.add("scene.count", path, fmt::format("{} names given, expected {}", value.size(), describe(schema)));
      return value;
    }
    Json result = Json::object();
    for (const auto& [name, item] : value.items()) result[name] = this->value(item, *schema.item, join_path(path, printable(name)));
    return result;
  }

  // `type` is the value of the key "type" that names this kind of object, or nullptr where it has none.
  Json object(const Json& value, const std::vector<Field>& fields, const std::string* type, const std::string& path) {
    Json result = Json::object();
    if (type) result["type"] = *type;
    std::vector<std::string> known;
    for (const Field& field : fields) {
      known.push_back(field.name);
      const std::string place = join_path(path, field.name);
      if (const auto given = value.find(field.name); given != value.end()) {
        result[field.name] = this->value(*given, field.schema, place);
      } else if (Json standard = default_value(field); !standard.is_null()) {
        result[field.name] = std::move(standard);
      } else if (field.need == Field::Need::required) {
        const bool is_choice = field.schema.kind == Kind::choice;
        const std::string example =
            is_choice ? fmt::format("for example \"{}\": \"{}\"; ", field.name, field.schema.choices.front()) : std::string{};
        faults_.add("scene.missing-key", place, fmt::format("missing; expected {}", describe(field.schema)),
                    example + field.meaning);
      }
    }
    report_unknown_keys(value, known, type, path);
    return result;
  }

  void report_unknown_keys(const Json& value, const std::vector<std::string>& known, const std::string* type,
                           const std::string& path) {
    for (const auto& [key, ignored] : value.items()) {
      if (type && key == "type") continue;
      if (std::find(known.begin(), known.end(), key) != known.end()) continue;
      std::string hint = did_you_mean(key, known);
      if (hint.empty() && known.empty()) hint = "nothing more can be given here";
      if (hint.empty()) hint = fmt::format("known here: {}", fmt::join(known, ", "));
      const std::string owner = type ? fmt::format(" for \"{}\"", *type) : std::string{};
      faults_.add("scene.unknown-key", join_path(path, printable(key)), "unknown key" + owner, hint);
    }
  }

  Json tagged(const Json& value, const Schema& schema, const std::string& path) {
    if (!value.is_object()) return wrong_type(value, schema, path);
    const Schema* const outer = std::exchange(owner_, &schema);
    Json result = object_of_type(value, schema, path);
    owner_ = outer;
    return result;
  }

  Json object_of_type(const Json& value, const Schema& schema, const std::string& path) {
    std::vector<std::string> names;
    for (const Alternative& alternative : schema.alternatives) names.push_back(alternative.name);
    const std::string place = join_path(path, "type");
    const auto type = value.find("type");
    if (type == value.end()) {
      faults_.add("scene.missing-key", place, fmt::format("missing; expected one of \"{}\"", fmt::join(names, "\", \"")),
                  type_in_other_words(value, schema));
      return value;
    }
    if (!type->is_string()) return wrong_type(*type, lilyan::choice(names), place);
    const std::string name = type->get<std::string>();
    for (const Alternative& alternative : schema.alternatives)
      if (alternative.name == name) return object(value, alternative.schema.fields, &name, path);
    return choice(*type, lilyan::choice(names), place), value;
  }

  // {"preset": "rubber"} and {"stvk": {...}} are what one may think of instead of a type.
  static std::string type_in_other_words(const Json& value, const Schema& schema) {
    for (const auto& [key, content] : value.items()) {
      if (place_of_word(key, schema).empty()) continue;
      const std::string inner = content.is_string() ? place_of_word(content.get<std::string>(), schema) : std::string{};
      return inner.empty() ? place_of_word(key, schema) : inner;
    }
    return {};
  }

  Json either(const Json& value, const Schema& schema, const std::string& path) {
    for (const Alternative& alternative : schema.alternatives)
      if (has_form(value, alternative.schema)) return this->value(value, alternative.schema, path);
    return wrong_type(value, schema, path);
  }

  static bool has_form(const Json& value, const Schema& schema) {
    switch (schema.kind) {
      case Kind::number:
      case Kind::integer: return value.is_number();
      case Kind::boolean: return value.is_boolean();
      case Kind::text:
      case Kind::choice: return value.is_string();
      case Kind::list: return value.is_array();
      case Kind::named:
      case Kind::object:
      case Kind::tagged: return value.is_object();
      case Kind::either: break;
    }
    for (const Alternative& alternative : schema.alternatives)
      if (has_form(value, alternative.schema)) return true;
    return false;
  }

  FaultList& faults_;
  const Schema* owner_ = nullptr;  // the innermost tagged schema that the value lies in
};

}  // namespace

Json validate(const Json& value, const Schema& schema, const std::string& path, FaultList& faults) {
  return Validator(faults).value(value, schema, path);
}

Json default_value(const Field& field) {
  if (const bool* flag = std::get_if<bool>(&field.standard)) return *flag;
  if (const std::string* word = std::get_if<std::string>(&field.standard)) return *word;
  if (const auto* numbers = std::get_if<std::vector<double>>(&field.standard)) return *numbers;
  if (const double* x = std::get_if<double>(&field.standard)) {
    if (field.schema.kind == Kind::integer) return static_cast<std::int64_t>(*x);
    return *x;
  }
  if (field.schema.kind != Kind::object || field.need == Field::Need::required) return nullptr;
  Json result = Json::object();
  for (const Field& part : field.schema.fields) {
    Json standard = default_value(part);
    if (standard.is_null()) return nullptr;
    result[part.name] = std::move(standard);
  }
  return result;
}

std::string join_path(const std::string& path, const std::string& key) { return path.empty() ? key : path + "/" + key; }

}  // namespace lilyan
