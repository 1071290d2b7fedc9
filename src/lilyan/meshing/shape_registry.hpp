// The list of shapes: what each is called, what it takes, and how it is made.
#pragma once

#include <lilyan/core/schema.hpp>
#include <lilyan/mesh/body_mesh.hpp>
#include <lilyan/meshing/shapes.hpp>

#include <functional>
#include <string>
#include <vector>

namespace lilyan {

struct ShapeEntry {
  std::string name;
  std::string meaning;
  std::vector<Field> parameters;
  // Both take values that the fields allow, defaults written out. They throw InputError (place = the parameter's name) where the
  // values contradict each other; `make` is called only where the count is known to be bearable.
  std::function<ShapeCount(const Parameters&)> count;
  std::function<BodyMesh(const Parameters&)> make;
  bool is_of_tets = true;  // by default at least
};

const std::vector<ShapeEntry>& shape_registry();
const ShapeEntry* find_shape(const std::string& name);  // nullptr where there is none

}  // namespace lilyan
