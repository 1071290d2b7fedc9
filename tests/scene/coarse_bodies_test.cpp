// How coarse bodies compare with the fine ones that they stand for, at rest.
#include <gtest/gtest.h>

#include <cmath>

#include <tests/scene/shipped_bodies.hpp>
#include <tests/support/temporary_folder.hpp>

namespace lilyan {
namespace {

using test::CoarsePair;
using test::ShippedBody;

constexpr Index kFrequencies = 5;
const Vec3 kGravity(0, -9.81, 0);

double off_by(double ratio) { return std::max(ratio, 1 / ratio); }

// Sag and frequencies of the coarse body, each over that of the fine one.
void print(const std::string& name, const CoarsePair& pair, const RestBehaviour& fine, const RestBehaviour& coarse,
           const RestBehaviour& arithmetic) {
  fmt::print("{}: {} in place of {} cells; sag {:.3f} (arithmetic {:.3f}); frequencies", name, pair.model.cells.count(),
             pair.fine.shape.cells, *coarse.sag / *fine.sag, *arithmetic.sag / *fine.sag);
  for (Index k = 0; k < kFrequencies; ++k) fmt::print(" {:.3f}", coarse.frequencies[k] / fine.frequencies[k]);
  fmt::print(" (arithmetic");
  for (Index k = 0; k < kFrequencies; ++k) fmt::print(" {:.3f}", arithmetic.frequencies[k] / fine.frequencies[k]);
  fmt::print(")\n");
}

class ShippedBodies : public testing::TestWithParam<ShippedBody> {
 protected:
  test::TemporaryFolder folder;
};

TEST_P(ShippedBodies, SagAndVibrateLikeTheFineOnes) {
  const CoarsePair pair = test::coarsened(GetParam(), folder.path());
  const RestBehaviour fine = pair.fine_rest(kGravity, kFrequencies), coarse = pair.coarse_rest(pair.model, kGravity, kFrequencies);
  const CoarseModel plain = pair.by(cage_around(pair.body, GetParam().cells), BoxMethod::arithmetic);
  const RestBehaviour arithmetic = pair.coarse_rest(plain, kGravity, kFrequencies);
  ASSERT_TRUE(fine.sag && coarse.sag);
  print(GetParam().name, pair, fine, coarse, arithmetic);
  EXPECT_GT(*coarse.sag / *fine.sag, 0.80);
  EXPECT_LT(*coarse.sag / *fine.sag, 1.20);
  double worst_of_arithmetic = off_by(*arithmetic.sag / *fine.sag);
  for (Index k = 0; k < kFrequencies; ++k) {
    EXPECT_GT(coarse.frequencies[k] / fine.frequencies[k], 0.80) << k;
    EXPECT_LT(coarse.frequencies[k] / fine.frequencies[k], 1.25) << k;
    worst_of_arithmetic = std::max(worst_of_arithmetic, off_by(arithmetic.frequencies[k] / fine.frequencies[k]));
  }
  if (GetParam().name == "layered_cube") {
    EXPECT_GT(worst_of_arithmetic, 2);
  }
}

INSTANTIATE_TEST_SUITE_P(, ShippedBodies, testing::Values(test::kLayeredCube, test::kCrackedBar, test::kCheese),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace lilyan
