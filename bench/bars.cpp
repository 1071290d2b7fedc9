#include "bars.hpp"

#include <lilyan/core/error.hpp>
#include <lilyan/mesh/box.hpp>

#include <Eigen/Geometry>

#include <algorithm>
#include <ctime>
#include <limits>
#include <numbers>

namespace lilyan::bench {

namespace {

double cpu_ms() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

}  // namespace

Bar make_bar(const std::string& name, const std::array<Index, 3>& cells, int tets_a_cell, const Law& law) {
  Bar bar;
  bar.name = name;
  const Vec3 size = 0.1 * Vec3(cells[0], cells[1], cells[2]);
  bar.mesh = box(size, cells, Vec3::Zero(), tets_a_cell == 5 ? Split::five : Split::six);
  Vector mass = Vector::Zero(bar.mesh.vertices());
  for (const Tet& tet : bar.mesh.tets)
    for (Index v : tet) mass[v] += 1000 * volume(bar.mesh.X, tet) / 4;

  Pin held;
  Vector x = bar.mesh.X;
  for (Index i = 0; i < bar.mesh.vertices(); ++i) {
    const double along = vertex(x, i)[2] + 0.5 * size[2];
    if (along < 1e-9) held.vertices.push_back(i);
    vertex(x, i)[1] -= 0.02 * along * along / size[2];
  }
  std::vector<std::unique_ptr<Potential>> potentials;
  for (auto& e : make_elasticity(bar.mesh.X, bar.mesh.tets, {law}, std::vector<Index>(bar.mesh.tets.size(), 0)))
    potentials.push_back(std::move(e));
  bar.system = std::make_unique<System>(mass, Vec3(0, -9.81, 0), Coordinates(x, {held}), std::move(potentials));
  bar.start = {0, 0, 0, x, Vector::Zero(x.size())};
  return bar;
}

Frame turning_and_bending(const Bar& bar) {
  Frame start = bar.start;
  for (Index i = 0; i < bar.mesh.vertices(); ++i) {
    const Vec3 r = vertex(start.x, i);
    const double along = r[2] + 2;
    vertex(start.p, i) = bar.system->vertex_mass()[i] * (Vec3(0, 0, 1.5 * along).cross(r) + Vec3(0.3 * along, 0, 0));
  }
  for (Index c = 0; c < start.p.size(); ++c)
    if (bar.system->coordinates().is_held(c)) start.p[c] = 0;
  return start;
}

Bar free_bar(const Law& law, const std::array<Index, 3>& cells, double stretch, double degrees) {
  Bar bar;
  bar.mesh = box(Vec3(4, 1, 1), cells, Vec3::Zero(), Split::five);
  Vector mass = Vector::Zero(bar.mesh.vertices());
  for (const Tet& tet : bar.mesh.tets)
    for (Index v : tet) mass[v] += volume(bar.mesh.X, tet) / 16;
  Vector x = bar.mesh.X, p = x;
  for (Index i = 0; i < bar.mesh.vertices(); ++i) {
    Vec3 r = vertex(x, i);
    r[0] *= stretch;
    r = Eigen::AngleAxisd(degrees * std::numbers::pi / 180 * r[0] / (4 * stretch), Vec3::UnitX()) * r;
    vertex(x, i) = r;
    vertex(p, i) = mass[i] * (Vec3(0.5, 0, 0) + Vec3(0.6, 0.4, 2).cross(r));
  }
  std::vector<std::unique_ptr<Potential>> potentials;
  for (auto& e : make_elasticity(bar.mesh.X, bar.mesh.tets, {law}, std::vector<Index>(bar.mesh.tets.size(), 0)))
    potentials.push_back(std::move(e));
  bar.system = std::make_unique<System>(mass, Vec3::Zero(), Coordinates(x, {}), std::move(potentials));
  bar.start = {0, 0, 0, x, p};
  return bar;
}

Bar reference_bar(const std::string& name, const Law& law) {
  if (name == "3k") return make_bar(name, {4, 4, 43}, 5, law);
  if (name == "24k") return make_bar(name, {10, 10, 40}, 6, law);
  if (name == "100k") return make_bar(name, {16, 16, 65}, 6, law);
  if (name == "250k") return make_bar(name, {22, 22, 86}, 6, law);
  if (name == "1M") return make_bar(name, {35, 35, 136}, 6, law);
  throw InputError({"bench.bar", "", "there is no bar " + name, "choose from 3k, 24k, 100k, 250k, 1M"});
}

Law reference_stvk() {
  constexpr double E = 1e6, nu = 0.4;
  return StVenantKirchhoff{E / (2 * (1 + nu)), E * nu / ((1 + nu) * (1 - 2 * nu))};
}

double once_ms(const std::function<void()>& call) {
  const double start = cpu_ms();
  call();
  return cpu_ms() - start;
}

double median(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  const std::size_t middle = times.size() / 2;
  return times.size() % 2 == 1 ? times[middle] : 0.5 * (times[middle - 1] + times[middle]);
}

double median_ms(const std::function<void()>& call, int most, double budget_ms) {
  std::vector<double> times;
  double spent = 0;
  do {
    times.push_back(once_ms(call));
    spent += times.back();
  } while (static_cast<int>(times.size()) < most && spent < budget_ms);
  return median(std::move(times));
}

double best_ms(const std::function<void()>& call, int repeats) {
  constexpr double kEnough = 250;  // ms
  double best = std::numeric_limits<double>::infinity(), spent = 0;
  for (int k = 0; k < repeats || spent < kEnough; ++k) {
    const double took = once_ms(call);
    best = std::min(best, took);
    spent += took;
    if (spent > 20 * kEnough && k >= 1) break;  // a slow call is long enough to be exact
  }
  return best;
}

}  // namespace lilyan::bench
