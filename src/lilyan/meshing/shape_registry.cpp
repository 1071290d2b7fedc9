#include <lilyan/core/error.hpp>
#include <lilyan/mesh/box.hpp>
#include <lilyan/meshing/shape_registry.hpp>
#include <lilyan/meshing/shapes.hpp>

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

bool is_of_hexes(const Parameters& given) { return given.has("elements") && given.text("elements") == "hexes"; }

ShapeCount count_box(const Parameters& given) {
  const Numbers& n = given.numbers("cells");
  return {(n[0] + 1) * (n[1] + 1) * (n[2] + 1), n[0] * n[1] * n[2] * (is_of_hexes(given) ? 1 : given.number("split"))};
}

BodyMesh make_box(const Parameters& given) {
  const Numbers& n = given.numbers("cells");
  const std::array<Index, 3> cells = {static_cast<Index>(n[0]), static_cast<Index>(n[1]), static_cast<Index>(n[2])};
  if (is_of_hexes(given)) return hex_box(vector_of(given, "size"), cells, vector_of(given, "center"));
  return box(vector_of(given, "size"), cells, vector_of(given, "center"), given.number("split") == 5 ? Split::five : Split::six);
}

ShapeCount count_triangles(const Parameters& given) {
  const Numbers& n = given.numbers("cells");
  return {(n[0] + 1) * (n[1] + 1), 2 * n[0] * n[1]};
}

std::array<double, 2> two_sizes(const Parameters& given) { return {given.numbers("size")[0], given.numbers("size")[1]}; }
std::array<Index, 2> two_cells(const Parameters& given) {
  return {static_cast<Index>(given.numbers("cells")[0]), static_cast<Index>(given.numbers("cells")[1])};
}

ShapeCount count_rod(const Parameters& given) {
  if ((vector_of(given, "to") - vector_of(given, "from")).isZero(0))
    throw InputError(Fault{"mesh.shape", "to", "is the same point as \"from\"", "a rod has a length"});
  return {given.number("cells") + 1, given.number("cells")};
}

ShapeCount count_points(const Parameters& given) {
  const double points = static_cast<double>(given.numbers("positions").size()) / 3;
  if (static_cast<double>(given.numbers("masses").size()) != points)
    throw InputError(Fault{"mesh.shape", "masses",
                           fmt::format("{} masses for {} positions", given.numbers("masses").size(), points),
                           "give a mass for each of the positions"});
  return {points, points};
}

BodyMesh make_points(const Parameters& given) {
  const Numbers &positions = given.numbers("positions"), &masses = given.numbers("masses");
  BodyMesh mesh;
  mesh.X = Eigen::Map<const Vector>(positions.data(), static_cast<Eigen::Index>(positions.size()));
  mesh.masses = Eigen::Map<const Vector>(masses.data(), static_cast<Eigen::Index>(masses.size()));
  for (Index i = 0; i < mesh.vertices(); ++i) mesh.cells.points.push_back(i);
  return mesh;
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
       "a box of tets or hexes, vertex (i,j,k) having the index (i (ny+1) + j)(nz+1) + k",
       {{"size", vec3("m").above(0), "edge lengths along x, y, z"},
        {"cells", list(integer().at_least(1), 3, 3), "cells along x, y, z"},
        {"center", vec3("m"), "middle of the box", Numbers{0, 0, 0}},
        {"split", integer().at_least(5).at_most(6), "tets a cell: 5 (alternating so that faces match) or 6", 5.0},
        {"elements", choice({"tets", "hexes"}), "hexes: a cell is one trilinear hex; split does not matter then", "tets"}},
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
      {"rectangle",
       "a flat body of triangles in the xy plane, in plane strain: it moves in its plane and does not strain across it",
       {{"size", list(number("m").above(0), 2, 2), "edge lengths along x, y"},
        {"cells", list(integer().at_least(1), 2, 2), "cells along x, y, two triangles each"},
        center_field(),
        {"thickness", number("m").above(0), "along z, for masses, forces and energies", 1.0}},
       count_triangles,
       [](const Parameters& given) {
         return rectangle(two_sizes(given), two_cells(given), vector_of(given, "center"), given.number("thickness"));
       },
       false},
      {"sheet",
       "a sheet of triangles in the xz plane, for the material springs; vertex (i,j) has the index i (nz+1) + j",
       {{"size", list(number("m").above(0), 2, 2), "edge lengths along x, z"},
        {"cells", list(integer().at_least(1), 2, 2), "cells along x, z, two triangles each"},
        center_field(),
        {"thickness", number("m").above(0), "for the mass that a density makes", 0.001}},
       count_triangles,
       [](const Parameters& given) {
         return sheet(two_sizes(given), two_cells(given), vector_of(given, "center"), given.number("thickness"));
       },
       false},
      {"rod",
       "a line of edges, for the material rod",
       {{"from", vec3("m"), "one end"},
        {"to", vec3("m"), "the other end"},
        {"cells", integer().at_least(1), "how many edges"},
        {"area", number("m^2").above(0), "of the cross-section, for the mass that a density makes", 1e-4}},
       count_rod,
       [](const Parameters& given) {
         return rod(vector_of(given, "from"), vector_of(given, "to"), static_cast<Index>(given.number("cells")),
                    given.number("area"));
       },
       false},
      {"points",
       "particles, which nothing holds together; without material, density and mass",
       {{"positions", list(vec3("m"), 1), "where they are"}, {"masses", list(number("kg").above(0), 1), "a mass for each of them"}},
       count_points,
       make_points,
       false},
  };
  return registry;
}

const ShapeEntry* find_shape(const std::string& name) {
  const auto& registry = shape_registry();
  const auto found = std::find_if(registry.begin(), registry.end(), [&](const ShapeEntry& entry) { return entry.name == name; });
  return found == registry.end() ? nullptr : &*found;
}

}  // namespace lilyan
