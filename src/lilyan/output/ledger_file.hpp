// ledger.csv: the energies, momenta and costs of a run, a row an instant.
#pragma once

#include <lilyan/dynamics/ledger.hpp>

#include <string>

namespace lilyan {

enum class LedgerColumns {
  all,
  without_shapes,  // inverted_cells and least_j: of runs begun by a version that did not look at shapes
};

std::string ledger_header(LedgerColumns columns = LedgerColumns::all);  // with its newline
// 17 digits: reads back as the same numbers.
std::string ledger_line(const LedgerRow& row, LedgerColumns columns = LedgerColumns::all);

}  // namespace lilyan
