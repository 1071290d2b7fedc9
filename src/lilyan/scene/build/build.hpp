// A checked scene -> Scene.
#pragma once

#include <lilyan/run/scene.hpp>
#include <lilyan/scene/build/build_context.hpp>

namespace lilyan {

// Builds every part that no fault of the context concerns, so that as many faults as possible come together, and throws
// them all where there is one.
Scene build(const Json& scene, BuildContext& context);

}  // namespace lilyan
