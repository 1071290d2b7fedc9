#include <lilyan/multidomain/force_moments.hpp>

namespace lilyan {

namespace {

using Nine = Eigen::Matrix<double, 9, 1>;  // of a 3 x 3 matrix, row by row

Mat3 matrix_of(const Nine& rows) { return Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(rows.data()); }

Nine rows_of(const Mat3& matrix) {
  Nine rows;
  Eigen::Map<Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(rows.data()) = matrix;
  return rows;
}

auto levers_of(const DomainTree& tree, const ForceMoments& moments, Index j) {
  return moments.N.middleRows(tree.first(j), tree.size(j));
}

// B
Mat3 bent_moment(const DomainTree& tree, const Vector& q, const ForceMoments& moments, Index j) {
  if (tree.size(j) == 0) return moments.D[j];
  return moments.D[j] + matrix_of(levers_of(tree, moments, j).transpose() * tree.part(q, j));
}

}  // namespace

void set_zero(const DomainTree& tree, ForceMoments& moments) {
  moments.f.assign(static_cast<std::size_t>(tree.count()), Vec3::Zero());
  moments.D.assign(static_cast<std::size_t>(tree.count()), Mat3::Zero());
  moments.N.setZero(tree.size(), 9);
}

void add_force(const DomainTree& tree, const VertexForce& force, ForceMoments& moments) {
  const auto& [j, p, f] = force;
  const DomainModel& model = tree.model(j);
  moments.f[j] += f;
  moments.D[j] += f * vertex(model.X(), p).transpose();
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 3; ++b)
      moments.N.col(3 * a + b).segment(tree.first(j), tree.size(j)) += f[a] * model.U().row(3 * Eigen::Index{p} + b).transpose();
}

std::vector<MomentsOfDomain> moments_of(const DomainTree& tree, const std::vector<VertexForce>& forces) {
  ForceMoments all;
  set_zero(tree, all);
  std::vector<bool> is_touched(static_cast<std::size_t>(tree.count()), false);
  for (const VertexForce& force : forces) {
    add_force(tree, force, all);
    is_touched[static_cast<std::size_t>(force.domain)] = true;
  }
  std::vector<MomentsOfDomain> moments;
  for (Index j = 0; j < tree.count(); ++j)
    if (is_touched[static_cast<std::size_t>(j)]) moments.push_back({j, all.f[j], all.D[j], levers_of(tree, all, j)});
  return moments;
}

void add_moments(const DomainTree& tree, const std::vector<MomentsOfDomain>& more, double weight, ForceMoments& moments) {
  for (const auto& [j, f, D, N] : more) {
    moments.f[j] += weight * f;
    moments.D[j] += weight * D;
    moments.N.middleRows(tree.first(j), tree.size(j)) += weight * N;
  }
}

void add_domain_forces(const DomainTree& tree, const TreeKinematics& kinematics, const Vector& q, const ForceMoments& moments,
                       TreeEquations& equations) {
  if (moments.empty()) return;
  for (Index j = 0; j < tree.count(); ++j) {
    const Mat3& R = kinematics.in_world(j).R;
    const double s = tree[j].scale;
    const Mat3 B = R.transpose() * bent_moment(tree, q, moments, j);
    Vec6 F;
    F << R.transpose() * moments.f[j], s * Vec3(B(2, 1) - B(1, 2), B(0, 2) - B(2, 0), B(1, 0) - B(0, 1));
    equations.F[j] += F;
    equations.pV[j] -= F;
    if (tree.size(j) > 0) equations.pq(j).noalias() -= levers_of(tree, moments, j) * (s * rows_of(R));
  }
}

double force_times_position(const DomainTree& tree, const TreeKinematics& kinematics, const Vector& q,
                            const ForceMoments& moments) {
  double sum = 0;
  if (moments.empty()) return sum;
  for (Index j = 0; j < tree.count(); ++j) {
    const auto& [c, R] = kinematics.in_world(j);
    sum += moments.f[j].dot(c) + tree[j].scale * R.cwiseProduct(bent_moment(tree, q, moments, j)).sum();
  }
  return sum;
}

}  // namespace lilyan
