// ledger.csv: the energies, momenta and costs of a run, a row an instant.
#pragma once

#include <lilyan/dynamics/ledger.hpp>

#include <string>

namespace lilyan {

std::string ledger_header();                    // with its newline
std::string ledger_line(const LedgerRow& row);  // 17 digits: reads back as the same numbers

}  // namespace lilyan
