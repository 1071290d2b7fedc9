// What ties several values of a scene together and no single value can show.
//
// Names are unique and exist where they are used; exactly one of density and mass, of duration and steps; one complete
// set of moduli and no mixture. Looks only at parts of the right type, so that it can follow a failed validation and
// all faults come at once.
#pragma once

#include <lilyan/core/error.hpp>
#include <lilyan/scene/schema/json.hpp>

namespace lilyan {

// Ids: "scene.name", "scene.duplicate-name", "scene.unknown-name", "scene.exactly-one", "scene.parameters", "scene.motion",
// "scene.load", "scene.preset".
void check_consistency(const Json& scene, FaultList& faults);

// The part about the materials, regions, densities and masses of a body.
void check_materials(const Json& body, const std::string& place, FaultList& faults);

// Of the two keys one is given, and not both.
void check_exactly_one(const Json& object, const char* a, const char* b, const std::string& place, FaultList& faults);

}  // namespace lilyan
