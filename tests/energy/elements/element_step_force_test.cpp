// Forces of a step on elements, computed eight at a time.
#include <lilyan/algebra/threads.hpp>
#include <lilyan/energy/discrete_gradient.hpp>
#include <lilyan/energy/elements/elasticity.hpp>
#include <lilyan/materials/registry.hpp>
#include <lilyan/mesh/box.hpp>
#include <lilyan/mesh/shape_functions.hpp>

#include <gtest/gtest.h>

#include <tests/energy/step_force_checks.hpp>

#include <algorithm>
#include <map>
#include <stdexcept>

namespace lilyan::test {
namespace {

enum class StepForce { strain_gradient, element_gradient, backward_damping };
constexpr StepForce kStepForces[] = {StepForce::strain_gradient, StepForce::element_gradient, StepForce::backward_damping};

// Cells of one kind, in motion from x_n to x.
struct MovingBody {
  Cells cells;
  Vector X, x_n, x;

  void move(const Mat3& F) {
    std::srand(11);
    const bool is_plane = !cells.triangles.empty();
    x_n = X + 0.03 * Vector::Random(X.size());
    x = 0.03 * Vector::Random(X.size());
    for (Index i = 0; i < X.size() / 3; ++i) {
      vertex(x, i) += F * vertex(X, i);
      if (is_plane) vertex(x_n, i)[2] = vertex(x, i)[2] = vertex(X, i)[2];
    }
  }
  Index count() const { return cells.count(); }
};

const Mat3 kSheared{{1.1, 0.2, 0}, {-0.1, 0.9, 0.1}, {0.1, 0, 1.05}};

MovingBody tets(const std::array<Index, 3>& boxes, Split split) {
  const TetMesh mesh = box(Vec3(boxes[0], boxes[1], boxes[2]), boxes, Vec3::Zero(), split);
  MovingBody body;
  body.X = mesh.X;
  body.cells.tets = mesh.tets;
  body.move(kSheared);
  return body;
}

MovingBody hexes(const std::array<Index, 3>& boxes) {
  const BodyMesh mesh = hex_box(Vec3(boxes[0], boxes[1], boxes[2]), boxes, Vec3::Zero());
  MovingBody body;
  body.X = mesh.X + 0.05 * Vector::LinSpaced(mesh.X.size(), 0, 20).array().sin().matrix();  // no boxes
  body.cells = mesh.cells;
  body.move(kSheared);
  return body;
}

MovingBody triangles(Index columns) {
  MovingBody body;
  body.X = Vector::Zero(3 * 2 * (columns + 1));
  for (Index c = 0; c <= columns; ++c)
    for (Index r = 0; r < 2; ++r) vertex(body.X, 2 * c + r) = Vec3(c, r, 0);
  for (Index c = 0; c < columns; ++c) {
    body.cells.triangles.push_back({2 * c, 2 * c + 2, 2 * c + 1});
    body.cells.triangles.push_back({2 * c + 1, 2 * c + 2, 2 * c + 3});
  }
  body.cells.triangles.pop_back();
  for (Index e = 0; e < body.count(); ++e) body.cells.thickness.push_back(0.5 + 0.1 * e);
  body.move(kSheared);
  return body;
}

Cells only(const Cells& cells, Index e) {
  Cells one;
  if (!cells.tets.empty()) one.tets = {cells.tets[e]};
  if (!cells.hexes.empty()) one.hexes = {cells.hexes[e]};
  if (!cells.triangles.empty()) one.triangles = {cells.triangles[e]}, one.thickness = {cells.thickness[e]};
  return one;
}

// The force of some cells of a body, with what it refers to.
struct Forced {
  const MovingBody& body;
  std::unique_ptr<Elasticity> elasticity;
  std::shared_ptr<const BlockPattern> pattern;

  Forced(const MovingBody& of, const Cells& cells, const std::vector<Law>& laws)
      : body(of), elasticity(std::move(make_elasticity(of.X, cells, laws, one_each(laws)).front())) {
    BlockPatternBuilder builder(static_cast<Index>(of.X.size() / 3));
    elasticity->connect(builder);
    pattern = builder.build();
  }
  static std::vector<Index> one_each(const std::vector<Law>& laws) {
    std::vector<Index> law_of_cell;
    for (std::size_t e = 0; e < laws.size(); ++e) law_of_cell.push_back(static_cast<Index>(e));
    return law_of_cell;
  }

  std::unique_ptr<StepTerm> posed(StepForce which) const {
    if (which == StepForce::backward_damping) return elasticity->backward_damping(body.x_n, 2, pattern);
    const Chord chord{1, body.x_n, body.x_n, nullptr, 0, pattern};
    return elasticity->discrete_gradient(chord,
                                         which == StepForce::strain_gradient ? DiscreteForm::strain : DiscreteForm::per_element);
  }
  Vector force(StepForce which) const { return force_at(*posed(which), body.x); }
  Dense jacobian(StepForce which) const { return jacobian_at(*posed(which), pattern, body.x); }
};

class EveryLawsStepForce : public testing::TestWithParam<std::string> {
 protected:
  Law law(Index e) const { return law_from_moduli(*find_material(GetParam()), 1000 + 100 * e, 0.3 + 0.01 * (e % 7)); }

  void expect_sum_of_single_elements(const MovingBody& body) const {
    std::vector<Law> laws;
    for (Index e = 0; e < body.count(); ++e) laws.push_back(law(e));
    const Forced all(body, body.cells, laws);
    for (const StepForce which : kStepForces) {
      const Vector f = all.force(which);
      const Dense J = all.jacobian(which);
      Vector f_sum = Vector::Zero(f.size());
      Dense J_sum = Dense::Zero(J.rows(), J.cols());
      for (Index e = 0; e < body.count(); ++e) {
        const Forced one(body, only(body.cells, e), {law(e)});
        f_sum += one.force(which);
        J_sum += one.jacobian(which);
      }
      EXPECT_GT(f.norm(), 0);
      EXPECT_LE((f - f_sum).norm(), 1e-13 * f.norm()) << body.count() << " elements, force " << static_cast<int>(which);
      EXPECT_LE((J - J_sum).norm(), 1e-13 * J.norm()) << body.count() << " elements, force " << static_cast<int>(which);
    }
  }
};

TEST_P(EveryLawsStepForce, IsTheSumOverTetsEachAlone) {
  for (const auto& boxes : {std::array<Index, 3>{1, 1, 1}, {3, 1, 1}, {5, 1, 1}})
    expect_sum_of_single_elements(tets(boxes, Split::five));   // 5, 15 and 25
  expect_sum_of_single_elements(tets({4, 1, 1}, Split::six));  // 24, which fills its batches
}

TEST_P(EveryLawsStepForce, IsTheSumOverHexesEachAlone) {
  expect_sum_of_single_elements(hexes({1, 1, 1}));
  expect_sum_of_single_elements(hexes({3, 3, 1}));
}

TEST_P(EveryLawsStepForce, IsTheSumOverTrianglesEachAlone) {
  expect_sum_of_single_elements(triangles(2));
  expect_sum_of_single_elements(triangles(7));
}

TEST_P(EveryLawsStepForce, IsTheSameToTheLastBitWithOneTwoAndThreeThreads) {
  for (const MovingBody& body : {tets({12, 6, 6}, Split::six), hexes({8, 4, 4}), triangles(200)}) {
    const Forced forced(body, body.cells, std::vector<Law>(static_cast<std::size_t>(body.count()), law(0)));
    for (const StepForce which : kStepForces) {
      const auto term = forced.posed(which);
      auto evaluate = [&](int count) {
        set_threads(count);
        Slope slope(forced.pattern);
        term->add_slope(body.x, 1, slope);
        Vector f = force_at(*term, body.x);
        set_threads(1);
        return std::tuple(f, slope.blocks.lower_values(), slope.blocks.upper_values());
      };
      const auto one = evaluate(1);
      for (int count : {2, 3}) EXPECT_TRUE(evaluate(count) == one) << count << " threads";
    }
  }
}

// Elements without volume, which damping about a rest shape may meet, share their batches with others.
TEST_P(EveryLawsStepForce, LeavesOutElementsWithoutVolume) {
  MovingBody body = tets({3, 1, 1}, Split::five);
  const Tet flat = body.cells.tets[2];
  std::vector<Law> laws;
  for (Index e = 0; e < body.count(); ++e) laws.push_back(law(e));
  Forced all(body, body.cells, laws);
  Vector X = body.X;
  vertex(X, flat[3]) = vertex(X, flat[0]);
  all.elasticity = all.elasticity->about(X);
  for (const StepForce which : kStepForces) {
    Vector f_sum = Vector::Zero(body.X.size());
    for (Index e = 0; e < body.count(); ++e) {
      const Tet& tet = body.cells.tets[e];
      const auto has = [&](Index v) { return std::find(tet.begin(), tet.end(), v) != tet.end(); };
      if (has(flat[0]) && has(flat[3])) continue;
      Forced one(body, only(body.cells, e), {law(e)});
      one.elasticity = one.elasticity->about(X);
      f_sum += one.force(which);
    }
    EXPECT_GT(f_sum.norm(), 0);
    EXPECT_LE((all.force(which) - f_sum).norm(), 1e-13 * f_sum.norm()) << static_cast<int>(which);
    EXPECT_TRUE(all.jacobian(which).allFinite());
  }
}

std::vector<std::string> laws_of_points() {
  std::vector<std::string> names;
  for (const MaterialEntry& entry : material_registry())
    if (entry.name != "corotated") names.push_back(entry.name);  // has forces of its own
  return names;
}

INSTANTIATE_TEST_SUITE_P(Laws, EveryLawsStepForce, testing::ValuesIn(laws_of_points()),
                         [](const auto& test) { return test.param; });

// A vertex of a single tet, and that tet.
std::pair<Index, Tet> lonely_vertex(const std::vector<Tet>& tets) {
  std::map<Index, std::vector<Tet>> around;
  for (const Tet& tet : tets)
    for (Index v : tet) around[v].push_back(tet);
  for (const auto& [v, of] : around)
    if (of.size() == 1) return {v, of.front()};
  throw std::logic_error("every vertex is shared");
}

TEST(ElementStepForce, IsNotFiniteAtTheVerticesOfElementsWhereTheLawIsNotDefined) {
  for (const Law& law : {Law(NeoHookean{50, 200}), Law(MooneyRivlin{30, 20, 200})}) {
    MovingBody body = tets({3, 1, 1}, Split::five);
    // A vertex that one tet has alone goes through the opposite face.
    const auto [corner, inverted] = lonely_vertex(body.cells.tets);
    Vec3 opposite = Vec3::Zero();
    for (Index v : inverted)
      if (v != corner) opposite += vertex(body.x, v) / 3;
    vertex(body.x, corner) = opposite - 1.5 * (vertex(body.x, corner) - opposite);

    const Forced forced(body, body.cells, std::vector<Law>(static_cast<std::size_t>(body.count()), law));
    for (const StepForce which : kStepForces) {
      const Vector f = forced.force(which);
      for (Index i = 0; i < f.size() / 3; ++i) {
        const bool is_of_it = std::find(inverted.begin(), inverted.end(), i) != inverted.end();
        EXPECT_EQ(vertex(f, i).allFinite(), !is_of_it) << "vertex " << i << ", force " << static_cast<int>(which);
      }
    }
  }
}

}  // namespace
}  // namespace lilyan::test
