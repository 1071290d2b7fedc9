// What a report keeps of a ledger: every quantity over time, thinned so that no extreme is lost.
//
// Rows are gathered in bins of equally many rows. There are at most kMostBins of them; where they are full, neighbours are
// merged. A bin keeps the smallest and the largest value of every quantity and when they occurred, so that two million rows
// give as small a page as two thousand, and a spike of a single row is still seen.
#pragma once

#include <lilyan/dynamics/ledger.hpp>

#include <array>
#include <optional>
#include <vector>

namespace lilyan {

enum class Quantity {
  kinetic,
  elastic,
  gravity,
  contact,
  constraint,
  total,
  work,
  dissipated,  // [J]
  balance,     // total - total_0 - work + dissipated [J]
  error,       // |balance| [J]
  px,
  py,
  pz,  // [kg m/s]
  lx,
  ly,
  lz,  // [kg m^2/s]
  linear_drift,
  angular_drift,  // |p - p_0|, |l - l_0|
  newton_iterations,
  factorizations,
  backtracks,  // since the row before
  residual,
  wall_ms,  // since the row before
  h,        // length of the step [s]
  count     // not a quantity: how many there are
};
inline constexpr std::size_t kQuantities = static_cast<std::size_t>(Quantity::count);

// The smallest and the largest of the finite values in a bin; low > high where there is none.
struct Band {
  double t_low = 0, low = 0, t_high = 0, high = 0;
  bool empty() const { return low > high; }
};

struct Bin {
  std::int64_t rows = 0;
  std::array<Band, kQuantities> bands;
};

class LedgerTrace {
 public:
  static constexpr std::size_t kMostBins = 512;

  void see(const LedgerRow& row);  // in the order of time

  std::int64_t rows() const { return rows_; }
  std::int64_t steps_a_row() const { return steps_a_row_; }  // the most that lie between two rows
  const std::vector<Bin>& bins() const { return bins_; }
  std::vector<Band> bands(Quantity quantity) const;  // one a bin
  double highest(Quantity quantity) const;           // of the finite magnitudes; 0 where there is none

  const LedgerRow& first() const { return first_; }
  const LedgerRow& last() const { return last_; }

  // The largest energy [J] that was there to be kept: of motion and deformation, or by which that of gravity changed. What a method
  // made itself does not count.
  double in_play() const { return in_play_; }

  // The largest energy error that the solver left in a step [J]: relative errors are small beside what was there at the time.
  double most_left() const { return most_left_; }

  // The step between the first row and the last with the largest elastic energy, the earliest of them; none where no row is
  // between, or nothing but rounding deforms the bodies.
  std::optional<std::int64_t> most_deformed() const;

  // When the step ended, of the first, the last and the most deformed row; none of the others.
  std::optional<double> time_of(std::int64_t step) const;

  // The time after which the energy was more than ten times what it should have been; none where it never was, and where what
  // was too much is nothing beside the energy that came later.
  std::optional<double> exploded() const { return exploded_; }

 private:
  void look_for_explosion(const LedgerRow& row, double balance);

  std::int64_t rows_ = 0, rows_a_bin_ = 1, steps_a_row_ = 1;
  std::vector<Bin> bins_;
  LedgerRow first_, last_;
  double in_play_ = 0;
  double most_there_ = 0, most_gained_ = 0;  // honestly, and by mistake: the largest so far, after an explosion too [J]
  double most_left_ = 0;
  std::optional<std::int64_t> most_deformed_;
  double most_elastic_ = 0, most_deformed_t_ = 0;  // there [J, s]
  std::optional<double> exploded_;
};

}  // namespace lilyan
