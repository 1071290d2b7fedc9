// The bars that every benchmark measures, and a stopwatch for CPU time.
#pragma once

#include <lilyan/dynamics/stage_stepper.hpp>
#include <lilyan/dynamics/system.hpp>
#include <lilyan/energy/elements/elasticity.hpp>
#include <lilyan/materials/laws.hpp>
#include <lilyan/mesh/tet_mesh.hpp>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace lilyan::bench {

// A bar of cubes of 0.1 m with one end held: E = 1e6 Pa, nu = 0.4, rho = 1000 kg/m^3, under gravity.
struct Bar {
  std::string name;
  TetMesh mesh;
  std::unique_ptr<System> system;
  Frame start;  // bent a little, so that nothing is at rest
};

Bar make_bar(const std::string& name, const std::array<Index, 3>& cells, int tets_a_cell, const Law& law);

// "3k": 4x4x43 cells in five tets; "24k", "100k", "250k", "1M": 10x10x40, 16x16x65, 22x22x86 and 35x35x136 in six.
Bar reference_bar(const std::string& name, const Law& law);
Law reference_stvk();

// Its start in a motion about its axis and sideways, the more the farther from the end that is held.
Frame turning_and_bending(const Bar& bar);

// A free bar of 4 x 1 x 1 m and 1 kg, stretched, twisted and spinning.
Bar free_bar(const Law& law, const std::array<Index, 3>& cells, double stretch, double degrees);

// Least CPU milliseconds of one call, over at least `repeats` calls and about a quarter of a second.
double best_ms(const std::function<void()>& call, int repeats = 5);

// CPU milliseconds of one call that cannot be repeated.
double once_ms(const std::function<void()>& call);

// Median of CPU milliseconds, of `most` calls or of as many as fit into `budget_ms`, at least one.
double median_ms(const std::function<void()>& call, int most, double budget_ms);
double median(std::vector<double> times);

}  // namespace lilyan::bench
