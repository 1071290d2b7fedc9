// Uniform gravity, W(x) = -sum over vertices of m g.x [J].
#pragma once

#include <lilyan/energy/potential.hpp>

namespace lilyan {

class Gravity final : public Potential {
 public:
  Gravity(Vector vertex_mass, Vec3 acceleration);  // [kg], one a vertex; [m/s^2]

  EnergyKind kind() const override { return EnergyKind::gravity; }
  std::optional<int> degree() const override { return 1; }
  double value(const Vector& x, double t) const override;
  void add_energies(const Vector& x, double t, Vector& per_vertex) const override;
  double add_gradient(const Vector& x, double t, double w, Vector& g) const override;
  double magnitude(const Vector& x, double t, double W) const override;
  void add_hessian(const Vector&, double, double, Definiteness, BlockMatrix&) const override {}
  void connect(BlockPatternBuilder&) override {}

 private:
  Vector mass_;
  Vec3 acceleration_;
};

}  // namespace lilyan
