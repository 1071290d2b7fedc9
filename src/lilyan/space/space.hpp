// Where the vertices of all bodies are for a state of the system, reduced bodies among them, and which of their components are
// held.
#pragma once

#include <lilyan/space/coordinates.hpp>
#include <lilyan/space/mass_moments.hpp>

#include <memory>
#include <vector>

namespace lilyan {

// The shape of a body that moves in a few coordinates y instead of with all its vertices.
//
//   x = X + U y,   U^T M U = m 1        X: positions at rest [m], 3 per vertex;  M: the masses of the vertices, m their sum [kg]
//
// y has the unit of a length, and each coordinate the mass m: (m/2)|dy/dt|^2 is the kinetic energy of the vertices. Held vertices
// have rows of 0.
//
// Among the points of a state the body has ceil(r/3) with three coordinates each; those that are left over in the last one are held
// at 0. Three more points, the anchors, are held as well: they stand for the pins, without which modes would have to turn. No rigid
// motion is left to a body of points with anchors, as none is left to the body.
class ReducedShape {
 public:
  // U: 3n x r, orthonormal with the masses, U^T M U = 1; it is scaled here.
  ReducedShape(Vector X, Eigen::MatrixXd U, Vector vertex_mass);

  Index size() const { return static_cast<Index>(U_.cols()); }  // r
  Index vertices() const { return static_cast<Index>(mass_.size()); }
  double mass() const { return moments_.mass(); }          // m [kg]
  double scale() const { return scale_; }                  // sqrt(m): q = scale y for the coordinates q of the columns given
  const Vector& rest() const { return X_; }                // X
  const Eigen::MatrixXd& basis() const { return U_; }      // U
  const Vector& vertex_mass() const { return mass_; }      // [kg]
  const MassMoments& moments() const { return moments_; }  // over y

  static constexpr Index kAnchors = 3;
  Index moving_points() const { return (size() + 2) / 3; }
  Index points() const { return moving_points() + kAnchors; }
  Vector start() const;                            // of its points, 3 each: y = 0 and the anchors
  std::vector<Pin> pins(Index first_point) const;  // that hold anchors and what is left over

  // y of displacements or velocities u of all vertices: the nearest that the coordinates can say, in the metric of the masses.
  Vector coordinates_of(const Vector& u) const;

 private:
  Vector X_;
  Eigen::MatrixXd U_;
  Vector mass_;
  double scale_;
  MassMoments moments_;
};

// Where the vertices of all bodies are for a state of the system.
//
// A state has three components per point. The points of a body that moves with all its vertices are these vertices; a reduced body
// has points of its own, which follow after those of all others. Vertices are numbered in the same way: those
// that are points come first.
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

// Which components of all vertices are held: by pins, or because the basis of a reduced body does not move them.
class HeldComponents {
 public:
  HeldComponents(const Space& space, const Coordinates& coordinates);
  bool is_held(Index vertex, Index axis) const { return held_[static_cast<std::size_t>(3 * vertex + axis)]; }
  bool is_held_whole(Index vertex) const { return is_held(vertex, 0) && is_held(vertex, 1) && is_held(vertex, 2); }
  std::vector<bool> held_whole() const;  // one per vertex

 private:
  std::vector<bool> held_;
};

}  // namespace lilyan
