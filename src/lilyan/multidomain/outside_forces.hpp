// Forces from outside that act on a tree of domains during a step.
#pragma once

#include <lilyan/core/vector.hpp>

#include <vector>

namespace lilyan {

struct VertexForce {
  Index domain = 0, vertex = 0;  // counted among the vertices that the domain's model keeps
  Vec3 force = Vec3::Zero();     // [N], in the world's axes
};

struct OutsideForces {
  Vec3 gravity = Vec3::Zero();  // [m/s^2]
  std::vector<VertexForce> on_vertices = {};
};

}  // namespace lilyan
