#include <apps/lilyan/commands/info/info_texts.hpp>

#include <lilyan/coarsening/model/coarse_model_file.hpp>
#include <lilyan/core/terminal_text.hpp>
#include <lilyan/multidomain/body/domain_body_file.hpp>
#include <lilyan/reduction/changed_coordinates.hpp>
#include <lilyan/reduction/reduced_model.hpp>
#include <lilyan/reduction/vega_files.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <variant>

namespace lilyan::app {
namespace {

using OrderedJson = nlohmann::ordered_json;

// Eight to a line.
std::string frequency_lines(const Vector& frequencies) {
  constexpr Eigen::Index kPerLine = 8;
  std::string text;
  for (Eigen::Index k = 0; k < frequencies.size(); ++k) {
    if (k % kPerLine == 0) text += k == 0 ? "  Hz       " : "\n           ";
    text += fmt::format(" {:.5g}", frequencies[k]);
  }
  return text.empty() ? text : text + "\n";
}

std::vector<double> list_of(const Vector& numbers) { return {numbers.begin(), numbers.end()}; }

std::string energy_line(const QuarticEnergy& energy) {
  return fmt::format("  energy    of degree {} in {} coordinates\n", energy.is_quadratic() ? 2 : 4, energy.size());
}

// The coefficients alone.
struct Cubic {
  QuarticEnergy energy;
};

std::string words(const Cubic& cubic) {
  return energy_line(cubic.energy) + frequency_lines(natural_frequencies(cubic.energy)) +
         "            if the basis is orthonormal with the masses\n";
}
void add_json(const Cubic& cubic, OrderedJson& json) {
  json["coordinates"] = cubic.energy.size();
  json["degree"] = 4;
  json["frequencies"] = list_of(natural_frequencies(cubic.energy));
}

std::string words(const ReducedModel& model) {
  return fmt::format("  vertices  {}, {:.6g} kg\n", model.X.size() / 3, model.mass.vertex.sum()) + energy_line(model.energy) +
         frequency_lines(model.basis.frequencies) +
         fmt::format("  left out  {:.2g} of the displacements that the basis was made from\n", model.basis.left_out);
}
void add_json(const ReducedModel& model, OrderedJson& json) {
  json["coordinates"] = model.size();
  json["degree"] = model.energy.is_quadratic() ? 2 : 4;
  json["frequencies"] = list_of(model.basis.frequencies);
  json["vertices"] = model.X.size() / 3;
  json["mass"] = model.mass.vertex.sum();
  json["left_out"] = model.basis.left_out;
}

// A model of a body of domains with its instances.
struct ModelUse {
  std::string name;  // of its first domain
  Index copies = 0, coordinates = 0, cells = 0;
  Eigen::Index vertices = 0;
  double mass = 0;  // of one at scale 1 [kg]
};

std::vector<ModelUse> uses_of(const DomainBodyModel& body) {
  std::vector<ModelUse> uses;
  for (std::size_t k = 0; k < body.models.size(); ++k) {
    const DomainDescription& model = body.models[k];
    uses.push_back(
        {"", 0, static_cast<Index>(model.U.cols()), body.cells_of_models[k], model.vertex_mass.size(), model.vertex_mass.sum()});
  }
  for (const DomainBodyModel::PlacedDomain& domain : body.domains) {
    ModelUse& use = uses[static_cast<std::size_t>(domain.model)];
    if (use.copies++ == 0) use.name = domain.name;
  }
  return uses;
}

Index coordinates_of(const std::vector<ModelUse>& uses) {
  Index all = 0;
  for (const ModelUse& use : uses) all += use.copies * use.coordinates;
  return all;
}

std::string words(const DomainBodyModel& body) {
  constexpr std::size_t kShown = 50;
  const std::vector<ModelUse> uses = uses_of(body);
  std::string text = fmt::format("  vertices  {}, {:.6g} kg\n  domains   {} of {} models with {} coordinates, {}\n",
                                 body.vertices(), body.mass.sum(), body.domains.size(), body.models.size(), coordinates_of(uses),
                                 body.root_motion == RootMotion::free ? "flying" : "held");
  text += fmt::format("  {:>6} {:>11} {:>8} {:>8} {:>10}  {}\n", "copies", "coordinates", "cells", "vertices", "mass [kg]", "name");
  for (std::size_t k = 0; k < std::min(kShown, uses.size()); ++k)
    text += fmt::format("  {:>6} {:>11} {:>8} {:>8} {:>10.4g}  {}\n", uses[k].copies, uses[k].coordinates, uses[k].cells,
                        uses[k].vertices, uses[k].mass, terminal_line(uses[k].name));
  if (uses.size() > kShown) text += fmt::format("  and {} more; --json lists all\n", uses.size() - kShown);
  return text;
}
void add_json(const DomainBodyModel& body, OrderedJson& json) {
  const std::vector<ModelUse> uses = uses_of(body);
  json["coordinates"] = coordinates_of(uses);
  json["vertices"] = body.vertices();
  json["mass"] = body.mass.sum();
  json["domains"] = body.domains.size();
  json["flies"] = body.root_motion == RootMotion::free;
  json["models"] = OrderedJson::array();
  for (const ModelUse& use : uses)
    json["models"].push_back({{"name", use.name},
                              {"copies", use.copies},
                              {"coordinates", use.coordinates},
                              {"cells", use.cells},
                              {"vertices", use.vertices},
                              {"mass", use.mass}});
}

std::string words(const CoarseModel& model) {
  std::string text =
      fmt::format("  cells     {} with {} vertices, {:.6g} kg, by {} with {} probes\n", counted(model.cells), model.vertices(),
                  model.mass.vertex.sum(), terminal_line(model.method), model.support == ProbeSupport::pinned ? "pinned" : "free");
  text += fmt::format("  fine      {} cells, {} vertices, {} triangles on the surface\n", model.fine.cells, model.fine.vertices(),
                      model.fine.surface.size());
  text += fmt::format("  source    {}\n", source_text(model.fine.source));
  if (const Index guarded = model.counts.hardly_filled + model.counts.ill_conditioned; guarded > 0)
    text += fmt::format("  guards    {} of {} cells keep Galerkin's stiffness\n", guarded, model.cells.count());
  if (!model.frozen.empty())
    text += fmt::format("  frozen    pins end inside {} cells and hold these as a whole\n", model.frozen.size());
  return text;
}
void add_json(const CoarseModel& model, OrderedJson& json) {
  json["method"] = model.method;
  json["probes"] = model.support == ProbeSupport::pinned ? "pinned" : "free";
  json["cells"] = model.cells.count();
  json["kind"] = plural(model.cells.kind(0));
  json["vertices"] = model.vertices();
  json["mass"] = model.mass.vertex.sum();
  json["fine"] = {{"cells", model.fine.cells}, {"vertices", model.fine.vertices()}, {"triangles", model.fine.surface.size()}};
  json["source"] = source_text(model.fine.source);
  json["guarded"] = model.counts.hardly_filled + model.counts.ill_conditioned;
  json["frozen"] = model.frozen.size();
}

struct FoundModel {
  std::string format;  // in words
  std::size_t bytes = 0;
  std::variant<Cubic, ReducedModel, DomainBodyModel, CoarseModel> model;
};

FoundModel find_model(const std::filesystem::path& file) {
  const std::string bytes = read_model_bytes(file);
  if (file.extension() == ".cub") return {"VegaFEM's cubic coefficients", bytes.size(), Cubic{parse_cubic(bytes, file.string())}};
  const ModelFile model = ModelFile::from_bytes(bytes, file.string(), {kReducedModelKind, kDomainBodyKind, kCoarseModelKind});
  if (model.kind() == kCoarseModelKind.name) return {"model of a coarse body", bytes.size(), coarse_model_of(model)};
  if (model.kind() == kDomainBodyKind.name) return {"model of a body of domains", bytes.size(), domain_body_of(model)};
  return {"reduced model", bytes.size(), reduced_model_of(model)};
}

}  // namespace

bool is_model_file(const std::filesystem::path& file) { return file.extension() == ".model" || file.extension() == ".cub"; }

std::string text_of_model(const std::filesystem::path& file) {
  const FoundModel found = find_model(file);
  return fmt::format("{}\n  format    {}, {} bytes\n", file.string(), found.format, found.bytes) +
         std::visit([](const auto& model) { return words(model); }, found.model);
}

std::string json_of_model(const std::filesystem::path& file) {
  const FoundModel found = find_model(file);
  OrderedJson json = {{"file", file.string()}, {"format", file.extension() == ".cub" ? "cub" : "model"}, {"bytes", found.bytes}};
  std::visit([&](const auto& model) { add_json(model, json); }, found.model);
  return json.dump(2, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

}  // namespace lilyan::app
