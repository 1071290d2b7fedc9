// How long a step should be where the body is: dt = h sigma, sigma in (0, 1], so that h is the longest step.
//
//   energy         1/sigma   = 1 + W_e/c                           c [J], W_e the elastic energy
//   acceleration   1/sigma   = 1 + a_rms/a                         a [m/s^2], a_rms^2 = g^T M^-1 g/m
//   poses          1/sigma^2 = 1 + v_rms^2/v^2                     v [m/s], v_rms^2 = 2 max(E - W, 0)/m
//   phase          1/sigma^2 = 1 + v_rms^2/v^2 + a_rms^2/a^2
//
// g = grad W with gravity and loads, m the mass that is free to move [kg], E the energy that the body should have by now: its
// first, with what was done to it since. Root mean squares make the rules independent of the mesh. They are those of [Kharevych
// 2010, sec. 3.3.6]: equal distances between poses, or between points of phase space, or steps that fall with the acceleration; its
// epsilon is the 1, which bounds sigma from above. From below each is bounded by `shortest`.
#pragma once

#include <lilyan/dynamics/history.hpp>
#include <lilyan/dynamics/system.hpp>

#include <memory>

namespace lilyan {

// How exactly dt = h sigma is met, relative to dt: the residual that ends a search at once, and the one that is as good as it gets
// where the solver's own error shows.
inline constexpr double kLengthMet = 1e-11, kLengthNearlyMet = 1e-8;
inline constexpr int kTriesForMore = 8;  // attempts before `kLengthNearlyMet` will do

class AdaptionRule {
 public:
  virtual ~AdaptionRule() = default;

  // At positions, momenta and time of a frame; `energy` is E [J].
  virtual double sigma(const System& system, const Frame& at, double energy) const = 0;
};

// A rule that sees a potential energy and nothing else: sigma = s(W). Its gradient is then parallel to a force, which variational
// adaption rests on.
class EnergyRule : public AdaptionRule {
 public:
  virtual bool counts(EnergyKind kind) const = 0;  // whether the energies of this kind are part of W

  struct Slopes {
    double s, ds, dds;  // sigma, and its derivatives by W [1/J, 1/J^2]
  };
  virtual Slopes at(const System& system, double W, double energy) const = 0;

  double sigma(const System& system, const Frame& at, double energy) const final;
};

// `shortest` is the least sigma, in [0, 1].
std::unique_ptr<EnergyRule> adapt_to_energy(double c, double shortest = 0);
std::unique_ptr<EnergyRule> equispaced_poses(double v, double shortest = 0);
std::unique_ptr<AdaptionRule> equispaced_phase(double v, double a, double shortest = 0);
std::unique_ptr<AdaptionRule> adapt_to_acceleration(double a, double shortest = 0);

}  // namespace lilyan
