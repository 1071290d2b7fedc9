// What contact is as stiff as, of bodies of any cells.
#include <lilyan/energy/contact/contact_stiffness.hpp>

#include <lilyan/mesh/box.hpp>

#include <gtest/gtest.h>

#include <tests/energy/stiff_cells.hpp>

namespace lilyan::test {
namespace {

// Coarse cells need no law for it: their matrices say it.
TEST(ContactStiffness, OfCoarseCellsIsTheMeanOfTheirDiagonalsOverFreeComponents) {
  const BodyMesh mesh = hex_box(Vec3(2, 1, 1.5), {2, 1, 1}, Vec3::Zero());
  std::vector<HexMatrix> K;
  Vector diagonal = Vector::Zero(mesh.X.size());
  for (const Hex& hex : mesh.cells.hexes) {
    K.push_back(random_stiffness<3>(mesh.X, hex, 18));
    for (Index a = 0; a < 8; ++a)
      for (Index axis = 0; axis < 3; ++axis)
        diagonal[3 * hex[static_cast<std::size_t>(a)] + axis] += K.back()(3 * a + axis, 3 * a + axis);
  }
  const auto elasticity = hex_stiffness(mesh.X, mesh.cells.hexes, K);
  const Coordinates coordinates(mesh.X, {Pin{{0}, {true, true, true}, {}}, Pin{{3}, {false, true, false}, {}}});
  const Vector stiffness = contact_stiffness(mesh.X, HeldComponents(Space(mesh.vertices()), coordinates), {elasticity.get()});
  EXPECT_EQ(stiffness[0], 0);
  EXPECT_NEAR(stiffness[3], (diagonal[9] + diagonal[11]) / 2, 1e-12 * stiffness[3]);
  for (Index i : {1, 2, 4, 11}) EXPECT_NEAR(stiffness[i], diagonal.segment<3>(3 * Eigen::Index{i}).mean(), 1e-12 * stiffness[i]);
}

}  // namespace
}  // namespace lilyan::test
