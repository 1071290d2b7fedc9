// What coarse bodies are worth and what they cost, with the goals beside the figures.
//
//   coarsening_bench              coarse cells: hexes that turn as a whole and have a stiffness of their own, beside co-rotated
//                                 hexes with a rotation at each of eight points; both have the same stiffness at rest
//   coarsening_bench SCENE...     also steps and precomputation of the bodies of these scenes. The goals are for those that
//                                 `bodies cheese DIR` and `bodies liver DIR` write.
//
// CPU time of one thread: the least of many calls for energies of cells, medians for all else.
#include "bars.hpp"
#include "coarse_bodies.hpp"
#include "goal_table.hpp"

#include <lilyan/algebra/threads.hpp>
#include <lilyan/energy/elements/cell_stiffness_elasticity.hpp>
#include <lilyan/integrators/registry.hpp>
#include <lilyan/materials/corotated.hpp>
#include <lilyan/mesh/box.hpp>
#include <lilyan/run/simulation.hpp>

#include <fmt/format.h>

#include <Eigen/Geometry>

#include <stdexcept>

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

// A box of hexes of 0.1 m, and its elasticity by the stiffness of whole cells and by the law.
struct HexBox {
  explicit HexBox(const std::array<Index, 3>& cells)
      : mesh(hex_box(0.1 * Vec3(cells[0], cells[1], cells[2]), cells, Vec3::Zero())) {}

  const std::vector<Hex>& hexes() const { return mesh.cells.hexes; }
  std::unique_ptr<Elasticity> by_cells() const {
    const std::vector<CellStiffness<3>::Matrix> K(hexes().size(), stiffness_at_rest(mesh));
    return std::make_unique<HexStiffnessElasticity>(mesh.X, StiffCells<3>{hexes(), K, std::vector<double>(hexes().size(), 1e-3)});
  }
  std::unique_ptr<Elasticity> by_law() const {
    return std::move(make_elasticity(mesh.X, mesh.cells, {rubber()}, std::vector<Index>(hexes().size(), 0)).front());
  }

  BodyMesh mesh;
};

void print_costs(const std::array<Index, 3>& cells) {
  const HexBox box(cells);
  Vector x = box.mesh.X;  // bent and twisted, so that cells are pressed here and drawn there
  for (Index i = 0; i < box.mesh.vertices(); ++i) {
    Vec3 r = vertex(x, i);
    r[1] += 0.05 * r[0] * r[0] / (0.1 * cells[0]);
    vertex(x, i) = Eigen::AngleAxisd(r[0], Vec3::UnitX()) * r;
  }
  const Costs one = costs_of(*box.by_cells(), x), other = costs_of(*box.by_law(), x);
  const double us = 1e3 / static_cast<double>(box.hexes().size());
  const auto line = [&](const char* what, double coarse_ms, double fine_ms) {
    fmt::print("| {:>6} | {:<18} | {:>10.2f} | {:>14.2f} | {:>5.2f} |\n", box.hexes().size(), what, us * coarse_ms, us * fine_ms,
               coarse_ms / fine_ms);
  };
  line("energy + gradient", one.gradient, other.gradient);
  line("Hessian", one.hessian, other.hessian);
  line("Hessian, projected", one.projected, other.projected);
}

// Median of steps of the box under gravity, held at one end.
double step_ms(const HexBox& box, std::unique_ptr<Elasticity> W, const std::string& method) {
  constexpr int kSteps = 15;
  const BodyMesh& mesh = box.mesh;
  Vector mass = Vector::Zero(mesh.vertices());
  for (const Hex& hex : box.hexes())
    for (const Index v : hex) mass[v] += 1000 * 1e-3 / 8;  // 1000 kg/m^3
  Pin held;
  const double end = mesh.X.reshaped(3, mesh.vertices()).row(0).minCoeff();
  for (Index i = 0; i < mesh.vertices(); ++i)
    if (vertex(mesh.X, i)[0] < end + 1e-9) held.vertices.push_back(i);
  std::vector<std::unique_ptr<Potential>> potentials;
  potentials.push_back(std::move(W));
  const IntegratorEntry& entry = *find_integrator(method);
  Simulation simulation(std::make_unique<const System>(mass, Vec3(0, -9.81, 0), Coordinates(mesh.X, {held}), std::move(potentials)),
                        entry.make(default_parameters(entry)), mesh.X, Vector::Zero(mesh.X.size()),
                        {.h = 1.0 / 30, .steps = kSteps});
  simulation.use_threads(1);
  simulation.prepare();
  std::vector<double> times;
  for (int k = 1; k <= kSteps; ++k) {
    const double ms = once_ms([&] {
      if (!simulation.step()) throw std::runtime_error("a step failed");
    });
    if (k > 1) times.push_back(ms);  // the first one sets the solvers up
  }
  return median(std::move(times));
}

void print_steps(const std::array<Index, 3>& cells) {
  const HexBox box(cells);
  const std::string name = fmt::format("{} hexes", box.hexes().size());
  for (const std::string method : {"corotational_reversible", "avf"})
    print_figure({name, method + ": step of homogeneous hexes, by cell stiffness / by the law corotated",
                  step_ms(box, box.by_cells(), method), step_ms(box, box.by_law(), method), "ms", Goal{Goal::Bound::at_most, 1}});
}

}  // namespace
}  // namespace lilyan::bench

int main(int count, char** words) {
  using namespace lilyan::bench;
  lilyan::set_threads(1);
  fmt::print("microseconds per hex, CPU time, least of many\n");
  fmt::print("| {:>6} | {:<18} | {:>10} | {:>14} | {:>5} |\n", "hexes", "what", "coarse hex", "co-rotated hex", "ratio");
  fmt::print("| --- | --- | --- | --- | --- |\n");
  print_costs({20, 8, 8});
  fmt::print(
      "\nCPU time of one thread, medians; published: by which factor a step became faster beside that paper's own solver\n\n");
  print_goal_heads();
  print_steps({10, 5, 5});
  print_steps({20, 8, 8});
  for (int k = 1; k < count; ++k) print_coarse_body(words[k]);
}
