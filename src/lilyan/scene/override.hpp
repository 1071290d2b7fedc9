// `--set a.b.0.c=VALUE`: changes a scene before it is checked.
//
// VALUE is read as JSON, else as a text. Missing objects on the way are made, and a list where the key 0 follows; a list's
// index must exist, or be the one after the last, which appends.
#pragma once

#include <lilyan/scene/schema/json.hpp>

#include <string>

namespace lilyan {

// Throws InputError (id "set.syntax" or "set.path", place "--set <assignment>"), the scene then being as it was.
void apply_override(Json& scene, const std::string& assignment);

}  // namespace lilyan
