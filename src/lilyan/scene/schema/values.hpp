// Typed values out of checked JSON. Called only where the schema has let the value pass.
#pragma once

#include <lilyan/core/schema.hpp>
#include <lilyan/core/vector.hpp>
#include <lilyan/scene/schema/json.hpp>

#include <string>
#include <vector>

namespace lilyan {

Vec3 vec3_value(const Json& value);
Mat3 mat3_value(const Json& rows);

// The members of an object that `fields` declare, for a registry entry; keys that are not given are left out.
// A list of lists becomes one list, row by row.
Parameters parameters_of(const Json& object, const std::vector<Field>& fields);

// The member `key` where it is there and a text, else `otherwise`. Also for JSON that has not passed its schema.
std::string text_or(const Json& object, const char* key, const std::string& otherwise);

// The member `key` where it is there and a list, else an empty list. Also for JSON that has not passed its schema.
const Json& list_or_empty(const Json& object, const char* key);

// The name an entry goes by: its own, or "body2" for the third of "bodies".
std::string entry_name(const Json& entry, const char* kind, std::size_t k);

}  // namespace lilyan
