// Natural frequencies with a consistent mass, beside those with lumped ones.
#include <lilyan/core/error.hpp>
#include <lilyan/mesh/box.hpp>
#include <lilyan/mesh/shape_functions.hpp>
#include <lilyan/reduction/modes.hpp>
#include <lilyan/reduction/vibration.hpp>

#include <gtest/gtest.h>

#include <tests/support/bodies.hpp>

#include <cmath>

namespace lilyan::test {
namespace {

constexpr double kLength = 4, kMu = 500, kLambda = 1000;

enum class Of { tets, hexes };

// A bar of density 1 that only stretches, y and z being held, fixed at one end: f = (2k + 1) c/(4 L), c^2 = (lambda + 2 mu)/rho.
struct Bar {
  Vector X;
  std::unique_ptr<System> system;
};

Bar stretching_bar(Of of, MassMatrix mass_matrix, Index cells) {
  const Vec3 size(kLength, 0.1, 0.1);
  const Index across = of == Of::hexes ? 1 : std::max<Index>(1, cells / 16);  // tets of the same shape on every mesh
  const std::array<Index, 3> counts = {cells, across, across};
  const BodyMesh mesh =
      of == Of::hexes ? hex_box(size, counts, Vec3::Zero()) : BodyMesh(box(size, counts, Vec3::Zero(), Split::five));
  const auto count = static_cast<std::size_t>(mesh.cells.count());
  Mass mass(Vector::Zero(mesh.vertices()));
  for (std::size_t e = 0; e < count; ++e) {
    const std::span<const Index> corners = mesh.cells.vertices(static_cast<Index>(e));
    for (std::size_t a = 0; a < corners.size(); ++a)
      mass.vertex[corners[a]] +=
          of == Of::hexes ? corner_volumes(mesh.X, mesh.cells.hexes[e])[a] : volume(mesh.X, mesh.cells, static_cast<Index>(e)) / 4;
  }
  if (mass_matrix == MassMatrix::consistent) mass.shared = shared_masses(mesh.X, mesh.cells, std::vector<double>(count, 1));
  std::vector<Pin> pins(2);
  pins[0].axes = {false, true, true};
  for (Index i = 0; i < mesh.vertices(); ++i) {
    pins[0].vertices.push_back(i);
    if (vertex(mesh.X, i)[0] < -0.499 * kLength) pins[1].vertices.push_back(i);
  }
  std::vector<std::unique_ptr<Potential>> potentials;
  for (auto& part : make_elasticity(mesh.X, mesh.cells, {StVenantKirchhoff{kMu, kLambda}}, std::vector<Index>(count, 0)))
    potentials.push_back(std::move(part));
  return {mesh.X, std::make_unique<System>(std::move(mass), Vec3::Zero(), Coordinates(mesh.X, pins), std::move(potentials))};
}

// Relative, of the three lowest frequencies.
Vec3 errors(Of of, MassMatrix mass_matrix, Index cells) {
  const Bar bar = stretching_bar(of, mass_matrix, cells);
  const Modes modes = natural_modes(*bar.system, bar.X, 3);
  Vec3 result;
  for (Index k = 0; k < 3; ++k) result[k] = modes.frequencies[k] / ((2 * k + 1) * std::sqrt(kLambda + 2 * kMu) / (4 * kLength)) - 1;
  return result;
}

TEST(ConsistentModes, OfBarsComeFromAboveWithOrderTwoAndLumpedOnesFromBelow) {
  for (const Of of : {Of::tets, Of::hexes})
    for (const MassMatrix mass_matrix : {MassMatrix::consistent, MassMatrix::lumped}) {
      const Vec3 coarse = errors(of, mass_matrix, 32), fine = errors(of, mass_matrix, 64);
      for (Index k = 0; k < 3; ++k) {
        if (mass_matrix == MassMatrix::consistent)
          EXPECT_GT(fine[k], 0) << k;
        else
          EXPECT_LT(fine[k], 0) << k;
        EXPECT_NEAR(std::log2(coarse[k] / fine[k]), 2, 0.05) << k;
      }
    }
}

TEST(ConsistentModes, OfAFreeBarAreRigidAndOrthonormalInTheMassMatrix) {
  for (const Index cells : {2, 8}) {  // solved at once, and by iteration
    BodySpec spec = with_consistent_mass(resting_bar());
    spec.cells = {cells, 2, 2};
    const MovingBody body = make_body(spec);
    const Modes modes = natural_modes(*body.system, body.mesh.X, 9);
    EXPECT_EQ(modes.rigid, 6);
    EXPECT_EQ(modes.missing, 0);
    Eigen::MatrixXd MU(modes.shapes.rows(), 9);
    for (Index k = 0; k < 9; ++k) MU.col(k) = body.system->momentum(modes.shapes.col(k));
    EXPECT_LT((modes.shapes.transpose() * MU - Eigen::MatrixXd::Identity(9, 9)).cwiseAbs().maxCoeff(), 1e-9);
    EXPECT_LT(modes.residuals.tail(3).maxCoeff(), 1e-7);
  }
}

TEST(ConsistentModes, HaveAHighestFrequencyThatIsThatOfAllModes) {
  const Bar bar = stretching_bar(Of::hexes, MassMatrix::consistent, 8);
  const Modes all = natural_modes(*bar.system, bar.X, bar.system->coordinates().size());
  const double highest = 2 * 3.14159265358979323846 * all.frequencies[all.frequencies.size() - 1];
  EXPECT_NEAR(highest_frequency(*bar.system, bar.X) / highest, 1, 0.01);
}

}  // namespace
}  // namespace lilyan::test
