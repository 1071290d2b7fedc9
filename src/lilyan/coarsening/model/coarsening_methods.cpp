#include <lilyan/coarsening/model/coarsening_methods.hpp>

#include <algorithm>
#include <cassert>

namespace lilyan {
namespace {

const std::vector<CoarseningMethod>& coarsening_methods() {
  using Role = CoarseningMethod::Role;
  static const std::vector<CoarseningMethod> methods = {
      {"hg18", BoxMethod::hg18, {}, Role::standard},
      {"averaged", {}, TensorMethod::averaged, Role::standard},
      {"nodal", {}, TensorMethod::nodal},
      {"galerkin", BoxMethod::galerkin, TensorMethod::arithmetic},
      {"arithmetic", BoxMethod::arithmetic, TensorMethod::arithmetic, Role::baseline},
      {"harmonic", BoxMethod::harmonic, TensorMethod::harmonic}};
  return methods;
}

template <class Is>
const CoarseningMethod& method_that(const Is& is) {
  const auto found = std::find_if(coarsening_methods().begin(), coarsening_methods().end(), is);
  assert(found != coarsening_methods().end());
  return *found;
}

}  // namespace

bool CoarseningMethod::is_for(const Cells& cells) const {
  return is_of_boxes(cells) ? of_boxes.has_value() : of_simplices.has_value();
}

std::vector<std::string> coarsening_method_names() {
  std::vector<std::string> names;
  for (const CoarseningMethod& method : coarsening_methods()) names.push_back(method.name);
  return names;
}

std::vector<std::string> coarsening_method_names(const Cells& cells) {
  std::vector<std::string> names;
  for (const CoarseningMethod& method : coarsening_methods())
    if (method.is_for(cells)) names.push_back(method.name);
  return names;
}

const CoarseningMethod& coarsening_method(const std::string& name) {
  return method_that([&](const CoarseningMethod& method) { return method.name == name; });
}

const CoarseningMethod& standard_coarsening(const Cells& cells) {
  return method_that(
      [&](const CoarseningMethod& method) { return method.role == CoarseningMethod::Role::standard && method.is_for(cells); });
}

const CoarseningMethod& baseline_coarsening() {
  return method_that([](const CoarseningMethod& method) { return method.role == CoarseningMethod::Role::baseline; });
}

CoarseModel coarse_model(const FineBody& body, const FineShape& shape, const CoarseMesh& mesh, const CoarseningMethod& method,
                         ProbeSupport support) {
  assert(method.is_for(mesh.cells));
  CoarseModel model;
  if (is_of_boxes(mesh.cells)) {
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
