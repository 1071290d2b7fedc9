#include <lilyan/coarsening/stress_modes.hpp>

#include <array>

namespace lilyan {

namespace {

constexpr std::size_t k1 = moment_place(0, 0, 0), kX = moment_place(1, 0, 0), kY = moment_place(0, 1, 0),
                      kZ = moment_place(0, 0, 1), kXY = moment_place(1, 1, 0), kXZ = moment_place(1, 0, 1),
                      kYZ = moment_place(0, 1, 1);

constexpr std::array<StressMode, 18> kSpatial = {{{0, k1},
                                                  {1, k1},
                                                  {2, k1},
                                                  {3, k1},
                                                  {4, k1},
                                                  {5, k1},  //
                                                  {0, kY},
                                                  {0, kZ},
                                                  {0, kYZ},  //
                                                  {1, kX},
                                                  {1, kZ},
                                                  {1, kXZ},  //
                                                  {2, kX},
                                                  {2, kY},
                                                  {2, kXY},  //
                                                  {3, kX},
                                                  {4, kY},
                                                  {5, kZ}}};
constexpr std::array<StressMode, 5> kPlane = {{{0, k1}, {1, k1}, {5, k1}, {0, kY}, {1, kX}}};

}  // namespace

std::span<const StressMode> stress_modes(int dimension) {
  if (dimension == 2) return kPlane;
  return kSpatial;
}

}  // namespace lilyan
