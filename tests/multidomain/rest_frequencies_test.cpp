// Frequencies and statics of trees of domains against those of the whole body.
#include <lilyan/algebra/dense.hpp>
#include <lilyan/energy/load.hpp>
#include <lilyan/multidomain/multidomain_step.hpp>
#include <lilyan/multidomain/tree_kinematics.hpp>
#include <lilyan/multidomain/tree_matrices.hpp>
#include <lilyan/reduction/modes.hpp>
#include <lilyan/reduction/vibration.hpp>

#include <gtest/gtest.h>
#include <Eigen/Eigenvalues>

#include <numbers>

#include <tests/multidomain/differences.hpp>
#include <tests/multidomain/voxel_trees.hpp>

namespace lilyan::test {
namespace {

double whole_frequency(const VoxelTree& voxels) {
  const std::unique_ptr<System> system = make_system(voxels);
  return 2 * std::numbers::pi * natural_modes(*system, voxels.whole.X, 1).frequencies[0];
}

double lowest(const VoxelTree& voxels, const Coupling& coupling) { return rest_frequencies(voxels.tree, coupling)[0]; }

TEST(RestFrequencies, OfAChainAreThoseOfTheWholeBodyIfTheCouplingIsExact) {
  const VoxelTree plain = make_tree(chain(3), {5, 12}), loaded = make_tree(chain(3), {6, 20, true});
  const double whole = whole_frequency(plain);
  const double l1 = lowest(plain, l1_coupling()) / whole, l2 = lowest(plain, l2_coupling()) / whole,
               composite = lowest(plain, composite_coupling()) / whole, exact = lowest(plain, exact_coupling()) / whole;
  EXPECT_GT(l1, 2.7);
  EXPECT_LT(l1, 3.1);
  EXPECT_GT(l2, 1.15);
  EXPECT_LT(l2, 1.35);
  EXPECT_GT(composite, 1.1);
  EXPECT_LT(composite, l2);
  EXPECT_GT(exact, 1);
  EXPECT_LT(exact, 1.08);
  EXPECT_NEAR(lowest(loaded, exact_coupling()) / whole, 1, 0.02);
}

TEST(RestFrequencies, OfAFlowerWithLoadedModesAreThoseOfTheWholeBody) {
  const VoxelTree loaded = make_tree(flower(), {6, 20, true});
  const double ratio = lowest(loaded, exact_coupling()) / whole_frequency(loaded);
  EXPECT_GT(ratio, 0.95);
  EXPECT_LT(ratio, 1.03);
}

// The accelerations at rest are -A q: the matrix A of a coupling, column by column from the recursion.
Eigen::MatrixXd acceleration_matrix(const DomainTree& tree, const Coupling& coupling, Vector* response,
                                    const OutsideForces& forces) {
  TreeWorkspace workspace;
  MultidomainSettings settings;
  settings.coupling = &coupling;
  DomainState state = state_at_rest(tree);
  auto accelerations = [&](const OutsideForces& outside) {
    const MultidomainResult step = with_accelerations(tree, state, outside, settings, workspace);
    EXPECT_TRUE(step);
    return step->state.qdd;
  };
  if (response) *response = accelerations(forces);
  Eigen::MatrixXd A(tree.size(), tree.size());
  for (Index l = 0; l < tree.size(); ++l)
    A.col(l) = -slope(
        [&](double t) {
          state.q.setZero();
          state.q[l] = t;
          return accelerations({});
        },
        2e-3);
  return A;
}

TEST(RestFrequencies, OfLumpedCouplingsAreTheUnionOfTheDomains) {
  const VoxelTree voxels = make_tree(chain(3), {4, 8}, RestFrames::turned);
  // Domains that are not alike: where two have the same frequency, the matrix is defective.
  std::vector<Domain> domains = {voxels.tree[0], voxels.tree[1], voxels.tree[2]};
  domains[1].frequency_factor = 1.3;
  domains[2].frequency_factor = 0.6;
  const DomainTree tree(domains, RootMotion::fixed, voxels.tree.placement());
  for (const Coupling* coupling : {&l1_coupling(), &l2_coupling(), &composite_coupling(), &exact_coupling()}) {
    const Eigen::MatrixXd A = acceleration_matrix(tree, *coupling, nullptr, {});
    const Eigen::EigenSolver<Eigen::MatrixXd> solver(A, false);
    Vector found = solver.eigenvalues().real().cwiseSqrt();
    std::sort(found.begin(), found.end());
    const Vector expected = rest_frequencies(tree, *coupling);
    EXPECT_LT((found - expected).cwiseQuotient(expected).cwiseAbs().maxCoeff(), 1e-8) << coupling->name();
  }
}

// How far the tip of a body bends under small forces, as a share of what the whole body does.
double bending(const VoxelTree& voxels, const Coupling& coupling, const OutsideForces& forces, Index vertex_of_tip,
               Index tip_domain, const Vec3& along, double whole) {
  const DomainTree& tree = voxels.tree;
  Vector response;
  const Eigen::MatrixXd A = acceleration_matrix(tree, coupling, &response, forces);
  DomainState state = state_at_rest(tree);
  const double size = 1e-4;  // linear
  state.q = size * solve_regular(A, response);
  TreeKinematics kinematics;
  kinematics.arrange(tree);
  EXPECT_FALSE(kinematics.place(tree, state.q, state.root).has_value());
  Vector x;
  world_positions(tree, kinematics, state.q, tip_domain, x);
  const Index in_whole = voxels.vertices[tip_domain][vertex_of_tip];
  return along.dot(vertex(x, vertex_of_tip) - vertex(voxels.whole.X, in_whole)) / size / whole;
}

double whole_bending(const VoxelTree& voxels, const Vector& force, Index at, const Vec3& along) {
  const std::unique_ptr<System> system = make_system(voxels);
  const SymmetricMatrix K = elastic_hessian(*system, voxels.whole.X);
  const Index unknowns = system->coordinates().size();
  Eigen::MatrixXd dense(unknowns, unknowns);
  Vector e, column, f;
  for (Index c = 0; c < unknowns; ++c) {
    e = Vector::Unit(unknowns, c);
    K.multiply(e, column);
    dense.col(c) = column;
  }
  system->coordinates().restrict(force, f);
  const Vector free = solve_symmetric(dense, f);
  Vector u = Vector::Zero(force.size());
  for (Index c = 0; c < free.size(); ++c) u[system->coordinates().free()[c]] = free[c];
  return along.dot(vertex(u, at));
}

TEST(Statics, OfAChainAreThoseOfTheWholeBodyIfTorquesAreTransmitted) {
  const VoxelTree voxels = make_tree(chain(3), {6, 20, true});
  const Index tip_domain = 2;
  Index tip = 0;
  for (Index p = 0; p < static_cast<Index>(voxels.vertices[tip_domain].size()); ++p)
    if ((vertex(voxels.whole.X, voxels.vertices[tip_domain][p]) - Vec3(1.8, 0.1, 0.1)).norm() < 1e-9) tip = p;
  const Index at = voxels.vertices[tip_domain][tip];
  const Vec3 along(0, 0, 1);

  Vector pull = Vector::Zero(voxels.whole.X.size()), weight = pull;
  vertex(pull, at) = along;
  for (Index v = 0; v < voxels.whole_mass.size(); ++v) vertex(weight, v) = voxels.whole_mass[v] * along;
  const double whole_pull = whole_bending(voxels, pull, at, along), whole_sag = whole_bending(voxels, weight, at, along);
  const OutsideForces pulling{Vec3::Zero(), {{tip_domain, tip, along}}}, hanging{along, {}};
  auto pulled = [&](const Coupling& c) { return bending(voxels, c, pulling, tip, tip_domain, along, whole_pull); };
  auto sagged = [&](const Coupling& c) { return bending(voxels, c, hanging, tip, tip_domain, along, whole_sag); };
  EXPECT_LT(pulled(l1_coupling()), 0.35);
  for (const double ratio : {pulled(exact_coupling()), pulled(composite_coupling())}) {
    EXPECT_GT(ratio, 0.97);
    EXPECT_LT(ratio, 1.01);
  }
  for (const Coupling* coupling : {&l2_coupling(), &composite_coupling(), &exact_coupling()}) {
    EXPECT_GT(sagged(*coupling), 0.98) << coupling->name();
    EXPECT_LT(sagged(*coupling), 1.01) << coupling->name();
  }
  EXPECT_LT(sagged(l1_coupling()), 0.6);
}

}  // namespace
}  // namespace lilyan::test
