#include <lilyan/scene/override.hpp>

#include <lilyan/core/error.hpp>
#include <lilyan/core/platform/file_reader.hpp>

#include <fmt/format.h>

#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

namespace lilyan {
namespace {

std::vector<std::string> split_path(const std::string& path) {
  std::vector<std::string> keys(1);
  for (char c : path)
    if (c == '.')
      keys.emplace_back();
    else
      keys.back() += c;
  return keys;
}

Json read_value(const std::string& text, const std::string& assignment) {
  try {
    return parse_json(text, "--set");
  } catch (const InputError&) {
    if (is_printable_utf8(text)) return text;
    throw InputError({"set.syntax", "--set " + printable(assignment), "the value is neither JSON nor printable UTF-8 text", ""});
  }
}

std::optional<std::size_t> as_index(const std::string& key) {
  std::size_t index = 0;
  const auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), index);
  if (error != std::errc{} || end != key.data() + key.size()) return std::nullopt;
  return index;
}

[[noreturn]] void fail_path(const std::string& assignment, const std::string& message, const std::string& hint = {}) {
  throw InputError({"set.path", "--set " + printable(assignment), message, hint});
}

// The member `key` of `parent`, made where it is missing and may be.
Json& descend(Json& parent, const std::string& key, const std::string& assignment) {
  if (parent.is_null()) parent = key == "0" ? Json::array() : Json::object();  // missing until now
  if (parent.is_object()) return parent[key];
  if (!parent.is_array())
    fail_path(assignment, fmt::format("\"{}\" cannot stand inside {}, which is neither an object nor a list", printable(key),
                                      shown_value(parent)));
  const std::optional<std::size_t> index = as_index(key);
  if (!index || *index > parent.size())
    fail_path(assignment, fmt::format("\"{}\" is not an index of a list of {}", printable(key), parent.size()),
              fmt::format("indices run from 0; {} appends", parent.size()));
  if (*index == parent.size()) parent.push_back(nullptr);
  return parent[*index];
}

}  // namespace

void apply_override(Json& scene, const std::string& assignment) {
  const std::size_t equals = assignment.find('=');
  if (equals == std::string::npos || equals == 0)
    throw InputError(
        {"set.syntax", "--set " + printable(assignment), "is not of the form path=value", "for example --set time.step=0.01"});
  const std::vector<std::string> keys = split_path(assignment.substr(0, equals));
  if (keys.size() > kDeepestJson) fail_path(assignment, fmt::format("more than {} keys in a path", kDeepestJson));

  Json changed = scene;
  Json* place = &changed;
  for (const std::string& key : keys) {
    if (key.empty()) fail_path(assignment, "a key of the path is empty", "keys are separated by single dots: a.b.0.c");
    place = &descend(*place, key, assignment);
  }
  *place = read_value(assignment.substr(equals + 1), assignment);
  scene = std::move(changed);
}

}  // namespace lilyan
