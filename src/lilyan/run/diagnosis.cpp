#include <lilyan/run/diagnosis.hpp>

#include <lilyan/energy/contact/pair_contact.hpp>
#include <lilyan/energy/elements/elasticity.hpp>
#include <lilyan/reduction/vibration.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lilyan {

namespace {

double shortest_edge(const Cells& cells, const Vector& x) {
  double shortest = std::numeric_limits<double>::infinity();
  for (Index e = 0; e < cells.first(CellKind::point); ++e) {
    const std::span<const Index> cell = cells.vertices(e);
    for (std::size_t a = 0; a < cell.size(); ++a) {
      for (std::size_t b = a + 1; b < cell.size(); ++b)
        shortest = std::min(shortest, (vertex(x, cell[a]) - vertex(x, cell[b])).norm());
    }
  }
  return shortest;
}

std::string describe(const WorstCell& worst, const std::string& where) {
  const char* judgement = worst.J <= 0 ? "is turned inside out" : "is compressed most";
  return fmt::format("{} {} of body \"{}\" {} {} (J = {:.3g})", singular(worst.kind), worst.cell, worst.body, judgement, where,
                     worst.J);
}

// Points of a pair from `begin` on, in words: vertex 3 of body "a", or the obstacle.
std::string piece_words(const Inventory& inventory, const NearPair& pair, std::size_t begin, std::size_t end) {
  std::vector<Index> points;
  for (std::size_t i = begin; i < end; ++i)
    if (pair.points[i] >= 0) points.push_back(pair.points[i]);
  for (const Body& body : inventory.bodies) {
    if (points.front() < body.first_vertex || points.front() >= body.first_vertex + body.vertices) continue;
    for (Index& point : points) point -= body.first_vertex;
    const char* kind = points.size() == 1 ? "vertex" : points.size() == 2 ? "edge" : "triangle";
    return fmt::format("{} {} of body \"{}\"", kind, fmt::join(points, " "), body.name);
  }
  return "the obstacle";
}

// The pieces of surface that are nearest to each other; empty where none touch.
std::string nearest_words(const Inventory& inventory, const Vector& x, double t, const std::string& where) {
  if (!inventory.pairs || x.size() != inventory.rest.size() || !x.allFinite()) return {};
  const auto nearest = inventory.pairs->nearest(x, t);
  if (!nearest) return {};
  const std::size_t first = points_of_first(nearest->pair.kind);
  const auto contact = static_cast<std::size_t>(inventory.pairs->law_of(nearest->pair).contact);
  return fmt::format("{} and {} are nearest to each other {}: {:.2g} of the distance of contact \"{}\"",
                     piece_words(inventory, nearest->pair, 0, first), piece_words(inventory, nearest->pair, first, 4), where,
                     nearest->gap_over_distance, inventory.contacts[contact].name);
}

}  // namespace

std::optional<WorstCell> worst_cell(const Inventory& inventory, const Vector& x) {
  if (inventory.elasticity.empty() || inventory.cells.count() == 0 || x.size() != inventory.rest.size() || !x.allFinite())
    return std::nullopt;
  std::vector<CellState> states(static_cast<std::size_t>(inventory.cells.count()));
  for (const Elasticity* elasticity : inventory.elasticity) elasticity->states(x, states);
  const auto worst =
      std::min_element(states.begin(), states.end(), [](const CellState& a, const CellState& b) { return a.J < b.J; });
  if (!std::isfinite(worst->J)) return std::nullopt;
  const auto cell = static_cast<Index>(worst - states.begin());
  for (const Body& body : inventory.bodies) {
    if (cell >= body.first_cell && cell < body.first_cell + body.cells)
      return WorstCell{body.name, body.kind, cell - body.first_cell, worst->J};
  }
  return std::nullopt;
}

std::optional<FastestVertex> fastest_vertex(const Inventory& inventory, const Vector& v) {
  std::optional<FastestVertex> fastest;
  for (const Body& body : inventory.bodies) {
    for (Index i = 0; i < body.vertices; ++i) {
      const double speed = vertex(v, body.first_vertex + i).norm();
      if (!fastest || speed > fastest->speed) fastest = {body.name, i, speed};
    }
  }
  return fastest;
}

std::string stability_words(const Scene& scene) {
  const std::string& name = scene.record.integrator_name;
  const double h = scene.simulation.settings().h;
  const double resolved = scene.record.properties.longest_resolved;
  if (!scene.record.properties.is_explicit && resolved == 0) return {};
  const System& system = scene.simulation.system();
  const double omega = highest_frequency(system, system.space().state(scene.inventory.rest));
  if (!(omega > 0)) return {};
  if (resolved > 0)
    return h * omega < resolved ? ""
                                : fmt::format(
                                      "the step of {:.3g} s is {:.3g} times 1/omega_max = {:.3g} s at rest, beyond which {} gains "
                                      "energy; try a time.step of {:.1g}, or avf",
                                      h, h * omega, 1 / omega, name, 0.5 / omega);
  const double limit = 2 / omega;
  const std::string step = fmt::format(
      "the step of {:.3g} s is {:.3g} times the limit of explicit methods, 2/omega_max = {:.3g} s at rest", h, h / limit, limit);
  if (scene.record.properties.gains_energy)
    return step + fmt::format("; {} gains energy even below it: use velocity_verlet, or an implicit method (avf)", name);
  if (h < limit) return step + "; a body that is deformed much can be stiffer: try a shorter step, or an implicit method (avf)";
  return step + fmt::format("; try a time.step of {:.1g}, or an implicit method (avf)", limit / 2);
}

std::vector<std::string> likely_causes(const Scene& scene, const Simulation& simulation, const AdvanceFailure& failure) {
  constexpr double kNearlyIncompressible = 0.495;
  const Inventory& inventory = scene.inventory;
  const SimulationSettings& settings = simulation.settings();
  const Snapshot now = simulation.snapshot();
  std::vector<std::string> causes;
  if (const std::string words = stability_words(scene); !words.empty()) causes.push_back(words);
  for (const Body& body : inventory.bodies)
    if (body.poissons_ratio > kNearlyIncompressible)
      causes.push_back(
          fmt::format("body \"{}\" is nearly incompressible (Poisson's ratio {:.8g}), which makes linear tets lock and the "
                      "equations hard to solve; 0.49 hardly moves differently",
                      body.name, body.poissons_ratio));
  constexpr double kCompressed = 0.5;  // J of a cell that may have to do with it
  const Vector& state = failure.failure.x;
  const Vector stopped = state.size() > 0 ? simulation.system().space().positions(state) : state;
  if (const auto worst = worst_cell(inventory, stopped)) {
    if (worst->J < kCompressed) causes.push_back(describe(*worst, "where the solver stopped"));
  } else {
    if (state.size() > 0 && !state.allFinite()) causes.push_back("the solver's positions were no longer finite");
    if (const auto before = worst_cell(inventory, now.x); before && before->J < kCompressed)
      causes.push_back(describe(*before, "after the last good step"));
  }
  std::string nearest = nearest_words(inventory, stopped, failure.t + failure.h, "where the solver stopped");
  if (nearest.empty()) nearest = nearest_words(inventory, now.x, now.t, "after the last good step");
  if (!nearest.empty()) causes.push_back(nearest);
  const auto fastest = fastest_vertex(inventory, now.v);
  const bool is_static = scene.record.properties.order == 0;
  const bool moves = fastest && fastest->speed > 0 && !is_static;
  if (moves && std::isfinite(fastest->speed) && inventory.cells.first(CellKind::point) > 0) {
    const double way = fastest->speed * settings.h;
    const double edges = way / shortest_edge(inventory.cells, now.x);
    causes.push_back(fmt::format("vertex {} of body \"{}\" moves at {:.3g} m/s: {:.3g} m in a step, {:.2g} times the shortest edge",
                                 fastest->vertex, fastest->body, fastest->speed, way, edges));
  }
  if (is_static) {
    causes.push_back("a static step has no length that could be too long: try loads that grow over several steps");
  } else if (!moves) {
    causes.push_back("nothing moves yet: the load, the material or the initial state is more likely at fault than the step");
  } else if (simulation.stepper().chooses_length()) {
    causes.push_back(fmt::format("steps of up to {:.3g} s may be too long for this motion; try a shorter time.step", settings.h));
  } else if (settings.on_failure == OnFailure::stop) {
    causes.push_back(
        fmt::format("the time step of {:.3g} s may be too long for this motion; try a shorter one, or solver.on_failure \"halve\"",
                    settings.h));
  } else {
    causes.push_back(
        fmt::format("even a step of {:.3g} s ({:.3g} s in 2^{} parts) did not succeed: the load, the material or the "
                    "initial state is more likely at fault than the step",
                    failure.h, settings.h, kMostHalvings));
  }
  return causes;
}

}  // namespace lilyan
