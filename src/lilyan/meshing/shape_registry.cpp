#include <lilyan/core/error.hpp>
#include <lilyan/mesh/box.hpp>
#include <lilyan/meshing/shape_registry.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace lilyan {

namespace {

using Numbers = std::vector<double>;

Vec3 vector_of(const Parameters& given, const char* name) {
  const Numbers& numbers = given.numbers(name);
  return {numbers[0], numbers[1], numbers[2]};
}

Vec3 direction_of(const Parameters& given, const char* name) {
  const Vec3 vector = vector_of(given, name);
  const double largest = vector.cwiseAbs().maxCoeff();
  if (!(largest > 0)) throw InputError(Fault{"mesh.direction", name, "the zero vector has no direction", "for example [0, 1, 0]"});
  return (vector / largest).normalized();  // scaled first, so that squares neither overflow nor vanish
}

Field center_field() { return {"center", vec3("m"), "middle of the shape", Numbers{0, 0, 0}}; }
Field size_field() { return {"size", number("m").above(0), "edge length of the tets that is aimed at"}; }
Field axis_field(const char* meaning) { return {"axis", vec3(), meaning, Numbers{0, 1, 0}}; }

ShapeCount count_box(const Parameters& given) {
  const Numbers& n = given.numbers("cells");
  return {(n[0] + 1) * (n[1] + 1) * (n[2] + 1), n[0] * n[1] * n[2] * given.number("split")};
}

TetMesh make_box(const Parameters& given) {
  const Numbers& n = given.numbers("cells");
  return box(vector_of(given, "size"), {static_cast<Index>(n[0]), static_cast<Index>(n[1]), static_cast<Index>(n[2])},
             vector_of(given, "center"), given.number("split") == 5 ? Split::five : Split::six);
}

Ball ball_of(const Parameters& given) { return {given.number("radius"), given.number("size"), vector_of(given, "center")}; }

Cylinder cylinder_of(const Parameters& given) {
  return {given.number("radius"), given.number("length"), given.number("size"), vector_of(given, "center"),
          direction_of(given, "axis")};
}

Torus torus_of(const Parameters& given) {
  const Torus torus{given.number("radius"), given.number("tube_radius"), given.number("size"), vector_of(given, "center"),
                    direction_of(given, "axis")};
  if (!(torus.tube_radius < torus.radius))
    throw InputError(
        Fault{"mesh.shape", "tube_radius",
              fmt::format("a tube of radius {} m does not fit around a circle of radius {} m", torus.tube_radius, torus.radius),
              "tube_radius must be below radius, so that there is a hole"});
  return torus;
}

}  // namespace

const std::vector<ShapeEntry>& shape_registry() {
  static const std::vector<ShapeEntry> registry = {
      {"box",
       "a box of tets, vertex (i,j,k) having the index (i (ny+1) + j)(nz+1) + k",
       {{"size", vec3("m").above(0), "edge lengths along x, y, z"},
        {"cells", list(integer().at_least(1), 3, 3), "cells along x, y, z"},
        {"center", vec3("m"), "middle of the box", Numbers{0, 0, 0}},
        {"split", integer().at_least(5).at_most(6), "tets a cell: 5 (alternating so that faces match) or 6", 5.0}},
       count_box,
       make_box},
      {"ball",
       "a ball of shells around its middle, a cut icosahedron",
       {{"radius", number("m").above(0), "of the ball"}, size_field(), center_field()},
       [](const Parameters& given) { return ball_of(given).count(); },
       [](const Parameters& given) { return ball_of(given).mesh(); }},
      {"cylinder",
       "a cylinder of layers of prisms, three tets each",
       {{"radius", number("m").above(0), "of the round ends"},
        {"length", number("m").above(0), "along the axis"},
        size_field(),
        center_field(),
        axis_field("direction from end to end, of any length")},
       [](const Parameters& given) { return cylinder_of(given).count(); },
       [](const Parameters& given) { return cylinder_of(given).mesh(); }},
      {"torus",
       "a ring of layers of prisms, three tets each",
       {{"radius", number("m").above(0), "of the circle in the middle of the tube"},
        {"tube_radius", number("m").above(0), "of the tube, below radius"},
        size_field(),
        center_field(),
        axis_field("direction through the hole, of any length")},
       [](const Parameters& given) { return torus_of(given).count(); },
       [](const Parameters& given) { return torus_of(given).mesh(); }},
  };
  return registry;
}

const ShapeEntry* find_shape(const std::string& name) {
  const auto& registry = shape_registry();
  const auto found = std::find_if(registry.begin(), registry.end(), [&](const ShapeEntry& entry) { return entry.name == name; });
  return found == registry.end() ? nullptr : &*found;
}

}  // namespace lilyan
