// What an entry of `contact` may say.
#include <lilyan/scene/schema/scene_schema.hpp>

namespace lilyan {
namespace {

constexpr Field::Need kMayLack = Field::Need::optional;

// What all types have, after the keys of their own.
Schema contact(std::vector<Field> fields) {
  fields.insert(
      fields.begin(),
      {"name", text(),
       "unique, among pins and constraints too; contact0, contact1, ... where it is not given. reactions.csv has the force "
       "on the obstacle, or on the first body named, as <name>.fx, .fy and .fz",
       kMayLack});
  const std::vector<Field> common = {
      {"distance", in_reach(number("m").above(0)),
       "D, the gap at which contact begins; where it is not given 0.5 % of the diagonal of the smallest body that takes part, at "
       "most a fifth of the shortest edge on the surfaces of these bodies, or 0.001 m if none of them has a size. With penalty and "
       "repulsion contact begins at a gap of 0, and only reports and the stiffness of particles are measured by D",
       kMayLack},
      {"stiffness", number("N/m").above(0),
       "k of one point or one pair: the energy of a gap d is k D^2 (D/d - 1)^2/2, with penalty and repulsion k d^2/2 for d < 0; "
       "either "
       "this or relative_stiffness",
       kMayLack},
      {"relative_stiffness", number().above(0),
       "k as a multiple of the stiffness at rest of the vertices that meet, the mean of the diagonal; for bodies without a "
       "stiffness, such as particles, of (mass of the body) max(|gravity|, 1 m/s^2)/D; 1 where neither is given",
       kMayLack},
      {"thickness", in_reach(number("m").at_least(0)),
       "of the bodies that take part: gaps are measured from surfaces moved outwards by half of it; where it is not given 0 for "
       "solids and particles, a sheet's own, sqrt(4 area/pi) for a rod",
       kMayLack},
      {"friction", number().at_least(0), "coefficient of Coulomb's friction; of barriers", 0.0},
      {"damping", number("s").at_least(0), "of the gap's rate, as a multiple of the stiffness; of barriers", 0.0},
      {"response", choice({"barrier", "penalty", "repulsion"}),
       "what keeps surfaces apart. barrier: an energy that grows without bound as a gap closes, so that nothing is passed. The "
       "others "
       "are older forms for comparison, of planes only, which bodies sink into. penalty: an energy of the depth, for explicit "
       "methods too; avf and its like keep the energy. repulsion: a temporary spring for each vertex that is inside when a step "
       "begins, until it is outside and moves away; it does not keep the energy",
       "barrier"},
  };
  fields.insert(fields.end(), common.begin(), common.end());
  return Schema::object(std::move(fields));
}

Schema obstacle(std::vector<Field> fields) {
  fields.push_back({"motion", motion_schema(), "moves it linearly in time, and does work; a list of ramps adds up", kMayLack});
  fields.push_back({"body", text(), "name of the body that meets it; all bodies where it is not given", kMayLack});
  return contact(std::move(fields));
}

}  // namespace

Schema contact_schema() {
  return Schema::tagged({
      {"plane", "bodies stay on one side of a plane, which may move but not turn",
       obstacle({{"point", in_reach(vec3("m")), "a point of the plane"},
                 {"normal", vec3(), "direction towards the side where the bodies are, of any length"}})},
      {"sphere", "bodies stay outside a sphere",
       obstacle(
           {{"center", in_reach(vec3("m")), "middle of the sphere"}, {"radius", in_reach(number("m").above(0)), "of the sphere"}})},
      {"box", "bodies stay outside a box",
       obstacle({{"min", in_reach(vec3("m")), "lowest corner"}, {"max", in_reach(vec3("m")), "highest corner"}})},
      {"mesh",
       "bodies stay on the side of a surface of triangles on which they start: outside a closed one, unless its triangles are seen "
       "clockwise from outside, which makes a container of it",
       obstacle({path_field("the triangle mesh"), transform_field("changes the surface: scale, then rotate, then translate")})},
      {"between", "bodies do not pass through each other",
       contact({{"bodies", Schema::either({choice({"all"}), list(text(), 2)}),
                 "names of bodies: every two different ones of them meet"}})},
      {"self", "a body does not pass through itself", contact({{"body", text(), "name of the body"}})},
  });
}

}  // namespace lilyan
