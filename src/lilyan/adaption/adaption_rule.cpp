#include <lilyan/adaption/adaption_rule.hpp>

#include <algorithm>
#include <cmath>

namespace lilyan {

namespace {

double free_mass(const System& system) { return system.mass().sum() / 3; }  // one entry a component, 0 where it is held

double mean_square_speed(const System& system, double W, double energy) {
  return 2 * std::max(energy - W, 0.0) / free_mass(system);
}

double mean_square_acceleration(const System& system, const Frame& at) {
  Vector g = Vector::Zero(at.x.size());
  system.add_gradient(at.x, at.t, 1, g);
  return g.dot(system.velocity(g)) / free_mass(system);
}

class ToEnergy final : public EnergyRule {
 public:
  ToEnergy(double c, double shortest) : c_(c), shortest_(shortest) {}
  bool counts(EnergyKind kind) const override { return kind == EnergyKind::elastic; }
  Slopes at(const System&, double W, double) const override {
    const double s = 1 / (1 + W / c_);
    if (!(s > shortest_)) return {shortest_, 0, 0};
    return {s, -s * s / c_, 2 * s * s * s / (c_ * c_)};
  }

 private:
  double c_, shortest_;
};

class Poses final : public EnergyRule {
 public:
  Poses(double v, double shortest) : v_(v), shortest_(shortest) {}
  bool counts(EnergyKind kind) const override { return kind != EnergyKind::load; }
  Slopes at(const System& system, double W, double energy) const override {
    const double square = mean_square_speed(system, W, energy);
    if (square == 0) return {1, 0, 0};
    const double s = 1 / std::sqrt(1 + square / (v_ * v_)), c = free_mass(system) * v_ * v_;
    if (!(s > shortest_)) return {shortest_, 0, 0};
    return {s, s * s * s / c, 3 * std::pow(s, 5) / (c * c)};
  }

 private:
  double v_, shortest_;
};

class Phase final : public AdaptionRule {
 public:
  Phase(double v, double a, double shortest) : v_(v), a_(a), shortest_(shortest) {}
  double sigma(const System& system, const Frame& at, double energy) const override {
    const double speed = mean_square_speed(system, system.potential_energy(at.x, at.t), energy);
    return std::max(shortest_, 1 / std::sqrt(1 + speed / (v_ * v_) + mean_square_acceleration(system, at) / (a_ * a_)));
  }

 private:
  double v_, a_, shortest_;
};

class ToAcceleration final : public AdaptionRule {
 public:
  ToAcceleration(double a, double shortest) : a_(a), shortest_(shortest) {}
  double sigma(const System& system, const Frame& at, double) const override {
    return std::max(shortest_, 1 / (1 + std::sqrt(mean_square_acceleration(system, at)) / a_));
  }

 private:
  double a_, shortest_;
};

}  // namespace

double EnergyRule::sigma(const System& system, const Frame& frame, double energy) const {
  double W = 0;
  for (const auto& potential : system.potentials())
    if (counts(potential->kind())) W += potential->value(frame.x, frame.t);
  return at(system, W, energy).s;
}

std::unique_ptr<EnergyRule> adapt_to_energy(double c, double shortest) { return std::make_unique<ToEnergy>(c, shortest); }
std::unique_ptr<EnergyRule> equispaced_poses(double v, double shortest) { return std::make_unique<Poses>(v, shortest); }
std::unique_ptr<AdaptionRule> equispaced_phase(double v, double a, double shortest) {
  return std::make_unique<Phase>(v, a, shortest);
}
std::unique_ptr<AdaptionRule> adapt_to_acceleration(double a, double shortest) {
  return std::make_unique<ToAcceleration>(a, shortest);
}

}  // namespace lilyan
