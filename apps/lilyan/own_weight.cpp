#include <lilyan/scene/load.hpp>

#include <apps/lilyan/own_weight.hpp>

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>

#include <algorithm>

namespace lilyan::app {
namespace {

Mat3 edges(const Vector& x, const Tet& tet) {
  Mat3 edges;
  for (int a = 0; a < 3; ++a) edges.col(a) = vertex(x, tet[static_cast<std::size_t>(a) + 1]) - vertex(x, tet[0]);
  return edges;
}

double largest_strain(const Vector& X, const Vector& x, const Tet& tet) {
  const Mat3 slope = (edges(x, tet) - edges(X, tet)) * edges(X, tet).inverse();
  Eigen::SelfAdjointEigenSolver<Mat3> eigen;
  eigen.computeDirect(0.5 * (slope + slope.transpose()), Eigen::EigenvaluesOnly);
  return eigen.eigenvalues().cwiseAbs().maxCoeff();
}

}  // namespace

double strain_under_own_weight(const std::string& text, const std::filesystem::path& file, double swing) {
  // One step of backward Euler that lasts a thousand swings: its inertia is a millionth of the stiffness, and yet multigrid may
  // solve it, and parts that no pin holds fall without strain.
  constexpr double kSwings = 1000;
  Scene scene = parse_scene(text, file,
                            {"bodies.0.material.type=linear", "integrator.type=backward_euler",
                             fmt::format("time.step={}", kSwings * swing), fmt::format("output.interval={}", kSwings * swing)});
  if (!scene.simulation.step()) return 0;
  const Vector x = scene.simulation.positions();
  double largest = 0;
  for (const Tet& tet : scene.inventory.cells.tets) largest = std::max(largest, largest_strain(scene.inventory.rest, x, tet));
  return largest;
}

}  // namespace lilyan::app
