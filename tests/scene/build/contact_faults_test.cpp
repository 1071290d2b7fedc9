// Every way in which an entry of `contact` can mean nothing, cross something at the start or ask for what a method cannot do.
#include <lilyan/scene/load.hpp>

#include <gmock/gmock.h>

#include <tests/scene/build/cubes_in_contact.hpp>
#include <tests/support/fault_of.hpp>

namespace lilyan {
namespace {

using test::kAll;
using test::kGround;
using test::touching;
using testing::HasSubstr;

struct BadContact {
  std::string contact;
  std::vector<std::string> overrides;
  std::string id, place, message;  // part of the text, hint included
};

const std::string kPlaneOf = R"({"type": "plane", "point": [0, 0, 0], )";
const char* const kSliceAbove = R"(bodies.1={"name": "flat", "mesh": {"type": "rectangle", "size": [1, 1], "cells": [2, 2],
  "center": [0, 3, 0]}, "material": {"type": "stvk", "mu": 1000, "lambda": 500}, "mass": 1})";

const std::vector<BadContact> kBadContacts = {
    {kPlaneOf + R"("normal": [0, 0, 0]})", {}, "scene.direction", "contact/0/normal", "zero vector"},
    {kPlaneOf + R"("normal": [0, 1, 0], "friction": -0.1})", {}, "scene.range", "contact/0/friction", "at least 0"},
    {kPlaneOf + R"("normal": [0, 1, 0], "thickness": -1})", {}, "scene.range", "contact/0/thickness", "at least 0"},
    {kPlaneOf + R"("normal": [0, 1, 0], "damping": -1})", {}, "scene.range", "contact/0/damping", "at least 0"},
    {kPlaneOf + R"("normal": [0, 1, 0], "distance": 0})", {}, "scene.range", "contact/0/distance", "above 0"},
    {kPlaneOf + R"("normal": [0, 1, 0], "response": "glue"})", {}, "scene.choice", "contact/0/response", "barrier"},
    {kPlaneOf + R"("normal": [0, 1, 0], "stiffness": 1, "relative_stiffness": 1})", {}, "scene.exactly-one", "contact/0", "both"},
    {kPlaneOf + R"("normal": [0, 1, 0], "body": "lo"})", {}, "scene.unknown-name", "contact/0/body", "did you mean \"low\"?"},
    {kPlaneOf + R"("normal": [0, 1, 0], "motion": {"rotate": {"axis": [0, 0, 1], "degrees": 9}, "to": 1}})",
     {},
     "scene.contact",
     "contact/0/motion",
     "use a \"box\" or a \"mesh\""},
    {kPlaneOf + R"("normal": [0, 1, 0], "motion": {"to": 1}})", {}, "scene.motion", "contact/0/motion", "moves nothing"},
    {R"({"type": "between", "bodies": ["low"]})", {}, "scene.count", "contact/0/bodies", ""},
    {R"({"type": "between", "bodies": "some"})", {}, "scene.choice", "contact/0/bodies", "all"},
    {R"({"type": "between", "bodies": ["low", "hihg"]})", {}, "scene.unknown-name", "contact/0/bodies/1", "did you mean \"high\"?"},
    {R"({"type": "between", "bodies": ["low", "low"]})", {}, "scene.contact", "contact/0/bodies/1", "named twice"},
    {kAll + std::string(R"(, {"type": "between", "bodies": ["high", "low"]})"), {}, "scene.contact", "contact/1", "contact/0"},
    {R"({"type": "self", "body": "low"}, {"type": "self", "body": "low"})", {}, "scene.contact", "contact/1", "parts of \"low\""},
    {kGround + std::string(",") + kGround, {}, "scene.contact", "contact/1", "the same obstacle"},
    {R"({"type": "self", "body": "low", "name": "a"}, {"type": "self", "body": "high", "name": "a"})",
     {},
     "scene.duplicate-name",
     "contact/1/name",
     "contact/0"},
    {R"({"type": "self", "body": "low", "name": "hold"})",
     {R"(pins=[{"name": "hold", "body": "low", "select": {"type": "all"}}])"},
     "scene.duplicate-name",
     "contact/0/name",
     "pins/0"},
    {R"({"type": "box", "min": [0, 0, 0], "max": [1, 0, 1]})", {}, "scene.contact", "contact/0/max", "above"},
    {kPlaneOf + R"("normal": [0, 1, 0], "motion": {"translate": [0, 1e300, 0], "to": 1}})",
     {},
     "scene.range",
     "contact/0/motion/translate/1",
     "1e+300 is not a number at least -1e+16 and at most 1e+16 [m]"},
    {R"({"type": "plane", "point": [0, -1e300, 0], "normal": [0, 1, 0]})", {}, "scene.range", "contact/0/point/1", "-1e+300"},
    {R"({"type": "sphere", "center": [1e300, 0, 0], "radius": 1})", {}, "scene.range", "contact/0/center/0", "1e+300"},
    {R"({"type": "sphere", "center": [0, -3, 0], "radius": 1e300})", {}, "scene.range", "contact/0/radius", "at most 1e+16 [m]"},
    {R"({"type": "box", "min": [0, -1e300, 0], "max": [1, -2, 1]})", {}, "scene.range", "contact/0/min/1", "-1e+300"},
    // Bodies in plane strain.
    {R"({"type": "plane", "point": [0, 0, 0], "normal": [0, 1, 0.1]})",
     {kSliceAbove},
     "scene.contact",
     "contact/0/normal",
     "plane strain"},
    {R"({"type": "sphere", "center": [0, -3, 0.1], "radius": 1})",
     {kSliceAbove},
     "scene.contact",
     "contact/0/center",
     "plane strain"},
    {R"({"type": "box", "min": [0, -3, 1], "max": [1, -2, 2]})", {kSliceAbove}, "scene.contact", "contact/0/min", "plane strain"},
    {R"({"type": "sphere", "center": [0, -3, 0], "radius": 1, "motion": {"translate": [0, 0, 1], "to": 1}})",
     {kSliceAbove},
     "scene.contact",
     "contact/0/motion",
     "plane strain"},
    {kAll, {kSliceAbove}, "scene.contact", "contact/0/bodies", "\"low\" is not"},
    // What crosses or touches at the start.
    {kGround, {"bodies.0.mesh.center=[0, 0.5, 0]"}, "scene.crossing", "contact/0", "\"low\" touches the plane"},
    {kGround, {"bodies.0.mesh.center=[0, 0.500000001, 0]"}, "scene.crossing", "contact/0", "\"low\" touches the plane"},
    {kGround, {"bodies.0.mesh.center=[0, 0.4, 0]"}, "scene.crossing", "contact/0", "9 of its vertices, up to 0.1 m deep"},
    {kAll, {"bodies.1.mesh.center=[0.1, 1.6, 0.05]"}, "scene.crossing", "contact/0", "\"low\" and \"high\" touch"},
    {kAll, {"bodies.1.mesh.center=[0.1, 1.5, 0.05]"}, "scene.crossing", "contact/0", "\"low\" and \"high\" cross"},
    {kAll,
     {"bodies.1.mesh.size=[0.2, 0.2, 0.2]", "bodies.1.mesh.center=[0.1, 0.5, 0.05]"},
     "scene.crossing",
     "contact/0",
     "the second begins inside the first"},
    {R"({"type": "sphere", "center": [0, 0, 0], "radius": 0.2})", {}, "scene.crossing", "contact/0", "0.1 m deep"},
    {R"({"type": "sphere", "center": [0, 0.6, 0], "radius": 0.1})", {}, "scene.crossing", "contact/0", "lies inside \"low\""},
    {R"({"type": "box", "min": [-9, -9, -9], "max": [9, 9, 9]})",
     {},
     "scene.crossing",
     "contact/0",
     "\"low\" begins inside the obstacle"},
    {R"({"type": "box", "min": [-0.1, -9, -0.1], "max": [0.1, 0.3, 0.1]})", {}, "scene.crossing", "contact/0", "cross"},
    {R"({"type": "self", "body": "low", "thickness": 0.9})", {}, "scene.crossing", "contact/0", "parts of \"low\""},
    // Responses that are for planes, and have neither friction nor damping.
    {R"({"type": "sphere", "center": [0, -3, 0], "radius": 1, "response": "penalty"})",
     {},
     "scene.contact",
     "contact/0/response",
     "\"penalty\" is for contact with planes, and this is of the type \"sphere\""},
    {R"({"type": "box", "min": [0, -3, 0], "max": [1, -2, 1], "response": "repulsion"})",
     {},
     "scene.contact",
     "contact/0/response",
     "\"box\""},
    {R"({"type": "between", "bodies": "all", "response": "penalty"})", {}, "scene.contact", "contact/0/response", "\"between\""},
    {R"({"type": "self", "body": "low", "response": "repulsion"})", {}, "scene.contact", "contact/0/response", "\"self\""},
    {kPlaneOf + R"("normal": [0, 1, 0], "response": "penalty", "friction": 0.5})",
     {},
     "scene.contact",
     "contact/0/friction",
     "the response \"penalty\" has no friction"},
    {kPlaneOf + R"("normal": [0, 1, 0], "response": "repulsion", "damping": 0.5})",
     {},
     "scene.contact",
     "contact/0/damping",
     "leave \"damping\" out"},
    // Methods that cannot carry it.
    {kPlaneOf + R"("normal": [0, 1, 0], "response": "repulsion"})",
     {R"(integrator={"type": "symplectic_euler"})"},
     "scene.contact",
     "integrator/type",
     "the response \"penalty\""},
    {kPlaneOf + R"("normal": [0, 1, 0], "response": "penalty"})",
     {R"(integrator={"type": "corotational_reversible"})"},
     "integrator.frozen",
     "integrator/type",
     "contact"},
    {kGround, {R"(integrator={"type": "velocity_verlet"})"}, "scene.contact", "integrator/type", "implicit integrator"},
    {kGround, {R"(integrator={"type": "corotational_reversible"})"}, "integrator.frozen", "integrator/type", "contact"},
};

TEST(ContactFaults, EveryMistakeIsNamedWithItsPlace) {
  for (const BadContact& bad : kBadContacts) {
    SCOPED_TRACE(bad.contact);
    const Fault fault = test::fault_of([&] { touching(bad.contact, bad.overrides); });
    EXPECT_EQ(fault.id, bad.id);
    EXPECT_EQ(fault.place, bad.place);
    EXPECT_THAT(to_text(fault), HasSubstr(bad.message));
  }
}

TEST(ContactFaults, ACrossingSaysHowFarToMove) {
  const Fault fault = test::fault_of([&] { touching(kGround, {"bodies.0.mesh.center=[0, 0.4, 0]"}); });
  EXPECT_THAT(fault.hint, HasSubstr("move it by 0.109 m or more along the normal [0, 1, 0]"));
}

}  // namespace
}  // namespace lilyan
