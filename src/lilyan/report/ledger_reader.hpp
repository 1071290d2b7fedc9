// ledger.csv -> its rows, one after the other, however many there are.
#pragma once

#include <lilyan/dynamics/ledger.hpp>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace lilyan {

// Hands every row to `take`; a last line without its end, which a killed run may leave, is passed over. What the file does not
// hold (the scales of the momenta, solves short of the tolerance) is 0. Throws InputError where the file is missing
// (id "ledger.missing") or no ledger ("ledger.syntax").
void read_ledger(const std::filesystem::path& file, const std::function<void(const LedgerRow&)>& take);

// What no run writes into its ledger: values that are not finite (a run that explodes does), steps that stand there twice, times
// that go back.
class LedgerFaults {
 public:
  void see(const LedgerRow& row);  // in the order of the file

  // A line each: "2 rows hold values that are not finite, the first at step 7"; none where all is well.
  std::vector<std::string> words() const;

 private:
  struct Kind {
    std::int64_t rows = 0, step = 0;  // how many; of the first
    void add(std::int64_t at) {
      if (rows++ == 0) step = at;
    }
  };
  Kind not_finite_, out_of_order_;
  bool has_last_ = false;
  std::int64_t last_step_ = 0;
  double last_time_ = 0;  // [s]
};

}  // namespace lilyan
