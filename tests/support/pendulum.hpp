// Systems small enough to know all about: a pendulum, and three masses with springs between them.
#pragma once

#include <lilyan/dynamics/system.hpp>
#include <lilyan/energy/springs.hpp>

#include <tests/support/bodies.hpp>

#include <cmath>

namespace lilyan::test {

// W = 1 - cos q, q the x-coordinate of the first vertex.
class PendulumEnergy final : public Potential {
 public:
  EnergyKind kind() const override { return EnergyKind::elastic; }
  std::optional<int> degree() const override { return std::nullopt; }
  double value(const Vector& x, double) const override { return 1 - std::cos(x[0]); }
  double add_gradient(const Vector& x, double, double w, Vector& g) const override {
    g[0] += w * std::sin(x[0]);
    return 1 - std::cos(x[0]);
  }
  void add_hessian(const Vector& x, double, double w, Definiteness definiteness, BlockMatrix& H) const override {
    const double k = std::cos(x[0]);
    H.block(H.pattern().first_block(0))[0] += w * (definiteness == Definiteness::projected ? std::max(k, 0.0) : k);
  }
  void connect(BlockPatternBuilder&) override {}
};

// One vertex of mass 1 that can move along x alone, at q with velocity v.
inline MovingBody along_x(std::unique_ptr<Potential> potential, double q, double v,
                          std::vector<std::unique_ptr<Dissipation>> dissipations = {}, std::vector<Load> loads = {}) {
  MovingBody body;
  const Vector x = Vec3(q, 0, 0), p = Vec3(v, 0, 0);
  std::vector<std::unique_ptr<Potential>> potentials;
  potentials.push_back(std::move(potential));
  body.system = std::make_unique<System>(Vector::Ones(1), Vec3::Zero(), Coordinates(x, {Pin{{0}, {false, true, true}, {}}}),
                                         std::move(potentials), std::move(loads), std::move(dissipations));
  body.start = {0, 0, 0, x, p};
  return body;
}

inline MovingBody three_masses() {
  MovingBody body;
  Vector x(9), p(9);
  x << 0, 0, 0, 1.5, 0, 0, 0.6, 1.2, 0;
  p << 0, -1, 0, 0, 1, 0, 1, 0, 0;
  std::vector<std::unique_ptr<Potential>> potentials;
  potentials.push_back(
      std::make_unique<Springs>(std::vector<Spring>{{0, 1, 1, 100}, {0, 2, 1, 100}, {1, 2, 1, 100}}, SpringLaw::hookean));
  body.system = std::make_unique<System>(Vector::Ones(3), Vec3::Zero(), Coordinates(x, {}), std::move(potentials));
  body.start = {0, 0, 0, x, p};
  return body;
}

}  // namespace lilyan::test
