// What tests ask of the force of a step.
#pragma once

#include <lilyan/energy/step_term.hpp>

#include <Eigen/Dense>

namespace lilyan::test {

using Dense = Eigen::MatrixXd;

inline Vector force_at(const StepTerm& force, const Vector& x) {
  Vector f = Vector::Zero(x.size());
  force.add_force(x, 1, f);
  return f;
}

// `pattern`: the one that the force was made with.
inline Dense jacobian_at(const StepTerm& force, const std::shared_ptr<const BlockPattern>& pattern, const Vector& x, double w = 1) {
  Slope slope(pattern);
  force.add_slope(x, w, slope);
  Dense J(x.size(), x.size());
  for (Eigen::Index i = 0; i < x.size(); ++i) J.col(i) = slope.blocks.times(Vector::Unit(x.size(), i));
  for (const Entry& entry : slope.entries) J(entry.row, entry.column) += entry.value;
  for (const Slope::Outer& outer : slope.outer) J += outer.u * outer.v.transpose();
  return J;
}

inline Dense differences_at(const StepTerm& force, const Vector& x, double step = 1e-5) {
  Dense J(x.size(), x.size());
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    Vector plus = x, minus = x;
    plus[i] += step, minus[i] -= step;
    J.col(i) = (force_at(force, plus) - force_at(force, minus)) / (2 * step);
  }
  return J;
}

inline Vec3 torque(const Vector& x, const Vector& f) {
  Vec3 sum = Vec3::Zero();
  for (Index i = 0; i < x.size() / 3; ++i) sum += Vec3(vertex(x, i)).cross(Vec3(vertex(f, i)));
  return sum;
}

inline Vec3 total(const Vector& f) {
  Vec3 sum = Vec3::Zero();
  for (Index i = 0; i < f.size() / 3; ++i) sum += vertex(f, i);
  return sum;
}

}  // namespace lilyan::test
