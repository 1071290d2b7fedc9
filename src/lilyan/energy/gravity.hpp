// Uniform gravity, on vertices and on reduced bodies.
#pragma once

#include <lilyan/energy/potential.hpp>
#include <lilyan/space/space.hpp>

namespace lilyan {

// W(x) = -sum over vertices of m g.x [J].
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

// On a reduced body, W(y) = -g.(S0 + SU y) [J], S0 + SU y being the sum of m x over its vertices.
class ReducedGravity final : public Potential {
 public:
  ReducedGravity(const Space::Reduced& body, const Vec3& acceleration);  // [m/s^2]

  EnergyKind kind() const override { return EnergyKind::gravity; }
  std::optional<int> degree() const override { return 1; }
  double value(const Vector& y, double t) const override;
  void add_energies(const Vector& y, double t, Vector& per_vertex) const override;
  double add_gradient(const Vector& y, double t, double w, Vector& g) const override;
  double magnitude(const Vector& y, double t, double W) const override;
  void add_hessian(const Vector&, double, double, Definiteness, BlockMatrix&) const override {}
  void connect(BlockPatternBuilder&) override {}

 private:
  Index first_point_;
  double at_rest_;  // -g.S0
  Vector weight_;   // SU^T g [N]
};

}  // namespace lilyan
