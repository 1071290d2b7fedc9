#include <lilyan/dynamics/step/step_scales.hpp>

#include <lilyan/algebra/magnitude.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lilyan {

namespace {

Vector stiffness_of(const System& system) {
  BlockMatrix K(system.pattern());
  const Vector& x = system.coordinates().start();
  for (const auto& potential : system.potentials())
    if (!potential->has_own_mean(Evaluate::over_step)) potential->add_hessian(x, 0, 1, Definiteness::exact, K);
  return magnitude_of_product(K, Vector::Ones(x.size()));
}

// 1/2 m (way/h)^2 of each part, `way` being what its components move by.
template <class Way>
Vector energies_of_moving(const System& system, double h, const Way& way) {
  Vector energies = Vector::Zero(system.parts().size());
  for (Index c : system.coordinates().free())
    energies[system.parts().of_vertex(c / 3)] += 0.5 * system.mass()[c] * std::pow(way(c) / h, 2);
  return energies;
}

// What forces make of a part at rest in a step.
Vector energies_of_push(const System& system, const Vector& force, double h) {
  return energies_of_moving(system, h, [&](Index c) { return h * h * force[c] / system.mass()[c]; });
}

// At the start of the step, minus what pushes.
Vector force_beyond_rounding(const System& system, const Chord& chord, PositionNoise& noise) {
  Vector force = Vector::Zero(chord.x.size());
  system.add_gradient(chord.x, chord.time.end, 1, force);
  return beyond(force, noise.forces(system, chord.x));
}

// Whether a free component is.
bool is_pushed(const System& system, const Chord& chord, PositionNoise& noise) {
  const Vector force = force_beyond_rounding(system, chord, noise);
  return std::any_of(system.coordinates().free().begin(), system.coordinates().free().end(),
                     [&](Index c) { return force[c] != 0; });
}

// The elastic energies where the pins are at the end of the step.
Vector energies_of_strain(const System& system, const Chord& chord) {
  Vector z, start;
  system.coordinates().restrict(chord.x, z);
  system.coordinates().lift(z, chord.time.end, start);
  if (system.parts().size() > 1) return system.part_energies(start, chord.time.end, EnergyKind::elastic);
  return Vector::Constant(1, system.potential_energy(start, chord.time.end, EnergyKind::elastic));
}

}  // namespace

const Vector& PositionNoise::stiffness(const System& system) {
  if (stiffness_.size() == 0) stiffness_ = stiffness_of(system);
  return stiffness_;
}

Vector PositionNoise::forces(const System& system, const Vector& x) {
  return kSumRounding * x.lpNorm<Eigen::Infinity>() * stiffness(system);
}

Vector PositionNoise::energies(const System& system, const Vector& x) {
  const Vector& k = stiffness(system);
  Vector energies = Vector::Zero(system.parts().size());
  for (Index c : system.coordinates().free()) {
    const double energy = k[c] * std::pow(std::numeric_limits<double>::epsilon() * x[c], 2);
    if (std::isfinite(energy)) energies[system.parts().of_vertex(c / 3)] += energy;
  }
  return energies;
}

StepScales step_scales(const System& system, const Stage& stage, const Vector& energies_so_far, const Chord& chord,
                       const Vector& flight, PositionNoise& noise) {
  constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
  // Rounding enters anew in every step, and what it leaves behind grows with the root of their number: so many roundings are rest.
  constexpr double kRoundings = 4, kNoises = 1000, kPushes = 16;
  constexpr double kFarAbove = 1e10;   // the scale of a part at rest over the energy of its rounding
  constexpr double kSuspicious = 1e8;  // a part that moves by fewer roundings may be at rest, however stiff it is

  Vector scales = energies_so_far, quiet = Vector::Zero(scales.size());
  bool may_rest = true;
  if (stage.inertia == Inertia::dynamic) {
    const double h = stage.h;
    scales = scales.cwiseMax(energies_of_moving(system, h, [&](Index c) { return flight[c] - chord.x[c]; }));
    if (scales.size() > 0 && scales.minCoeff() == 0) {
      const Vector pushed = energies_of_push(system, force_beyond_rounding(system, chord, noise), h);
      for (Index p = 0; p < scales.size(); ++p)
        if (scales[p] == 0 && std::isfinite(pushed[p])) scales[p] = pushed[p];
    }
    const Vector rounding = energies_of_moving(system, h, [&](Index c) { return kEpsilon * chord.x[c]; });
    quiet = kRoundings * kRoundings * rounding;
    may_rest = (scales.array() < kSuspicious * kSuspicious * rounding.array()).any();
    if (may_rest) quiet += kPushes * energies_of_push(system, noise.forces(system, chord.x), h);
  } else {
    const Vector strained = energies_of_strain(system, chord);
    for (Index p = 0; p < scales.size(); ++p)
      if (std::isfinite(strained[p])) scales[p] = std::max(scales[p], strained[p]);
    may_rest = !is_pushed(system, chord, noise);
  }
  if (may_rest) quiet += kNoises * noise.energies(system, chord.x);
  const bool at_rest = (scales.array() < quiet.array()).all();
  for (Index p = 0; p < scales.size(); ++p)
    if (scales[p] < quiet[p]) scales[p] = kFarAbove * quiet[p];
  return {scales.cwiseMax(1e-300), at_rest};
}

}  // namespace lilyan
