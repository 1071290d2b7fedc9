// Bodies cut into domains: interfaces, trees, and bodies that move as the trees that were hung by hand.
#include <lilyan/multidomain/body/body_cut.hpp>
#include <lilyan/multidomain/body/domain_body.hpp>
#include <lilyan/multidomain/body/domain_frames.hpp>
#include <lilyan/multidomain/body/reduce_domains.hpp>
#include <lilyan/multidomain/body/tree_stepper.hpp>

#include <lilyan/mesh/box.hpp>

#include <gtest/gtest.h>

#include <algorithm>

#include <tests/multidomain/voxel_trees.hpp>

namespace lilyan::test {
namespace {

// A bar along x of three cells by one by one, each a cube of 1 m.
struct Bar {
  TetMesh mesh = box(Vec3(3, 1, 1), {3, 1, 1}, Vec3(1.5, 0.5, 0.5), Split::five);
  Cells cells;
  std::vector<Index> domain_of_cell;

  Bar() {
    cells.tets = mesh.tets;
    const Vector middles = centroids(mesh.X, cells);
    for (Index e = 0; e < cells.count(); ++e) domain_of_cell.push_back(static_cast<Index>(vertex(middles, e).x()));
  }
};

TEST(BodyCut, FindsInterfacesWithTheAreaOfTheirVertices) {
  const Bar bar;
  const BodyCut cut = cut_body(bar.mesh.X, bar.cells, bar.domain_of_cell, 3);
  ASSERT_EQ(cut.interfaces.size(), 2u);
  for (const CutInterface& interface : cut.interfaces) {
    EXPECT_EQ(interface.b, interface.a + 1);
    EXPECT_EQ(interface.vertices.size(), 4u);
    EXPECT_NEAR(interface.weights.sum(), 1, 1e-12);
    for (const Index i : interface.vertices) EXPECT_NEAR(vertex(bar.mesh.X, i).x(), interface.b, 1e-12);
  }
  EXPECT_EQ(cut.between(2, 1), &cut.interfaces[1]);
  EXPECT_EQ(cut.between(0, 2), nullptr);
  for (const CutDomain& domain : cut.domains) {
    EXPECT_EQ(domain.cells.size(), 5u);
    EXPECT_EQ(domain.vertices.size(), 8u);
    EXPECT_EQ(domain.pieces, 1);
  }
}

TEST(BodyCut, CountsThePiecesOfADomain) {
  Bar bar;
  for (Index& domain : bar.domain_of_cell) domain = domain == 1 ? 1 : 0;
  EXPECT_EQ(cut_body(bar.mesh.X, bar.cells, bar.domain_of_cell, 2).domains[0].pieces, 2);
}

TEST(BodyCut, HangsEveryDomainOnTheOneThatLeadsToTheRoot) {
  const Bar bar;
  const BodyCut cut = cut_body(bar.mesh.X, bar.cells, bar.domain_of_cell, 3);
  CutTree tree;
  NoTree why;
  ASSERT_TRUE(find_tree(cut, 1, {-1, -1, -1}, tree, why));
  EXPECT_EQ(tree.parent, (std::vector<Index>{1, -1, 1}));
  EXPECT_EQ(tree.order, (std::vector<Index>{1, 0, 2}));
  ASSERT_TRUE(find_tree(cut, 0, {-1, -1, -1}, tree, why));
  EXPECT_EQ(tree.parent, (std::vector<Index>{-1, 0, 1}));
  EXPECT_FALSE(find_tree(cut, 0, {-1, -1, 0}, tree, why));  // it is not a neighbour of its parent
  EXPECT_EQ(why.lonely, 2);
}

// Four cubes around an edge.
TEST(BodyCut, NamesTheDomainsOfARing) {
  const TetMesh mesh = box(Vec3(2, 2, 1), {2, 2, 1}, Vec3(1, 1, 0.5), Split::five);
  Cells cells;
  cells.tets = mesh.tets;
  const Vector middles = centroids(mesh.X, cells);
  std::vector<Index> domain_of_cell;
  for (Index e = 0; e < cells.count(); ++e)
    domain_of_cell.push_back(static_cast<Index>(vertex(middles, e).x()) + 2 * static_cast<Index>(vertex(middles, e).y()));
  const BodyCut cut = cut_body(mesh.X, cells, domain_of_cell, 4);
  ASSERT_EQ(cut.interfaces.size(), 4u);
  CutTree tree;
  NoTree why;
  EXPECT_FALSE(find_tree(cut, 0, {-1, -1, -1, -1}, tree, why));
  EXPECT_EQ(why.cycle.size(), 4u);
  ASSERT_TRUE(find_tree(cut, 0, {-1, 0, 0, 1}, tree, why));
  EXPECT_EQ(tree.parent, (std::vector<Index>{-1, 0, 0, 1}));
}

TEST(BodyCut, CutsSlenderBodiesByItselfIntoDomainsOfOnePiece) {
  const TetMesh mesh = box(Vec3(8, 1, 1), {16, 2, 2}, Vec3::Zero(), Split::six);
  Cells cells;
  cells.tets = mesh.tets;
  for (const Index count : {1, 2, 5}) {
    const BodyCut cut = cut_body(mesh.X, cells, cut_automatically(mesh.X, cells, count), count);
    for (const CutDomain& domain : cut.domains) {
      EXPECT_EQ(domain.pieces, 1);
      EXPECT_GT(domain.cells.size(), mesh.tets.size() / static_cast<std::size_t>(4 * count));
    }
    CutTree tree;
    NoTree why;
    EXPECT_TRUE(find_tree(cut, 0, std::vector<Index>(static_cast<std::size_t>(count), -1), tree, why)) << count;
  }
}

// For the cells of the chain of three: straight cuts.
std::vector<Index> thirds_of(const VoxelTree& voxels) {
  Cells cells;
  cells.tets = voxels.whole.tets;
  const Vector middles = centroids(voxels.whole.X, cells);
  std::vector<Index> domain_of_cell;
  for (Index e = 0; e < cells.count(); ++e) domain_of_cell.push_back(static_cast<Index>(vertex(middles, e).x() / 0.6));
  return domain_of_cell;
}

// The chain of three, cut by the library.
std::shared_ptr<const DomainBody> chain_of_three(const VoxelTree& voxels, bool is_free, const std::vector<Index>& domain_of_cell) {
  Cells cells;
  cells.tets = voxels.whole.tets;
  const BodyCut cut = cut_body(voxels.whole.X, cells, domain_of_cell, 3);
  CutTree tree;
  NoTree why;
  EXPECT_TRUE(find_tree(cut, 0, {-1, -1, -1}, tree, why));
  const double mu = 1e6 / 2.6, lambda = 1e6 * 0.3 / (1.3 * 0.4);
  static const std::vector<Law> laws = {StVenantKirchhoff{mu, lambda}};
  const std::vector<Index> law_of_cell(cells.tets.size(), 0);
  const std::vector<double> density(cells.tets.size(), 1000);
  std::vector<Pin> pins;
  if (!is_free) pins.push_back({voxels.held, {true, true, true}, {}});
  return std::make_shared<const DomainBody>(make_domain_body(
      reduce_domains(plan_of_cut({voxels.whole.X, cells, laws, law_of_cell, density}, cut, tree, {{"a"}, {"b"}, {"c"}}, pins))));
}

std::shared_ptr<const DomainBody> chain_of_three(const VoxelTree& voxels, bool is_free) {
  return chain_of_three(voxels, is_free, thirds_of(voxels));
}

// Gives every `stride`-th cell of domain 1 that touches domain 0 with one face to domain 0: a tooth, whose tip no other cell of the
// domain holds. Returns the tips.
std::vector<Index> add_teeth(const VoxelTree& voxels, Index stride, std::vector<Index>& domain_of_cell) {
  const std::vector<Tet>& tets = voxels.whole.tets;
  std::vector<bool> is_in_first(static_cast<std::size_t>(voxels.whole.vertices()), false);
  for (std::size_t t = 0; t < tets.size(); ++t)
    if (domain_of_cell[t] == 0)
      for (const Index i : tets[t]) is_in_first[static_cast<std::size_t>(i)] = true;
  std::vector<Index> tips;
  Index seen = 0;
  for (std::size_t t = 0; t < tets.size(); ++t) {
    if (domain_of_cell[t] != 1) continue;
    std::vector<Index> outside;
    for (const Index i : tets[t])
      if (!is_in_first[static_cast<std::size_t>(i)]) outside.push_back(i);
    if (outside.size() != 1 || seen++ % stride != 0) continue;
    domain_of_cell[t] = 0;
    tips.push_back(outside[0]);
  }
  return tips;
}

// The mass that a domain carries must not make a mode of a single tet that sticks out of a jagged cut.
TEST(DomainBody, MovesTheTeethOfACutNoFartherThanTheRest) {
  const VoxelTree voxels = make_tree(chain(3), {.modes = 5, .size = 12});
  std::vector<Index> domain_of_cell = thirds_of(voxels);
  const std::vector<Index> tips = add_teeth(voxels, 3, domain_of_cell);
  ASSERT_FALSE(tips.empty());
  const auto body = chain_of_three(voxels, false, domain_of_cell);
  const DomainModel& model = body->tree().model(0);
  const std::vector<Index>& vertices = body->vertices_of(0);
  double of_tips = 0, of_others = 0;
  for (std::size_t k = 0; k < vertices.size(); ++k) {
    const double motion = model.U().middleRows(3 * static_cast<Eigen::Index>(k), 3).norm();
    const bool is_tip = std::find(tips.begin(), tips.end(), vertices[k]) != tips.end();
    (is_tip ? of_tips : of_others) = std::max(is_tip ? of_tips : of_others, motion);
  }
  EXPECT_LT(of_tips, 2 * of_others);
}

TEST(DomainBody, RestsWhereItsMeshIs) {
  const VoxelTree voxels = make_tree(chain(3), {.modes = 5, .size = 12});
  for (const bool is_free : {false, true}) {
    const auto body = chain_of_three(voxels, is_free);
    TreeWorkspace workspace;
    const DomainState rest = state_at_rest(body->tree());
    EXPECT_LT((body->positions(rest, workspace) - voxels.whole.X).norm(), 1e-12);
    EXPECT_EQ(body->velocities(rest, workspace).norm(), 0);
    EXPECT_NEAR(body->tree().mass(), voxels.whole_mass.sum(), 1e-9);
    for (const double jump : body->interface_jumps(rest, workspace)) EXPECT_LT(jump, 1e-12);
  }
}

TEST(DomainBody, HasTheVelocitiesOfItsPositions) {
  const VoxelTree voxels = make_tree(chain(3), {.modes = 5, .size = 12});
  const auto body = chain_of_three(voxels, true);
  TreeWorkspace workspace;
  Dice dice(3);
  DomainState state = state_at_rest(body->tree());
  state.q = 0.3 * dice.vector(body->tree().size());
  state.qd = dice.vector(body->tree().size());
  state.V0 << dice.three(), dice.three();
  const double e = 1e-6;
  DomainState after = state, before = state;
  for (auto& [moved, sign] : {std::pair<DomainState&, double>(after, 1), std::pair<DomainState&, double>(before, -1)}) {
    moved.q += sign * e * state.qd;
    moved.root.x += sign * e * state.root.R * state.V0.head<3>();
    moved.root.R = state.root.R * rotation_by(sign * e * state.V0.tail<3>());
  }
  const Vector expected = (body->positions(after, workspace) - body->positions(before, workspace)) / (2 * e);
  const Vector v = body->velocities(state, workspace);
  EXPECT_LT((v - expected).norm(), 1e-7 * v.norm());
}

TEST(DomainFrames, KeepAStateWhole) {
  const VoxelTree voxels = make_tree(chain(2), {.modes = 3, .size = 7});
  DomainState state = random_state(voxels, 4);
  state.carried = TreeMomenta{Vec3(1, 2, 3), Vec3(4, 5, 6), Vec3(7, 8, 9)};
  Memory memory;
  remember(state, memory);
  const Frame frame = frame_of(state, 3, 0.5, 0.1);
  EXPECT_EQ(frame.x.size(), 3 * points_of(voxels.tree));
  EXPECT_EQ(frame.x.size(), frame.p.size());
  const DomainState again = state_of(voxels.tree, frame, memory);
  EXPECT_EQ(again.q, state.q);
  EXPECT_EQ(again.qd, state.qd);
  EXPECT_EQ(again.qdd, state.qdd);
  EXPECT_EQ(again.root.x, state.root.x);
  EXPECT_EQ(again.root.R, state.root.R);
  EXPECT_EQ(again.V0, state.V0);
  EXPECT_EQ(again.A0, state.A0);
  ASSERT_TRUE(again.carried);
  EXPECT_EQ(again.carried->p, state.carried->p);
  EXPECT_EQ(again.carried->L, state.carried->L);
  EXPECT_EQ(again.carried->center, state.carried->center);
}

struct SteppedTree {
  Drift drift;
  History history;
  std::string failure;
};

SteppedTree step_tree(const TreeStepper& stepper, const DomainState& start, double h, int steps, bool forgets = false) {
  SteppedTree run{{}, History(frame_of(start, 0, 0, 0)), ""};
  run.drift.see(stepper.ledger(run.history));
  Workspace workspace;
  for (int n = 1; n <= steps; ++n) {
    if (forgets) run.history = History::read(run.history.write());
    auto step = stepper.attempt(run.history, {n, h * n, h}, workspace);
    if (!step) {
      run.failure = step.failure().reason;
      break;
    }
    run.history.accept(std::move(*step));
    run.drift.see(stepper.ledger(run.history));
  }
  return run;
}

TEST(TreeStepper, FollowsItsBooksAndGoesOnFromItsHistoryAlone) {
  const VoxelTree voxels = make_tree(chain(3), {.modes = 5, .size = 12});
  const auto body = chain_of_three(voxels, false);
  DomainInfluences influences;
  influences.gravity = Vec3(0, 0, -2);
  influences.loads.push_back(Load({{voxels.whole.vertices() - 1, Vec3(0, 3, 0)}}, {}));
  influences.air.push_back({Vector::Constant(body->vertices(), 1e-3), 5, 1, Vec3(0, 2, 0)});
  influences.stiffness_damping = 0.003;
  for (const TreeScheme scheme : {TreeScheme::one_solve, TreeScheme::iterated, TreeScheme::variational}) {
    SCOPED_TRACE(static_cast<int>(scheme));
    const MultidomainMethod method(scheme, TreeCoupling::exact, 6);
    const TreeStepper stepper(body, influences, method);
    const DomainState rest = state_at_rest(body->tree());
    const SteppedTree run = step_tree(stepper, rest, 0.005, 100), again = step_tree(stepper, rest, 0.005, 100, true);
    EXPECT_EQ(run.failure, "");
    EXPECT_EQ(run.history.write(), again.history.write());
    EXPECT_GT(run.drift.last().dissipated, 0);
    EXPECT_NE(run.drift.last().work, 0);
    EXPECT_LT(run.drift.energy(), 0.05);  // total - work + dissipated, of first order
    EXPECT_GT((stepper.vertices()->positions(run.history.now()) - voxels.whole.X).cwiseAbs().maxCoeff(), 0.1);
  }
}

TEST(TreeStepper, KeepsTheMomentaOfAFlyingBody) {
  const VoxelTree voxels = make_tree(chain(3), {.modes = 5, .size = 12});
  const auto body = chain_of_three(voxels, true);
  DomainInfluences influences;
  influences.stiffness_damping = 0.003;
  const MultidomainMethod method(TreeScheme::one_solve);
  const TreeStepper stepper(body, influences, method);
  DomainState start = state_at_rest(body->tree());
  start.V0 << 0.5, 0.2, 0, 0.3, 1, 0.4;
  const SteppedTree run = step_tree(stepper, start, 0.01, 1000);
  EXPECT_EQ(run.failure, "");
  EXPECT_LT(run.drift.linear(), 1e-12);
  EXPECT_LT(run.drift.angular(), 1e-10);
}

// A pull by hand is a force on the vertex towards its target.
TEST(TreeStepper, IsPulledByHand) {
  const VoxelTree voxels = make_tree(chain(3), {.modes = 5, .size = 12});
  const auto body = chain_of_three(voxels, false);
  DomainInfluences influences;
  influences.stiffness_damping = 0.01;
  const MultidomainMethod method(TreeScheme::one_solve);
  const TreeStepper stepper(body, influences, method);
  History history(frame_of(state_at_rest(body->tree()), 0, 0, 0));
  Workspace workspace;
  const Index tip = voxels.whole.vertices() - 1;
  const Vec3 target = vertex(voxels.whole.X, tip) + Vec3(0, 0.3, 0);
  for (int n = 1; n <= 100; ++n) {
    auto step = stepper.attempt(history, {n, 0.01 * n, 0.01, nullptr, {{{{tip, 1.0}}, target, 50}}}, workspace);
    ASSERT_TRUE(step) << step.failure().reason;
    history.accept(std::move(*step));
  }
  EXPECT_GT(vertex(stepper.vertices()->positions(history.now()), tip).y(), vertex(voxels.whole.X, tip).y() + 0.02);
  EXPECT_GT(stepper.ledger(history).work, 0);
}

}  // namespace
}  // namespace lilyan::test
