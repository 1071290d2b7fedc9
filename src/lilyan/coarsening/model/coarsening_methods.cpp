#include <lilyan/coarsening/model/coarsening_methods.hpp>

#include <algorithm>
#include <cassert>

namespace lilyan {

bool CoarseningMethod::is_for(const CoarseMesh& mesh) const {
  return is_of_boxes(mesh) ? of_boxes.has_value() : of_simplices.has_value();
}

const std::vector<CoarseningMethod>& coarsening_methods() {
  static const std::vector<CoarseningMethod> methods = {{"hg18", BoxMethod::hg18, {}},
                                                        {"averaged", {}, TensorMethod::averaged},
                                                        {"nodal", {}, TensorMethod::nodal},
                                                        {"galerkin", BoxMethod::galerkin, TensorMethod::arithmetic},
                                                        {"arithmetic", BoxMethod::arithmetic, TensorMethod::arithmetic},
                                                        {"harmonic", BoxMethod::harmonic, TensorMethod::harmonic}};
  return methods;
}

const CoarseningMethod& coarsening_method(const std::string& name) {
  const std::vector<CoarseningMethod>& methods = coarsening_methods();
  const auto found =
      std::find_if(methods.begin(), methods.end(), [&](const CoarseningMethod& method) { return method.name == name; });
  assert(found != methods.end());
  return *found;
}

std::vector<std::string> coarsening_method_names() {
  std::vector<std::string> names;
  for (const CoarseningMethod& method : coarsening_methods()) names.push_back(method.name);
  return names;
}

bool is_of_boxes(const CoarseMesh& mesh) { return !mesh.cells.hexes.empty() || !mesh.cells.quads.empty(); }

CoarseModel coarse_model(const FineBody& body, const FineShape& shape, const CoarseMesh& mesh, const CoarseningMethod& method,
                         ProbeSupport support) {
  assert(method.is_for(mesh));
  CoarseModel model;
  if (is_of_boxes(mesh)) {
    CoarseningSettings settings;
    settings.method = *method.of_boxes;
    settings.support = support;
    model = make_model(body, shape, coarsen(body, mesh, settings));
  } else {
    model = make_model(body, shape, mesh, coarse_tensors(body, mesh, {*method.of_simplices, support}));
  }
  model.method = method.name;
  model.support = support;
  return model;
}

}  // namespace lilyan
