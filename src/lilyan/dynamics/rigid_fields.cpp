#include <lilyan/dynamics/rigid_fields.hpp>

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>

#include <cmath>

namespace lilyan {

namespace {

struct PartInertia {
  double mass = 0;
  Vec3 centre = Vec3::Zero();
  Mat3 tensor = Mat3::Zero();  // about the centre [kg m^2]
};

PartInertia inertia_of(const System& system, const std::vector<Index>& vertices, const Vector& x) {
  PartInertia inertia;
  for (Index i : vertices) {
    inertia.mass += system.vertex_mass()[i];
    inertia.centre += system.vertex_mass()[i] * vertex(x, i);
  }
  inertia.centre /= inertia.mass;
  for (Index i : vertices) {
    const Vec3 r = vertex(x, i) - inertia.centre;
    inertia.tensor += system.vertex_mass()[i] * (r.squaredNorm() * Mat3::Identity() - r * r.transpose());
  }
  return inertia;
}

double length_or_one(double square) { return square > 0 ? std::sqrt(square) : 1; }

}  // namespace

RigidFields::Velocities RigidFields::at(const Vec3& x) const {
  const Vec3 r = x - centre;
  Velocities u;
  u.leftCols<3>().setIdentity();
  for (int k = 0; k < 3; ++k) u.col(3 + k) = axes.col(k).cross(r) / lengths[k];
  return u;
}

RigidFields rigid_fields(const System& system, const std::vector<Index>& vertices, const Vector& x) {
  const PartInertia inertia = inertia_of(system, vertices, x);
  // tr I = 2 sum m r^2
  return {inertia.centre, Mat3::Identity(), Vec3::Constant(length_or_one(0.5 * inertia.tensor.trace() / inertia.mass))};
}

RigidFields principal_rigid_fields(const System& system, const std::vector<Index>& vertices, const Vector& x) {
  const PartInertia inertia = inertia_of(system, vertices, x);
  const Eigen::SelfAdjointEigenSolver<Mat3> principal(inertia.tensor);
  RigidFields fields{inertia.centre, principal.eigenvectors(), Vec3::Ones()};
  for (int k = 0; k < 3; ++k) fields.lengths[k] = length_or_one(principal.eigenvalues()[k] / inertia.mass);
  return fields;
}

}  // namespace lilyan
