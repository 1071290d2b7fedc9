#include <lilyan/report/ledger_faults.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lilyan {

void LedgerFaults::see(const LedgerRow& row) {
  const double values[] = {row.time,       row.h,     row.kinetic, row.elastic,    row.gravity,      row.contact,
                           row.constraint, row.total, row.work,    row.dissipated, row.linear.sum(), row.angular.sum()};
  if (!std::all_of(std::begin(values), std::end(values), [](double value) { return std::isfinite(value); }))
    not_finite_.add(row.step);
  // A time that is no number is told of above, and nothing comes after it.
  if (has_last_ && (row.step <= last_step_ || row.time <= last_time_)) out_of_order_.add(row.step);
  has_last_ = true;
  last_step_ = row.step;
  last_time_ = row.time;
}

std::vector<std::string> LedgerFaults::words() const {
  std::vector<std::string> lines;
  if (not_finite_.rows > 0)
    lines.push_back(
        fmt::format("{} of its rows hold values that are not finite, the first at step {}", not_finite_.rows, not_finite_.step));
  if (out_of_order_.rows > 0)
    lines.push_back(
        fmt::format("{} of its rows repeat a step or go back in time, the first at step {}: they are not the rows of one run",
                    out_of_order_.rows, out_of_order_.step));
  return lines;
}

}  // namespace lilyan
