#include <lilyan/report/ledger_trace.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lilyan {
namespace {

std::array<double, kQuantities> values_of(const LedgerRow& row, const LedgerRow& first) {
  const double balance = row.total - first.total - row.work + row.dissipated;
  const StepStatistics& cost = row.statistics;
  return {row.kinetic,
          row.elastic,
          row.gravity,
          row.contact,
          row.constraint,
          row.total,
          row.work,
          row.dissipated,
          balance,
          std::abs(balance),
          row.linear[0],
          row.linear[1],
          row.linear[2],
          row.angular[0],
          row.angular[1],
          row.angular[2],
          (row.linear - first.linear).norm(),
          (row.angular - first.angular).norm(),
          static_cast<double>(cost.newton_iterations),
          static_cast<double>(cost.factorizations),
          static_cast<double>(cost.backtracks),
          cost.residual,
          row.wall_ms,
          row.h};
}

Band band_of(double t, double value) {
  constexpr double kNone = std::numeric_limits<double>::infinity();
  return std::isfinite(value) ? Band{t, value, t, value} : Band{t, kNone, t, -kNone};
}

void widen(Band& band, const Band& other) {
  if (other.low < band.low) band.low = other.low, band.t_low = other.t_low;
  if (other.high > band.high) band.high = other.high, band.t_high = other.t_high;
}

void take_in(Bin& bin, const Bin& next) {
  bin.rows += next.rows;
  for (std::size_t q = 0; q < kQuantities; ++q) widen(bin.bands[q], next.bands[q]);
}

void merge_neighbours(std::vector<Bin>& bins) {
  for (std::size_t k = 0; 2 * k < bins.size(); ++k) {
    Bin merged = bins[2 * k];
    if (2 * k + 1 < bins.size()) take_in(merged, bins[2 * k + 1]);
    bins[k] = merged;
  }
  bins.resize((bins.size() + 1) / 2);
}

}  // namespace

std::optional<double> LedgerTrace::time_of(std::int64_t step) const {
  if (step == first_.step) return first_.time;
  if (step == last_.step) return last_.time;
  if (most_deformed_ && step == *most_deformed_) return most_deformed_t_;
  return std::nullopt;
}

void LedgerTrace::see(const LedgerRow& row) {
  if (rows_ == 0) first_ = row;
  // The row before is between the first and this one.
  if (rows_ > 1 && std::isfinite(last_.elastic) && (!most_deformed_ || last_.elastic > most_elastic_))
    most_deformed_ = last_.step, most_elastic_ = last_.elastic, most_deformed_t_ = last_.time;
  if (rows_ > 0) steps_a_row_ = std::max(steps_a_row_, row.step - last_.step);
  last_ = row;
  ++rows_;
  const std::array<double, kQuantities> values = values_of(row, first_);
  Bin bin{1, {}};
  for (std::size_t q = 0; q < kQuantities; ++q) bin.bands[q] = band_of(row.time, values[q]);
  if (!bins_.empty() && bins_.back().rows < rows_a_bin_) {
    take_in(bins_.back(), bin);
  } else {
    if (bins_.size() == kMostBins) merge_neighbours(bins_), rows_a_bin_ *= 2;
    bins_.push_back(bin);
  }
  look_for_explosion(row, values[static_cast<std::size_t>(Quantity::balance)]);
  if (const double left = row.statistics.residual * most_there_; std::isfinite(left)) most_left_ = std::max(most_left_, left);
}

// Compared with the largest energy that was ever there honestly: the start may be a body at rest, high up. A body that is struck
// there has an error of rounding before it has an energy worth the name: what later energies leave nothing of was no explosion.
void LedgerTrace::look_for_explosion(const LedgerRow& row, double balance) {
  constexpr double kNothing = 1e-3;  // of the energy: what cannot be seen in the motion
  const double there =
      std::max(row.kinetic + std::abs(row.elastic) + std::abs(row.contact), std::abs(row.gravity - first_.gravity));
  const bool is_finite = std::isfinite(there) && std::isfinite(balance);
  most_gained_ = std::max(most_gained_, is_finite ? balance : std::numeric_limits<double>::infinity());
  if (is_finite && balance <= there / 2) {  // also where a body begins to move: its energy grows from nothing, and honestly
    most_there_ = std::max(most_there_, there - std::max(balance, 0.0));
  } else if (!exploded_ && (!is_finite || (most_there_ > 0 && balance > 9 * most_there_))) {
    exploded_ = row.time;
  }
  if (most_gained_ <= kNothing * most_there_) exploded_ = std::nullopt;
  if (!exploded_) in_play_ = most_there_;
}

std::vector<Band> LedgerTrace::bands(Quantity quantity) const {
  std::vector<Band> bands;
  bands.reserve(bins_.size());
  for (const Bin& bin : bins_) bands.push_back(bin.bands[static_cast<std::size_t>(quantity)]);
  return bands;
}

std::optional<std::int64_t> LedgerTrace::most_deformed() const {
  constexpr double kRounding = 1e-9;  // of the energy in play
  return most_elastic_ > kRounding * in_play_ ? most_deformed_ : std::nullopt;
}

double LedgerTrace::highest(Quantity quantity) const {
  double highest = 0;
  for (const Band& band : bands(quantity))
    if (!band.empty()) highest = std::max({highest, std::abs(band.low), std::abs(band.high)});
  return highest;
}

}  // namespace lilyan
