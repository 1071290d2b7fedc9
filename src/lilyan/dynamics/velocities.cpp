#include <lilyan/dynamics/velocities.hpp>

#include <lilyan/algebra/dense.hpp>

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lilyan {

Vector velocities(const System& system, const Frame& frame) { return velocities(system, frame.p, frame.held_velocity); }

Vector velocities(const System& system, const Vector& p, const Vector& held_velocity) {
  Vector v = held_velocity.size() > 0 ? held_velocity : Vector::Zero(p.size());
  system.metric().solve(p, v);
  return v;
}

Vector held_part(const System& system, const Vector& v) {
  Vector held = v;
  for (Index component : system.coordinates().free()) held[component] = 0;
  return held;
}

Frame frame_with_velocities(const System& system, Vector x, const Vector& v) {
  Frame frame{0, 0, 0, std::move(x), system.momentum(v)};
  if (!system.metric().joins_held()) return frame;
  if (Vector held = held_part(system, v); !held.isZero(0)) frame.held_velocity = std::move(held);
  return frame;
}

namespace {

constexpr double kMostScaling = 0.01;  // of a step: more would show as motion that is not there

// Of the momentum p after a step of length h from x_n to x; held components have the velocity that brought them there.
Vector velocities_after(const System& system, const Vector& x_n, const Vector& x, double h, const Vector& p) {
  Vector v = h != 0 ? held_part(system, (x - x_n) / h) : Vector::Zero(x.size());
  system.metric().solve(p, v);
  return v;
}

// The rigid motions whose momenta the constraints, the pins and gravity leave alone: translations across gravity and the rotation
// about its direction, or all six without gravity, as far as dg/dx and the pins do not hinder them. Columns, 3 a vertex.
Eigen::MatrixXd untouched_motions(const System& system, const Vector& x, double t) {
  const Index n = static_cast<Index>(x.size());
  Vec3 centre = Vec3::Zero();
  for (Index i = 0; i < system.vertices(); ++i) centre += vertex(x, i) / system.vertices();
  const double length = std::max((x - centre.replicate(system.vertices(), 1)).cwiseAbs().maxCoeff(), 1e-300);
  std::vector<Vec3> shifts, axes;
  if (system.gravity().isZero(0)) {
    shifts = axes = {Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ()};
  } else {
    const Vec3 down = system.gravity().normalized(), across = down.unitOrthogonal();
    shifts = {across, down.cross(across)};
    axes = {down};
  }
  Eigen::MatrixXd motions(n, static_cast<Eigen::Index>(shifts.size() + axes.size()));
  for (Index i = 0; i < system.vertices(); ++i) {
    Eigen::Index k = 0;
    for (const Vec3& shift : shifts) motions.col(k++).segment<3>(3 * Eigen::Index{i}) = shift;
    for (const Vec3& axis : axes)
      motions.col(k++).segment<3>(3 * Eigen::Index{i}) = axis.cross(Vec3(vertex(x, i) - centre)) / length;
  }

  // What hinders: dg/dx of the constraints in rows of length 1, and the held components.
  const Entries G = system.constraints().gradient(x, t);
  Vector row_length = Vector::Zero(system.constraints().rows());
  for (const Entry& entry : G) row_length[entry.row] += entry.value * entry.value;
  Eigen::MatrixXd hindered = Eigen::MatrixXd::Zero(row_length.size(), motions.cols());
  for (const Entry& entry : G)
    hindered.row(entry.row) += entry.value / std::sqrt(row_length[entry.row]) * motions.row(entry.column);
  Eigen::MatrixXd square = hindered.transpose() * hindered;
  for (Index c = 0; c < n; ++c)
    if (system.coordinates().is_held(c)) square += motions.row(c).transpose() * motions.row(c);
  const Spectrum spectrum = symmetric_spectrum(square);
  Eigen::Index allowed = 0;
  while (allowed < motions.cols() && spectrum.values[allowed] < 1e-12) ++allowed;
  return motions * spectrum.vectors.leftCols(allowed);
}

// The part of v along these motions, in the metric of the masses.
Vector rigid_part(const Eigen::MatrixXd& motions, const Metric& metric, const Vector& v) {
  if (motions.cols() == 0) return Vector::Zero(v.size());
  Eigen::MatrixXd weighted(motions.rows(), motions.cols());
  for (Eigen::Index k = 0; k < motions.cols(); ++k) weighted.col(k) = metric.times(motions.col(k));
  const Spectrum gram = symmetric_spectrum(motions.transpose() * weighted);
  Vector share = gram.vectors.transpose() * (weighted.transpose() * v);
  for (Eigen::Index k = 0; k < share.size(); ++k)
    share[k] = gram.values[k] > 1e-12 * gram.values.maxCoeff() ? share[k] / gram.values[k] : 0;
  return motions * (gram.vectors * share);
}

}  // namespace

bool make_tangent(const System& system, const Vector& x_n, const Vector& x, double t, double h, Vector& p, Vector* impulses) {
  Vector v = velocities_after(system, x_n, x, h, p);
  if (!project_velocities(system.constraints(), system.metric(), system.coordinates(), x, t, v, impulses)) return false;
  p = system.momentum(v);
  return true;
}

bool make_consistent(const System& system, const Vector& x_n, const Vector& x, double t, double h, Vector& p, double& debt,
                     Vector* impulses) {
  auto kinetic = [&] { return system.kinetic_energy(p, velocities_after(system, x_n, x, h, p)); };
  const double wanted = kinetic() + debt;
  if (!make_tangent(system, x_n, x, t, h, p, impulses)) return false;
  const Vector v = velocities_after(system, x_n, x, h, p), held = held_part(system, v), free = v - held;
  const Vector rest = free - rigid_part(untouched_motions(system, x, t), system.metric(), free), push = system.momentum(rest);
  const double K_rest = 0.5 * rest.dot(push), K = system.kinetic_energy(p, v);
  if (K_rest > std::numeric_limits<double>::epsilon() * K) {
    // K + (s^2 - 1) K_rest + (s - 1) rest.M_fh v_h = wanted
    const double b = 1 + 0.5 * rest.dot(system.momentum(held)) / K_rest, square = b * b + (wanted - K) / K_rest;
    const double s = std::clamp(1 - b + std::copysign(std::sqrt(std::max(square, 0.0)), b), 1 - kMostScaling, 1 + kMostScaling);
    p += (s - 1) * push;
  }
  debt = wanted - kinetic();
  return true;
}

}  // namespace lilyan
