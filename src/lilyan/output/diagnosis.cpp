#include <lilyan/output/diagnosis.hpp>
#include <lilyan/reduction/highest_frequency.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lilyan {

namespace {

double shortest_edge(const std::vector<Tet>& tets, const Vector& x) {
  double shortest = std::numeric_limits<double>::infinity();
  for (const Tet& tet : tets) {
    for (std::size_t a = 0; a < 4; ++a) {
      for (std::size_t b = a + 1; b < 4; ++b) shortest = std::min(shortest, (vertex(x, tet[a]) - vertex(x, tet[b])).norm());
    }
  }
  return shortest;
}

std::string describe(const WorstTet& worst, const std::string& where) {
  const char* judgement = worst.J <= 0 ? "is turned inside out" : "is compressed most";
  return fmt::format("tet {} of body \"{}\" {} {} (J = {:.3g})", worst.tet, worst.body, judgement, where, worst.J);
}

}  // namespace

std::optional<WorstTet> worst_tet(const RunPlan& plan, const Vector& x) {
  if (plan.elasticity.empty() || plan.tets.empty() || x.size() != plan.initial.x.size() || !x.allFinite()) return std::nullopt;
  std::vector<TetState> states(plan.tets.size());
  for (const Elasticity* elasticity : plan.elasticity) elasticity->states(x, states);
  const auto worst = std::min_element(states.begin(), states.end(), [](const TetState& a, const TetState& b) { return a.J < b.J; });
  if (!std::isfinite(worst->J)) return std::nullopt;
  const auto tet = static_cast<Index>(worst - states.begin());
  for (const Body& body : plan.bodies) {
    if (tet >= body.first_tet && tet < body.first_tet + body.tets) return WorstTet{body.name, tet - body.first_tet, worst->J};
  }
  return std::nullopt;
}

std::optional<FastestVertex> fastest_vertex(const RunPlan& plan, const Frame& now) {
  std::optional<FastestVertex> fastest;
  const Vector v = plan.system->velocity(now.p);
  for (const Body& body : plan.bodies) {
    for (Index i = 0; i < body.vertices; ++i) {
      const double speed = vertex(v, body.first_vertex + i).norm();
      if (!fastest || speed > fastest->speed) fastest = {body.name, i, speed};
    }
  }
  return fastest;
}

std::string stability_words(const RunPlan& plan) {
  const bool freezes_rotations = plan.integrator && plan.integrator->freezes_rotations();
  if (!plan.properties.is_explicit && !freezes_rotations) return {};
  const double omega = highest_frequency(*plan.system, plan.rest);
  if (!(omega > 0)) return {};
  if (freezes_rotations)
    return plan.h * omega < 1 ? ""
                              : fmt::format(
                                    "the step of {:.3g} s is {:.3g} times 1/omega_max = {:.3g} s at rest, beyond which {} gains "
                                    "energy; try a time.step of {:.1g}, or avf",
                                    plan.h, plan.h * omega, 1 / omega, plan.integrator_name, 0.5 / omega);
  const double limit = 2 / omega;
  const std::string step =
      fmt::format("the step of {:.3g} s is {:.3g} times the limit of explicit methods, 2/omega_max = {:.3g} s at rest", plan.h,
                  plan.h / limit, limit);
  if (plan.properties.energy == "grows")
    return step +
           fmt::format("; {} gains energy even below it: use velocity_verlet, or an implicit method (avf)", plan.integrator_name);
  if (plan.h < limit)
    return step + "; a body that is deformed much can be stiffer: try a shorter step, or an implicit method (avf)";
  return step + fmt::format("; try a time.step of {:.1g}, or an implicit method (avf)", limit / 2);
}

std::vector<std::string> likely_causes(const RunPlan& plan, const History& history, const AdvanceFailure& failure) {
  constexpr double kNearlyIncompressible = 0.495;
  std::vector<std::string> causes;
  if (const std::string words = stability_words(plan); !words.empty()) causes.push_back(words);
  for (const Body& body : plan.bodies)
    if (body.poissons_ratio > kNearlyIncompressible)
      causes.push_back(
          fmt::format("body \"{}\" is nearly incompressible (Poisson's ratio {:.8g}), which makes linear tets lock and the "
                      "equations hard to solve; 0.49 hardly moves differently",
                      body.name, body.poissons_ratio));
  if (const auto worst = worst_tet(plan, failure.failure.x)) {
    causes.push_back(describe(*worst, "where the solver stopped"));
  } else {
    if (failure.failure.x.size() > 0 && !failure.failure.x.allFinite())
      causes.push_back("the solver's positions were no longer finite");
    if (const auto before = worst_tet(plan, history.now().x)) causes.push_back(describe(*before, "after the last good step"));
  }
  if (const auto fastest = fastest_vertex(plan, history.now()); fastest && std::isfinite(fastest->speed) && !plan.tets.empty()) {
    const double way = fastest->speed * plan.h;
    const double edges = way / shortest_edge(plan.tets, history.now().x);
    causes.push_back(fmt::format("vertex {} of body \"{}\" moves at {:.3g} m/s: {:.3g} m in a step, {:.2g} times the shortest edge",
                                 fastest->vertex, fastest->body, fastest->speed, way, edges));
  }
  if (plan.on_failure == OnFailure::stop) {
    causes.push_back(fmt::format(
        "the time step of {:.3g} s may be too long for this motion; try a shorter one, or solver.on_failure \"halve\"", plan.h));
  } else {
    causes.push_back(
        fmt::format("even a step of {:.3g} s ({:.3g} s in 2^{} parts) did not succeed: the load, the material or the "
                    "initial state is more likely at fault than the step",
                    failure.h, plan.h, kMostHalvings));
  }
  return causes;
}

}  // namespace lilyan
