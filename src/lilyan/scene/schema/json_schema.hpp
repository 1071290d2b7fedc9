// A Schema as a JSON Schema (draft 2020-12), so that editors can complete and check scene files.
//
// It says what one value may be. What ties several values together (one complete set of moduli, names that must exist)
// only `lilyan check` knows.
#pragma once

#include <lilyan/core/schema.hpp>
#include <lilyan/scene/schema/json.hpp>

#include <string>

namespace lilyan {

Json json_schema(const Schema& schema);

// The JSON Schema of a scene file, ready to print.
std::string scene_json_schema();

}  // namespace lilyan
