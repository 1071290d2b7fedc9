#include <lilyan/energy/gravity.hpp>

namespace lilyan {

Gravity::Gravity(Vector vertex_mass, Vec3 acceleration) : mass_(std::move(vertex_mass)), acceleration_(acceleration) {}

double Gravity::value(const Vector& x, double) const {
  double W = 0;
  for (Index i = 0; i < mass_.size(); ++i) W -= mass_[i] * acceleration_.dot(vertex(x, i));
  return W;
}

void Gravity::add_energies(const Vector& x, double, Vector& per_vertex) const {
  for (Index i = 0; i < mass_.size(); ++i) per_vertex[i] -= mass_[i] * acceleration_.dot(vertex(x, i));
}

double Gravity::add_gradient(const Vector& x, double t, double w, Vector& g) const {
  for (Index i = 0; i < mass_.size(); ++i) vertex(g, i) -= w * mass_[i] * acceleration_;
  return value(x, t);
}

double Gravity::magnitude(const Vector& x, double, double) const {
  double sum = 0;
  for (Index i = 0; i < mass_.size(); ++i) sum += mass_[i] * acceleration_.cwiseAbs().dot(vertex(x, i).cwiseAbs());
  return sum;
}

ReducedGravity::ReducedGravity(const Space::Reduced& body, const Vec3& acceleration)
    : first_point_(body.first_point), weight_(body.shape->moments().first() * acceleration) {
  MassMoments::At rest;
  body.shape->moments().evaluate(Vector::Zero(body.shape->size()), rest);
  at_rest_ = -acceleration.dot(rest.S);
}

double ReducedGravity::value(const Vector& y, double) const {
  return at_rest_ - weight_.dot(y.segment(3 * Eigen::Index{first_point_}, weight_.size()));
}

void ReducedGravity::add_energies(const Vector& y, double t, Vector& per_vertex) const { per_vertex[first_point_] += value(y, t); }

double ReducedGravity::add_gradient(const Vector& y, double t, double w, Vector& g) const {
  g.segment(3 * Eigen::Index{first_point_}, weight_.size()) -= w * weight_;
  return value(y, t);
}

double ReducedGravity::magnitude(const Vector& y, double, double) const {
  return std::abs(at_rest_) + weight_.cwiseAbs().dot(y.segment(3 * Eigen::Index{first_point_}, weight_.size()).cwiseAbs());
}

}  // namespace lilyan
