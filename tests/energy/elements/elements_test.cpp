// Hexes and flat triangles beside tets.
#include <lilyan/energy/elements/elasticity.hpp>
#include <lilyan/materials/evaluate.hpp>
#include <lilyan/materials/registry.hpp>
#include <lilyan/mesh/box.hpp>
#include <lilyan/mesh/shape_functions.hpp>

#include <gtest/gtest.h>
#include <Eigen/Dense>

namespace lilyan {
namespace {

// Nodes and weights of Gauss's rule of five points.
constexpr double kPlaces[5] = {-0.9061798459386640, -0.5384693101056831, 0, 0.5384693101056831, 0.9061798459386640};
constexpr double kWeights[5] = {0.2369268850561891, 0.4786286704993665, 0.5688888888888889, 0.4786286704993665, 0.2369268850561891};

std::vector<Index> zeros(const Cells& cells) { return std::vector<Index>(static_cast<std::size_t>(cells.count()), 0); }

double value(const BodyMesh& mesh, const Law& law, const Vector& x) {
  return make_elasticity(mesh.X, mesh.cells, {law}, zeros(mesh.cells)).front()->value(x, 0);
}

// The integral of Psi over the hexes by a rule of 5 x 5 x 5 points.
double fine_value(const BodyMesh& mesh, const Law& law, const Vector& x) {
  double W = 0;
  for (const Hex& hex : mesh.cells.hexes)
    for (int i = 0; i < 5; ++i)
      for (int j = 0; j < 5; ++j)
        for (int k = 0; k < 5; ++k) {
          const Vec3 xi(kPlaces[i], kPlaces[j], kPlaces[k]);
          const Mat3 J = hex_jacobian(mesh.X, hex, xi);
          const Mat3 F = hex_jacobian(x, hex, xi) * J.inverse();
          W += kWeights[i] * kWeights[j] * kWeights[k] * J.determinant() * energy_density(law, F);
        }
  return W;
}

TEST(Hexes, IntegrateTheEnergyOfStVenantKirchhoffExactlyInABox) {
  const BodyMesh mesh = hex_box(Vec3(2, 1, 1.5), {3, 2, 2}, Vec3(0.1, 0.2, 0.3));
  const Law law = StVenantKirchhoff{1000, 500};
  for (const double size : {0.02, 0.1, 0.3}) {
    const Vector x = mesh.X + size * Vector::Random(mesh.X.size());
    const double fine = fine_value(mesh, law, x);
    EXPECT_NEAR(value(mesh, law, x), fine, 1e-13 * fine) << size;
  }
}

class EveryLaw : public testing::TestWithParam<std::string> {
 protected:
  Law law() const { return law_from_moduli(*find_material(GetParam()), 1000, 0.3); }
};

const Mat3 kMap = Mat3::Identity() + 0.2 * Mat3{{0.3, -0.5, 0.1}, {0.4, -0.2, 0.6}, {0, 0.3, 0.5}};

Vector moved(const Vector& X, const Mat3& F) {
  Vector x = X;
  for (Index i = 0; i < X.size() / 3; ++i) vertex(x, i) = F * vertex(X, i) + Vec3(0.3, -1, 2);
  return x;
}

// The patch test: hexes of any shape carry a linear displacement exactly, and inner vertices feel no force.
TEST_P(EveryLaw, CarriesALinearDisplacementOfWarpedHexesExactly) {
  BodyMesh mesh = hex_box(Vec3(3, 3, 3), {3, 3, 3}, Vec3::Zero());
  std::vector<bool> is_inner;
  for (Index i = 0; i < mesh.vertices(); ++i) {
    is_inner.push_back(vertex(mesh.X, i).cwiseAbs().maxCoeff() < 1.4);
    if (is_inner.back()) vertex(mesh.X, i) += 0.2 * Vec3(std::sin(i), std::cos(2.0 * i), std::sin(3.0 * i));
  }
  const auto potential = std::move(make_elasticity(mesh.X, mesh.cells, {law()}, zeros(mesh.cells)).front());
  const Vector x = moved(mesh.X, kMap);
  Vector g = Vector::Zero(x.size());
  const double W = potential->add_gradient(x, 0, 1, g);
  EXPECT_NEAR(W, 27 * energy_density(law(), kMap), 1e-12 * W);
  for (Index i = 0; i < mesh.vertices(); ++i)
    if (is_inner[static_cast<std::size_t>(i)]) {
      EXPECT_LT(vertex(g, i).norm(), 1e-12 * g.norm()) << i;
    }

  std::vector<CellState> states(27);
  potential->states(x, states);
  for (const CellState& state : states) {
    EXPECT_NEAR(state.J, kMap.determinant(), 1e-12);
    EXPECT_NEAR(state.energy_density, energy_density(law(), kMap), 1e-11 * state.energy_density);
  }
}

TEST_P(EveryLaw, CarriesALinearDisplacementOfTrianglesInPlaneStrainExactly) {
  BodyMesh mesh;
  mesh.X.resize(15);
  mesh.X << 0, 0, 1, 2, 0, 1, 2, 2, 1, 0, 2, 1, 0.9, 1.2, 1;
  mesh.cells.triangles = {{0, 1, 4}, {1, 2, 4}, {3, 4, 2}, {4, 3, 0}};
  mesh.cells.thickness = {0.5, 0.5, 0.5, 0.5};
  Mat3 F = kMap;
  F.row(2) = Vec3(0, 0, 1).transpose();
  F.col(2) = Vec3(0, 0, 1);
  const auto potential = std::move(make_elasticity(mesh.X, mesh.cells, {law()}, zeros(mesh.cells)).front());
  const Vector x = moved(mesh.X, F);
  Vector g = Vector::Zero(x.size());
  const double W = potential->add_gradient(x, 0, 1, g);
  EXPECT_NEAR(W, 2 * energy_density(law(), F), 1e-12 * W);
  EXPECT_LT(vertex(g, 4).norm(), 1e-12 * g.norm());
}

TEST_P(EveryLaw, AboutAnotherRestShapeIsThatOfBodiesMadeThere) {
  const BodyMesh hexes = hex_box(Vec3(2, 1, 1), {5, 2, 2}, Vec3::Zero());
  BodyMesh triangles;
  triangles.X = hexes.X;
  for (Index i = 0; i < triangles.vertices(); ++i) triangles.X[3 * i + 2] = 0;
  triangles.cells.triangles = {{0, 9, 3}, {9, 12, 3}};
  triangles.cells.thickness = {0.1, 0.2};
  for (const BodyMesh* mesh : {&hexes, &std::as_const(triangles)}) {
    Vector X = mesh->X + 0.05 * Vector::Random(mesh->X.size()), x = X + 0.02 * Vector::Random(X.size());
    for (Index i = 0; i < mesh->vertices() && mesh == &triangles; ++i) X[3 * i + 2] = x[3 * i + 2] = 0;
    const auto potential = std::move(make_elasticity(mesh->X, mesh->cells, {law()}, zeros(mesh->cells)).front());
    const double made = make_elasticity(X, mesh->cells, {law()}, zeros(mesh->cells)).front()->value(x, 0);
    EXPECT_NEAR(potential->about(X)->value(x, 0), made, 1e-13 * made);
  }
}

std::vector<std::string> law_names() {
  std::vector<std::string> names;
  for (const MaterialEntry& entry : material_registry()) names.push_back(entry.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Laws, EveryLaw, testing::ValuesIn(law_names()), [](const auto& test) { return test.param; });

}  // namespace
}  // namespace lilyan
