#include <lilyan/scene/scene_modes.hpp>

#include <lilyan/core/error.hpp>
#include <lilyan/multidomain/tree_matrices.hpp>
#include <lilyan/reduction/equilibrium.hpp>
#include <lilyan/run/locking.hpp>
#include <lilyan/run/shape_watch.hpp>

#include <fmt/format.h>

#include <algorithm>

#include <nlohmann/json.hpp>

namespace lilyan {

Result<Modes, StepFailure> modes_of_scene(Scene& scene, About about, Index count, const EigenSettings& settings) {
  const System& system = scene.simulation.system();
  if (about == About::rest) return natural_modes(system, system.space().state(scene.inventory.rest), count, settings);
  Result<Vector, StepFailure> x = find_equilibrium(system, scene.simulation.start().x);
  if (!x) return x.failure();
  scene.inventory.rest = system.space().positions(*x);
  return modes_about_equilibrium(system, *x, count, settings);
}

std::vector<std::string> refining_overrides(const Scene& scene) {
  const auto text = nlohmann::json::parse(scene.record.text, nullptr, true, true);
  std::vector<std::string> overrides;
  for (std::size_t k = 0; k < scene.inventory.bodies.size(); ++k) {
    const Body& body = scene.inventory.bodies[k];
    if (scene.inventory.law_of_cell[static_cast<std::size_t>(body.first_cell)] < 0) continue;
    const int refined = text.at("bodies").at(k).at("mesh").value("refine", 0);
    overrides.push_back(fmt::format("bodies.{}.mesh.refine={}", k, refined + 1));
  }
  if (overrides.empty())
    throw InputError({"modes.check", "--check", "divides tets, hexes and flat triangles of elastic laws, and the scene has none",
                      "remove --check"});
  return overrides;
}

std::vector<double> estimated_errors(const Modes& coarse, const Modes& fine) {
  const Index rigid = coarse.rigid + coarse.mechanisms, fine_rigid = fine.rigid + fine.mechanisms;
  std::vector<double> errors(static_cast<std::size_t>(coarse.count()), 0);
  for (Index k = rigid; k < coarse.count() && fine_rigid + k - rigid < fine.count(); ++k) {
    const double f_coarse = coarse.frequencies[k], f_fine = fine.frequencies[fine_rigid + k - rigid];
    errors[static_cast<std::size_t>(k)] = f_coarse / (f_fine - (f_coarse - f_fine) / 3) - 1;
  }
  return errors;
}

namespace {

// `shapes` many modes that deform; shape(k) has the velocities of all vertices.
template <class Shape>
std::vector<std::string> notes_of(const Inventory& inventory, Index shapes, const Shape& shape) {
  constexpr double kAmplitude = 1e-3;  // of the size of all bodies: strains are still proportional to it
  const auto points = inventory.rest.reshaped(3, inventory.rest.size() / 3);
  const double size = (points.rowwise().maxCoeff() - points.rowwise().minCoeff()).maxCoeff();
  std::vector<BendingProbe> probes;
  for (const Body& body : inventory.bodies) probes.emplace_back(inventory, body);
  std::vector<Bending> worst(probes.size());
  for (Index k = 0; k < shapes; ++k) {
    const Vector moved = shape(k);
    const Vector x = inventory.rest + kAmplitude * size / moved.cwiseAbs().maxCoeff() * moved;
    for (std::size_t b = 0; b < probes.size(); ++b)
      if (const Bending bending = probes[b].look(x); bending.is_coarse() && bending.excess > worst[b].excess) worst[b] = bending;
  }
  std::vector<std::string> notes;
  for (std::size_t b = 0; b < probes.size(); ++b) {
    const Body& body = inventory.bodies[b];
    if (worst[b].is_coarse()) notes.push_back(bending_words(body, worst[b]));
    if (std::string words = locking_words(inventory, body); !words.empty()) notes.push_back(std::move(words));
  }
  return notes;
}

}  // namespace

std::vector<std::string> mode_notes(const Scene& scene, const Modes& modes) {
  const Index first = modes.rigid + modes.mechanisms;
  return notes_of(scene.inventory, std::max<Index>(0, modes.count() - first),
                  [&](Index k) -> Vector { return scene.simulation.system().space().velocities(modes.shapes.col(first + k)); });
}

std::vector<std::string> mode_notes(const Scene& scene, const DomainBody& body, const TreeModes& modes) {
  const Index shapes = static_cast<Index>(modes.shapes.cols());  // none where the coupling lumps
  TreeWorkspace workspace;
  return notes_of(scene.inventory, std::max<Index>(0, shapes - modes.rigid), [&](Index k) -> Vector {
    return body.velocities(moving_along(body.tree(), modes.shapes.col(modes.rigid + k)), workspace);
  });
}

Index mode_count(const TreeStepper& stepper) {
  const DomainTree& tree = stepper.body().tree();
  return stepper.coupling().lumps() ? tree.size() : mode_count(tree);
}

TreeModes modes_at_rest(const TreeStepper& stepper, Index count) {
  const DomainTree& tree = stepper.body().tree();
  if (const Index most = mode_count(stepper); count > most)
    throw InputError({"modes.count", "", fmt::format("{} modes, and the domains have {}", count, most),
                      fmt::format("ask for at most {}", most)});
  if (!stepper.coupling().lumps()) return rest_modes(tree, count);
  TreeModes modes;
  modes.frequencies = rest_frequencies(tree, stepper.coupling()).head(count);
  return modes;
}

}  // namespace lilyan
