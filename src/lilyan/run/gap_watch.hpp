// How wide gaps are during a run: between surfaces in contact, and between the domains of a body. It looks at the states that
// become rows of the ledger.
#pragma once

#include <lilyan/core/vector.hpp>
#include <lilyan/energy/contact/pair_contact.hpp>

#include <optional>
#include <string>
#include <vector>

namespace lilyan {

class Simulation;
struct Inventory;

// How close surfaces came, and how many pieces of them touched at once: of a whole run so far; part of its checkpoint.
struct ContactRecord {
  Index most_pairs = 0;  // pairs of pieces, and points at planes, nearer than where their contact begins
  double least_gap = 1;  // over the distance of its contact; 1: nothing touched
  double deepest = 0;    // beyond a plane that can be passed [m]
  ContactSeconds seconds;
};

void look_at_contacts(const Inventory& inventory, const Vector& x, double t, ContactRecord& record);

// How well the domains of a body keep together, of a whole run so far; part of its checkpoint.
//
// A domain and its parent have copies of the vertices of their interface. The child's move as a rigid face; how far the parent's
// are from them, before frames show their mean, is how much the interface would bend.
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
