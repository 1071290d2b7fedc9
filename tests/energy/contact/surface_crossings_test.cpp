// Crossings of surfaces, as a scene is checked for them before it starts.
#include <lilyan/energy/contact/surface_crossings.hpp>

#include <gtest/gtest.h>

namespace lilyan {
namespace {

// A triangle in the plane y = 0 that may move, and one across it whose tip reaches down to `tip`.
PairContact two_triangles(double thickness = 0) {
  PairContact::Setting setting;
  setting.vertices = 6;
  setting.rest = Vector::Zero(18);
  for (Index i = 0; i < 6; ++i) vertex(setting.rest, i) = Vec3(i, 10 * i * i, 1);
  setting.stiffness = Vector::Ones(6);
  setting.surfaces.resize(2);
  setting.surfaces[0].points = {0, 1, 2};
  setting.surfaces[0].edges = {{0, 1}, {0, 2}, {1, 2}};
  setting.surfaces[0].triangles = {{0, 1, 2}};
  setting.surfaces[1].points = {3, 4, 5};
  setting.surfaces[1].edges = {{3, 4}, {3, 5}, {4, 5}};
  setting.surfaces[1].triangles = {{3, 4, 5}};
  setting.laws = {{0, 0.01}};
  setting.meetings = {{0, 1, 0, 0.01 + thickness, thickness, true}};
  return PairContact(std::move(setting));
}

Vector with_tip_at(double tip) {
  Vector x(18);
  x << -1, 0, -1, 1, 0, -1, 0, 0, 1, 0, tip, 0, 0.1, 1, 0, 0.1, 1, 0.1;
  return x;
}

TEST(SurfaceCrossings, AnEdgeThroughATriangleIsFoundHoweverShort) {
  const PairContact contact = two_triangles();
  EXPECT_EQ(find_crossings(contact, with_tip_at(0.5), 0)[0].count, 0);
  for (const double depth : {0.2, 1e-6, 1e-12}) {
    const SurfaceCrossings crossings = find_crossings(contact, with_tip_at(-depth), 0)[0];
    EXPECT_GE(crossings.count, 2) << depth;  // the two edges at the tip, and what touches where it is hardly through
    EXPECT_NEAR(crossings.depth, depth, 1e-3 * depth);
  }
}

TEST(SurfaceCrossings, WhatTouchesExactlyCounts) {
  const SurfaceCrossings crossings = find_crossings(two_triangles(), with_tip_at(0), 0)[0];
  EXPECT_GT(crossings.count, 0);
  EXPECT_EQ(crossings.depth, 0);
}

TEST(SurfaceCrossings, AThicknessIsPartOfTheGap) {
  EXPECT_EQ(find_crossings(two_triangles(0.1), with_tip_at(0.2), 0)[0].count, 0);
  const SurfaceCrossings crossings = find_crossings(two_triangles(0.1), with_tip_at(0.07), 0)[0];
  EXPECT_GT(crossings.count, 0);
  EXPECT_NEAR(crossings.depth, 0.03, 1e-12);
}

}  // namespace
}  // namespace lilyan
