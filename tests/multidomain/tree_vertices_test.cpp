// What observers and the air ask of the vertices of a body of domains, against all vertices one by one.
#include <lilyan/multidomain/body/air_on_domains.hpp>
#include <lilyan/multidomain/body/domain_frames.hpp>
#include <lilyan/multidomain/body/tree_vertices.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include <tests/multidomain/voxel_trees.hpp>

namespace lilyan::test {
namespace {

// A body whose outer domains are copies at other scales; domains that the mesh is cut into share vertices.
struct ScaledBody {
  VoxelTree voxels;
  std::shared_ptr<const DomainBody> body;

  explicit ScaledBody(const VoxelBody& shape) : voxels(make_tree(shape, {.modes = 4, .size = 9}, RestFrames::turned)) {
    std::vector<Domain> domains;
    for (Index j = 0; j < voxels.tree.count(); ++j) {
      domains.push_back(voxels.tree[j]);
      if (j % 2 == 1) domains.back().scale = 0.6 + 0.2 * j;
    }
    body = std::make_shared<const DomainBody>(DomainTree(domains, voxels.tree.root_motion(), voxels.tree.placement()),
                                              std::vector<std::string>(domains.size(), "domain"), voxels.vertices,
                                              voxels.interfaces, voxels.whole.vertices());
  }
  Frame frame(unsigned seed, double size = 1) const { return frame_of(random_state(voxels, seed, size), 0, 0, 0); }
  DomainState state(const Frame& frame) const { return state_of(body->tree(), frame); }
};

TEST(TreeVertices, HasEachVertexWhereAllVerticesHaveIt) {
  for (const VoxelBody& shape : {flower(), fly()}) {
    const ScaledBody scaled(shape);
    const TreeVertices vertices(scaled.body);
    for (const unsigned seed : {1u, 2u}) {
      const Frame frame = scaled.frame(seed);
      TreeWorkspace workspace;
      const Vector all = scaled.body->positions(scaled.state(frame), workspace);
      EXPECT_EQ(vertices.positions(frame), all);
      EXPECT_EQ(vertices.velocities(frame), scaled.body->velocities(scaled.state(frame), workspace));
      std::vector<Index> numbers(static_cast<std::size_t>(scaled.body->vertices()));
      std::iota(numbers.rbegin(), numbers.rend(), 0);
      const Vector backwards = vertices.positions_of(numbers, frame);
      for (std::size_t k = 0; k < numbers.size(); ++k)
        EXPECT_LE((vertex(backwards, static_cast<Index>(k)) - vertex(all, numbers[k])).norm(), 1e-15 * all.cwiseAbs().maxCoeff());
      Frame without_motion = frame;
      without_motion.p.resize(0);
      EXPECT_EQ(vertices.positions(without_motion), all);
    }
  }
}

TEST(TreeVertices, FindsTheLargestDisplacementOfAllVertices) {
  for (const VoxelBody& shape : {flower(), fly()}) {
    const ScaledBody scaled(shape);
    const TreeVertices vertices(scaled.body);
    for (const unsigned seed : {1u, 2u, 3u, 4u})
      for (const double size : {1e-3, 0.2, 1.}) {
        const Frame frame = scaled.frame(seed, size), from = scaled.frame(seed + 10, 0.3 * size);
        const Vector x = vertices.positions(frame), x_from = vertices.positions(from);
        const double largest = std::sqrt((x - x_from).reshaped(3, x.size() / 3).colwise().squaredNorm().maxCoeff());
        for (const double known : {0., 0.5 * largest, 0.999 * largest})
          EXPECT_NEAR(vertices.largest_displacement(frame, from, x_from, known), largest, 1e-14 * (1 + largest));
        EXPECT_EQ(vertices.largest_displacement(frame, from, x_from, 1.01 * largest), 1.01 * largest);
      }
  }
}

TEST(TreeVertices, KeepsTheLargestInterfaceJumps) {
  const ScaledBody scaled(flower());
  const TreeVertices vertices(scaled.body);
  TreeWorkspace workspace;
  std::vector<double> seen(static_cast<std::size_t>(scaled.body->tree().count()), 0), expected = seen;
  for (const unsigned seed : {3u, 4u, 5u}) {
    const Frame frame = scaled.frame(seed);
    const std::vector<double> jumps = scaled.body->interface_jumps(scaled.state(frame), workspace);
    for (std::size_t j = 0; j < jumps.size(); ++j) expected[j] = std::max(expected[j], jumps[j]);
    vertices.see_interface_jumps(frame, seen);
    EXPECT_EQ(seen, expected);
  }
  EXPECT_EQ(seen[0], 0);
  EXPECT_GT(*std::max_element(seen.begin(), seen.end()), 1e-4);
}

TEST(TreeVertices, OfTwoBodiesAreNotMistaken) {
  const VoxelTree voxels = make_tree(chain(2), {});
  const auto one = std::make_shared<const DomainBody>(body_of(voxels));
  std::vector<Domain> domains = {voxels.tree[0], voxels.tree[1]};
  domains[1].offset = Vec3(0.5, 0, 0);
  const auto other =
      std::make_shared<const DomainBody>(DomainTree(domains, voxels.tree.root_motion(), voxels.tree.placement()),
                                         std::vector<std::string>{"a", "b"}, voxels.vertices, voxels.interfaces, one->vertices());
  const Frame rest = frame_of(state_at_rest(voxels.tree), 0, 0, 0);
  const std::vector<Index> last = {one->vertices() - 1};
  const Vector here = TreeVertices(one).positions_of(last, rest), there = TreeVertices(other).positions_of(last, rest);
  EXPECT_NEAR((there - here).norm(), 0.5, 1e-12);
}

// Area of some vertices, none of the others.
Vector areas(Index vertices, Dice& dice) {
  Vector area(vertices);
  for (Index i = 0; i < vertices; ++i) area[i] = std::max(0., dice.number());
  return area;
}

struct DomainLoads {
  std::vector<Vec6> F;
  Vector fq;
};

// Of the forces, on the frames and on the coordinates of all domains at a state.
DomainLoads loads_of(const DomainTree& tree, const OutsideForces& forces, const DomainState& state) {
  TreeWorkspace workspace;
  workspace.fit(tree);
  EXPECT_FALSE(workspace.kinematics.place(tree, state.q, state.root));
  TreeEquations& equations = workspace.equations;
  for (Index j = 0; j < tree.count(); ++j) equations.F[j].setZero(), equations.pV[j].setZero(), equations.pq(j).setZero();
  add_vertex_forces(tree, workspace.kinematics, state.q, forces.on_vertices, equations);
  add_domain_forces(tree, workspace.kinematics, state.q, forces.on_domains, equations);
  DomainLoads loads{equations.F, Vector(tree.size())};
  for (Index j = 0; j < tree.count(); ++j) {
    tree.part(loads.fq, j) = -equations.pq(j);
    EXPECT_EQ(equations.pV[j], Vec6(-equations.F[j]));
  }
  return loads;
}

TEST(AirOnDomains, PushesAsItDoesVertexByVertexWhereverTheDomainsGo) {
  for (const VoxelBody& shape : {flower(), fly()}) {
    const ScaledBody scaled(shape);
    const DomainBody& body = *scaled.body;
    const DomainTree& tree = body.tree();
    Dice dice(7);
    const std::vector<AirOnVertices> air = {{areas(body.vertices(), dice), 2, 0.7, Vec3(2, -1, 0.5)},
                                            {areas(body.vertices(), dice), 0, 3, Vec3(0, 0, 1)}};
    DomainState state = scaled.state(scaled.frame(1)), later = scaled.state(scaled.frame(2));
    state.qd = dice.vector(tree.size());
    if (tree.root_motion() == RootMotion::free) state.V0 << dice.three(), dice.three();

    TreeWorkspace workspace;
    const Vector v = body.velocities(state, workspace);
    OutsideForces on_vertices, on_domains;
    for (Index i = 0; i < body.vertices(); ++i) {
      Vec3 force = Vec3::Zero();
      for (const auto& [area, slow, fast, wind] : air) {
        const Vec3 u = vertex(v, i) - wind;
        force -= area[i] * (slow + fast * u.norm()) * u;
      }
      const auto copies = body.copies(i);
      for (const auto& [domain, copy] : copies) on_vertices.on_vertices.push_back({domain, copy, force / double(copies.size())});
    }
    set_zero(tree, on_domains.on_domains);
    AirOnDomains(body, air).add_forces(state, workspace.kinematics, on_domains.on_domains);

    double work = 0, summed = 0;
    for (const auto& [at, sign] : {std::pair(&state, -1.), std::pair(&later, 1.)}) {
      const DomainLoads expected = loads_of(tree, on_vertices, *at), found = loads_of(tree, on_domains, *at);
      EXPECT_GT(expected.fq.norm(), 0.1);
      EXPECT_LT((found.fq - expected.fq).norm(), 1e-12 * expected.fq.norm());
      for (std::size_t j = 0; j < found.F.size(); ++j) EXPECT_LT((found.F[j] - expected.F[j]).norm(), 1e-12 * expected.F[j].norm());
      const Vector unused = body.positions(*at, workspace);  // places the frames
      summed += sign * force_times_position(tree, workspace.kinematics, at->q, on_domains.on_domains);
      for (const auto& [j, p, f] : on_vertices.on_vertices) {
        const auto& [c, R] = workspace.kinematics.in_world(j);
        const Vec3 own = vertex(tree.model(j).X(), p) + tree.model(j).U().middleRows<3>(3 * p) * tree.part(at->q, j);
        work += sign * f.dot(c + tree[j].scale * (R * own));
      }
    }
    EXPECT_NEAR(summed, work, 1e-12 * std::abs(work));
  }
}

TEST(ForceMoments, OfSomeDomainsAddUpToThoseOfTheirVertices) {
  const ScaledBody scaled(flower());
  const DomainTree& tree = scaled.body->tree();
  const DomainState state = scaled.state(scaled.frame(3));
  const std::vector<VertexForce> pushes = {{1, 2, Vec3(1, 2, -3)}, {4, 0, Vec3(0, 1, 0)}, {1, 5, Vec3(2, 0, 1)}};
  const std::vector<MomentsOfDomain> moments = moments_of(tree, pushes);
  ASSERT_EQ(moments.size(), 2u);
  OutsideForces on_vertices, on_domains;
  for (VertexForce push : pushes) push.force *= 0.3, on_vertices.on_vertices.push_back(push);
  set_zero(tree, on_domains.on_domains);
  add_moments(tree, moments, 0.3, on_domains.on_domains);
  const DomainLoads expected = loads_of(tree, on_vertices, state), found = loads_of(tree, on_domains, state);
  EXPECT_LT((found.fq - expected.fq).norm(), 1e-13 * expected.fq.norm());
  for (std::size_t j = 0; j < found.F.size(); ++j) EXPECT_LE((found.F[j] - expected.F[j]).norm(), 1e-13 * expected.F[j].norm());
}

}  // namespace
}  // namespace lilyan::test
