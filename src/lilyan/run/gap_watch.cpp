#include <lilyan/run/gap_watch.hpp>

#include <lilyan/energy/contact/planes/plane_contact.hpp>
#include <lilyan/multidomain/body/tree_stepper.hpp>
#include <lilyan/run/inventory.hpp>
#include <lilyan/run/simulation.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace lilyan {

void look_at_contacts(const Inventory& inventory, const Vector& x, double t, ContactRecord& record) {
  Index touching = 0;
  for (const MetPlane& plane : inventory.planes) {
    const Vector met = plane.positions(x);
    touching += plane.contact->touching(met, t);
    const double gap = plane.contact->least_gap(met, t);
    record.least_gap = std::min(record.least_gap, gap / plane.contact->distance());
    record.deepest = std::max(record.deepest, -gap);
  }
  if (inventory.pairs) {
    touching += static_cast<Index>(inventory.pairs->touching(x, t).size());
    if (const auto nearest = inventory.pairs->nearest(x, t))
      record.least_gap = std::min(record.least_gap, nearest->gap_over_distance);
  }
  record.most_pairs = std::max(record.most_pairs, touching);
}

namespace {

const DomainBody* domains_of(const Simulation& simulation) {
  const TreeStepper* stepper = simulation.stepper().tree();
  return stepper ? &stepper->body() : nullptr;
}

}  // namespace

std::optional<DomainRecord> start_of_domain_record(const Simulation& simulation) {
  const DomainBody* body = domains_of(simulation);
  if (!body) return std::nullopt;
  return DomainRecord{std::vector<double>(static_cast<std::size_t>(body->tree().count()), 0)};
}

void look_at_domains(const Simulation& simulation, DomainRecord& record) {
  record.jumps.resize(static_cast<std::size_t>(domains_of(simulation)->tree().count()), 0);
  simulation.stepper().tree()->vertices()->see_interface_jumps(simulation.history().now(), record.jumps);
}

std::vector<InterfaceJump> interface_jumps(const Simulation& simulation, const DomainRecord& record) {
  const DomainBody& body = *domains_of(simulation);
  std::vector<InterfaceJump> jumps;
  for (Index j = 1; j < body.tree().count(); ++j)
    jumps.push_back({body.name(body.tree().parent(j)), body.name(j), record.jumps[static_cast<std::size_t>(j)]});
  return jumps;
}

std::vector<std::string> domain_notes(const Simulation& simulation, const DomainRecord& record) {
  constexpr double kNoticed = 0.05;
  const std::vector<InterfaceJump> jumps = interface_jumps(simulation, record);
  const auto largest =
      std::max_element(jumps.begin(), jumps.end(), [](const InterfaceJump& a, const InterfaceJump& b) { return a.jump < b.jump; });
  if (largest == jumps.end() || largest->jump < kNoticed) return {};
  return {
      fmt::format("the interface of the domains \"{}\" and \"{}\" bent by {:.2g} % of its size, and domains are joined by rigid "
                  "faces: cut the body where it bends less, or into more domains",
                  largest->parent, largest->child, 100 * largest->jump)};
}

}  // namespace lilyan
