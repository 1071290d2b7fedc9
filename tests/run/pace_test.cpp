// How long a run is said to take still, by a clock of the test.
#include <lilyan/run/pace.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

namespace lilyan {
namespace {

struct Range {
  double least = 1e300, most = 0;
};

// What is said over what is true, from the share `from` of the run to its last but second step; step n of `steps` takes
// cost(n/steps) seconds.
Range said_over_true(int steps, const std::function<double(double)>& cost, double from = 0.1) {
  std::vector<double> at = {0};
  for (int n = 1; n <= steps; ++n) at.push_back(at.back() + cost(static_cast<double>(n) / steps));
  Pace pace;
  Range range;
  for (int n = 0; n < steps - 1; ++n) {
    pace.see({at[static_cast<std::size_t>(n)], static_cast<double>(n), static_cast<double>(n) / steps});
    const double ratio = pace.left() / (at.back() - at[static_cast<std::size_t>(n)]);
    if (n >= from * steps) range = {std::min(range.least, ratio), std::max(range.most, ratio)};
  }
  return range;
}

TEST(Pace, OfEqualStepsIsExact) {
  for (const int steps : {10, 100, 12345}) {
    const Range range = said_over_true(steps, [](double) { return 0.25; });
    EXPECT_NEAR(range.least, 1, 1e-9);
    EXPECT_NEAR(range.most, 1, 1e-9);
  }
}

TEST(Pace, FollowsStepsThatBecomeDearerAndCheaper) {
  const Range dearer = said_over_true(1000, [](double s) { return 1 + 2 * s; });
  EXPECT_GT(dearer.least, 0.5);
  EXPECT_LT(dearer.most, 1.0 + 1e-9);
  const Range cheaper = said_over_true(1000, [](double s) { return 3 - 2 * s; });
  EXPECT_LT(cheaper.most, 2);
  const Range soon = said_over_true(
      1000, [](double s) { return s < 0.4 ? 1.0 : 3.0; }, 0.8);
  EXPECT_NEAR(soon.least, 1, 0.05);
  EXPECT_NEAR(soon.most, 1, 0.05);
}

TEST(Pace, IsNotMisledByAMomentOfOtherWorkOnTheSameCores) {
  const Range disturbed = said_over_true(100, [](double s) { return s > 0.73 && s < 0.79 ? 6.0 : 1.0; });
  EXPECT_GT(disturbed.least, 0.45);  // before it, which nobody foresees
  EXPECT_LT(disturbed.most, 2);
}

TEST(Pace, IsNotKnownBeforeTheFirstStep) {
  Pace pace;
  EXPECT_EQ(pace.left(), 0);
  EXPECT_EQ(pace.rate(), 0);
  pace.see({5, 40, 0.4});  // a resumed run
  EXPECT_EQ(pace.left(), 0);
  EXPECT_EQ(pace.rate(), 0);
  pace.see({7, 44, 0.44});
  EXPECT_NEAR(pace.rate(), 2, 1e-9);
  EXPECT_NEAR(pace.left(), 28, 1e-9);
}

}  // namespace
}  // namespace lilyan
