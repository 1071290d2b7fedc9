#include <lilyan/scene/build/corotation.hpp>

#include <lilyan/reduction/highest_frequency.hpp>
#include <lilyan/scene/schema/validate.hpp>
#include <lilyan/scene/schema/values.hpp>

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace lilyan {

std::vector<bool> held_whole(const Coordinates& coordinates) {
  std::vector<bool> held;
  for (Index c = 0; c < coordinates.components(); c += 3)
    held.push_back(coordinates.is_held(c) && coordinates.is_held(c + 1) && coordinates.is_held(c + 2));
  return held;
}

void check_viscous_damping(const Json& scene, const BuiltBody& body, FaultList& faults) {
  auto has_known_stiffness = [](const auto& law) { return law.kMeasure != StrainMeasure::green; };
  const Json& entries = list_or_empty(scene, "damping");
  for (std::size_t k = 0; k < entries.size(); ++k) {
    if (entries[k].at("type") != "viscous" || (entries[k].contains("body") && entries[k].at("body") != body.name)) continue;
    for (std::size_t m = 0; m < body.materials.laws.size(); ++m) {
      if (std::visit(has_known_stiffness, body.materials.laws[m])) continue;
      faults.add(
          "scene.damping", join_path("damping", std::to_string(k)),
          fmt::format("\"{}\" is {}, whose stiffness is not constant; viscous damping is for linear, orthotropic, anisotropic "
                      "and corotated bodies",
                      body.name, body.materials.law_names[m]),
          "use strain or rayleigh damping, or limit it to other bodies with \"body\"");
      break;
    }
  }
}

void note_long_step_of_frozen_rotations(const RunPlan& plan, std::vector<std::string>& notes) {
  const double resolved = plan.properties.longest_resolved;
  if (resolved == 0) return;
  const double omega = highest_frequency(*plan.system, plan.rest);
  if (plan.h * omega > resolved)
    notes.push_back(
        fmt::format("the step of {:.3g} s is {:.3g} times 1/omega_max = {:.3g} s at rest: beyond it {} gains energy in "
                    "the long run; avf keeps it at any step",
                    plan.h, plan.h * omega, 1 / omega, plan.integrator_name));
}

}  // namespace lilyan
