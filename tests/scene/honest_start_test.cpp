// How bodies start, away from the origin, and what the air does to both sides of a cloth.
#include <lilyan/dynamics/velocities.hpp>
#include <lilyan/scene/load.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <Eigen/Geometry>

namespace lilyan::honest_start {
namespace {

// A bar far from the origin that a deformation moves farther; the heavy half makes its centre of mass another than the box's.
const char* const kBar = R"({
  "lilyan": 1, "gravity": [0, 0, 0],
  "bodies": [{
    "name": "bar", "mesh": {"type": "box", "size": [2, 1, 1], "cells": [4, 2, 2], "center": [7, -3, 2]},
    "material": {"type": "stvk", "mu": 1000, "lambda": 500}, "density": 1,
    "regions": [{"select": {"type": "plane", "point": [7, 0, 0], "normal": [1, 0, 0]}, "material": {"type": "stvk", "mu": 1000, "lambda": 500}, "density": 9}],
    "deform": [{"type": "stretch", "factors": [1.2, 1, 1]}, {"type": "translate", "by": [0, 10, 0]}],
    "velocity": {"linear": [0.5, -1, 2], "angular": [3, -2, 1]}
  }],
  "integrator": {"type": "avf"}, "time": {"step": 0.01, "steps": 1}
})";

TEST(HonestStart, ABodyAwayFromTheOriginTurnsAboutItsDeformedCentreOfMass) {
  const Scene scene = parse_scene(kBar, "bar.json");
  const System& system = scene.simulation.system();
  const Frame& start = scene.simulation.history().now();
  const Vector& m = system.vertex_mass();
  Vec3 centre = Vec3::Zero(), P = Vec3::Zero();
  for (Index i = 0; i < system.vertices(); ++i) {
    centre += m[i] * vertex(start.x, i) / m.sum();
    P += vertex(start.p, i);
  }
  EXPECT_NEAR(centre[1], 7, 1e-9);
  EXPECT_GT(centre[0], 7.2);
  const Vec3 linear(0.5, -1, 2), angular(3, -2, 1);
  EXPECT_LT((P - m.sum() * linear).norm(), 1e-12 * m.sum()) << "the spin has no momentum";
  const Vector v = velocities(system, start);
  for (Index i = 0; i < system.vertices(); ++i)
    EXPECT_LT((vertex(v, i) - linear - angular.cross(Vec3(vertex(start.x, i) - centre))).norm(), 1e-12) << i;
}

// A cloth of 2 m^2 moves through air: both of its sides are dragged, F = -c 2 A v.
TEST(HonestStart, AClothIsDraggedOnBothSidesAndABodyOnItsSurface) {
  const auto impulse = [](const std::string& body) {
    Scene scene = parse_scene(fmt::format(R"({{"lilyan": 1, "gravity": [0, 0, 0], "bodies": [{}],
      "damping": [{{"type": "drag", "slow": 0.5}}], "integrator": {{"type": "avf"}}, "time": {{"step": 1e-4, "steps": 1}}}})",
                                          body),
                              "drag.json");
    const Vec3 before = scene.simulation.ledger().linear;
    EXPECT_TRUE(scene.simulation.step());
    return Vec3((scene.simulation.ledger().linear - before) / 1e-4);
  };
  const Vec3 v(3, 0, 4);
  const Vec3 cloth = impulse(R"({"mesh": {"type": "sheet", "size": [2, 1], "cells": [4, 2]}, "mass": 1,
    "material": {"type": "springs", "stretching": 100, "bending": 1}, "velocity": {"linear": [3, 0, 4]}})");
  EXPECT_LT((cloth + 0.5 * 2 * 2 * v).norm(), 1e-3 * cloth.norm());
  const Vec3 box = impulse(R"({"mesh": {"type": "box", "size": [2, 1, 1], "cells": [2, 1, 1]}, "mass": 1,
    "material": {"type": "stvk", "mu": 100, "lambda": 100}, "velocity": {"linear": [3, 0, 4]}})");
  EXPECT_LT((box + 0.5 * 10 * v).norm(), 1e-3 * box.norm());
}

// A quarter turn about z takes x to y, and only of the body that the pin names.
TEST(HonestStart, PinsOfALaterBodyTurnItAndNoOther) {
  const Scene scene = parse_scene(R"({"lilyan": 1, "gravity": [0, 0, 0], "bodies": [
      {"name": "first", "mesh": {"type": "box", "size": [1, 1, 1], "cells": [1, 1, 1]}, "mass": 1, "material": {"type": "stvk", "mu": 9, "lambda": 9}},
      {"name": "second", "mesh": {"type": "box", "size": [2, 1, 1], "cells": [2, 1, 1], "center": [5, 0, 0]}, "mass": 1,
       "material": {"type": "stvk", "mu": 9, "lambda": 9}}],
    "pins": [{"body": "second", "select": {"type": "all"}, "motion": {"rotate": {"axis": [0, 0, 1], "degrees": 90, "center": [5, 0, 0]}, "from": 0, "to": 1}}],
    "integrator": {"type": "avf"}, "time": {"step": 0.01, "steps": 1}})",
                                  "turn.json");
  const Coordinates& coordinates = scene.simulation.system().coordinates();
  const Vector& start = scene.simulation.history().now().x;
  Vector z, x;
  coordinates.restrict(start, z);
  coordinates.lift(z, 1, x);
  for (Index i = 0; i < scene.simulation.system().vertices(); ++i) {
    const bool is_second = i >= scene.inventory.bodies[1].first_vertex;
    EXPECT_EQ(coordinates.is_held(3 * i), is_second) << i;
    const Vec3 X = vertex(start, i), turned(5 - X[1], X[0] - 5, X[2]);
    EXPECT_LT((vertex(x, i) - (is_second ? turned : X)).norm(), 1e-12) << i;
  }
}

// Mass damping of a body that moves as a whole: (P' - P)/h = -alpha (P' + P)/2, whatever mass its vertices share.
TEST(HonestStart, MassDampingBrakesABodyOfSharedMassAsAWhole) {
  for (const char* matrix : {"lumped", "consistent"}) {
    Scene scene = parse_scene(
        fmt::format(
            R"({{"lilyan": 1, "gravity": [0, 0, 0], "bodies": [{{"mesh": {{"type": "box", "size": [2, 1, 1], "cells": [2, 1, 1]}},
      "mass": 3, "mass_matrix": "{}", "material": {{"type": "stvk", "mu": 100, "lambda": 100}}, "velocity": {{"linear": [1, 2, 0]}}}}],
      "damping": [{{"type": "rayleigh", "mass": 2}}], "integrator": {{"type": "avf"}}, "time": {{"step": 0.1, "steps": 1}}}})",
            matrix),
        "brake.json");
    ASSERT_TRUE(scene.simulation.step()) << matrix;
    EXPECT_LT((scene.simulation.ledger().linear - 3 * 0.9 / 1.1 * Vec3(1, 2, 0)).norm(), 1e-9) << matrix;
  }
}

}  // namespace
}  // namespace lilyan::honest_start
