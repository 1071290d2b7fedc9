#include <lilyan/scene/schema/constraint_schema.hpp>

#include <lilyan/scene/schema/scene_schema.hpp>

namespace lilyan {
namespace {

constexpr Field::Need kOptional = Field::Need::optional;

Schema vertex_of_body() {
  return Schema::object({
      {"body", text(), "name of the body"},
      {"vertex", integer().at_least(0), "its number, from 0; either this or nearest", kOptional},
      {"nearest", vec3("m"), "the vertex whose rest position is nearest; either this or vertex", kOptional},
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

}  // namespace

Schema constraint_schema() {
  return Schema::tagged({
      {"distance", "two vertices stay at a distance, like the ends of a rod without mass; keeps momenta",
       constraint({{"between", list(vertex_of_body(), 2, 2), "the two vertices"},
                   {"length", number("m").above(0), "the distance; that at the start where it is not given", kOptional}})},
      {"inextensible", "every edge of a rod keeps the length that it has at the start; keeps momenta",
       constraint({{"body", text(), "name of the body"}})},
      {"plane", "vertices slide in a plane",
       selected({{"normal", vec3(), "direction across the plane, of any length"},
                 {"point", vec3("m"), "a point of the plane; each vertex in a plane of its own where it is not given", kOptional},
                 motion()})},
      {"line", "vertices slide along a line",
       selected({{"direction", vec3(), "of the line, of any length"},
                 {"point", vec3("m"), "a point of the line; each vertex on a line of its own where it is not given", kOptional},
                 motion()})},
      {"sphere", "vertices stay at a distance from a point, like a pendulum's",
       selected(
           {{"center", vec3("m"), "middle of the sphere"},
            {"radius", number("m").above(0), "the distance; that at the start of each vertex where it is not given", kOptional},
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

}  // namespace lilyan
