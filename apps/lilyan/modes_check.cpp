#include <lilyan/core/error.hpp>
#include <lilyan/run/shape_watch.hpp>

#include <apps/lilyan/modes_check.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace lilyan::app {

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

}  // namespace lilyan::app
