// The surfaces that may meet: those of bodies, whose points are vertices of the system, and those of obstacles.
//
// Points are numbered through: the vertices of the system first, then the points of all obstacles, which move as they are told.
#pragma once

#include <lilyan/mesh/triangle_mesh.hpp>
#include <lilyan/space/motion.hpp>

#include <array>
#include <vector>

namespace lilyan {

// The surface of one body or one obstacle, by its points.
struct ContactSurface {
  std::vector<Index> points = {};
  std::vector<std::array<Index, 2>> edges = {};  // ascending within an edge, each once
  std::vector<Triangle> triangles = {};
  double thickness = 0;    // [m]; half of it counts in every gap
  double radius = 0;       // [m] of a ball, whose surface is one point: its centre
  bool is_planar = false;  // a slice of a long body: its points meet edges, and its edges do not meet each other
};

// Where the points of obstacles are at time t.
class ObstaclePoints {
 public:
  // Appends points at X [m] that follow `motion`; returns the number of the first among the obstacles' points.
  Index add(const Vector& X, Motion motion);

  Index size() const { return static_cast<Index>(X_.size() / 3); }
  const Vector& start() const { return X_; }
  bool moves() const { return moves_; }
  Vector at(double t) const;
  Vector velocities_at(double t) const;  // just before t [m/s]

 private:
  struct Group {
    Index first, count;
    Motion motion;
  };
  Vector X_ = Vector(0);
  std::vector<Group> groups_;
  bool moves_ = false;
};

}  // namespace lilyan
