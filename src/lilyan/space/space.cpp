#include <lilyan/space/space.hpp>

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

namespace {

// The coordinates of a reduced body among the components of a state.
auto coordinates_in(const Vector& y, const Space::Reduced& body) {
  return y.segment(3 * Eigen::Index{body.first_point}, body.shape->size());
}
auto coordinates_in(Vector& y, const Space::Reduced& body) {
  return y.segment(3 * Eigen::Index{body.first_point}, body.shape->size());
}

auto vertices_in(const Vector& x, const Space::Reduced& body) {
  return x.segment(3 * Eigen::Index{body.first_vertex}, 3 * Eigen::Index{body.shape->vertices()});
}

// As many of the first components as there are in points that are vertices.
Vector whole_part(const Space& space, const Vector& from, Index count) {
  Vector to(3 * Eigen::Index{count});
  to.head(3 * Eigen::Index{space.whole()}) = from.head(3 * Eigen::Index{space.whole()});
  return to;
}

}  // namespace

Space::Space(Index vertices_that_are_points, const std::vector<std::shared_ptr<const ReducedShape>>& shapes)
    : whole_(vertices_that_are_points), vertices_(whole_), points_(whole_) {
  for (const auto& shape : shapes) {
    reduced_.push_back({points_, vertices_, shape});
    points_ += shape->points();
    vertices_ += shape->vertices();
  }
}

Vector Space::positions(const Vector& y) const {
  if (is_plain()) return y;
  Vector x = whole_part(*this, y, vertices_);
  for (const Reduced& body : reduced_)
    x.segment(3 * Eigen::Index{body.first_vertex}, body.shape->rest().size()) =
        body.shape->rest() + body.shape->basis() * coordinates_in(y, body);
  return x;
}

Vector Space::velocities(const Vector& dy) const {
  if (is_plain()) return dy;
  Vector v = whole_part(*this, dy, vertices_);
  for (const Reduced& body : reduced_)
    v.segment(3 * Eigen::Index{body.first_vertex}, body.shape->rest().size()) = body.shape->basis() * coordinates_in(dy, body);
  return v;
}

Vector Space::state(const Vector& x) const {
  if (is_plain()) return x;
  Vector y = whole_part(*this, x, points_);
  for (const Reduced& body : reduced_) {
    y.segment(3 * Eigen::Index{body.first_point}, 3 * Eigen::Index{body.shape->points()}) = body.shape->start();
    coordinates_in(y, body) = body.shape->coordinates_of(vertices_in(x, body) - body.shape->rest());
  }
  return y;
}

Vector Space::rates(const Vector& v) const {
  if (is_plain()) return v;
  Vector dy = whole_part(*this, v, points_);
  for (const Reduced& body : reduced_) {
    dy.segment(3 * Eigen::Index{body.first_point}, 3 * Eigen::Index{body.shape->points()}).setZero();
    coordinates_in(dy, body) = body.shape->coordinates_of(vertices_in(v, body));
  }
  return dy;
}

Vector Space::pulled(const Vector& f) const {
  if (is_plain()) return f;
  Vector g = whole_part(*this, f, points_);
  for (const Reduced& body : reduced_) {
    g.segment(3 * Eigen::Index{body.first_point}, 3 * Eigen::Index{body.shape->points()}).setZero();
    coordinates_in(g, body) = body.shape->basis().transpose() * vertices_in(f, body);
  }
  return g;
}

Space::Momenta Space::momenta_of_reduced(const Vector& y, const Vector& p) const {
  Momenta sum;
  MassMoments::At at;
  ReducedMotion motion;
  for (const Reduced& body : reduced_) {
    const MassMoments& moments = body.shape->moments();
    moments.evaluate(coordinates_in(y, body), at);
    motion.qd = coordinates_in(p, body) / moments.mass();
    const Vec6 both = momenta(moments, at, motion);
    sum.linear += both.head<3>();
    sum.angular += both.tail<3>();
    const double speed = std::sqrt(moments.mass()) * motion.qd.norm();  // sqrt(sum m |v|^2): by Cauchy and Schwarz
    sum.linear_scale += std::sqrt(moments.mass()) * speed;
    sum.angular_scale += std::sqrt(at.xx.trace()) * speed;
  }
  return sum;
}

Vec3 Space::moving_mass_of_reduced() const {
  Vec3 mass = Vec3::Zero();
  for (const Reduced& body : reduced_)
    for (Index c = 0; c < 3 * body.shape->vertices(); ++c)
      if (!body.shape->basis().row(c).isZero(0)) mass[c % 3] += body.shape->vertex_mass()[c / 3];
  return mass;
}

void Space::add_acceleration(const Vec3& g, double w, Vector& y) const {
  for (Index i = 0; i < whole_; ++i) vertex(y, i) += w * g;
  for (const Reduced& body : reduced_) coordinates_in(y, body) += w / body.shape->mass() * (body.shape->moments().first() * g);
}

HeldComponents::HeldComponents(const Space& space, const Coordinates& coordinates) {
  for (Index c = 0; c < 3 * space.whole(); ++c) held_.push_back(coordinates.is_held(c));
  for (const Space::Reduced& body : space.reduced())
    for (Index c = 0; c < 3 * body.shape->vertices(); ++c) held_.push_back(body.shape->basis().row(c).isZero(0));
}

std::vector<bool> HeldComponents::held_whole() const {
  std::vector<bool> whole;
  for (Index i = 0; 3 * static_cast<std::size_t>(i) < held_.size(); ++i) whole.push_back(is_held_whole(i));
  return whole;
}

}  // namespace lilyan
