// Loads from their entries, on the vertices of one body.
#pragma once

#include <lilyan/energy/load.hpp>
#include <lilyan/scene/build/build_body.hpp>

namespace lilyan {

// None where a fault was added. `first_vertex` is the body's first vertex in the system.
std::optional<Load> build_load(const Json& load, const BuiltBody& body, Index first_vertex, const std::string& place,
                               BuildContext& context);

}  // namespace lilyan
