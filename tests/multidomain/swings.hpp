// Swings of a body in the lowest mode of its whole mesh, of the mesh itself and of a tree of domains, seen at one vertex.
#pragma once

#include <tests/multidomain/moving_trees.hpp>

namespace lilyan::test {

struct SwingStart {
  Vector v;              // of all vertices of the whole [m/s]
  Index domain, vertex;  // which is watched, in its domain
  Index in_whole;        // the same vertex
  Vec3 along;            // the direction in which it starts
};

// From rest, with the vertex at `place` in `domain` as fast as given [m/s].
SwingStart start_in_lowest_mode(const VoxelTree& voxels, Index domain, const Vec3& place, double speed);

struct Swing {
  double h = 0;                               // [s]
  std::vector<Vec3> motion;                   // of the vertex from rest, after every step [m]
  std::string failure;                        // if the run ended early
  double first = 0, lowest = 0, highest = 0;  // energy [J], of trees

  double reach(const Vec3& along) const;   // [m]
  double period(const Vec3& along) const;  // of the first full swing, between zeros at which it rises [s]; 0: it did not end
};

// By the implicit midpoint rule.
Swing whole_swing(const VoxelTree& voxels, const SwingStart& start, double h, int steps);
Swing tree_swing(const VoxelTree& voxels, const SwingStart& start, const StepFunction& step, const MultidomainSettings& settings,
                 double h, int steps, const Watch& watch = {});

// Root mean square of the difference of two swings over the first period of the second, over that of the second.
double relative_error(const Swing& swing, const Swing& reference, const Vec3& along);

}  // namespace lilyan::test
