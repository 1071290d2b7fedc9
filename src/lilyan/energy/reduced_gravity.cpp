#include <lilyan/energy/reduced_gravity.hpp>

namespace lilyan {

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
