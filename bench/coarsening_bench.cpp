// What coarse cells cost: hexes that turn as a whole and have a stiffness of their own, beside co-rotated hexes with a rotation at
// each of eight points. Both have the same stiffness at rest.
#include "bars.hpp"

#include <lilyan/energy/elements/cell_stiffness_elasticity.hpp>
#include <lilyan/materials/corotated.hpp>
#include <lilyan/mesh/box.hpp>

#include <fmt/format.h>

#include <Eigen/Geometry>

namespace lilyan::bench {
namespace {

// E = 1e6 Pa, nu = 0.4.
Corotated rubber() {
  constexpr double E = 1e6, nu = 0.4, mu = E / (2 * (1 + nu)), lambda = E * nu / ((1 + nu) * (1 - 2 * nu));
  Mat6 C = 2 * mu * Mat6::Identity();
  C.topLeftCorner<3, 3>().array() += lambda;
  return {upper_triangle(C)};
}

struct Costs {
  double gradient, hessian, projected;  // [ms]
};

Costs costs_of(Elasticity& W, const Vector& x) {
  BlockPatternBuilder builder(static_cast<Index>(x.size() / 3));
  W.connect(builder);
  BlockMatrix H(builder.build());
  Vector g = Vector::Zero(x.size());
  return {best_ms([&] { W.add_gradient(x, 0, 1, g); }), best_ms([&] { W.add_hessian(x, 0, 1, Definiteness::exact, H); }),
          best_ms([&] { W.add_hessian(x, 0, 1, Definiteness::projected, H); })};
}

// The Hessian at rest of the first hex, which all hexes of a box share.
CellStiffness<3>::Matrix stiffness_at_rest(const BodyMesh& mesh) {
  Vector X(24);
  for (Index a = 0; a < 8; ++a) vertex(X, a) = vertex(mesh.X, mesh.cells.hexes[0][static_cast<std::size_t>(a)]);
  const auto W = make_elasticity(X, Cells{.hexes = {{0, 1, 2, 3, 4, 5, 6, 7}}}, {rubber()}, {0});
  BlockPatternBuilder builder(8);
  W.front()->connect(builder);
  BlockMatrix H(builder.build());
  W.front()->add_hessian(X, 0, 1, Definiteness::exact, H);
  CellStiffness<3>::Matrix K;
  for (Index c = 0; c < 24; ++c) K.col(c) = H.times(Vector::Unit(24, c));
  return K;
}

void print_row(const std::array<Index, 3>& cells) {
  const BodyMesh mesh = hex_box(0.1 * Vec3(cells[0], cells[1], cells[2]), cells, Vec3::Zero());
  const std::vector<Hex>& hexes = mesh.cells.hexes;
  const std::vector<CellStiffness<3>::Matrix> K(hexes.size(), stiffness_at_rest(mesh));
  HexStiffnessElasticity coarse(mesh.X, {hexes, K, std::vector<double>(hexes.size(), 1e-3)});
  const auto fine = make_elasticity(mesh.X, mesh.cells, {rubber()}, std::vector<Index>(hexes.size(), 0));

  Vector x = mesh.X;  // bent and twisted, so that cells are pressed here and drawn there
  for (Index i = 0; i < mesh.vertices(); ++i) {
    Vec3 r = vertex(x, i);
    r[1] += 0.05 * r[0] * r[0] / (0.1 * cells[0]);
    vertex(x, i) = Eigen::AngleAxisd(r[0], Vec3::UnitX()) * r;
  }
  const Costs one = costs_of(coarse, x), other = costs_of(*fine.front(), x);
  const double us = 1e3 / static_cast<double>(hexes.size());
  const auto line = [&](const char* what, double coarse_ms, double fine_ms) {
    fmt::print("| {:>6} | {:<18} | {:>10.2f} | {:>13.2f} | {:>5.2f} |\n", hexes.size(), what, us * coarse_ms, us * fine_ms,
               coarse_ms / fine_ms);
  };
  line("energy + gradient", one.gradient, other.gradient);
  line("Hessian", one.hessian, other.hessian);
  line("Hessian, projected", one.projected, other.projected);
}

}  // namespace
}  // namespace lilyan::bench

int main() {
  fmt::print("microseconds per hex, CPU time, least of many\n");
  fmt::print("| {:>6} | {:<18} | {:>10} | {:>13} | {:>5} |\n", "hexes", "what", "coarse hex", "co-rotated hex", "ratio");
  fmt::print("| --- | --- | --- | --- | --- |\n");
  lilyan::bench::print_row({20, 8, 8});
}
