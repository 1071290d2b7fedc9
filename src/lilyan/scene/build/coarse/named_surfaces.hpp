// Surfaces of the vertices that a scene names, where these are not those that move: what planes meet and the air touches.
#pragma once

#include <lilyan/scene/build/contact/contact.hpp>

namespace lilyan {

// Appends one for each such body.
void add_named_surfaces(const PlacedBodies& bodies, std::vector<CarriedContactSurface>& surfaces);

// The drag of the air on such a body; `entry` is one of `damping`.
std::unique_ptr<Dissipation> named_drag(const Json& entry, const PlacedBody& placed);

}  // namespace lilyan
