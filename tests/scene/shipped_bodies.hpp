// The bodies of several materials that examples/bodies writes, coarsened as the documents do it.
#pragma once

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cstdlib>

#include <tests/scene/coarse_scene.hpp>

namespace lilyan::test {

struct ShippedBody {
  std::string name;
  std::array<Index, 3> cells;  // of its cage
  bool defeats_means = false;  // arithmetic means of its moduli are off by more than a factor of two
};
// In the cube each cell has one soft and one stiff layer through its height.
inline const ShippedBody kLayeredCube{"layered_cube", {3, 3, 3}, true}, kCrackedBar{"cracked_bar", {8, 2, 1}, true},
    kCheese{"cheese", {4, 8, 8}}, kLiver{"liver", {15, 9, 8}};

// Writes the scene of the body into the folder and coarsens it.
inline CoarsePair coarsened(const ShippedBody& body, const std::filesystem::path& folder) {
  const std::string command = fmt::format("\"{}\" {} \"{}\" > /dev/null", LILYAN_BODIES, body.name, folder.string());
  EXPECT_EQ(std::system(command.c_str()), 0);
  return coarsened(folder / (body.name + ".json"), folder, body.cells);
}

}  // namespace lilyan::test
