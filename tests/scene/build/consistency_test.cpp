// Every way in which a scene of well-formed values can still mean nothing.
#include <lilyan/core/error.hpp>
#include <lilyan/scene/load.hpp>

#include <gmock/gmock.h>

#include <tests/support/fault_of.hpp>

namespace lilyan {
namespace {

const char* const kShortBar = R"({
  "lilyan": 1,
  "bodies": [{
    "name": "bar",
    "mesh": {"type": "box", "size": [2, 1, 1], "cells": [2, 1, 1]},
    "material": {"type": "stvk", "mu": 1000, "lambda": 500},
    "density": 1
  }],
  "integrator": {"type": "avf"},
  "time": {"step": 0.01, "steps": 10}
})";

struct Contradiction {
  std::vector<std::string> overrides;
  std::string place;
  std::string message;  // part of the text, hint included
};

const std::vector<Contradiction> kContradictions = {
    {{"bodies.0.mass=1"}, "bodies/0", "both \"density\" and \"mass\""},
    {{"time.duration=1"}, "time", "exactly one"},
    {{R"(time={"step": 1})"}, "time", "neither of"},
    {{"time.step=1e-300", R"(time={"step": 1e-300, "duration": 1})"}, "time/step", "longer step"},
    {{R"(bodies.0.material={"type": "stvk"})"}, "bodies/0/material", "no moduli given"},
    {{R"(bodies.0.material={"type": "stvk", "mu": 1})"}, "bodies/0/material", "not a complete set"},
    {{R"(bodies.0.material={"type": "stvk", "mu": 1, "poissons_ratio": 0.3})"}, "bodies/0/material", "a mixture"},
    {{R"(bodies.0.material={"type": "stvk", "mu": 1, "lambda": 1, "youngs_modulus": 1})"}, "bodies/0/material", "a mixture"},
    {{"bodies.0.material.lambda=-700"}, "bodies/0/material/lambda", "-2 mu/3"},
    {{R"(bodies.0.material={"type": "file", "law": "stvk"})"}, "bodies/0/density", "remove \"density\""},
    {{R"(bodies.0.material={"type": "orthotropic", "youngs_moduli": [1, 1, 1], "poissons_ratios": [0.3, 0.3, 0.3]})"},
     "bodies/0/material",
     "not a complete set"},
    {{R"(bodies.0.material={"type": "orthotropic", "youngs_moduli": [1, 1, 1], "poissons_ratios": [0.3, 2, 0.3], "shear_moduli": [1, 1, 1]})"},
     "bodies/0/material/poissons_ratios",
     "nu23 = 2"},
    {{R"(bodies.0.material={"type": "orthotropic", "youngs_moduli": [1, 1, 1], "poissons_ratio": 0.3, "axes": [[1, 0, 0], [1, 0, 0], [0, 0, 1]]})"},
     "bodies/0/material/axes",
     "right angles"},
    {{R"(bodies.0.material={"type": "anisotropic", "coefficients": [1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, -1]})"},
     "bodies/0/material/coefficients",
     "lowest eigenvalue is -1 Pa"},
    {{R"(bodies.0.material={"type": "preset", "name": "wood", "law": "stvk"})"}, "bodies/0/material/law", "use orthotropic, anisotropic, corotated"},
    {{R"(bodies.0.material={"type": "preset", "name": "steel", "axes": [[1, 0, 0], [0, 1, 0], [0, 0, 1]]})"},
     "bodies/0/material/axes",
     "the same in all directions"},
    {{R"(bodies.0.material={"type": "preset", "name": "steel"})", "bodies.0.mass=1"}, "bodies/0", "both \"density\" and \"mass\""},
    {{R"(bodies.0.regions=[{"select": {"type": "sphere", "center": [9, 0, 0], "radius": 1}, "material": {"type": "preset", "name": "steel"}}])"},
     "bodies/0/regions/0/select",
     "selects no tet of \"bar\""},
    {{R"(bodies.0.regions=[{"select": {"type": "tets", "indices": [10]}, "material": {"type": "preset", "name": "steel"}}])"},
     "bodies/0/regions/0/select",
     "10"},
    {{R"(bodies.0.regions=[{"select": {"type": "set", "name": "s"}, "material": {"type": "preset", "name": "steel"}}])"},
     "bodies/0/regions/0/select/name",
     "has no sets of tets"},
    {{R"(bodies.0.regions=[{"select": {"type": "all"}, "material": {"type": "stvk", "mu": 1}}])"},
     "bodies/0/regions/0/material",
     "not a complete set"},
    {{"bodies.0.name="}, "bodies/0/name", "cannot be a name"},
    {{"bodies.0.name=a/b"}, "bodies/0/name", "cannot be a name"},
    {{R"(bodies.0.name="a\nb")"}, "bodies/0/name", "cannot be a name"},
    {{"name=.."}, "name", "cannot be a name"},
    {{R"(pins=[{"body": "bra", "select": {"type": "all"}}])"}, "pins/0/body", "did you mean \"bar\"?"},
    {{R"(pins=[{"body": "bar", "select": {"type": "box", "min": [8, 8, 8], "max": [9, 9, 9]}}])"},
     "pins/0/select",
     "reaches from [-1, -0.5, -0.5]"},
    {{R"(pins=[{"body": "bar", "select": {"type": "vertices", "indices": [12]}}])"}, "pins/0/select", "12"},
    {{R"(pins=[{"body": "bar", "select": {"type": "vertices", "indices": [4294967296]}}])"}, "pins/0/select", ""},
    {{R"(pins=[{"body": "bar", "select": {"type": "plane", "point": [0, 0, 0], "normal": [0, 0, 0]}}])"},
     "pins/0/select/normal",
     "no direction"},
    {{R"(pins=[{"body": "bar", "select": {"type": "file", "path": "none.bou"}}])"}, "pins/0/select/path", "none.bou"},
    {{R"(pins=[{"body": "bar", "select": {"type": "all"}, "motion": {"translate": [1, 0, 0], "from": 2, "to": 1}}])"},
     "pins/0/motion/to",
     "before"},
    {{R"(pins=[{"body": "bar", "select": {"type": "all"}, "motion": [{"to": 1}]}])"}, "pins/0/motion/0", "moves nothing"},
    {{R"(pins=[{"body": "bar", "select": {"type": "all"}, "motion": {"rotate": {"axis": [0, 0, 0], "degrees": 9}, "to": 1}}])"},
     "pins/0/motion/rotate/axis",
     "no direction"},
    {{R"(pins=[{"body": "bar", "select": {"type": "all"}}, {"body": "bar", "select": {"type": "all"}, "motion": {"translate": [1, 0, 0], "to": 1}}])"},
     "pins/1",
     ""},
    {{R"(pins=[{"name": "a", "body": "bar", "select": {"type": "all"}}, {"name": "a", "body": "bar", "select": {"type": "all"}}])"},
     "pins/1/name",
     "pins/0"},
    {{R"(loads=[{"type": "force", "body": "bra", "select": {"type": "all"}, "force": [1, 0, 0]}])"},
     "loads/0/body",
     "did you mean"},
    {{R"(loads=[{"type": "force", "body": "bar", "select": {"type": "vertices", "indices": [12]}, "force": [1, 0, 0]}])"},
     "loads/0/select",
     "12"},
    {{R"(loads=[{"type": "traction", "body": "bar", "select": {"type": "vertices", "indices": [0, 11]}, "traction": [1, 0, 0]}])"},
     "loads/0/select",
     "no surface triangle whole"},
    {{R"(loads=[{"type": "force", "body": "bar", "select": {"type": "all"}, "force": [1, 0, 0], "from": 2, "to": 1}])"},
     "loads/0/to",
     "does not lie after"},
    {{R"(loads=[{"type": "force", "body": "bar", "select": {"type": "all"}, "force": [1, 0, 0], "profile": {"type": "ramp"}}])"},
     "loads/0/to",
     "a ramp ends at"},
    {{R"(loads=[{"type": "acceleration", "body": "bar", "acceleration": [1, 0, 0], "to": 0, "profile": {"type": "pulse"}}])"},
     "loads/0/to",
     "does not lie after"},
    {{R"(loads=[{"type": "acceleration", "body": "bar", "acceleration": [1, 0, 0], "profile": {"type": "table", "times": [0, 1], "values": [1]}}])"},
     "loads/0/profile",
     "2 times and 1 values"},
    {{R"(loads=[{"type": "acceleration", "body": "bar", "acceleration": [1, 0, 0], "profile": {"type": "table", "times": [0, 1, 1], "values": [1, 2, 3]}}])"},
     "loads/0/profile/times/2",
     "times ascend"},
    {{R"(loads=[{"type": "acceleration", "body": "bar", "acceleration": [1e308, 0, 0]}])", "bodies.0.density=1e9"},
     "loads/0/acceleration",
     "not finite"},
    {{R"(loads=[{"name": "a", "type": "acceleration", "body": "bar", "acceleration": [1, 0, 0]}, {"name": "a", "type": "acceleration", "body": "bar", "acceleration": [1, 0, 0]}])"},
     "loads/1/name",
     "loads/0"},
    {{R"(output.probes=[{"name": "p", "body": "bars", "nearest": [0, 0, 0]}])"}, "output/probes/0/body", "did you mean"},
    {{R"(output.probes=[{"body": "bar", "nearest": [0, 0, 0]}, {"name": "probe0", "body": "bar", "nearest": [0, 0, 0]}])"},
     "output/probes/1/name",
     "probe0"},
    {{"bodies.0.mesh.cells=[1000, 1000, 1000]"}, "bodies/0/mesh/cells", "fewer cells"},
    {{"bodies.0.mesh.cells=[9007199254740992, 9007199254740992, 1]"}, "bodies/0/mesh/cells", "fewer cells"},
    {{"bodies.0.mesh.size=[1e-200, 1, 1e-200]"}, "bodies/0/mesh", "metres"},
    {{"bodies.0.mesh.size=[1e200, 1e200, 1]"}, "bodies/0/mesh", "metres"},
    {{R"(bodies.0.mesh.transform={"rotate": {"axis": [0, 0, 0], "degrees": 9}})"},
     "bodies/0/mesh/transform/rotate/axis",
     "no direction"},
    {{R"(bodies.0.mesh.transform={"translate": [0, 1e300, 0]})"}, "bodies/0/mesh/transform/translate/1", "at most 1e+16 [m]"},
    {{"bodies.0.mesh.center=[1e18, 0, 0]"}, "bodies/0/mesh", "beyond 1e+16 m"},
    {{R"(bodies.0.mesh.transform={"scale": 1e50})"}, "bodies/0/mesh", "beyond 1e+16 m"},
    {{R"(bodies.0.deform=[{"type": "translate", "by": [1e300, 0, 0]}])"}, "bodies/0/deform/0/by/0", "at most 1e+16 [m]"},
    {{R"(bodies.0.deform=[{"type": "stretch", "factors": [1e30, 1, 1]}])"}, "bodies/0", "beyond 1e+16 m"},
    {{R"(bodies.0.velocity={"linear": [1e200, 0, 0]})"}, "bodies", "kinetic energy"},
    {{R"(pins=[{"body": "bar", "select": {"type": "all"}, "motion": {"translate": [0, 1e300, 0], "to": 1}}])"},
     "pins/0/motion/translate/1",
     "at most 1e+16 [m]"},
    {{R"(output.probes=[{"body": "bar", "nearest": [0, 1e300, 0]}])"}, "output/probes/0/nearest/1", "at most 1e+16 [m]"},
    {{"bodies.0.density=1e-320"}, "bodies/0", "kg"},
    {{R"(bodies.0.deform=[{"type": "twist", "axis": [0, 0, 0], "degrees": 9}])"}, "bodies/0/deform/0/axis", "no direction"},
    {{R"(bodies.0.deform=[{"type": "bend", "along": [1, 0, 0], "axis": [2, 0, 0], "degrees": 9}])"},
     "bodies/0/deform/0/axis",
     "right angles"},
    {{R"(bodies.0.deform=[{"type": "stretch", "factors": [1e300, 1e300, 1e300]}, {"type": "stretch", "factors": [1e300, 1, 1]}])"},
     "bodies/0",
     "not finite"},
    {{R"(bodies.0.deform=[{"type": "positions", "path": "none.txt"}])"}, "bodies/0/deform/0/path", "none.txt"},
    {{R"(bodies.0.velocity={"path": "/dev/zero"})"}, "bodies/0/velocity/path", "device"},
    {{R"(bodies.0.mesh={"type": "file", "path": "."})"}, "bodies/0/mesh/path", ""},
    {{R"(bodies.0.mesh={"type": "file", "path": ""})"}, "bodies/0/mesh/path", ""},
    {{R"(bodies.0.material={"type": "neo_hookean", "mu": 1, "bulk_modulus": 1})",
      R"(bodies.0.deform=[{"type": "stretch", "factors": [-1, 1, 1]}])"},
     "bodies/0/deform",
     "tet 0 of \"bar\" is inverted"},
};

TEST(Consistency, EveryContradictionIsNamedWithItsPlace) {
  for (const Contradiction& c : kContradictions) {
    SCOPED_TRACE(c.overrides.back());
    try {
      parse_scene(kShortBar, "bar.json", c.overrides);
      ADD_FAILURE() << "accepted";
    } catch (const InputError& error) {
      ASSERT_EQ(error.faults().size(), 1u) << error.what();
      EXPECT_EQ(error.faults()[0].place, c.place) << error.what();
      EXPECT_THAT(to_text(error.faults()[0]), testing::HasSubstr(c.message));
    }
  }
}

TEST(Consistency, AFileMaterialNeedsAFileThatHasOne) {
  std::string text = kShortBar;
  text.replace(text.find("\"density\": 1"), 12, "\"deform\": []");
  const Fault fault =
      test::fault_of([&] { parse_scene(text, "bar.json", {R"(bodies.0.material={"type": "file", "law": "stvk"})"}); });
  EXPECT_EQ(fault.place, "bodies/0/material");
  EXPECT_EQ(fault.id, "scene.file-material");
}

TEST(Consistency, AMassIsNotMixedWithTheDensityOfARegion) {
  std::string text = kShortBar;
  text.replace(
      text.find("\"density\": 1"), 12,
      R"("mass": 1, "regions": [{"select": {"type": "all"}, "material": {"type": "preset", "name": "steel"}, "density": 9}])");
  EXPECT_EQ(test::fault_of([&] { parse_scene(text, "bar.json"); }).place, "bodies/0/regions/0/density");
}

TEST(Consistency, PinsThatAgreeMayOverlap) {
  const char* const pins =
      R"(pins=[{"body": "bar", "select": {"type": "vertices", "indices": [0, 1]}}, {"body": "bar", "select": {"type": "vertices", "indices": [1, 2]}}])";
  EXPECT_EQ(parse_scene(kShortBar, "bar.json", {pins}).simulation.system().coordinates().size(), 36 - 9);
}

}  // namespace
}  // namespace lilyan
