#include <lilyan/scene/schema/solver_names.hpp>

#include <array>
#include <cassert>
#include <utility>

namespace lilyan {
namespace {

constexpr std::array<std::pair<HessianTreatment, const char*>, 3> kTreatments = {{
    {HessianTreatment::exact, "exact"},
    {HessianTreatment::projected, "projected"},
    {HessianTreatment::regularised, "regularised"},
}};

constexpr std::array<std::pair<LinearChoice, const char*>, 3> kLinearChoices = {{
    {LinearChoice::automatic, "auto"},
    {LinearChoice::factor, "factor"},
    {LinearChoice::multigrid, "multigrid"},
}};

}  // namespace

std::vector<std::string> linear_names() {
  std::vector<std::string> names;
  for (const auto& [choice, name] : kLinearChoices) names.emplace_back(name);
  return names;
}

LinearChoice linear_choice(const std::string& name) {
  for (const auto& [choice, known] : kLinearChoices)
    if (name == known) return choice;
  assert(false && "the schema lets only known names pass");
  return LinearChoice::automatic;
}

std::vector<std::string> hessian_names() {
  std::vector<std::string> names;
  for (const auto& [treatment, name] : kTreatments) names.emplace_back(name);
  return names;
}

std::string hessian_name(HessianTreatment treatment) {
  for (const auto& [known, name] : kTreatments)
    if (known == treatment) return name;
  return {};
}

HessianTreatment hessian_treatment(const std::string& name) {
  for (const auto& [treatment, known] : kTreatments)
    if (name == known) return treatment;
  assert(false && "the schema lets only known names pass");
  return NewtonSettings{}.hessian;
}

}  // namespace lilyan
