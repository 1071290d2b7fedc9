// Checks a JSON value against a Schema and fills in defaults; every fault is collected, none stops the check.
//
// A fault's place is the path inside the scene, "bodies/0/material/youngs_modulus". What comes back is normalised, so
// that two texts that mean the same give the same value: defaults written out, every number a double, every whole
// number an integer. A missing object all of whose fields have defaults reads as the object of its defaults.
#pragma once

#include <lilyan/core/error.hpp>
#include <lilyan/core/schema.hpp>
#include <lilyan/scene/schema/json.hpp>

#include <string>

namespace lilyan {

// Ids: "scene.type", "scene.range", "scene.choice", "scene.count", "scene.unknown-key", "scene.missing-key".
// Where a fault was found below, the faulty part of the result is unspecified.
Json validate(const Json& value, const Schema& schema, const std::string& path, FaultList& faults);

// What a missing field reads as; null where it has no default.
Json default_value(const Field& field);

// "bodies/0" and "mesh" -> "bodies/0/mesh".
std::string join_path(const std::string& path, const std::string& key);

}  // namespace lilyan
