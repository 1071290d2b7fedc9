#include <lilyan/minimise/bracketed_secant.hpp>

namespace lilyan {

double BracketedSecant::next(double x, double f) {
  constexpr int kPatience = 3;  // points: a secant that converges needs the bracket only at its beginning
  const double before = width();
  (f < 0 ? low_ : high_) = x;
  idle_ = width() <= 0.5 * before ? 0 : idle_ + 1;
  // Without a slope the function is taken to rise like x itself.
  const double slope = has_last_ && x != last_x_ ? (f - last_f_) / (x - last_x_) : 1;
  last_x_ = x;
  last_f_ = f;
  has_last_ = true;
  const double middle = 0.5 * (low_ + high_);
  if (idle_ > kPatience) {
    idle_ = 0;
    return middle;
  }
  const double secant = x - f / slope;
  return secant > low_ && secant < high_ ? secant : middle;
}

double BracketedSecant::below(double x) {
  high_ = x;
  has_last_ = false;
  return 0.5 * (low_ + high_);
}

}  // namespace lilyan
