// The rows of ledger.csv, probes.csv and reactions.csv, one per instant in each of them.
#pragma once

#include <lilyan/dynamics/ledger.hpp>

#include <string>
#include <vector>

namespace lilyan {

struct Inventory;
struct Probe;

// ledger.csv: the energies, momenta and costs of a run.
enum class LedgerColumns {
  all,
  without_shapes,  // inverted_cells and least_j: of runs begun by a version that did not look at shapes
};

std::string ledger_header(LedgerColumns columns = LedgerColumns::all);  // with its newline
// 17 digits: reads back as the same numbers.
std::string ledger_line(const LedgerRow& row, LedgerColumns columns = LedgerColumns::all);

// probes.csv: where the probed vertices are.
std::string probes_header(const std::vector<Probe>& probes);

// All vertices that carry the probes, probe by probe.
std::vector<Index> probed_vertices(const std::vector<Probe>& probes);
// positions: of these, in their order [m], 3 numbers each.
std::string probes_line(std::int64_t step, double t, const std::vector<Probe>& probes, const Vector& positions);

// reactions.csv: the forces [N] that pins and named constraints exert on the bodies, and those of contacts on their obstacles or on
// the first body named.
//
// A row holds the mean over the steps since the row before it, as the books of these steps have it: impulse by time. Row 0 holds
// the forces of pins and contacts at the start, by grad W there; that of constraints is not known before the first step, and 0. A
// component that several pins hold counts for the first of them, so that the reactions add up to the whole force. What is inside a
// body or between bodies sums to zero.

// Of the pins, in order: grad W in a state. Pins hold points of the state, which are not the vertices of reduced bodies.
std::vector<Vec3> reactions(const System& system, const Frame& state);

// Of all that has columns, at the start.
std::vector<Vec3> reactions_at_start(const System& system, const Inventory& inventory, const Frame& start);

// Of all that has columns, from the impulses [N s] of dynamics/books.hpp over so many seconds.
std::vector<Vec3> mean_reactions(const System& system, const Inventory& inventory, const std::vector<double>& impulses,
                                 double seconds);

std::vector<std::string> reaction_names(const Inventory& inventory);  // of the columns' triples
std::string reactions_header(const std::vector<std::string>& names);
std::string reactions_line(std::int64_t step, double t, const std::vector<Vec3>& reactions);

}  // namespace lilyan
