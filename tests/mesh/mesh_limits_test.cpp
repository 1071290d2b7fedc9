#include <lilyan/mesh/mesh_size.hpp>

#include <lilyan/core/error.hpp>
#include <lilyan/mesh/box.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lilyan::test {
namespace {

using testing::HasSubstr;
using testing::Optional;

constexpr double kPlenty = 1e15;

TEST(MeshLimits, LetThroughWhatCanBeNumberedAndKept) {
  EXPECT_EQ(why_too_large(7.15e8, 2.147e9, kPlenty), std::nullopt);
  EXPECT_EQ(why_too_large(1e6, 5e6, 2.01e9), std::nullopt);
}

TEST(MeshLimits, AreThoseOfComponentsNotOfVertices) {
  EXPECT_THAT(why_too_large(7.17e8, 1, kPlenty), Optional(HasSubstr("more than the engine can number")));
  EXPECT_THAT(why_too_large(1, 2.2e9, kPlenty), Optional(HasSubstr("more than the engine can number")));
}

TEST(MeshLimits, AreThoseOfTheMemory) {
  EXPECT_THAT(why_too_large(1e6, 5e6, 1.99e9), Optional(HasSubstr("need at least 1.86 GiB of memory; 1.85 GiB are free")));
}

TEST(MeshLimits, HoldForBoxesToo) {
  // 1.2e9 vertices and 1.5e9 tets have numbers, the components of the vertices have not.
  const std::array<Index, 3> thin = {300'000'000, 1, 1};
  for (const auto& make : std::vector<std::function<void()>>{[&] {
                                                               box({1, 1, 1}, thin, Vec3::Zero(), Split::five);
                                                             },
                                                             [&] {
                                                               hex_box({1, 1, 1}, thin, Vec3::Zero());
                                                             }}) {
    try {
      make();
      ADD_FAILURE() << "was made";
    } catch (const InputError& error) {
      EXPECT_EQ(error.faults().front().id, "mesh.too-large");
      EXPECT_THAT(error.faults().front().message, HasSubstr("more than the engine can number"));
    }
  }
}

}  // namespace
}  // namespace lilyan::test
