// Which entries of a scene name a body, for who has to refuse what cannot act on it.
#pragma once

#include <lilyan/scene/schema/json.hpp>

#include <string>
#include <vector>

namespace lilyan {

// Their places: "constraints/0". Also those that name it as one of several.
std::vector<std::string> constraints_on(const Json& scene, const std::string& body);
std::vector<std::string> formulas_on(const Json& scene, const std::string& body);

// Entries of `damping` of a type that damp it, by name or because they damp all bodies.
std::vector<std::string> dampings_on(const Json& scene, const std::string& body, const std::string& type);

}  // namespace lilyan
