#include <lilyan/report/domains/tree_record.hpp>

#include <lilyan/dynamics/system.hpp>
#include <lilyan/energy/elements/elasticity.hpp>
#include <lilyan/multidomain/tree_modes.hpp>
#include <lilyan/reduction/changed_coordinates.hpp>
#include <lilyan/reduction/modes.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <numbers>

namespace lilyan {
namespace {

constexpr Index kMostCompared = 20000;  // vertices of a full body whose modes take some seconds
constexpr Index kComparedModes = 6;     // compared, beside rigid ones

// "leaf" of "leaf17".
std::string without_number(const std::string& name) { return name.substr(0, name.find_last_not_of("0123456789") + 1); }

double size_of(const DomainDescription& model, const std::vector<Index>& vertices) {
  Vec3 low = vertex(model.X, vertices.front()), high = low;
  for (const Index i : vertices) low = low.cwiseMin(vertex(model.X, i)), high = high.cwiseMax(vertex(model.X, i));
  return (high - low).norm();
}

std::vector<ShownDomain> shown_domains(const DomainBodyModel& body) {
  std::vector<Index> copies(body.models.size(), 0);
  std::vector<Vector> frequencies;
  for (const DomainDescription& model : body.models) frequencies.push_back(natural_frequencies(model.energy));
  for (const DomainBodyModel::PlacedDomain& placed : body.domains) ++copies[static_cast<std::size_t>(placed.model)];
  std::vector<ShownDomain> shown;
  for (const DomainBodyModel::PlacedDomain& placed : body.domains) {
    const auto number = static_cast<std::size_t>(placed.model);
    const DomainDescription& model = body.models[number];
    const double s = placed.scale;
    ShownDomain domain{placed.name, placed.parent};
    if (copies[number] > 1) domain.group = without_number(placed.name);
    domain.cells = body.cells_of_models[number];
    domain.coordinates = static_cast<Index>(model.U.cols());
    if (domain.coordinates > 0) {
      const double factor = placed.frequency_factor / s;
      domain.lowest = factor * frequencies[number][0];
      domain.highest = factor * frequencies[number][frequencies[number].size() - 1];
    }
    domain.mass = s * s * s * model.vertex_mass.sum();
    if (placed.parent >= 0) {
      const DomainBodyModel::PlacedDomain& parent = body.domains[static_cast<std::size_t>(placed.parent)];
      const DomainDescription& parents_model = body.models[static_cast<std::size_t>(parent.model)];
      const std::vector<Index>& vertices = parents_model.interfaces[static_cast<std::size_t>(placed.interface)].vertices;
      domain.interface_vertices = static_cast<Index>(vertices.size());
      domain.interface_size = parent.scale * size_of(parents_model, vertices);
    }
    shown.push_back(std::move(domain));
  }
  return shown;
}

// The body with all its vertices, held as the model is.
std::vector<double> full_frequencies(const DomainBodyModel& body, const Inventory& inventory, Index count) {
  std::vector<std::unique_ptr<Potential>> potentials;
  for (auto& elasticity : make_elasticity(body.X, inventory.cells, inventory.laws, inventory.law_of_cell))
    potentials.push_back(std::move(elasticity));
  const std::vector<bool> is_held = body.held_components();
  std::vector<Pin> pins;
  for (std::size_t i = 0; i < is_held.size() / 3; ++i) {
    const std::array<bool, 3> axes = {is_held[3 * i], is_held[3 * i + 1], is_held[3 * i + 2]};
    if (axes != std::array{false, false, false}) pins.push_back({{static_cast<Index>(i)}, axes, {}});
  }
  const System system(body.mass, Vec3::Zero(), Coordinates(body.X, std::move(pins)), std::move(potentials));
  const Vector hertz = natural_modes(system, body.X, count).frequencies;
  return {hertz.begin(), hertz.end()};
}

void compare_with_full_body(const DomainBodyModel& body, const Inventory& inventory, TreeReductionRecord& record) {
  const bool shows_cells =
      std::any_of(inventory.law_of_cell.begin(), inventory.law_of_cell.end(), [](Index law) { return law >= 0; });
  if (!shows_cells) {
    record.not_compared = "it has copies of shapes, and no mesh of the whole";
    return;
  }
  if (body.vertices() > kMostCompared) {
    record.not_compared = fmt::format("it has {} vertices, and up to {} are compared", body.vertices(), kMostCompared);
    return;
  }
  const DomainTree tree = tree_of(body);
  const Index rigid = body.root_motion == RootMotion::free ? 6 : 0;
  const Index count = std::min(rigid + kComparedModes, mode_count(tree));
  const TreeModes modes = rest_modes(tree, count);
  const std::vector<double> full = full_frequencies(body, inventory, count);
  FrequencyComparison comparison;
  for (Index k = rigid; k < modes.count(); ++k) {
    comparison.full.push_back(full[static_cast<std::size_t>(k)]);
    comparison.reduced.push_back(modes.frequencies[k] / (2 * std::numbers::pi));
  }
  record.comparison = std::move(comparison);
}

}  // namespace

TreeReductionRecord tree_record(const DomainBodyModel& domains, const Inventory& inventory) {
  TreeReductionRecord record;
  record.domains = shown_domains(domains);
  record.vertices = domains.vertices();
  compare_with_full_body(domains, inventory, record);
  return record;
}

}  // namespace lilyan
