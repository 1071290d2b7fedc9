#include <lilyan/space/reduced_shape.hpp>

#include <cmath>

namespace lilyan {

ReducedShape::ReducedShape(Vector X, Eigen::MatrixXd U, Vector vertex_mass)
    : X_(std::move(X)),
      U_(std::move(U)),
      mass_(std::move(vertex_mass)),
      scale_(std::sqrt(mass_.sum())),
      moments_(X_, U_ *= scale_, mass_) {}

Vector ReducedShape::start() const {
  Vector y = Vector::Zero(3 * Eigen::Index{points()});
  const Index anchor = moving_points();
  vertex(y, anchor + 1) = Vec3::UnitX();  // three points that lie on no line
  vertex(y, anchor + 2) = Vec3::UnitY();
  return y;
}

std::vector<Pin> ReducedShape::pins(Index first_point) const {
  const Index anchor = first_point + moving_points();
  std::vector<Pin> pins = {{{anchor, anchor + 1, anchor + 2}, {true, true, true}, {}}};
  if (const Index used = size() % 3; used != 0) pins.push_back({{anchor - 1}, {false, used < 2, true}, {}});
  return pins;
}

Vector ReducedShape::coordinates_of(const Vector& u) const {
  Vector p(u.size());
  for (Index i = 0; i < vertices(); ++i) vertex(p, i) = mass_[i] * vertex(u, i);
  return U_.transpose() * p / mass();
}

}  // namespace lilyan
