// Where the vertices of all bodies are for a state of the system.
//
// A state has three components per point. The points of a body that moves with all its vertices are these vertices; a reduced body
// (reduced_shape.hpp) has points of its own, which follow after those of all others. Vertices are numbered in the same way: those
// that are points come first.
#pragma once

#include <lilyan/space/reduced_shape.hpp>

#include <memory>
#include <vector>

namespace lilyan {

class Space {
 public:
  struct Reduced {
    Index first_point, first_vertex;
    std::shared_ptr<const ReducedShape> shape;
  };

  // Of so many vertices that are points, and of the reduced bodies after them.
  explicit Space(Index vertices_that_are_points = 0, const std::vector<std::shared_ptr<const ReducedShape>>& shapes = {});

  const std::vector<Reduced>& reduced() const { return reduced_; }
  bool is_plain() const { return reduced_.empty(); }  // every point is a vertex
  Index whole() const { return whole_; }              // vertices that are points
  Index vertices() const { return vertices_; }
  Index points() const { return points_; }

  Vector positions(const Vector& y) const;    // of all vertices [m], 3 each
  Vector velocities(const Vector& dy) const;  // [m/s], given those of the state

  // The state with these positions or velocities of all vertices, as near as its coordinates can say.
  Vector state(const Vector& x) const;
  Vector rates(const Vector& v) const;

  Vector pulled(const Vector& f) const;  // forces on all vertices as they act on the points [N]

  // Momenta of the reduced bodies in the state y with the momenta p, and what they are compared with: sum m|v| and sum m|r||v|, or
  // somewhat more.
  struct Momenta {
    Vec3 linear = Vec3::Zero(), angular = Vec3::Zero();  // [kg m/s], [kg m^2/s]
    double linear_scale = 0, angular_scale = 0;
  };
  Momenta momenta_of_reduced(const Vector& y, const Vector& p) const;

  Vec3 moving_mass_of_reduced() const;  // of vertices that some coordinate moves along x, y, z [kg]

  // y += w times the acceleration g [m/s^2] of all vertices, as the state sees it.
  void add_acceleration(const Vec3& g, double w, Vector& y) const;

 private:
  Index whole_, vertices_, points_;
  std::vector<Reduced> reduced_;
};

}  // namespace lilyan
