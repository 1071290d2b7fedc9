#include <lilyan/multidomain/body/domain_body_file.hpp>

#include <lilyan/core/bytes.hpp>
#include <lilyan/reduction/model_sections.hpp>

#include <fmt/format.h>

namespace lilyan {

namespace {

using PlacedDomain = DomainBodyModel::PlacedDomain;

template <class Archive>
void pass_matrix(Archive& archive, Mat3& matrix) {
  for (double& number : matrix.reshaped()) archive(number);
}

template <class Archive>
void pass_domain(Archive& archive, PlacedDomain& domain) {
  archive(domain.name, domain.model, domain.parent, domain.interface, domain.offset, domain.scale, domain.frequency_factor);
  pass_matrix(archive, domain.rotation);
}

template <class Archive>
void pass_root(Archive& archive, bool& is_free, FramePlacement& placement) {
  archive(is_free, placement.x);
  pass_matrix(archive, placement.R);
}

std::string prefix_of(std::size_t model) { return fmt::format("model {} ", model); }

// The vertices of all interfaces after each other; where each ends; and the weights.
void add_interfaces(ModelFile& file, const std::string& prefix, const std::vector<DomainInterface>& interfaces) {
  std::vector<Index> vertices, ends;
  std::vector<double> weights;
  for (const DomainInterface& interface : interfaces) {
    vertices.insert(vertices.end(), interface.vertices.begin(), interface.vertices.end());
    weights.insert(weights.end(), interface.weights.begin(), interface.weights.end());
    ends.push_back(static_cast<Index>(vertices.size()));
  }
  add_indices(file, prefix + "interface vertices", vertices);
  add_indices(file, prefix + "interface ends", ends);
  add_numbers(file, prefix + "interface weights", weights.data(), static_cast<Eigen::Index>(weights.size()));
}

std::vector<DomainInterface> interfaces_of(const ModelFile& file, const std::string& prefix, Index vertices_of_model) {
  const std::vector<Index> vertices = indices_of(file, prefix + "interface vertices", vertices_of_model);
  const auto count = static_cast<Index>(vertices.size());
  const std::vector<Index> ends = indices_of(file, prefix + "interface ends", count + 1);
  const Vector weights = numbers_of(file, prefix + "interface weights", count);
  std::vector<DomainInterface> interfaces;
  Index begin = 0;
  for (const Index end : ends) {
    if (end < begin) file.refuse("the ends of interfaces are not in order");
    interfaces.push_back({{vertices.begin() + begin, vertices.begin() + end}, weights.segment(begin, end - begin)});
    begin = end;
  }
  if (begin != count) file.refuse("vertices of interfaces belong to none");
  return interfaces;
}

DomainDescription description_of(const ModelFile& file, const std::string& prefix) {
  DomainDescription model;
  model.vertex_mass = numbers_of(file, prefix + "masses");
  const Eigen::Index n = model.vertex_mass.size();
  model.X = numbers_of(file, prefix + "positions", 3 * n);
  const Vector U = numbers_of(file, prefix + "basis");
  if (n == 0 || U.size() % (3 * n) != 0) file.refuse(fmt::format("a basis of {} numbers over {} vertices", U.size(), n));
  const Eigen::Index r = U.size() / (3 * n);
  model.U = U.reshaped(3 * n, r);
  if (r > 0) model.energy = energy_of(file, prefix, r);
  model.interfaces = interfaces_of(file, prefix, static_cast<Index>(n));
  return model;
}

// Vertices of the mesh that every domain has, all of them used by some.
void set_vertices(const ModelFile& file, DomainBodyModel& body) {
  const std::vector<Index> vertices = indices_of(file, "domain vertices", body.vertices());
  std::vector<bool> is_used(static_cast<std::size_t>(body.vertices()), false);
  std::size_t begin = 0;
  for (PlacedDomain& domain : body.domains) {
    if (domain.model < 0 || domain.model >= static_cast<Index>(body.models.size()))
      file.refuse(fmt::format("\"{}\" is of the model {}, and there are {}", domain.name, domain.model, body.models.size()));
    const auto count = static_cast<std::size_t>(body.models[static_cast<std::size_t>(domain.model)].vertex_mass.size());
    if (count > vertices.size() - begin) file.refuse("domains have more vertices than are listed");
    domain.vertices.assign(vertices.begin() + static_cast<std::ptrdiff_t>(begin),
                           vertices.begin() + static_cast<std::ptrdiff_t>(begin + count));
    for (const Index i : domain.vertices) is_used[static_cast<std::size_t>(i)] = true;
    begin += count;
  }
  if (begin != vertices.size()) file.refuse("more vertices are listed than domains have");
  for (std::size_t i = 0; i < is_used.size(); ++i)
    if (!is_used[i]) file.refuse(fmt::format("vertex {} belongs to no domain", i));
}

}  // namespace

ModelFile to_model_file(const DomainBodyModel& model) {
  ModelFile file(kDomainBodyKind);
  ByteWriter domains, root;
  std::vector<Index> vertices;
  for (PlacedDomain domain : model.domains) {
    pass_domain(domains, domain);
    vertices.insert(vertices.end(), domain.vertices.begin(), domain.vertices.end());
  }
  file.add("domains", domains.take());
  add_indices(file, "domain vertices", vertices);
  bool is_free = model.root_motion == RootMotion::free;
  FramePlacement placement = model.placement;
  pass_root(root, is_free, placement);
  file.add("root", root.take());
  add_numbers(file, "mesh positions", model.X);
  add_numbers(file, "mesh masses", model.mass);
  add_triangles(file, "mesh surface", model.surface);
  add_sets(file, "mesh sets", model.sets);
  add_kept_numbers(file, "mesh vertex numbers", model.numbers);
  add_indices(file, "cells of models", model.cells_of_models);
  for (std::size_t k = 0; k < model.models.size(); ++k) {
    const DomainDescription& description = model.models[k];
    const std::string prefix = prefix_of(k);
    add_numbers(file, prefix + "positions", description.X);
    add_numbers(file, prefix + "masses", description.vertex_mass);
    add_numbers(file, prefix + "basis", description.U);
    add_energy(file, prefix, description.energy);
    add_interfaces(file, prefix, description.interfaces);
  }
  return file;
}

DomainBodyModel domain_body_of(const ModelFile& file) {
  DomainBodyModel body;
  body.cells_of_models = indices_of(file, "cells of models", std::numeric_limits<Index>::max());
  for (std::size_t k = 0; k < body.cells_of_models.size(); ++k) body.models.push_back(description_of(file, prefix_of(k)));
  ByteReader domains(file.section("domains"), file.fault("section \"domains\" ends too early"));
  while (!domains.at_end()) pass_domain(domains, body.domains.emplace_back());
  bool is_free = false;
  ByteReader root(file.section("root"), file.fault("section \"root\" ends too early"));
  pass_root(root, is_free, body.placement);
  if (!root.at_end()) file.refuse("section \"root\" is too long");
  body.root_motion = is_free ? RootMotion::free : RootMotion::fixed;
  body.mass = numbers_of(file, "mesh masses");
  body.X = numbers_of(file, "mesh positions", 3 * body.mass.size());
  if (!(body.mass.size() > 0 && body.mass.minCoeff() > 0)) file.refuse("a vertex has no mass");
  body.surface = triangles_of(file, "mesh surface", body.vertices());
  body.sets = sets_of(file, "mesh sets", body.vertices());
  body.numbers = kept_numbers_of(file, "mesh vertex numbers", body.vertices());
  set_vertices(file, body);
  if (!body.placement.x.allFinite() || !(body.placement.R.transpose() * body.placement.R).isIdentity(1e-9))
    file.refuse("the root is not placed by a rotation");
  try {
    tree_of(body);
  } catch (const InputError& error) {
    const Fault& fault = error.faults().front();
    file.refuse(fault.place.empty() ? fault.message : fmt::format("{}: {}", fault.place, fault.message));
  }
  return body;
}

}  // namespace lilyan
