// What coarsening the bodies of a scene takes, from the bodies as they are built.
#pragma once

#include <lilyan/scene/build/placed_bodies.hpp>
#include <lilyan/scene/models/fine_bodies.hpp>

namespace lilyan {

std::vector<BodyToCoarsen> collect_fine_bodies(const Json& scene, const PlacedBodies& bodies, BuildContext& context);

}  // namespace lilyan
