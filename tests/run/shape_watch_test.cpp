// What is said of cells turned inside out, of small strains turned too far, and of meshes that cannot bend.
#include <lilyan/mesh/box.hpp>
#include <lilyan/run/inventory.hpp>
#include <lilyan/run/shape_watch.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <Eigen/Geometry>

#include <cmath>

namespace lilyan {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// A bar of the size 4 x 1 x 1, of one law.
Inventory bar(CellKind kind, const std::array<Index, 3>& cells, const Law& law = Linear{1, 1}, double poissons_ratio = 0.3) {
  Inventory inventory;
  const Vec3 size(4, 1, 1);
  if (kind == CellKind::hex) {
    const BodyMesh mesh = hex_box(size, cells, Vec3::Zero());
    inventory.rest = mesh.X, inventory.cells = mesh.cells;
  } else {
    const TetMesh mesh = box(size, cells, Vec3::Zero(), Split::six);
    inventory.rest = mesh.X, inventory.cells.tets = mesh.tets;
  }
  inventory.laws = {law};
  inventory.law_of_cell.assign(static_cast<std::size_t>(inventory.cells.count()), 0);
  inventory.bodies = {
      {"bar", 0, static_cast<Index>(inventory.rest.size() / 3), kind, 0, inventory.cells.count(), nullptr, poissons_ratio}};
  return inventory;
}

template <class Map>
Vector mapped(const Vector& X, const Map& map) {
  Vector x = X;
  for (Index i = 0; 3 * i < X.size(); ++i) vertex(x, i) = map(Vec3(vertex(X, i)));
  return x;
}

Vec3 bent_up(const Vec3& X) {  // about an axis along y
  constexpr double R = 40;
  return {(R - X[2]) * std::sin(X[0] / R), X[1], R - (R - X[2]) * std::cos(X[0] / R)};
}
Vec3 stretched(const Vec3& X) { return {1.02 * X[0], 0.99 * X[1], 0.99 * X[2]}; }
Vec3 twisted(const Vec3& X) { return Eigen::AngleAxisd(0.02 * X[0], Vec3::UnitX()) * X; }
Vec3 turned(const Vec3& X) { return Eigen::AngleAxisd(2, Vec3(1, 2, 3).normalized()) * bent_up(X); }

template <class Map>
ShapeRecord seen(const Inventory& inventory, const Map& map) {
  ShapeWatch watch(inventory);
  ShapeRecord record;
  watch.look(inventory.rest, 0, 0, record);
  watch.look(mapped(inventory.rest, map), 0.5, 1, record);
  return record;
}

TEST(HonestShapes, OfCellsTurnedInsideOutAreCountedWithTheWorst) {
  const Inventory inventory = bar(CellKind::tet, {4, 1, 1});
  const auto pushed_in = [](const Vec3& X) { return Vec3(X[0] > 1.9 ? -0.5 : X[0], X[1], X[2]); };  // the last cells, by 2.5 m
  const ShapeRecord record = seen(inventory, pushed_in);
  EXPECT_EQ(record.inverted, 6);
  EXPECT_NEAR(record.least_j, -1.5, 1e-9);
  EXPECT_EQ(record.least_time, 0.5);
  EXPECT_THAT(shape_warnings(inventory, record).front(),
              AllOf(HasSubstr("up to 6 cells"), HasSubstr("of body \"bar\" with J = -1.5 at t = 0.5 s")));
  EXPECT_THAT(shape_warnings(inventory, seen(inventory, stretched)), IsEmpty());
}

TEST(HonestShapes, OfSmallStrainLawsAreSaidToBeTurnedTooFar) {
  const auto turn_by = [](double degrees) {
    return [=](const Vec3& X) -> Vec3 {
      return Eigen::AngleAxisd(degrees * std::numbers::pi / 180, Vec3(0, 1, 0.2).normalized()) * X;
    };
  };
  for (const CellKind kind : {CellKind::tet, CellKind::hex}) {
    const Inventory small = bar(kind, {4, 1, 1}), anisotropic = bar(kind, {4, 1, 1}, Anisotropic{});
    for (const double degrees : {12.0, 37.0, 90.0, 179.0}) {
      EXPECT_NEAR(seen(small, turn_by(degrees)).turn, degrees * std::numbers::pi / 180, 1e-6);
      EXPECT_NEAR(seen(anisotropic, turn_by(degrees)).turn, degrees * std::numbers::pi / 180, 1e-6);
    }
    EXPECT_EQ(seen(small, turn_by(9)).turn, 0);
    EXPECT_EQ(seen(bar(kind, {4, 1, 1}, StVenantKirchhoff{1, 1}), turn_by(90)).turn, 0);
    EXPECT_EQ(seen(bar(kind, {4, 1, 1}, Corotated{}), turn_by(90)).turn, 0);
    EXPECT_THAT(shape_warnings(small, seen(small, turn_by(37))),
                ElementsAre(AllOf(HasSubstr("turned by 37 degrees at t = 0.5 s"), HasSubstr("corotated"))));
  }
}

TEST(HonestShapes, ThatBendWithTooFewCellsAcrossAreNoted) {
  const Inventory coarse = bar(CellKind::tet, {8, 2, 2});
  for (const auto& bend : {bent_up, twisted, turned}) {
    const ShapeRecord record = seen(coarse, bend);
    ASSERT_EQ(record.bending.size(), 1u);
    EXPECT_TRUE(record.bending[0].is_coarse()) << record.bending[0].share;
    EXPECT_NEAR(record.bending[0].layers, 2, 0.05);
  }
  // Cells of 0.5 m along and across: (0.7 + 1.2)/4 too stiff.
  EXPECT_NEAR(seen(coarse, bent_up).bending[0].excess, 0.475, 0.02);
  EXPECT_THAT(shape_notes(coarse, seen(coarse, bent_up)),
              ElementsAre(AllOf(HasSubstr("about 2 layers of tets across"), HasSubstr("its stiffness about 47 % too high"),
                                HasSubstr("frequencies 21 %"), HasSubstr("largest stresses, which are means over cells, 3"),
                                HasSubstr("at least 4 layers of tets or 2 of hexes"))));
  EXPECT_TRUE(seen(bar(CellKind::hex, {4, 1, 1}), bent_up).bending[0].is_coarse());
}

TEST(HonestShapes, ThatBendWithEnoughCellsOrDoNotBendAreNotNoted) {
  EXPECT_FALSE(seen(bar(CellKind::tet, {8, 2, 2}), stretched).bending[0].is_coarse());
  EXPECT_FALSE(seen(bar(CellKind::tet, {16, 4, 4}), bent_up).bending[0].is_coarse());
  EXPECT_FALSE(seen(bar(CellKind::hex, {8, 2, 2}), bent_up).bending[0].is_coarse());
  // Only the direction in which it bends counts.
  EXPECT_FALSE(seen(bar(CellKind::tet, {8, 1, 4}), bent_up).bending[0].is_coarse());
  EXPECT_TRUE(seen(bar(CellKind::tet, {8, 4, 1}), bent_up).bending[0].is_coarse());
  // Nor does a little bending that comes with much stretching.
  const auto mostly_stretched = [](const Vec3& X) { return Vec3(stretched(X) + 0.01 * (bent_up(X) - X)); };
  EXPECT_FALSE(seen(bar(CellKind::tet, {8, 2, 2}), mostly_stretched).bending[0].is_coarse());
  // Nor does rounding bend anything.
  const Inventory coarse = bar(CellKind::tet, {8, 2, 2});
  EXPECT_EQ(seen(coarse, [](const Vec3& X) { return Vec3(X + 1e-10 * (bent_up(X) - X)); }).bending[0].share, 0);
}

TEST(HonestShapes, OfNearlyIncompressibleBodiesAreNoted) {
  for (const CellKind kind : {CellKind::tet, CellKind::hex}) {
    const Inventory rubber = bar(kind, {8, 2, 2}, Linear{1, 1}, 0.49), steel = bar(kind, {8, 2, 2}, Linear{1, 1}, 0.45);
    EXPECT_THAT(shape_notes(rubber, seen(rubber, stretched)), ElementsAre(HasSubstr("Poisson's ratio 0.49")));
    EXPECT_THAT(shape_notes(steel, seen(steel, stretched)), IsEmpty());
  }
}

}  // namespace
}  // namespace lilyan
