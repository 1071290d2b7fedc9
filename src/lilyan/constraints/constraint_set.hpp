// The constraints of a system, one under the other: g(x, t) = 0.
#pragma once

#include <lilyan/constraints/constraint.hpp>
#include <lilyan/core/time_span.hpp>
#include <lilyan/space/metric.hpp>

#include <memory>

namespace lilyan {

// Constraints are met to this share of the system's size: some hundred roundings of a position.
inline constexpr double kRelativeDistance = 1e-13;

// What becomes of velocities that do not fit the constraints, which those of methods with a mean dg/dx do not quite: they stay,
// which keeps the energy to the last digit, or are projected on dg/dt = 0 after every step, and the energy lost is given back.
enum class ConstraintVelocities { free, consistent };

class ConstraintSet {
 public:
  ConstraintSet() = default;
  explicit ConstraintSet(std::vector<std::unique_ptr<Constraint>> constraints,
                         ConstraintVelocities velocities = ConstraintVelocities::free);

  bool empty() const { return constraints_.empty(); }
  Index rows() const { return rows_; }
  ConstraintVelocities velocities() const { return velocities_; }
  Index size() const { return static_cast<Index>(constraints_.size()); }
  const Constraint& constraint(Index k) const { return *constraints_[static_cast<std::size_t>(k)]; }
  Index index_of_row(Index row) const;
  const Constraint& of_row(Index row) const { return constraint(index_of_row(row)); }

  Vector value(const Vector& x, double t) const;
  Vector rate(const Vector& x, double t) const;       // dg/dt at fixed x
  Entries gradient(const Vector& x, double t) const;  // dg/dx, a column for each component
  void add_gradient(const Vector& x, double t, double w, Entries& G) const;
  void add_hessian(const Vector& x, double t, double w, const Vector& lambda, Entries& H) const;

  // Places on a chord and their weights, at which dg/dx is summed to the direction of the multipliers; the mean is exact.
  struct Place {
    double s, weight;
  };
  std::vector<Place> places(ConstraintAt at) const;

  // The direction C of the multipliers over a step from x_n to x, and sum_k w lambda_k dC_k/dx.
  Entries direction(ConstraintAt at, const Vector& x_n, const Vector& x, const TimeSpan& time) const;
  void add_slope_of_direction(ConstraintAt at, const Vector& x_n, const Vector& x, const TimeSpan& time, double w,
                              const Vector& lambda, Entries& H) const;

 private:
  std::vector<std::unique_ptr<Constraint>> constraints_;
  std::vector<Index> first_;  // row of each
  Index rows_ = 0;
  int degree_ = 1;
  ConstraintVelocities velocities_ = ConstraintVelocities::free;
};

// y = G^T lambda, and y = G x, of a matrix of `rows` rows given by its entries.
Vector transpose_times(const Entries& G, const Vector& lambda, Index columns);
Vector times(const Entries& G, const Vector& x, Index rows);

// The velocities nearest to v, in the metric of the masses, that fulfil dg/dx v + dg/dt = 0. Held components stay. False where the
// constraints depend on each other. `impulses`: the multipliers of the rows, M dv = -dg/dx^T impulses [N s]; may be nullptr.
bool project_velocities(const ConstraintSet& constraints, const Metric& metric, const Coordinates& coordinates, const Vector& x,
                        double t, Vector& v, Vector* impulses = nullptr);

}  // namespace lilyan
