// reactions.csv: the force [N] that each pin exerts on the body to hold it, the same rows as the ledger.
//
//   f = sum over the components that the pin holds of grad W(x, t)
//
// A component that several pins hold counts for the first of them, so that the reactions add up to the whole force.
#pragma once

#include <lilyan/run/simulation.hpp>

#include <string>
#include <vector>

namespace lilyan {

std::vector<Vec3> reactions(const System& system, const Snapshot& now);  // one a pin, in order

std::string reactions_header(const std::vector<std::string>& pin_names);
std::string reactions_line(const std::vector<Vec3>& reactions, const Snapshot& now);

}  // namespace lilyan
