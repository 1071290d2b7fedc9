#include <lilyan/integrators/registry.hpp>

#include <lilyan/integrators/avf.hpp>
#include <lilyan/integrators/bdf2.hpp>
#include <lilyan/integrators/composition.hpp>
#include <lilyan/integrators/corotational_reversible.hpp>
#include <lilyan/integrators/discrete_gradient.hpp>
#include <lilyan/integrators/multidomain_method.hpp>
#include <lilyan/integrators/one_step.hpp>
#include <lilyan/integrators/static_equilibrium.hpp>

#include <algorithm>

namespace lilyan {

namespace {

using Make = std::function<std::unique_ptr<Integrator>(const Parameters&)>;

IntegratorEntry entry(std::string name, std::string meaning, Properties properties, Make make, std::vector<Field> parameters = {}) {
  return {std::move(name), std::move(meaning), std::move(parameters), [properties](const Parameters&) { return properties; },
          std::move(make)};
}

template <class Method>
Make always(Method method) {
  return [method](const Parameters&) { return std::make_unique<Method>(method); };
}

Field order_field() {
  return {"order", integer().even().at_least(2).at_most(6),
          "2, or 4 and 6 by composition: five and nine times the work a step, worth it where every vibration is resolved",
          Schema::Default{2.0}};
}

// The symmetric method itself, or composed to the order asked for.
std::unique_ptr<Integrator> composed(std::unique_ptr<Integrator> part, const Parameters& p) {
  const int order = static_cast<int>(p.number("order"));
  if (order == 2) return part;
  return std::make_unique<Composition>(std::move(part), order);
}

// An entry whose method is symmetric and of order 2, and may be composed.
IntegratorEntry composable_entry(std::string name, std::string meaning, Properties properties, Make make,
                                 std::vector<Field> parameters = {}) {
  parameters.push_back(order_field());
  return {std::move(name), std::move(meaning), std::move(parameters),
          [properties](const Parameters& p) {
            Properties composition = properties;
            composition.order = static_cast<int>(p.number("order"));
            if (composition.order > 2) composition.order_with_damping = 0;
            return composition;
          },
          [make](const Parameters& p) { return composed(make(p), p); }};
}

void add_multidomain_methods(std::vector<IntegratorEntry>& all) {
  const Field coupling{"coupling", choice({"exact", "l1", "l2", "composite"}),
                       "what a domain sees of those that hang on it: exact; their mass at the interface (l1) or at its centre (l2) "
                       "[Barbic 2011]; their inertia as one rigid body",
                       Schema::Default{std::string("exact")}};
  const auto coupling_of = [](const Parameters& p) {
    const std::string& name = p.text("coupling");
    return name == "l1"          ? TreeCoupling::l1
           : name == "l2"        ? TreeCoupling::l2
           : name == "composite" ? TreeCoupling::composite
                                 : TreeCoupling::exact;
  };
  all.push_back(entry(
      "multidomain_newmark", "bodies of domains: one linear solve per step, the elastic forces implicit; needs some damping",
      {.order = 1,
       .order_with_damping = 1,
       .keeps_linear_momentum = true,
       .keeps_angular_momentum = true,
       .energy = "decays if damped"},
      [coupling_of](const Parameters& p) { return std::make_unique<MultidomainMethod>(TreeScheme::one_solve, coupling_of(p)); },
      {coupling}));
  all.push_back(entry(
      "multidomain_midpoint", "bodies of domains: the implicit midpoint rule by a few linear solves per step",
      {.order = 2, .order_with_damping = 2, .keeps_linear_momentum = true, .keeps_angular_momentum = true, .energy = "bounded"},
      [](const Parameters& p) {
        return std::make_unique<MultidomainMethod>(TreeScheme::iterated, TreeCoupling::exact,
                                                   static_cast<int>(p.number("iterations")));
      },
      {{"iterations", integer().at_least(1).at_most(50), "linear solves per step", Schema::Default{4.0}}}));
  all.push_back(entry("multidomain_variational", "bodies of domains: a discrete Lagrangian of the positions of all vertices",
                      {.order = 2,
                       .order_with_damping = 2,
                       .symplectic = true,
                       .keeps_linear_momentum = true,
                       .keeps_angular_momentum = true,
                       .energy = "bounded"},
                      [](const Parameters&) { return std::make_unique<MultidomainMethod>(TreeScheme::variational); }));
}

bool closes_momenta(const Parameters& p) { return p.text("momentum") == "conserved"; }

Avf avf_with(const std::string& quadrature) {
  if (quadrature == "exact") return Avf(Avf::Quadrature::exact);
  if (quadrature == "auto") return Avf(Avf::Quadrature::automatic);
  if (quadrature == "simpson") return Avf(Avf::Quadrature::simpson);
  return Avf(Avf::Quadrature::gauss, quadrature.back() - '0');  // "gauss2" ... "gauss8"
}

std::unique_ptr<Integrator> make_avf(const Parameters& p) {
  auto avf = std::make_unique<Avf>(avf_with(p.text("quadrature")));
  if (closes_momenta(p)) return std::make_unique<ClosedMomenta>(std::move(avf));
  return avf;
}

Properties variational_properties(double alpha) {
  const bool midpoint = alpha == 0.5;
  return {.order = midpoint ? 2 : 1,
          .order_with_damping = midpoint ? 2 : 1,
          .is_explicit = alpha == 0 || alpha == 1,
          .symplectic = true,
          .time_reversible = midpoint,
          .keeps_angular_momentum = true,
          .energy = "bounded where stable"};
}

std::vector<IntegratorEntry> make_registry() {
  std::vector<IntegratorEntry> all;
  all.push_back(entry("forward_euler", "explicit Euler; gains energy, for comparison only",
                      {.order = 1, .is_explicit = true, .gains_energy = true, .energy = "grows"}, always(forward_euler())));
  all.push_back(
      entry("symplectic_euler", "explicit; momentum first, then positions",
            {.order = 1, .is_explicit = true, .symplectic = true, .keeps_angular_momentum = true, .energy = "bounded where stable"},
            always(symplectic_euler())));
  all.push_back(composable_entry("velocity_verlet", "explicit trapezoid, the workhorse of molecular dynamics",
                                 {.order = 2,
                                  .is_explicit = true,
                                  .symplectic = true,
                                  .time_reversible = true,
                                  .keeps_angular_momentum = true,
                                  .energy = "bounded where stable"},
                                 always(velocity_verlet())));
  all.push_back(entry("backward_euler", "implicit Euler; stable and strongly damped", {.order = 1, .energy = "decays"},
                      always(backward_euler())));
  all.push_back(entry("bdf2", "backward differences over two steps; damped less than backward Euler",
                      {.order = 2, .order_with_damping = 2, .energy = "decays"}, always(Bdf2{})));
  all.push_back(
      {"newmark",
       "Newmark's family; beta 1/4, gamma 1/2 is the trapezoidal rule",
       {Field{"beta", number().at_least(0).at_most(1), "weight of the end acceleration in the positions", Schema::Default{0.25}},
        Field{"gamma", number().at_least(0).at_most(1), "weight of the end acceleration in the velocities", Schema::Default{0.5}}},
       [](const Parameters& p) {
         const double beta = p.number("beta"), gamma = p.number("gamma");
         return Properties{.order = gamma == 0.5 ? 2 : 1,
                           .order_with_damping = gamma == 0.5 && beta != 0 ? 2 : 1,
                           .is_explicit = beta == 0,
                           .symplectic = beta == 0 && gamma == 0.5,  // velocity Verlet
                           .time_reversible = gamma == 0.5,
                           .energy = "unbounded for large steps"};
       },
       [](const Parameters& p) { return std::make_unique<OneStep>(newmark(p.number("beta"), p.number("gamma"))); }});
  all.push_back(composable_entry("implicit_midpoint", "variational with alpha 1/2; keeps momenta, may gain energy at large steps",
                                 variational_properties(0.5), always(implicit_midpoint())));
  all.push_back({"variational",
                 "discrete Hamilton-Pontryagin principle with quadrature point alpha; order 2 and reversible at 1/2, else order 1",
                 {Field{"alpha", number().at_least(0).at_most(1), "place of the quadrature point: 0 and 1 are explicit",
                        Schema::Default{0.5}}},
                 [](const Parameters& p) { return variational_properties(p.number("alpha")); },
                 [](const Parameters& p) { return std::make_unique<OneStep>(variational(p.number("alpha"))); }});
  all.push_back(composable_entry(
      "avf", "average vector field; keeps energy at any step",
      {.order = 2,
       .order_with_damping = 2,
       .time_reversible = true,
       .energy = "exact for stvk, stable_neo_hookean and laws of small strain; to tolerance for other laws"},
      make_avf,
      {Field{"quadrature",
             choice({"exact", "auto", "simpson", "gauss2", "gauss3", "gauss4", "gauss5", "gauss6", "gauss7", "gauss8"}),
             "rule along the step; exact: the cheapest that is exact for the law, auto where none is", Schema::Default{"exact"}},
       Field{"momentum", choice({"free", "conserved"}),
             "free: angular momentum is kept to the method's order only; conserved: it is restored after each step, at the same "
             "energy",
             Schema::Default{"free"}}}));
  const auto plain_properties = all.back().properties;
  all.back().properties = [plain_properties](const Parameters& p) {
    Properties properties = plain_properties(p);
    if (closes_momenta(p)) properties.keeps_angular_momentum = true, properties.time_reversible = false;
    return properties;
  };
  all.push_back(entry("energy_momentum",
                      "discrete gradient of the strain; keeps energy and both momenta at any step, solved from avf's minimum",
                      {.order = 2,
                       .order_with_damping = 2,
                       .time_reversible = true,
                       .keeps_angular_momentum = true,
                       .energy = "exact for every law, to the solver's tolerance"},
                      always(EnergyMomentum{})));
  all.push_back({"discrete_gradient",
                 "discrete gradient of positions; keeps energy where its equations can be solved, for comparison",
                 {Field{"form", choice({"per_element", "joint"}),
                        "per_element: of each element's positions; joint: of positions and velocities of the whole system, which "
                        "keeps no momentum",
                        Schema::Default{"per_element"}}},
                 [](const Parameters& p) {
                   return Properties{.order = 2,
                                     .order_with_damping = 2,
                                     .time_reversible = true,
                                     .keeps_linear_momentum = p.text("form") == "per_element",
                                     .energy = "exact for every law, to the solver's tolerance"};
                 },
                 [](const Parameters& p) -> std::unique_ptr<Integrator> {
                   if (p.text("form") == "joint") return std::make_unique<JointDiscreteGradient>();
                   return std::make_unique<DiscreteGradient>(DiscreteForm::per_element);
                 }});
  all.push_back(entry("bathe", "trapezoidal rule, then backward differences, half a step each",
                      {.order = 2, .order_with_damping = 2, .energy = "decays"}, always(Bathe{})));
  all.push_back(entry("corotational_reversible",
                      "midpoint with frozen rotations, for corotated and linear bodies: one linear system a step",
                      {.order = 2,
                       .order_with_damping = 2,
                       .time_reversible = true,
                       .longest_resolved = 1,
                       .energy = "bounded for steps below 1/omega_max"},
                      always(CorotationalReversible{})));
  all.push_back(entry("static", "the equilibrium of each instant; time steps the motions of pins",
                      {.order = 0, .order_with_damping = 0, .keeps_linear_momentum = false, .energy = "no inertia"},
                      always(StaticEquilibrium{})));
  add_multidomain_methods(all);
  return all;
}

}  // namespace

const std::vector<IntegratorEntry>& integrator_registry() {
  static const std::vector<IntegratorEntry> registry = make_registry();
  return registry;
}

const IntegratorEntry* find_integrator(const std::string& name) {
  const auto& all = integrator_registry();
  const auto found = std::find_if(all.begin(), all.end(), [&](const IntegratorEntry& e) { return e.name == name; });
  return found == all.end() ? nullptr : &*found;
}

bool moves_vertices(const IntegratorEntry& entry) {
  return dynamic_cast<const MultidomainMethod*>(entry.make(default_parameters(entry)).get()) == nullptr;
}

Parameters default_parameters(const IntegratorEntry& entry) {
  Parameters parameters;
  for (const Field& field : entry.parameters) parameters.set(field.name, field.standard);
  return parameters;
}

}  // namespace lilyan
