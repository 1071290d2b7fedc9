// Steps of any method, each as long as a rule asks for where the body is: dt = h sigma.
//
//   start       dt = h sigma(x_n)                      naive: a symmetric method is no longer symmetric, its energy drifts
//   end         dt = h sigma(x(dt))                    naive too, with the opposite drift
//   both_ends   dt = h (sigma(x_n) + sigma(x(dt)))/2   symmetric, and so is the step where the method is
//   midpoint    dt = h sigma((x_n + x(dt))/2)          symmetric too, but blind to vibrations that a step skips
//
// x(dt) is where the method's step of length dt leads. All but `start` are an equation for dt, F(dt) = dt - h sigma = 0: sigma lies
// in (0, 1], so that F(0) < 0 <= F(h), and a secant inside this bracket finds a root above 0. Where x(dt) jumps there may be none;
// then the step next to the jump is taken, and counted as short of tolerance. [Kharevych 2010, sec. 3.3.2, 3.4.1]
//
// Where steps are so long that sigma changes much within one there are several roots, and which is taken is chance: the energy of
// three masses on springs then stays bounded with both ends and wanders with the midpoint (tests/adaption/adaption_test.cpp).
#pragma once

#include <lilyan/adaption/adaption_rule.hpp>
#include <lilyan/dynamics/stepper.hpp>

namespace lilyan {

enum class SigmaAt { start, end, both_ends, midpoint };

class AdaptiveStepper final : public Stepper {
 public:
  // Keeps a reference to the system.
  AdaptiveStepper(const System& system, std::unique_ptr<const Stepper> method, std::unique_ptr<const AdaptionRule> rule,
                  SigmaAt at);

  // `input.h` is h; where the step ends is decided here.
  Result<Step, StepFailure> attempt(const History& history, const StepInput& input, Workspace& workspace) const override;
  bool chooses_length() const override { return true; }
  void prepare(const History& history, Workspace& workspace) const override;
  LedgerRow ledger(const History& history) const override { return method_->ledger(history); }
  History turned(const History& history) const override;

 private:
  double sigma(const Frame& from, double sigma_n, const Frame& to, double energy) const;
  Result<Step, StepFailure> find_length(const History& history, const StepInput& input, double sigma_n, double energy,
                                        Workspace& workspace) const;

  const System& system_;
  std::unique_ptr<const Stepper> method_;
  std::unique_ptr<const AdaptionRule> rule_;
  SigmaAt at_;
};

}  // namespace lilyan
