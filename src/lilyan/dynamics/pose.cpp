#include <lilyan/dynamics/pose.hpp>

#include <lilyan/energy/pull.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lilyan {

PosedTerms pose_terms(const System& system, const Stage& stage, const Chord& chord, const std::vector<Pull>& pulls,
                      ForceCache& forces) {
  PosedTerms terms;
  stage.mean->pose(system.potentials(), chord, forces, terms);
  for (PosedTerm& posed : pose_dampings_and_pulls(system, stage, chord, pulls)) terms.push_back(std::move(posed));
  return terms;
}

PosedTerms pose_dampings_and_pulls(const System& system, const Stage& stage, const Chord& chord, const std::vector<Pull>& pulls) {
  PosedTerms terms;
  const double a = stage.mean->a(), b = stage.mean->b();
  const Evaluate evaluate = stage.mean->evaluates();
  for (const Pull& pull : pulls) terms.push_back({pose_pull(pull, chord, evaluate), a, b, 1, true});
  if (stage.inertia == Inertia::none) return terms;  // an equilibrium is not damped
  Chord damped = chord;
  damped.reference = &stage.x_hat;
  damped.h_reference = stage.kappa;
  for (const auto& dissipation : system.dissipations()) {
    const Acts acts = dissipation->acts(evaluate);
    const bool is_kick = acts == Acts::before;
    terms.push_back({dissipation->pose(damped, evaluate), is_kick ? stage.kappa * b : a, b, is_kick ? 0.0 : 1.0,
                     dissipation->acts_from_outside(), acts});
  }
  return terms;
}

Vector target(const System& system, const Stage& stage, const Vector& x_n, double t_end) {
  Vector z, d;
  system.coordinates().restrict(x_n, z);
  system.coordinates().lift(z, t_end, d);
  d -= stage.x_hat;  // of the held components: they are where their script has them
  system.metric().solve(stage.kappa * stage.p_hat, d);
  Vector y;
  system.coordinates().restrict(d + (stage.x_hat - x_n), y);  // in this order: the sum with a position would round d
  return y;
}

Chord chord_from(const System& system, const History& history, const Vector& v, const StepInput& input) {
  const Frame& now = history.now();
  const Frame* before = history.ago(1);
  return {input.h, now.x, v, before ? &before->x : nullptr, now.h, system.pattern(), {now.t, input.t}, &history.memory()};
}

StepFrame step_frame(const System& system, const Stage& stage, const Chord& chord, Vector scales) {
  StepFrame frame{chord.x,         chord.time,       stage.h,        std::nullopt,     stage.mean->a(),
                  stage.mean->b(), stage.constraint, stage.read_out, std::move(scales)};
  if (stage.inertia == Inertia::dynamic) frame.y = target(system, stage, chord.x, chord.time.end);
  return frame;
}

Vector free_flight(const System& system, const Stage& stage, const Chord& chord) {
  if (stage.inertia == Inertia::none) return chord.x;
  const double h = stage.h;
  Vector flight = chord.x + h * chord.v;
  for (Index i = 0; i < system.vertices(); ++i) vertex(flight, i) += 0.5 * h * h * system.gravity();
  if (system.is_loaded())
    flight += 0.5 * h * h * system.parts().acceleration(0.5 * (system.load(chord.time.begin) + system.load(chord.time.end)));
  return flight;
}

Vector error_scales(const System& system, const Stage& stage, const Vector& energy_scales, const Chord& chord,
                    const Vector& flight) {
  Vector scales = energy_scales;
  const std::vector<Index>& free = system.coordinates().free();
  auto part_of = [&](Index component) { return system.parts().of_vertex(component / 3); };
  if (stage.inertia == Inertia::dynamic) {
    const double h = stage.h;
    Vector moved = Vector::Zero(scales.size());
    for (Index c : free) moved[part_of(c)] += system.mass()[c] * (flight[c] - chord.x[c]) * (flight[c] - chord.x[c]);
    scales = scales.cwiseMax(0.5 * moved / (h * h));
    // At rest where its energy counts as nothing: what its forces make of it in the step.
    if (scales.minCoeff() == 0) {
      Vector g = Vector::Zero(chord.x.size()), pushed = Vector::Zero(scales.size());
      system.add_gradient(chord.x, chord.time.end, 1, g);
      for (Index c : free) pushed[part_of(c)] += 0.5 * h * h * g[c] * g[c] / system.mass()[c];
      for (Index p = 0; p < scales.size(); ++p)
        if (scales[p] == 0 && std::isfinite(pushed[p])) scales[p] = pushed[p];
    }
    // A part that moves by less than a few roundings of its positions in a step is at rest, and any error is rounding.
    constexpr double kRoundings = 4 * std::numeric_limits<double>::epsilon(), kFarBelow = 1e10;
    Vector rounded = Vector::Zero(scales.size());
    for (Index c : free) rounded[part_of(c)] += 0.5 * system.mass()[c] * std::pow(kRoundings * chord.x[c] / h, 2);
    for (Index p = 0; p < scales.size(); ++p)
      if (scales[p] < rounded[p]) scales[p] = kFarBelow * rounded[p];
  } else {
    Vector z, start;
    system.coordinates().restrict(chord.x, z);
    system.coordinates().lift(z, chord.time.end, start);
    const Vector strained = system.parts().size() == 1
                                ? Vector::Constant(1, system.potential_energy(start, chord.time.end, EnergyKind::elastic))
                                : system.part_energies(start, chord.time.end, EnergyKind::elastic);
    for (Index p = 0; p < scales.size(); ++p)
      if (std::isfinite(strained[p])) scales[p] = std::max(scales[p], strained[p]);
  }
  return scales.cwiseMax(1e-300);  // a body at rest without loads: any error is then rounding
}

}  // namespace lilyan
