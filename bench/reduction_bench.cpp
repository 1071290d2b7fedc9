// What a reduced body costs: force and stiffness in one evaluation, the coefficients of its energy, and its basis.
//
// The reference figures were measured on a 2.8 GHz Ice Lake core whose dgemm reaches 60 GFLOP/s. The time of the coefficients is
// given beside that of a product of matrices (dgemm, or Eigen's without BLAS) with as many operations as their Gram matrix needs.
#include "bars.hpp"
#include "coefficients.hpp"

#include <lilyan/mesh/box.hpp>
#include <lilyan/reduction/modal_basis.hpp>
#include <lilyan/reduction/reduce_elasticity.hpp>

#include <fmt/format.h>

#include <string>

namespace lilyan::bench {
namespace {

void print_evaluation(Index r, const char* reference, const char* peer) {
  const TetMesh mesh = box(Vec3(2, 1, 1), {4, 2, 2}, Vec3::Zero(), Split::five);
  const QuarticEnergy energy =
      reduce_stvk(mesh.X, {.tets = mesh.tets}, {reference_stvk()}, std::vector<Index>(mesh.tets.size(), 0), waves(mesh.X, r));
  QuarticEnergy::Scratch scratch;
  Vector q = Vector::LinSpaced(r, 0.1, 1), f;
  Eigen::MatrixXd K;
  const int calls = r < 30 ? 10000 : 300;
  double sum = 0;
  const double both = best_ms([&] {
    for (int k = 0; k < calls; ++k) sum += energy.evaluate(q, f, K, scratch);
  });
  const double value = best_ms([&] {
    for (int k = 0; k < calls; ++k) sum += energy.value(q, scratch);
  });
  if (!(sum > 0)) fmt::print("the energy is not positive\n");
  fmt::print("| {:>2} | {:>10.2f} | {:>9} | {:>7} | {:>10.2f} |\n", r, 1e3 * both / calls, reference, peer, 1e3 * value / calls);
}

void print_coefficients(Index r) {
  const auto [tets, ms, product, linear] = time_coefficients(r);
  fmt::print("| {:>5} | {:>2} | {:>7.1f} | {:>7.1f} | {:>5.2f} | {:>6.2f} |\n", tets, r, ms, product, ms / product, linear);
}

void print_basis(const Bar& bar, Index modes, Index size) {
  Basis basis;
  const double ms = once_ms([&] { basis = modal_basis(*bar.system, bar.mesh.X, {.modes = modes, .size = size}); });
  fmt::print("| {:>5} | {:>2} | {:>2} | {:>7.0f} | {:>8.1e} |\n", bar.mesh.tets.size(), modes, basis.size(), ms, basis.left_out);
}

}  // namespace
}  // namespace lilyan::bench

int main() {
  using namespace lilyan::bench;
  fmt::print("this machine: {} {:.0f} GFLOP/s on one thread (reference, dgemm: 55-64)\n\n", product_name(), 1e3 / product_ms(1e9));
  fmt::print(
      "Force and stiffness together, microseconds\n| r  | this       | reference | VegaFEM | value      |\n| --- | --- | --- | --- "
      "| --- |\n");
  print_evaluation(8, "0.38", "-");
  print_evaluation(10, "0.7", "1.3");
  print_evaluation(12, "1.0", "-");
  print_evaluation(20, "5.4", "11.7");
  print_evaluation(40, "131-148", "345");
  fmt::print(
      "\nCoefficients, milliseconds\n| tets  | r  | this    | product | ratio | linear |\n| --- | --- | --- | --- | --- | --- |\n");
  for (int r : {8, 12, 20, 40}) print_coefficients(r);
  fmt::print(
      "\nBases of modes and their derivatives, milliseconds\n| tets  | m  | r  | this    | left out |\n| --- | --- | --- | --- | "
      "--- |\n");
  const Bar bar = make_bar("bar", {28, 9, 6}, 5, reference_stvk());
  print_basis(bar, 5, 12);
  print_basis(bar, 8, 20);
  print_basis(bar, 15, 40);
}
