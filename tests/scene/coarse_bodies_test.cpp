// Coarse bodies beside the fine ones that they stand for, at rest.
#include <gtest/gtest.h>

#include <tests/scene/equal_rest.hpp>
#include <tests/support/temporary_folder.hpp>

namespace lilyan {
namespace {

using test::ShippedBody;

class ShippedBodies : public testing::TestWithParam<ShippedBody> {
 protected:
  test::TemporaryFolder folder;
};

TEST_P(ShippedBodies, SagAndVibrateLikeTheFineOnes) {
  test::expect_equal_rest(GetParam(), test::coarsened(GetParam(), folder.path()));
}

INSTANTIATE_TEST_SUITE_P(, ShippedBodies, testing::Values(test::kLayeredCube, test::kCrackedBar, test::kCheese),
                         [](const auto& instance) { return instance.param.name; });

}  // namespace
}  // namespace lilyan
