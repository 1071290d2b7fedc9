#include <lilyan/output/record_rows.hpp>

#include <lilyan/run/scene.hpp>

#include <fmt/format.h>

namespace lilyan {

namespace {

// The name as it is, or in quotes (its own doubled) where a comma, a quote or a line break would split it.
std::string csv_field(const std::string& name) {
  if (name.find_first_of(",\"\n\r") == std::string::npos) return name;
  std::string field = "\"";
  for (const char c : name) field += c == '"' ? std::string("\"\"") : std::string(1, c);
  return field + '"';
}

void append_threes(const std::vector<double>& numbers, std::size_t first, double seconds, std::vector<Vec3>& forces) {
  for (std::size_t k = first; k + 2 < numbers.size(); k += 3)
    forces.emplace_back(Vec3(numbers[k], numbers[k + 1], numbers[k + 2]) / seconds);
}

}  // namespace

std::string ledger_header(LedgerColumns columns) {
  const std::string header =
      "step,time,h,kinetic,elastic,gravity,contact,constraint,total,work,dissipated,px,py,pz,lx,ly,lz,"
      "newton_iterations,factorizations,backtracks,residual,wall_ms";
  return header + (columns == LedgerColumns::all ? ",inverted_cells,least_j\n" : "\n");
}

std::string ledger_line(const LedgerRow& row, LedgerColumns columns) {
  std::string line = fmt::format("{}", row.step);
  for (const double value : {row.time, row.h,                                                                //
                             row.kinetic, row.elastic, row.gravity, row.contact, row.constraint, row.total,  //
                             row.work, row.dissipated,                                                       //
                             row.linear[0], row.linear[1], row.linear[2],                                    //
                             row.angular[0], row.angular[1], row.angular[2]}) {
    fmt::format_to(std::back_inserter(line), ",{:.17g}", value);
  }
  const StepStatistics& cost = row.statistics;
  fmt::format_to(std::back_inserter(line), ",{},{},{},{:.17g},{:.3f}", cost.newton_iterations, cost.factorizations, cost.backtracks,
                 cost.residual, row.wall_ms);
  if (columns == LedgerColumns::all) fmt::format_to(std::back_inserter(line), ",{},{:.17g}", row.inverted_cells, row.least_j);
  return line + "\n";
}

std::string probes_header(const std::vector<Probe>& probes) {
  std::string header = "step,time";
  for (const Probe& probe : probes) {
    for (const char* axis : {".x", ".y", ".z"}) header += "," + csv_field(probe.name + axis);
  }
  return header + "\n";
}

std::vector<Index> probed_vertices(const std::vector<Probe>& probes) {
  std::vector<Index> vertices;
  for (const Probe& probe : probes)
    for (const WeightedVertex& share : probe.shares) vertices.push_back(share.vertex);
  return vertices;
}

std::string probes_line(std::int64_t step, double t, const std::vector<Probe>& probes, const Vector& positions) {
  std::string line = fmt::format("{},{:.17g}", step, t);
  Index next = 0;
  for (const Probe& probe : probes) {
    std::vector<WeightedVertex> shares = probe.shares;
    for (WeightedVertex& share : shares) share.vertex = next++;
    for (const double number : weighted_sum(shares, positions)) fmt::format_to(std::back_inserter(line), ",{:.17g}", number);
  }
  return line + "\n";
}

std::vector<Vec3> reactions(const System& system, const Frame& state) {
  Vector g = Vector::Zero(state.x.size());
  system.add_gradient(state.x, state.t, 1, g);
  std::vector<bool> counted(static_cast<std::size_t>(g.size()), false);
  std::vector<Vec3> forces;
  for (const Pin& pin : system.coordinates().pins()) {
    Vec3 force = Vec3::Zero();
    for (const Index i : pin.vertices) {
      for (int axis = 0; axis < 3; ++axis) {
        const auto component = 3 * static_cast<std::size_t>(i) + static_cast<std::size_t>(axis);
        if (!pin.axes[static_cast<std::size_t>(axis)] || counted[component]) continue;
        counted[component] = true;
        force[axis] += g[static_cast<Eigen::Index>(component)];
      }
    }
    forces.push_back(force);
  }
  return forces;
}

std::vector<std::string> reaction_names(const Inventory& inventory) {
  std::vector<std::string> names = inventory.pin_names;
  for (const auto& constraint : inventory.constraints) names.push_back(constraint.name);
  for (const ContactEntry& contact : inventory.contacts) names.push_back(contact.name);
  return names;
}

std::vector<Vec3> reactions_at_start(const System& system, const Inventory& inventory, const Frame& start) {
  std::vector<Vec3> forces = reactions(system, start);
  forces.resize(inventory.pin_names.size(), Vec3::Zero());  // what holds flat bodies in their planes has no name
  forces.resize(forces.size() + inventory.constraints.size(), Vec3::Zero());
  std::vector<double> contacts(3 * inventory.contacts.size(), 0);
  for (const auto& potential : system.potentials()) potential->add_reactions(start.x, start.t, 1, contacts);
  append_threes(contacts, 0, 1, forces);
  return forces;
}

std::vector<Vec3> mean_reactions(const System& system, const Inventory& inventory, const std::vector<double>& impulses,
                                 double seconds) {
  // Pins first, among them those without a name that hold flat bodies in their planes; then constraints; contacts last.
  const std::size_t pins = system.coordinates().pins().size();
  auto impulse = [&](std::size_t k) -> Vec3 {
    if (3 * k + 2 >= impulses.size()) return Vec3::Zero();
    return {impulses[3 * k], impulses[3 * k + 1], impulses[3 * k + 2]};
  };
  std::vector<Vec3> means;
  for (std::size_t k = 0; k < inventory.pin_names.size(); ++k) means.push_back(impulse(k) / seconds);
  for (const auto& named : inventory.constraints) {
    Vec3 sum = Vec3::Zero();
    for (Index k = 0; k < system.constraints().size(); ++k)
      if (system.constraints().constraint(k).name() == named.place) sum += impulse(pins + static_cast<std::size_t>(k));
    means.push_back(sum / seconds);
  }
  const std::size_t contacts = 3 * inventory.contacts.size();
  if (impulses.size() >= contacts)
    append_threes(impulses, impulses.size() - contacts, seconds, means);
  else
    means.resize(means.size() + inventory.contacts.size(), Vec3::Zero());
  return means;
}

std::string reactions_header(const std::vector<std::string>& names) {
  std::string header = "step,time";
  for (const std::string& name : names) {
    for (const char* axis : {".fx", ".fy", ".fz"}) header += "," + csv_field(name + axis);
  }
  return header + "\n";
}

std::string reactions_line(std::int64_t step, double t, const std::vector<Vec3>& reactions) {
  std::string line = fmt::format("{},{:.17g}", step, t);
  for (const Vec3& force : reactions) {
    fmt::format_to(std::back_inserter(line), ",{:.17g},{:.17g},{:.17g}", force[0], force[1], force[2]);
  }
  return line + "\n";
}

}  // namespace lilyan
