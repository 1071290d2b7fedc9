// The root of a function of one number that rises from below zero to above it: secants, kept inside a bracket.
//
//   f(low) < 0 <= f(high), low and high themselves are never asked for
//
// The secant through the last two points is taken where it falls inside the bracket, the bracket's middle where it does not or
// where the bracket does not shrink.
#pragma once

namespace lilyan {

class BracketedSecant {
 public:
  BracketedSecant(double low, double high) : low_(low), high_(high) {}

  // Takes f(x) and returns where to look next.
  double next(double x, double f);

  // Takes that f is not known at x, nor above it.
  double below(double x);

  double width() const { return high_ - low_; }

 private:
  double low_, high_;
  double last_x_ = 0, last_f_ = 0;
  bool has_last_ = false;
  int idle_ = 0;  // points since the bracket was last halved
};

}  // namespace lilyan
