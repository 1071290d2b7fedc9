// What may act on the bodies of a scene: motions of what holds them, loads, damping, constraints and formulas.
#include <lilyan/scene/schema/scene_schema.hpp>

namespace lilyan {
namespace {

constexpr Field::Need kOptional = Field::Need::optional;

Schema vertex_of_body() {
  return Schema::object({
      {"body", text(), "name of the body"},
      {"vertex", integer().at_least(0), "its number, from 0; either this or nearest", kOptional},
      {"nearest", in_reach(vec3("m")), "the vertex whose rest position is nearest; either this or vertex", kOptional},
  });
}

Schema constraint(std::vector<Field> fields) {
  fields.insert(fields.begin(), {"name", text(), "unique; constraint0, constraint1, ... where it is not given", kOptional});
  return Schema::object(std::move(fields));
}

Schema selected(std::vector<Field> fields) {
  fields.insert(fields.begin(), {{"body", text(), "name of the body"}, {"select", select_schema(), "which vertices"}});
  return constraint(std::move(fields));
}

Field motion() { return {"motion", motion_schema(), "moves it linearly in time; a list of ramps adds up", kOptional}; }

Schema ramp() {
  const Schema turn = Schema::object({
      {"axis", vec3(), "direction of the axis, of any length"},
      {"degrees", number("degrees"), "angle reached at `to`, right-handed about the axis"},
      {"center", in_reach(vec3("m")), "a point of the axis", std::vector<double>{0, 0, 0}},
  });
  return Schema::object({
      {"translate", in_reach(vec3("m")), "displacement reached at `to`", kOptional},
      {"rotate", turn, "turn about an axis", kOptional},
      {"from", number("s").at_least(0), "when it begins", 0.0},
      {"to", number("s").at_least(0), "when it has been reached; it then stays"},
  });
}

}  // namespace

Schema profile_schema() {
  return Schema::tagged({
      {"constant", "full strength from `from` to `to`", Schema::object({})},
      {"ramp", "rises linearly from nothing at `from` to full strength at `to`, then stays", Schema::object({})},
      {"sine", "swings between full strength one way and the other, from `from` to `to`",
       Schema::object({{"frequency", number("Hz").above(0), "swings a second"},
                       {"phase", number("degrees"), "angle of the sine at `from`; 90 begins at full strength", 0.0}})},
      {"pulse", "half a sine between `from` and `to`: swells to full strength and fades", Schema::object({})},
      {"table", "linear between given points; the first and the last value hold beyond them, from `from` to `to`",
       Schema::object({{"times", list(number("s"), 1), "ascending"},
                       {"values", list(number(), 1), "share of full strength at each of the times; may be negative"}})},
  });
}

Schema load_schema() {
  auto load = [](Field strength, Field select) {
    return Schema::object({
        {"name", text(), "unique; load0, load1, ... where it is not given", kOptional},
        {"body", text(), "name of the body"},
        std::move(select),
        std::move(strength),
        {"from", number("s").at_least(0), "when it sets in", 0.0},
        {"to", number("s").at_least(0), "when it ends; never where it is not given", kOptional},
        {"profile", profile_schema(), "its strength in the course of time; constant where it is not given", kOptional},
    });
  };
  return Schema::tagged({
      {"force", "a total force, shared equally by the vertices",
       load({"force", vec3("N"), "the sum over the vertices"}, {"select", select_schema(), "the vertices it acts on"})},
      {"traction", "a force per rest area that keeps its direction",
       load({"traction", vec3("Pa"), "force per rest area"}, {"select", select_schema(),
                                                              "it acts on the surface triangles (of hexes quads, of a flat body "
                                                              "the edges of its rim) all of whose vertices are selected"})},
      {"acceleration", "a gravity of one's own: force per mass",
       load({"acceleration", vec3("m/s^2"), "force per mass"},
            {"select", select_schema(), "the vertices it acts on; the whole body where it is not given", kOptional})},
  });
}

Schema motion_schema() { return Schema::either({ramp(), list(ramp())}); }

Schema damping_schema() {
  auto damping = [](std::vector<Field> fields) {
    fields.insert(fields.begin(), {"body", text(), "name of the body; all bodies where it is not given", kOptional});
    return Schema::object(std::move(fields));
  };
  return Schema::tagged({
      {"strain", "opposes the strain from step to step, whatever the step; keeps linear momentum, hinders no rigid motion",
       damping({{"coefficient", number("s").above(0), "ratio of viscosity to stiffness"},
                {"form", choice({"implicit", "implicit_exact", "explicit"}),
                 "implicit: the strain of the step itself, stable, angular momentum kept to the order of the step; implicit_exact: "
                 "the same seen from the step's end, which keeps angular momentum and is solved as equations, several times as "
                 "slowly; explicit: that of the step before, which keeps angular momentum too and is stable for small steps and "
                 "coefficients; explicit methods always take it",
                 "implicit"}})},
      {"rayleigh", "proportional to mass and stiffness; the stiffness part keeps linear momentum and brakes turning under stress",
       damping(
           {{"mass", number("1/s").at_least(0), "share of the mass matrix: damps all motion, rigid too", 0.0},
            {"stiffness", number("s").at_least(0), "share of the stiffness at the start of the step", 0.0},
            {"form", choice({"midpoint", "endpoint"}),
             "midpoint: of the step's mean velocity, never adds energy; endpoint: of the velocity at its end, as in [Rojas 2018]",
             "midpoint"}})},
      {"viscous",
       "-coefficient K v for linear, orthotropic, anisotropic and corotated bodies, K turned with the cells; keeps linear "
       "momentum, "
       "brakes "
       "turning in proportion to the strain, and all turning of bodies that are not corotated",
       damping({{"coefficient", number("s").above(0), "share of the stiffness at the start of the step"}})},
      {"relative",
       "-coefficient M v of each domain of a body of domains, v seen from the frame that its interface carries it by [Barbic 2011]; "
       "keeps momenta, does not damp domains that move rigidly",
       damping({{"coefficient", number("1/s").above(0), "share of the mass matrix of each domain"}})},
      {"drag", "a medium's resistance to the motion of the surface; keeps no momentum",
       damping(
           {{"slow", number("N s/m^3").at_least(0), "force per area and speed", 0.0},
            {"fast", number("N s^2/m^4").at_least(0), "force per area and speed squared: half the density for a flat front", 0.0},
            {"wind", vec3("m/s"), "velocity of the medium", std::vector<double>{0, 0, 0}}})},
  });
}

Schema constraint_schema() {
  return Schema::tagged({
      {"distance", "two vertices stay at a distance, like the ends of a rod without mass; keeps momenta",
       constraint(
           {{"between", list(vertex_of_body(), 2, 2), "the two vertices"},
            {"length", in_reach(number("m").above(0)), "the distance; that at the start where it is not given", kOptional}})},
      {"inextensible", "every edge of a rod keeps the length that it has at the start; keeps momenta",
       constraint({{"body", text(), "name of the body"}})},
      {"plane", "vertices slide in a plane",
       selected({{"normal", vec3(), "direction across the plane, of any length"},
                 {"point", in_reach(vec3("m")), "a point of the plane; each vertex in a plane of its own where it is not given",
                  kOptional},
                 motion()})},
      {"line", "vertices slide along a line",
       selected({{"direction", vec3(), "of the line, of any length"},
                 {"point", in_reach(vec3("m")), "a point of the line; each vertex on a line of its own where it is not given",
                  kOptional},
                 motion()})},
      {"sphere", "vertices stay at a distance from a point, like a pendulum's",
       selected({{"center", in_reach(vec3("m")), "middle of the sphere"},
                 {"radius", in_reach(number("m").above(0)), "the distance; that at the start of each vertex where it is not given",
                  kOptional},
                 motion()})},
      {"point", "vertices stay where they are, or follow a motion: pins that are carried by multipliers", selected({motion()})},
      {"glue", "vertices stay at the place of another body that they touch; keeps momenta",
       selected({{"to", text(), "name of the other body"}})},
      {"rigid", "vertices move as one rigid body; keeps momenta", selected({})},
      {"volume", "the volume stays; keeps linear momentum",
       constraint(
           {{"body", text(), "name of the body whose volume; that of all bodies together where it is not given", kOptional}})},
  });
}

Schema potential_schema() {
  constexpr std::size_t kMostParticles = 32, kMostParameters = 100;
  const Schema particle = Schema::object(
      {{"body", text(), "name of the body"}, {"vertex", integer().at_least(0), "number of the vertex, from 0", 0.0}});
  return Schema::object({
      {"name", text(), "unique; potential0, potential1, ... where it is not given", kOptional},
      {"expression", text(),
       "the energy [J] as a formula of positions [m], masses [kg], the time t [s] and parameters: of each vertex of a body as x, "
       "y, "
       "z and m, of a particle a as a.x, a.y, a.z and a.m, with distance(a, b) of two; `lilyan list functions`"},
      {"parameters", named(number(), kMostParameters), "numbers that the formula calls by name", kOptional},
      {"body", text(), "a body: each of its vertices has this energy, alone", kOptional},
      {"select", select_schema(), "the vertices of the body that have it; all where it is not given", kOptional},
      {"particles", Schema::either({list(text(), 1, kMostParticles), named(Schema::either({text(), particle}), kMostParticles)}),
       "bodies of a single vertex, which the formula calls by their names; or names of the formula's own, each with such a body or "
       "with a vertex of a larger one",
       kOptional},
      {"energy", choice({"elastic", "gravity"}), "the column of the ledger that counts it", "elastic"},
  });
}

}  // namespace lilyan
