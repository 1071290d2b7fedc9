#include <lilyan/run/pace.hpp>

#include <algorithm>

namespace lilyan {

void Pace::see(const Mark& now) {
  constexpr double kBetweenMarks = 0.01;  // of the way
  now_ = now;
  if (marks_.empty() || now.share - marks_.back().share >= kBetweenMarks) marks_.push_back(now);
}

const Pace::Mark& Pace::before() const {
  const double half = 0.5 * (marks_.front().share + now_.share);
  const auto after = std::find_if(marks_.begin() + 1, marks_.end(), [&](const Mark& mark) { return mark.share > half; });
  return *(after - 1);
}

double Pace::rate() const {
  if (marks_.empty() || !(now_.seconds > before().seconds)) return 0;
  return (now_.steps - before().steps) / (now_.seconds - before().seconds);
}

double Pace::left() const {
  if (marks_.empty() || !(now_.share > before().share)) return 0;
  return (1 - now_.share) * (now_.seconds - before().seconds) / (now_.share - before().share);
}

}  // namespace lilyan
