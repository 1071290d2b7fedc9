// Pins from their entries, on the vertices of one body.
#pragma once

#include <lilyan/scene/build/build_body.hpp>
#include <lilyan/space/coordinates.hpp>

namespace lilyan {

// None where a fault was added. `first_vertex` is the body's first vertex in the system.
// Appends the ramps of an entry's `motion`, if any; false where a fault was added.
bool build_motion(const Json& entry, const std::string& place, BuildContext& context, Motion& built);

std::optional<Pin> build_pin(const Json& pin, const BuiltBody& body, Index first_vertex, const std::string& place,
                             BuildContext& context);

}  // namespace lilyan
