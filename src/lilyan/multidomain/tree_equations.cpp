#include <lilyan/multidomain/tree_equations.hpp>

#include <cmath>

namespace lilyan {

void TreeEquations::arrange(const DomainTree& tree) {
  sizes_.clear();
  std::vector<Eigen::Index> tall, square, column;
  for (Index j = 0; j < tree.count(); ++j) {
    const Eigen::Index r = tree.size(j);
    sizes_.push_back(tree.size(j));
    tall.push_back(6 * r);
    square.push_back(r * r);
    column.push_back(r);
  }
  C_.arrange(tall);
  M_.arrange(square);
  pq_.arrange(column);
  I.resize(tree.count());
  pV.resize(tree.count());
  F.resize(tree.count());
  g.resize(tree.count());
}

void set_inertia(const DomainTree& tree, Index j, const MassMoments::At& at, TreeEquations& equations) {
  const MassMoments& moments = tree.model(j).moments();
  const double s = tree[j].scale, s3 = s * s * s, s4 = s3 * s, s5 = s4 * s;
  Mat6& I = equations.I[j];
  I.topLeftCorner<3, 3>() = s3 * moments.mass() * Mat3::Identity();
  I.bottomLeftCorner<3, 3>() = cross_matrix(s4 * at.S);
  I.topRightCorner<3, 3>() = -I.bottomLeftCorner<3, 3>();
  I.bottomRightCorner<3, 3>() = s5 * at.J;
  DomainBlocks::Tall C = equations.C(j);
  C.leftCols<3>() = s4 * moments.first();
  MassMoments::twist(at.xU, C.rightCols<3>());
  C.rightCols<3>() *= s5;
  equations.M(j) = s5 * moments.reduced_mass();
  equations.pq(j).setZero();
  equations.pV[j].setZero();
  equations.F[j].setZero();
  equations.g[j].setZero();
}

void add_velocity_forces(const DomainTree& tree, Index j, const TreeKinematics& kinematics, const Eigen::Ref<const Vector>& qd,
                         DomainScratch& scratch, TreeEquations& equations) {
  const MassMoments& moments = tree.model(j).moments();
  const auto& [S, xx, J, xU] = scratch.at;
  const double s = tree[j].scale, s4 = s * s * s * s, s5 = s4 * s;
  const Vec3 w = kinematics.V(j).tail<3>();
  Mat3 ww = w * w.transpose() - w.squaredNorm() * Mat3::Identity();
  const auto sums = product<9>(xU, qd);
  const Mat3 Y = Eigen::Map<const Mat3>(sums.data()).transpose();
  equations.pV[j].head<3>() += s4 * (w.cross(w.cross(S)) + 2 * w.cross(product(moments.first(), qd)));
  equations.pV[j].tail<3>() += s5 * (w.cross(J * w) + 2 * (Y.trace() * w - Y.transpose() * w));

  scratch.rate.resize(tree.size(j), 3);
  moments.twist_rate(qd, scratch.rate);
  ww *= s5;
  const Eigen::Map<const Eigen::Matrix<double, 9, 1>> entries(ww.data());  // row after row, since it is symmetric
  const Vec3 twice = 2 * s5 * w;
  equations.pq(j) += xU.lazyProduct(entries) + scratch.rate.lazyProduct(twice);
  equations.g[j] = kinematics.g(j);
}

void add_gravity(const DomainTree& tree, Index j, const TreeKinematics& kinematics, const Vec3& gravity, const MassMoments::At& at,
                 TreeEquations& equations) {
  if (gravity.isZero(0)) return;
  const MassMoments& moments = tree.model(j).moments();
  const double s = tree[j].scale, s3 = s * s * s, s4 = s3 * s;
  const Vec3 g = kinematics.in_world(j).R.transpose() * gravity;
  Vec6 F;
  F << s3 * moments.mass() * g, s4 * at.S.cross(g);
  equations.F[j] += F;
  equations.pV[j] -= F;
  for (int a = 0; a < 3; ++a) equations.pq(j) -= s4 * g[a] * moments.first().col(a);
}

void add_vertex_forces(const DomainTree& tree, const TreeKinematics& kinematics, const Vector& q,
                       const std::vector<VertexForce>& forces, TreeEquations& equations) {
  for (const auto& [j, p, force] : forces) {
    const DomainModel& model = tree.model(j);
    const double s = tree[j].scale;
    const Vec3 f = kinematics.in_world(j).R.transpose() * force;
    Vec3 x = vertex(model.X(), p);
    for (int a = 0; a < 3; ++a) {
      x[a] += model.U().row(3 * p + a).dot(tree.part(q, j));
      equations.pq(j) -= s * f[a] * model.U().row(3 * p + a).transpose();
    }
    Vec6 F;
    F << f, s * x.cross(f);
    equations.F[j] += F;
    equations.pV[j] -= F;
  }
}

void add_elasticity(const DomainTree& tree, Index j, const Eigen::Ref<const Vector>& q, const ElasticWeights& weights,
                    const Eigen::Ref<const Vector>& y, const Eigen::Ref<const Vector>& z, DomainScratch& scratch,
                    TreeEquations& equations) {
  if (tree.size(j) == 0) return;
  const double s = tree[j].scale, stiffness = s * s * s * tree[j].frequency_factor * tree[j].frequency_factor;
  scratch.q = q;
  tree.model(j).energy().evaluate(scratch.q, scratch.f, scratch.K, scratch.energy);
  DomainBlocks::Column pq = equations.pq(j);
  pq += stiffness * scratch.f;
  scratch.q = stiffness * y;
  pq.noalias() += scratch.K * scratch.q;
  DomainBlocks::Square M = equations.M(j);
  if (weights.mass_damping != 0) {
    scratch.q = weights.mass_damping * z;
    pq.noalias() += M * scratch.q;
    M *= 1 + weights.kM;
  }
  M += weights.kK * stiffness * scratch.K;
}

}  // namespace lilyan
