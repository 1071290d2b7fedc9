#include <lilyan/reduction/modes.hpp>
#include <lilyan/reduction/vibration.hpp>

#include <gtest/gtest.h>

#include <numbers>

#include <tests/support/bodies.hpp>

namespace lilyan::test {
namespace {

TEST(HighestFrequency, IsThatOfTheLastMode) {
  for (const std::array<Index, 3>& cells : {std::array<Index, 3>{1, 1, 1}, {2, 1, 1}, {4, 2, 1}}) {
    BodySpec spec = resting_bar();
    spec.cells = cells;
    const MovingBody body = make_body(spec);
    const Index unknowns = body.system->coordinates().size();
    const Modes modes = natural_modes(*body.system, body.mesh.X, unknowns);
    ASSERT_EQ(modes.count(), unknowns);
    const double last = 2 * std::numbers::pi * modes.frequencies[unknowns - 1],
                 found = highest_frequency(*body.system, body.mesh.X);
    EXPECT_LE(found, last * (1 + 1e-9));
    EXPECT_GT(found, 0.98 * last);
  }
}

TEST(HighestFrequency, IsZeroWhereNothingMoves) {
  BodySpec spec = resting_bar();
  spec.pins = [](const Vector& X) {
    Pin pin;
    for (Index i = 0; i < X.size() / 3; ++i) pin.vertices.push_back(i);
    return std::vector<Pin>{pin};
  };
  const MovingBody body = make_body(spec);
  EXPECT_EQ(highest_frequency(*body.system, body.mesh.X), 0);
}

}  // namespace
}  // namespace lilyan::test
