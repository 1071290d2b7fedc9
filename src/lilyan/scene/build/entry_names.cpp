#include <lilyan/scene/build/entry_names.hpp>

#include <lilyan/scene/schema/validate.hpp>
#include <lilyan/scene/schema/values.hpp>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace lilyan {
namespace {

bool names(const Json& entry, const char* key, const std::string& body) { return text_or(entry, key, "") == body; }

template <class IsMeant>
std::vector<std::string> places_of(const Json& scene, const char* list, const IsMeant& is_meant) {
  std::vector<std::string> places;
  const Json& entries = list_or_empty(scene, list);
  for (std::size_t k = 0; k < entries.size(); ++k)
    if (entries[k].is_object() && is_meant(entries[k])) places.push_back(join_path(list, std::to_string(k)));
  return places;
}

}  // namespace

std::vector<std::string> constraints_on(const Json& scene, const std::string& body) {
  return places_of(scene, "constraints", [&](const Json& entry) {
    const Json& ends = list_or_empty(entry, "between");
    return names(entry, "body", body) || names(entry, "to", body) ||
           std::any_of(ends.begin(), ends.end(), [&](const Json& end) { return names(end, "body", body); });
  });
}

std::vector<std::string> formulas_on(const Json& scene, const std::string& body) {
  return places_of(scene, "potentials", [&](const Json& entry) {
    const Json& particles = list_or_empty(entry, "particles");
    return names(entry, "body", body) || std::any_of(particles.begin(), particles.end(), [&](const Json& one) {
             return one.is_string() ? one.get<std::string>() == body : names(one, "body", body);
           });
  });
}

std::vector<std::string> dampings_on(const Json& scene, const std::string& body, const std::string& type) {
  return places_of(scene, "damping", [&](const Json& entry) {
    return text_or(entry, "type", "") == type && (!entry.contains("body") || names(entry, "body", body));
  });
}

}  // namespace lilyan
