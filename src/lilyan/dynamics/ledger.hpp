// The energy and momentum ledger: what nature keeps, row by row.
//
//   total = kinetic + all potentials;   total - total_0 - work + dissipated is the method's own energy error.
//
// Loads are no energy of the body: what they do to it is work, and `total` does not contain their potential.
// A held component carries neither kinetic energy nor momentum; mass that it shares with a free one belongs to the free one.
// Momenta are about the origin.
#pragma once

#include <lilyan/dynamics/history.hpp>
#include <lilyan/dynamics/system.hpp>

#include <algorithm>

namespace lilyan {

struct LedgerRow {
  std::int64_t step = 0;
  double time = 0, h = 0;                                                                // [s]
  double kinetic = 0, elastic = 0, gravity = 0, contact = 0, constraint = 0, total = 0;  // [J]
  double work = 0, dissipated = 0;                                                       // [J], accumulated
  Vec3 linear = Vec3::Zero(), angular = Vec3::Zero();                                    // [kg m/s], [kg m^2/s]
  StepStatistics statistics;                                                             // since the row before
  double wall_ms = 0;                                                                    // since the row before
  std::int64_t inverted_cells = 0;             // turned inside out, J <= 0; counted by a run
  double least_j = 1;                          // det F of the worst cell; 1 where there are no cells
  double linear_scale = 0, angular_scale = 0;  // sum m|v|, sum m|r||v|: what drift is relative to
};

// The row of the newest frame. `sync` h grad W(x) is taken off the momentum, which brings the momentum of a
// staggered method to the time of its positions, and `tangent` projects it on the constraints; the initial state is reported as
// given.
LedgerRow ledger_row(const System& system, const History& history, double sync, bool tangent = false);

// Drift over the rows seen so far, relative to the scales of DESIGN: energies to the largest kinetic + |elastic| +
// |contact| + |gravity - gravity_0|, momenta to the largest sum m|v| and sum m|r||v|.
class Drift {
 public:
  void see(const LedgerRow& row);
  double energy_scale() const { return energy_scale_; }
  double energy() const;        // largest
  double final_energy() const;  // of the last row
  double linear() const;
  double angular() const;
  double linear_scale() const { return linear_scale_; }    // [kg m/s]
  double angular_scale() const { return angular_scale_; }  // [kg m^2/s]
  const LedgerRow& first() const { return first_; }
  const LedgerRow& last() const { return last_; }

  bool is_possible() const;  // no scale or error is negative, as it might be in a checkpoint that was changed

  // Hands every field to `visitor`, in a fixed order: what a checkpoint writes and reads.
  template <class Visitor>
  void visit(Visitor&& visitor) {
    visitor(started_, first_, last_, energy_scale_, linear_scale_, angular_scale_, worst_energy_, worst_linear_, worst_angular_);
  }

 private:
  double own_error(const LedgerRow& row) const;  // total - total_0 - work + dissipated

  bool started_ = false;
  LedgerRow first_, last_;
  double energy_scale_ = 0, linear_scale_ = 0, angular_scale_ = 0;
  double worst_energy_ = 0, worst_linear_ = 0, worst_angular_ = 0;  // absolute
};

}  // namespace lilyan
