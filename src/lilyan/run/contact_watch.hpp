// How close surfaces came while a run goes, and how many pieces of them touched at once. It looks at the states that become rows of
// the ledger.
#pragma once

#include <lilyan/run/inventory.hpp>

namespace lilyan {

// Of a whole run so far; part of its checkpoint.
struct ContactRecord {
  Index most_pairs = 0;  // pairs of pieces, and points at planes, nearer than where their contact begins
  double least_gap = 1;  // over the distance of its contact; 1: nothing touched
  double deepest = 0;    // beyond a plane that can be passed [m]
  struct Seconds {
    double search = 0;  // for pairs that are near
    double pairs = 0;   // their forces and slopes, and how far a step may go
  };
  Seconds seconds;  // where its time went [s]; for reports only
};

void look_at_contacts(const Inventory& inventory, const Vector& x, double t, ContactRecord& record);

}  // namespace lilyan
