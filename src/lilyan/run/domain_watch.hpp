// How well the domains of a body keep together while a run goes. It looks at the states that become rows of the ledger.
//
// A domain and its parent have copies of the vertices of their interface. The child's move as a rigid face; how far the parent's
// are from them, before frames show their mean, is how much the interface would bend.
#pragma once

#include <lilyan/run/simulation.hpp>

#include <optional>
#include <string>
#include <vector>

namespace lilyan {

// Of a whole run so far; part of its checkpoint.
struct DomainRecord {
  std::vector<double> jumps;  // the largest distance of two copies, over the size of the interface, of each domain; 0 of the root
};

// None if the simulation is not of a body of domains.
std::optional<DomainRecord> start_of_domain_record(const Simulation& simulation);
void look_at_domains(const Simulation& simulation, DomainRecord& record);

struct InterfaceJump {
  std::string parent, child;  // names of the domains
  double jump;
};
std::vector<InterfaceJump> interface_jumps(const Simulation& simulation, const DomainRecord& record);

// A note where an interface separates by more than a twentieth of its size.
std::vector<std::string> domain_notes(const Simulation& simulation, const DomainRecord& record);

}  // namespace lilyan
