// Parts that do not hang together move as each does alone, however unlike they are.
#include <lilyan/mesh/box.hpp>

#include <gtest/gtest.h>

#include <tests/integrators/methods.hpp>

#include <cmath>

namespace lilyan::test {
namespace {

struct Strips {
  std::unique_ptr<System> system;
  Frame start;
};

// A light strip and, with a factor, one that is so many times as heavy and as stiff; each is held at one end and begins to sag.
Strips strips(std::optional<double> factor) {
  const TetMesh mesh = box(Vec3(1, 0.2, 0.2), {5, 1, 1}, Vec3::Zero(), Split::five);
  const Index n = mesh.vertices(), bodies = factor ? 2 : 1;
  Vector X(3 * n * bodies), mass = Vector::Zero(n * bodies);
  std::vector<Tet> tets;
  std::vector<Index> law_of_tet;
  std::vector<Law> laws = {StVenantKirchhoff{3e4, 2e4}};
  if (factor) laws.push_back(StVenantKirchhoff{3e4 * *factor, 2e4 * *factor});
  Pin pin;
  for (Index b = 0; b < bodies; ++b) {
    for (Index i = 0; i < n; ++i) {
      vertex(X, b * n + i) = vertex(mesh.X, i) + b * Vec3(0, 0, 3);
      if (vertex(mesh.X, i)[0] < -0.49) pin.vertices.push_back(b * n + i);
    }
    for (Tet tet : mesh.tets) {
      for (Index& v : tet) {
        mass[b * n + v] += (b == 0 ? 1 : *factor) * 1000 * volume(mesh.X, mesh.tets[tets.size() % mesh.tets.size()]) / 4;
        v += b * n;
      }
      tets.push_back(tet);
      law_of_tet.push_back(b);
    }
  }
  std::vector<std::unique_ptr<Potential>> potentials;
  for (auto& part : make_elasticity(X, tets, laws, law_of_tet)) potentials.push_back(std::move(part));
  Strips made;
  made.system = std::make_unique<System>(mass, Vec3(0, -9.81, 0), Coordinates(X, {pin}), std::move(potentials));
  made.start = {0, 0, 0, X, Vector::Zero(X.size())};
  return made;
}

Vector end_of_light_strip(const Strips& strips, const Integrator& integrator, double h, int steps, Index components) {
  const auto stepper = integrator.stepper(*strips.system, {});
  History history(strips.start);
  Workspace workspace;
  for (int k = 1; k <= steps; ++k) {
    auto step = stepper->attempt(history, {k, k * h, h}, workspace);
    EXPECT_TRUE(step) << "step " << k;
    if (!step) break;
    history.accept(std::move(*step));
  }
  return history.now().x.head(components);
}

class UnlikeParts : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Methods, UnlikeParts,
                         testing::Values("static", "newmark", "avf", "backward_euler", "implicit_midpoint", "energy_momentum"),
                         [](const auto& test) { return test.param; });

TEST_P(UnlikeParts, MoveAsEachDoesAlone) {
  const auto integrator = make_integrator(GetParam());
  const bool is_static = GetParam() == "static";
  const double h = is_static ? 1 : 0.01;
  const int steps = is_static ? 1 : 20;
  const Strips alone = strips(std::nullopt);
  const Index components = static_cast<Index>(alone.start.x.size());
  const Vector expected = end_of_light_strip(alone, *integrator, h, steps, components);
  const double moved = (expected - alone.start.x).cwiseAbs().maxCoeff();
  EXPECT_GT(moved, 0.01);
  for (const double factor : {1e2, 1e4, 1e7, 1e10}) {
    const Vector found = end_of_light_strip(strips(factor), *integrator, h, steps, components);
    EXPECT_LT((found - expected).cwiseAbs().maxCoeff(), 1e-8 * moved) << "beside one " << factor << " times as heavy";
  }
}

}  // namespace
}  // namespace lilyan::test
