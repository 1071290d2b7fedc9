// Contact with friction and damping as one term of a step: that of the barriers with R of every pair that presses (friction.hpp).
//
// Normal forces are not known before the step is solved. It is solved in passes: the first has the normal forces of the step
// before, each of the others those of the solution before it, until these change little. The speed eps below which friction is
// smoothed falls from pass to pass, which takes fewer iterations than to begin with the last. Friction takes energy in any case,
// see friction.hpp.
//
// A step cannot end at rest where its method's velocity at the end is not that of the chord: what the step left of the friction
// then slows the velocities at its end (EndMotion).
#pragma once

#include <lilyan/energy/contact/friction/friction.hpp>
#include <lilyan/energy/step_term.hpp>

#include <memory>
#include <string>

namespace lilyan {

// A term of barriers that says which pairs press on each other.
class PressingTerm : public StepTerm {
 public:
  // By the mean force of a step that ends at x: those of contacts with friction.
  virtual std::vector<PressedPair> pressed(const Vector& x) const = 0;

  // Where the step starts: those of contacts with damping.
  virtual std::vector<PressedPair> touching() const = 0;

  // Whether the pair, which a file may have brought, is of points and of a contact that this term has.
  virtual bool can_press(const PressedPair& pair) const = 0;

  // Sets how the obstacle's points of a pair move in this step.
  virtual void follow_obstacle(PressedPair& pair) const = 0;
};

class FrictionTerm final : public StepTerm {
 public:
  // `section`: where it remembers what presses.
  FrictionTerm(std::unique_ptr<const PressingTerm> barriers, const Chord& chord, std::string section);

  Value add_force(const Vector& x, double w, Vector& f) const override;
  using StepTerm::add_slope;
  void add_slope(const Vector& x, double w, Definiteness definiteness, BlockMatrix& H) const override;
  void add_outside(const Vector& x, double w, Vector& f) const override;
  void add_magnitude(const Vector& x, double w, Vector& sizes) const override;
  void connect(BlockPatternBuilder& pattern) const override;
  bool fits(const Vector& x, const BlockPattern& pattern) const override;
  double longest_step(const Vector& x, const Vector& dx) const override { return barriers_->longest_step(x, dx); }
  Work work(const Vector& x, const Vector& moved, double h) const override;
  void remember(const Vector& x, Memory& memory) const override;
  void add_joined(const Vector& x, std::vector<std::array<Index, 2>>& vertices) const override;
  void add_reactions(const Vector& x, double w, std::span<double> forces) const override;
  void follow(double share) const override { barriers_->follow(share); }
  std::unique_ptr<const StepTerm> next_pass(const Vector& x) const override;
  void give_last_impulses(const Vector& x, double w, EndMotion& motion) const override;

  const std::vector<PressedPair>& pairs() const { return pairs_; }

 private:
  PairSlip slip_of(const PressedPair& pair, const Vector& x) const;
  void rub(std::vector<PressedPair> pressed, double smoothing);  // sets what presses

  std::shared_ptr<const PressingTerm> barriers_;
  const Vector& x_n_;
  double h_;
  std::shared_ptr<const BlockPattern> pattern_;  // of the body
  std::string section_;
  std::vector<PressedPair> damped_;  // those that touch at the start
  std::vector<PressedPair> pairs_;   // all: those that press, then `damped_`
  std::size_t rubbing_ = 0;          // how many press
  double smoothing_;                 // of this pass: eps is larger by this factor
  int pass_ = 1;                     // its number
};

}  // namespace lilyan
