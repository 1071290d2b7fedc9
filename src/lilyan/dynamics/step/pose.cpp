#include <lilyan/dynamics/step/pose.hpp>

#include <lilyan/energy/pull.hpp>

namespace lilyan {

void take_out_impulses(const System& system, const History& history, Stage& stage, std::vector<double>& reactions) {
  const Frame &now = history.now(), &before = *history.ago(1);
  const Vector v = (now.x - before.x) / now.h;
  const Chord chord{now.h, before.x, v, nullptr, 0, system.pattern(), {before.t, now.t}, &history.memory()};
  std::vector<double> given(3 * static_cast<std::size_t>(system.contacts()), 0);
  Vector impulse = -now.h * own_mean_forces(system.potentials(), chord, now.x, now.h, given);
  Vector kick = Vector::Zero(impulse.size());
  for (Index c = 0; c < system.coordinates().components(); ++c)
    if (system.coordinates().is_held(c)) impulse[c] = 0;
  system.metric().solve(impulse, kick);
  stage.p_hat -= stage.carried * impulse;
  stage.x_hat += stage.carried * 0.5 * now.h * kick;
  if (reactions.size() < given.size()) return;
  for (std::size_t k = 1; k <= given.size(); ++k) reactions[reactions.size() - k] -= given[given.size() - k];
}

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

StepFrame step_frame(const System& system, const Stage& stage, const Chord& chord, StepScales scales) {
  StepFrame frame{chord.x,          chord.time,      stage.h,
                  std::nullopt,     stage.mean->a(), stage.mean->b(),
                  stage.constraint, stage.read_out,  std::move(scales.parts),
                  scales.at_rest};
  if (stage.inertia == Inertia::dynamic) frame.y = target(system, stage, chord.x, chord.time.end);
  return frame;
}

Vector free_flight(const System& system, const Stage& stage, const Chord& chord) {
  if (stage.inertia == Inertia::none) return chord.x;
  const double h = stage.h;
  Vector flight = chord.x + h * chord.v;
  system.space().add_acceleration(system.gravity(), 0.5 * h * h, flight);
  if (system.is_loaded())
    flight += 0.5 * h * h * system.parts().acceleration(0.5 * (system.load(chord.time.begin) + system.load(chord.time.end)));
  return flight;
}

}  // namespace lilyan
