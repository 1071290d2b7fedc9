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
#pragma once

#include <lilyan/space/coordinates.hpp>
#include <lilyan/space/mass_moments.hpp>

namespace lilyan {

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

}  // namespace lilyan
