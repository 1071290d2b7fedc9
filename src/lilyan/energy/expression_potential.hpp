// The energy W(x_a, x_b, ..., t) [J] of a few vertices, given as a formula; or the same formula for many such groups of vertices.
//
//   a spring          k/2*(distance(a, b) - rest)^2
//   two heavy bodies  -G*a.m*b.m/distance(a, b)
//   a field           128*x^4       for each of its vertices, alone
//
// A group's vertices have names: of the vertex `a` the formula knows the position a.x, a.y, a.z [m] and the mass a.m [kg]. Where a
// group is a single vertex without a name these are x, y, z and m. `t` is the time [s]. Derivatives are exact
// (core/formula/expression.hpp); the projected Hessian has each group's negative eigenvalues replaced by zero. W is infinite where
// the formula is not a finite number.
#pragma once

#include <lilyan/algebra/element_schedule.hpp>
#include <lilyan/core/formula/expression.hpp>
#include <lilyan/energy/potential.hpp>

#include <map>
#include <string>
#include <vector>

namespace lilyan {

// What the formula of a group of vertices may speak of; {""} names a single vertex of which the formula speaks as x, y, z and m.
ExpressionNames potential_names(const std::vector<std::string>& vertices, std::map<std::string, double> parameters);

class ExpressionPotential final : public Potential {
 public:
  // `formula` is read with potential_names of `per_group` names. `groups` holds per_group different vertices a group, in the order
  // of the names; `vertex_mass` [kg] is that of all vertices.
  ExpressionPotential(Expression formula, std::vector<Index> groups, Index per_group, const Vector& vertex_mass,
                      EnergyKind kind = EnergyKind::elastic);

  Index groups() const { return static_cast<Index>(groups_.size()) / per_group_; }
  bool keeps_momenta() const override { return formula_.is_of_distances(); }  // linear and angular

  EnergyKind kind() const override { return kind_; }
  // None where it changes in time: a rule for the positions alone would not follow that.
  std::optional<int> degree() const override { return by_time_ ? std::nullopt : formula_.degree(); }
  double value(const Vector& x, double t) const override;
  void add_energies(const Vector& x, double t, Vector& per_vertex) const override;
  double add_gradient(const Vector& x, double t, double w, Vector& g) const override;
  bool depends_on_time() const override { return by_time_.has_value(); }
  double rate(const Vector& x, double t) const override;
  double magnitude(const Vector& x, double t, double W) const override;
  void add_hessian(const Vector& x, double t, double w, Definiteness definiteness, BlockMatrix& H) const override;
  void connect(BlockPatternBuilder& pattern) override;

 private:
  const Index* group(Index e) const { return groups_.data() + static_cast<std::ptrdiff_t>(e) * per_group_; }
  void gather(const Vector& x, double t, Index e, std::vector<double>& at) const;  // the formula's argument

  Expression formula_;
  std::optional<Expression> by_time_;  // where it depends on the time
  std::vector<Index> groups_;
  Index per_group_;
  Vector mass_;              // of each vertex of each group
  std::vector<Index> rank_;  // of each vertex among those of its group, ascending
  EnergyKind kind_;
  ElementSchedule schedule_;
  int pattern_group_ = -1;
};

}  // namespace lilyan
