#include <lilyan/scene/scene_modes.hpp>

#include <lilyan/core/error.hpp>
#include <lilyan/multidomain/tree_matrices.hpp>
#include <lilyan/reduction/equilibrium.hpp>
#include <lilyan/run/shape_watch.hpp>

#include <fmt/format.h>

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

std::vector<std::string> mode_notes(const Scene& scene, const Modes& modes) {
  constexpr double kAmplitude = 1e-3;  // of the size of all bodies: strains are still proportional to it
  const Inventory& inventory = scene.inventory;
  const auto points = inventory.rest.reshaped(3, inventory.rest.size() / 3);
  const double size = (points.rowwise().maxCoeff() - points.rowwise().minCoeff()).maxCoeff();
  std::vector<std::string> notes;
  for (const Body& body : inventory.bodies) {
    const BendingProbe probe(inventory, body);
    Bending worst;
    for (Index k = modes.rigid + modes.mechanisms; k < modes.count(); ++k) {
      const Vector shape = scene.simulation.system().space().velocities(modes.shapes.col(k));
      const Bending bending = probe.look(inventory.rest + kAmplitude * size / shape.cwiseAbs().maxCoeff() * shape);
      if (bending.is_coarse() && bending.excess > worst.excess) worst = bending;
    }
    if (worst.is_coarse()) notes.push_back(bending_words(body, worst));
    if (std::string words = locking_words(body); !words.empty()) notes.push_back(std::move(words));
  }
  return notes;
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
