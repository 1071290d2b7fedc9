#include <lilyan/multidomain/body/placed_parts.hpp>

#include <lilyan/mesh/transform.hpp>
#include <lilyan/multidomain/articulated_solver.hpp>
#include <lilyan/multidomain/body/domain_body.hpp>
#include <lilyan/multidomain/body/reduce_domains.hpp>
#include <lilyan/multidomain/tree_matrices.hpp>

#include <gtest/gtest.h>

#include <tests/multidomain/voxel_trees.hpp>
#include <tests/support/fault_of.hpp>

namespace lilyan::test {
namespace {

TEST(FittedPlacement, RecoversScaleRotationAndTranslation) {
  Dice dice(3);
  const Vector from = dice.vector(60);
  for (const double scale : {0.03, 1.0, 40.0}) {
    const DomainPlacement placement{scale, dice.rotation(), 5 * dice.three()};
    Vector to(60);
    for (Index i = 0; i < 20; ++i) vertex(to, i) = placement(vertex(from, i));
    const FittedPlacement fit = fit_placement(from, to);
    EXPECT_NEAR(fit.placement.scale, scale, 1e-13 * scale);
    EXPECT_LT((fit.placement.rotation - placement.rotation).norm(), 1e-13);
    EXPECT_LT((fit.placement.translation - placement.translation).norm(), 1e-12);
    EXPECT_LT(fit.largest_distance, 1e-13 * std::max(1.0, scale));
  }
}

TEST(FittedPlacement, OfAFlatShapeIsARotation) {
  Dice dice(4);
  Vector from = dice.vector(30);
  for (Index i = 0; i < 10; ++i) from[3 * i + 2] = 0;
  const DomainPlacement placement{2, dice.rotation(), dice.three()};
  Vector to(30);
  for (Index i = 0; i < 10; ++i) vertex(to, i) = placement(vertex(from, i));
  const FittedPlacement fit = fit_placement(from, to);
  EXPECT_NEAR(fit.placement.rotation.determinant(), 1, 1e-13);
  EXPECT_LT(fit.largest_distance, 1e-13);
}

TEST(FittedPlacement, TellsHowFarAMirroredOrStretchedShapeIsOff) {
  Dice dice(5);
  const Vector from = dice.vector(60);
  Vector mirrored = from, stretched = from;
  for (Index i = 0; i < 20; ++i) mirrored[3 * i] *= -1, stretched[3 * i] *= 1.2;
  EXPECT_GT(fit_placement(from, mirrored).largest_distance, 0.1);
  EXPECT_GT(fit_placement(from, stretched).largest_distance, 0.02);
}

TEST(ConnectedPieces, AreNumberedByTheirFirstVertices) {
  const auto pieces = connected_pieces(7, {{5, 1, 3}, {0, 2, 4}, {4, 6, 2}});
  ASSERT_EQ(pieces.size(), 2u);
  EXPECT_EQ(pieces[0], (std::vector<Index>{0, 2, 4, 6}));
  EXPECT_EQ(pieces[1], (std::vector<Index>{1, 3, 5}));
}

// A bar of two domains along x, cut at the middle; its second half may be a copy that was made elsewhere.
struct TwoHalves {
  VoxelTree voxels = make_tree(chain(2), {.modes = 3, .size = 7});
  Cells cells;
  std::vector<Law> laws = {StVenantKirchhoff{1e6 / 2.6, 1e6 * 0.3 / (1.3 * 0.4)}};
  double length = 0.6;

  TwoHalves() { cells.tets = voxels.whole.tets; }

  // The ten coordinates of `a` come from its four lowest modes. The fifth and sixth have one frequency: a basis of five modes would have
  // one of the pair, and which one is rounding.
  DomainPlan cut_plan() const {
    const Vector middles = centroids(voxels.whole.X, cells);
    std::vector<Index> domain_of_cell;
    for (Index e = 0; e < cells.count(); ++e) domain_of_cell.push_back(vertex(middles, e).x() < length ? 0 : 1);
    const BodyCut cut = cut_body(voxels.whole.X, cells, domain_of_cell, 2);
    CutTree tree;
    NoTree why;
    EXPECT_TRUE(find_tree(cut, 0, {-1, -1}, tree, why));
    return plan_of_cut(
        {voxels.whole.X, cells, laws, std::vector<Index>(cells.tets.size(), 0), std::vector<double>(cells.tets.size(), 1000)}, cut,
        tree, {{"a", 10}, {"b", 9, 1, DomainBasis::modes}}, {{voxels.held, {true, true, true}, {}}},
        {InterfaceWeights::equal, InterfaceWeights::equal});
  }

  // The second half was made turned, moved and of another size, and is placed where it should be.
  DomainPlan plan_with_copy(double scale) const {
    DomainPlan plan = cut_plan();
    const Mat3 R = rotation(Vec3(1, 2, 3), 70);
    const Vec3 shift(3, -1, 2);
    DomainPart& part = plan.parts[1];
    const auto elsewhere = [&](const Vec3& x) -> Vec3 { return R.transpose() * (x - shift) / scale; };
    for (Index i = 0; i < part.vertices(); ++i) vertex(part.X, i) = elsewhere(vertex(part.X, i));
    part.origin = elsewhere(part.origin);
    part.mass /= scale * scale * scale;
    plan.domains[1].placement = {scale, R, shift};
    return plan;
  }
};

TEST(PlacedPart, MovesAsOneThatIsCutThere) {
  const TwoHalves halves;
  const Vector cut = rest_frequencies(tree_of(reduce_domains(halves.cut_plan())), exact_coupling());
  for (const double scale : {1.0, 0.5, 1.7}) {
    const DomainBodyModel model = reduce_domains(halves.plan_with_copy(scale));
    EXPECT_EQ(model.domains[1].scale, scale);
    EXPECT_TRUE(model.domains[1].offset.isZero(0));
    const Vector copied = rest_frequencies(tree_of(model), exact_coupling());
    EXPECT_LT((copied - cut).cwiseQuotient(cut).cwiseAbs().maxCoeff(), 1e-6) << scale;  // as the modes are
    TreeWorkspace workspace;
    const DomainBody body = make_domain_body(model);
    EXPECT_LT((body.positions(state_at_rest(body.tree()), workspace) - model.X).cwiseAbs().maxCoeff(), 1e-13);
  }
}

TEST(PlacedPart, BesideItsInterfaceIsCarriedByAnOffset) {
  const TwoHalves halves;
  DomainPlan plan = halves.plan_with_copy(1.3);
  DomainInterface& interface = plan.domains[1].interface;
  interface.vertices.pop_back();  // the middle is elsewhere now
  interface.weights.conservativeResize(interface.weights.size() - 1);
  const DomainBodyModel model = reduce_domains(plan);
  EXPECT_GT(model.domains[1].offset.norm(), 0.001);
  const DomainBody body = make_domain_body(model);
  TreeWorkspace workspace;
  EXPECT_LT((body.positions(state_at_rest(body.tree()), workspace) - model.X).cwiseAbs().maxCoeff(), 1e-13);
}

TEST(PlacedPart, OfWhichThereAreSeveralIsComputedOnceAndKnowsWhatItsCopiesCarry) {
  const TwoHalves halves;
  DomainPlan plan = halves.cut_plan();
  // A third half hangs on the end of the second: the same part again.
  PlannedDomain third = plan.domains[1];
  third.name = "c";
  third.parent = 1;
  third.placement.translation = Vec3(halves.length, 0, 0);
  third.interface.vertices.clear();
  for (Index i = 0; i < plan.parts[1].vertices(); ++i)
    if (vertex(plan.parts[1].X, i).x() > 2 * halves.length - 1e-9) third.interface.vertices.push_back(i);
  third.interface.weights = Vector::Ones(static_cast<Eigen::Index>(third.interface.vertices.size()));
  const Index first = static_cast<Index>(plan.mass.size()), n = plan.parts[1].vertices();
  plan.X.conservativeResize(plan.X.size() + 3 * Eigen::Index{n});
  plan.mass.conservativeResize(first + n);
  for (Index i = 0; i < n; ++i) {
    third.vertices[static_cast<std::size_t>(i)] = first + i;
    vertex(plan.X, first + i) = third.placement(vertex(plan.parts[1].X, i));
    plan.mass[first + i] = plan.parts[1].mass[i];
  }
  plan.domains.push_back(third);
  const DomainBodyModel model = reduce_domains(plan);
  EXPECT_EQ(model.models.size(), 2u);
  EXPECT_EQ(model.models[1].interfaces.size(), 1u);
  const DomainBody body = make_domain_body(model);
  EXPECT_EQ(body.tree().models(), 2);
  EXPECT_NEAR(body.tree().mass(), 3 * plan.parts[1].mass.sum(), 1e-9);
  TreeWorkspace workspace;
  EXPECT_LT((body.positions(state_at_rest(body.tree()), workspace) - model.X).cwiseAbs().maxCoeff(), 1e-13);
}

TEST(NearestDomain, IsFoundWithTheVerticesThatAreNear) {
  const TwoHalves halves;
  const DomainPlan plan = halves.cut_plan();
  const std::vector<Vec3> beyond = {Vec3(2 * halves.length + 0.05, 0.1, 0.1), Vec3(9, 9, 9)};
  const NearestDomain nearest = nearest_domain(plan, beyond, 2);
  EXPECT_EQ(nearest.domain, 1);
  EXPECT_NEAR(nearest.distance, 0.05, 1e-12);
  EXPECT_EQ(nearest_domain(plan, beyond, 1).domain, 0);
  const std::vector<Index> near = vertices_within(plan, 1, beyond, 0.051);
  ASSERT_EQ(near.size(), 1u);
  EXPECT_LT((vertex(plan.parts[1].X, near[0]) - Vec3(2 * halves.length, 0.1, 0.1)).norm(), 1e-12);
  EXPECT_EQ(vertices_within(plan, 1, beyond, 0.12).size(), 5u);  // the middle and its four neighbours on the end
}

TEST(ReduceDomains, RefusesMoreCoordinatesThanThereAre) {
  const TwoHalves halves;
  DomainPlan plan = halves.cut_plan();
  plan.parts[1].coordinates = 10000;
  const Fault fault = fault_of([&] { reduce_domains(plan); });
  EXPECT_EQ(fault.id, "multidomain.domain");
  EXPECT_EQ(fault.place, "b");
}

}  // namespace
}  // namespace lilyan::test
