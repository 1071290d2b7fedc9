// Poses everything that acts in a stage: potentials, dampings and pulls become terms of one problem.
#pragma once

#include <lilyan/dynamics/stage.hpp>
#include <lilyan/dynamics/step/step_scales.hpp>

namespace lilyan {

// Of a method over several steps: what contact gave in the last one, by a mean force with the weights h^2/2 and h, is taken out of
// the differences that the stage goes on with, and off `reactions`, the impulses of that step (books.hpp): it comes only once.
void take_out_impulses(const System& system, const History& history, Stage& stage, std::vector<double>& reactions);

// `chord` is that of the step; for damping the method's own velocity is measured from the stage's x_hat.
PosedTerms pose_terms(const System& system, const Stage& stage, const Chord& chord, const std::vector<Pull>& pulls,
                      ForceCache& forces);

// Those of dampings and pulls alone.
PosedTerms pose_dampings_and_pulls(const System& system, const Stage& stage, const Chord& chord, const std::vector<Pull>& pulls);

// The displacement from x_n that the stage aims at, over the unknowns.
Vector target(const System& system, const Stage& stage, const Vector& x_n, double t_end);

// Where the step that `input` asks for comes from. `v`: velocities at its start, which must outlive the chord.
Chord chord_from(const System& system, const History& history, const Vector& v, const StepInput& input);

// All of the stage's problem but its terms.
StepFrame step_frame(const System& system, const Stage& stage, const Chord& chord, StepScales scales);

// Where the parts of the body would be if they were rigid and did not turn: translations leave no residual there, so that linear
// momentum does not leak through an inexact solve. A load moves a part as a whole; where it acts it would tear the mesh apart.
Vector free_flight(const System& system, const Stage& stage, const Chord& chord);

}  // namespace lilyan
