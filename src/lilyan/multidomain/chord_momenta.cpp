#include <lilyan/multidomain/chord_momenta.hpp>

namespace lilyan {

namespace {

// eps_abc H[b,c]
Vec3 twist_of(const Mat3& H) { return Vec3(H(1, 2) - H(2, 1), H(2, 0) - H(0, 2), H(0, 1) - H(1, 0)); }

}  // namespace

void pull_to_root(const DomainTree& tree, const TreeKinematics& kinematics, std::vector<Vec6>& wrenches, TreeCovector& covector) {
  for (Index j = tree.count() - 1; j > 0; --j) {
    const Index i = tree.parent(j);
    wrenches[i] += kinematics.in_parent(j).wrench(wrenches[j]);
    add_combination<6>(kinematics.P(j), wrenches[j], covector.q.data() + tree.first(i));
  }
  covector.root = wrenches[0];
}

void momenta_of_velocities(const DomainTree& tree, const TreeKinematics& kinematics, const TreeEquations& equations,
                           const Vector& qd, std::vector<Vec6>& wrenches, TreeCovector& covector) {
  covector.q.resize(tree.size());
  for (Index j = 0; j < tree.count(); ++j) {
    const Vec6& V = kinematics.V(j);
    wrenches[j] = equations.I[j] * V + product<6>(equations.C(j), tree.part(qd, j));
    tree.part(covector.q, j) = equations.C(j).lazyProduct(V);
    tree.part(covector.q, j).noalias() += equations.M(j) * tree.part(qd, j);
  }
  pull_to_root(tree, kinematics, wrenches, covector);
}

void chord_momenta(const DomainTree& tree, const PlacedTree& here, const PlacedTree& there, std::vector<DomainScratch>& scratch,
                   std::vector<Vec6>& wrenches, TreeCovector& covector) {
  covector.q.resize(tree.size());
  for (Index j = 0; j < tree.count(); ++j) {
    const MassMoments& moments = tree.model(j).moments();
    const double s = tree[j].scale, s3 = s * s * s, s4 = s3 * s, s5 = s4 * s;
    const FramePlacement &from = here.kinematics.in_world(j), &to = there.kinematics.in_world(j);
    const Vec3 d = from.R.transpose() * (to.x - from.x);
    const Mat3 Rr = from.R.transpose() * to.R;
    MassMoments::At &at = scratch[tree.model_number(j)].at, &at_there = scratch[tree.model_number(j)].at_other;
    moments.evaluate(tree.part(here.q, j), at);
    moments.evaluate(tree.part(there.q, j), at_there);

    const Mat3 G = moments.cross_moment(tree.part(here.q, j), tree.part(there.q, j), at_there.xU);
    wrenches[j] << s3 * moments.mass() * d + s4 * (Rr * at_there.S - at.S), s4 * at.S.cross(d) + s5 * twist_of(G * Rr.transpose());
    auto own = tree.part(covector.q, j);
    own.setZero();
    for (int a = 0; a < 3; ++a) own += s4 * d[a] * moments.first().col(a) - s5 * at.xU.col(4 * a);
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b) own += s5 * Rr(b, a) * at_there.xU.col(3 * a + b);
  }
  pull_to_root(tree, here.kinematics, wrenches, covector);
}

}  // namespace lilyan
