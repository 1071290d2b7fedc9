// Springs between pairs of vertices, d = x_b - x_a, l = |d|, rest length r.
//
//   hookean   W = k/2 (l - r)^2        k [N/m]
//   stvk      W = k/2 (l^2 - r^2)^2    k [N/m^3], a polynomial of degree 4: avf keeps its energy at any step [Rojas 2018, sec. 4]
//
// A rod of stiffness c [N], divided into hookean springs of k = c/r each, stretches alike however fine it is divided.
#pragma once

#include <lilyan/algebra/element_schedule.hpp>
#include <lilyan/energy/potential.hpp>

#include <vector>

namespace lilyan {

struct Spring {
  Index a, b;          // a < b
  double rest_length;  // r [m], at least 0
  double stiffness;    // k
};

enum class SpringLaw { hookean, stvk };

class Springs final : public Potential {
 public:
  Springs(std::vector<Spring> springs, SpringLaw law);

  const std::vector<Spring>& springs() const { return springs_; }

  EnergyKind kind() const override { return EnergyKind::elastic; }
  std::optional<int> degree() const override { return law_ == SpringLaw::stvk ? std::optional(4) : std::nullopt; }
  double value(const Vector& x, double t) const override;
  void add_energies(const Vector& x, double t, Vector& per_vertex) const override;
  double add_gradient(const Vector& x, double t, double w, Vector& g) const override;
  void add_hessian(const Vector& x, double t, double w, Definiteness definiteness, BlockMatrix& H) const override;
  void connect(BlockPatternBuilder& pattern) override;
  std::unique_ptr<StepTerm> discrete_gradient(const Chord& chord, DiscreteForm form) const override;

 private:
  std::vector<Spring> springs_;
  SpringLaw law_;
  ElementSchedule schedule_;
  int group_ = -1;  // in the block pattern
};

}  // namespace lilyan
