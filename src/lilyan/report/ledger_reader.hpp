// ledger.csv -> its rows, one after the other, however many there are.
#pragma once

#include <lilyan/dynamics/ledger.hpp>

#include <filesystem>
#include <functional>

namespace lilyan {

// Hands every row to `take`; a last line without its end, which a killed run may leave, is passed over. What the file does not
// hold (the scales of the momenta, solves short of the tolerance) is 0. Throws InputError where the file is missing
// (id "ledger.missing") or no ledger ("ledger.syntax").
void read_ledger(const std::filesystem::path& file, const std::function<void(const LedgerRow&)>& take);

}  // namespace lilyan
