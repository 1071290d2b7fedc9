// The entries of `deform`, applied in order.
#pragma once

#include <lilyan/scene/build/build_context.hpp>

namespace lilyan {

// Maps the positions x about c. False where a fault was added.
bool apply_deforms(const Json& entries, const Vec3& c, const std::string& place, BuildContext& context, Vector& x);

}  // namespace lilyan
