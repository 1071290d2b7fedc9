#include <lilyan/multidomain/body/tree_sums.hpp>

namespace lilyan {

TreeSums tree_sums(const DomainTree& tree, const TreeKinematics& kinematics, const DomainState& state, const Vec3& gravity,
                   std::vector<DomainScratch>& scratch) {
  TreeSums sums;
  Vec3 moment = Vec3::Zero();  // of the mass, about the world's origin
  for (Index j = 0; j < tree.count(); ++j) {
    const MassMoments& moments = tree.model(j).moments();
    const auto velocity = tree.part(state.qd, j);
    const double s = tree[j].scale, s3 = s * s * s, s4 = s3 * s, s5 = s4 * s, k = tree[j].frequency_factor;
    DomainScratch& buffers = scratch[static_cast<std::size_t>(tree.model_number(j))];
    moments.evaluate(tree.part(state.q, j), buffers.at);
    const auto& [S, xx, J, xU] = buffers.at;
    const Vec3 v = kinematics.V(j).head<3>(), w = kinematics.V(j).tail<3>();
    const Vec3 inner = product(moments.first(), velocity);           // SU qd
    const Eigen::Matrix<double, 9, 1> Y = product<9>(xU, velocity);  // of the axes (a, b) in 3a + b
    const Vec3 inner_spin(Y[5] - Y[7], Y[6] - Y[2], Y[1] - Y[3]);    // xU~ qd
    const Vec3 p = s3 * moments.mass() * v + s4 * (w.cross(S) + inner);
    const Vec3 L = s4 * S.cross(v) + s5 * (J * w + inner_spin);
    sums.energy.kinetic += 0.5 * (v.dot(p + s4 * inner) + w.dot(L + s5 * inner_spin));
    const auto& [c, R] = kinematics.in_world(j);
    sums.momenta.p += R * p;
    sums.momenta.L += R * L + c.cross(R * p);
    moment += s3 * moments.mass() * c + s4 * (R * S);
    if (tree.size(j) == 0) continue;
    buffers.f.noalias() = moments.reduced_mass() * velocity;
    sums.energy.kinetic += 0.5 * s5 * velocity.dot(buffers.f);
    buffers.q = tree.part(state.q, j);
    sums.energy.elastic += s3 * k * k * tree.model(j).energy().value(buffers.q, buffers.energy);
  }
  sums.energy.gravity = -gravity.dot(moment);
  sums.momenta.center = moment / tree.mass();
  return sums;
}

}  // namespace lilyan
