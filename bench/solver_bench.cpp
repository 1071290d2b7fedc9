// Cholesky factorisations beside each other, in one run: Eigen's, CHOLMOD's if it is installed, and ours.
//
// Factor and solve: CPU milliseconds on one thread, best of many. Two threads: how many times as fast as one by the clock, medians
// of runs that alternate.
#include "bars.hpp"
#ifdef LILYAN_BENCH_CHOLMOD
#include "peers/supernodal_solver.hpp"
#endif

#include <lilyan/algebra/direct_solver.hpp>
#include <lilyan/algebra/threads.hpp>
#include <lilyan/dynamics/workspace/hessian_storage.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace lilyan::bench {
namespace {

double clock_ms(const std::function<void()>& call) {
  const auto begin = std::chrono::steady_clock::now();
  call();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

// How many times as fast a call is on two threads.
double speed_up(const std::function<void()>& call, int repeats) {
  const Threads one(1), two(2);
  std::vector<double> alone, together;
  for (int k = 0; k < repeats; ++k) {
    {
      const UsingThreads use(one);
      alone.push_back(clock_ms(call));
    }
    const UsingThreads use(two);
    together.push_back(clock_ms(call));
  }
  auto median = [](std::vector<double>& times) {
    std::nth_element(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2), times.end());
    return times[times.size() / 2];
  };
  return median(alone) / median(together);
}

struct Measured {
  double analysis, factor, solve, columns;
};

void print_table(const std::string& name, const SymmetricMatrix& A) {
  Ordering ordering;
  const double ordered = best_ms([&] { ordering = fill_reducing_ordering(*A.pattern()); }, 1);
  fmt::print("{}: {} unknowns, {:.3g} GFLOP, ordering ({}) {:.3f} ms\n", name, A.size(), ordering.flops / 1e9, ordering.name,
             ordered);
  fmt::print("  {:<14}{:>10}{:>11}{:>10}{:>10}\n", "", "analysis", "factor", "solve", "32 sides");
  const Vector b = Vector::LinSpaced(A.size(), -1, 2);
  const Eigen::MatrixXd B = Eigen::MatrixXd::Random(A.size(), 32);
  Vector x;
  Eigen::MatrixXd X;
  const double most_flops_alone = 3e9;  // beyond it Eigen takes minutes
  auto measure = [&](const char* method, auto make) {
    std::unique_ptr<DirectSolver> solver;
    Measured m{};
    m.analysis = best_ms([&] { solver = make(A.pattern(), ordering); }, 1);
    m.factor = best_ms([&] { solver->factorise(A); });
    m.solve = best_ms([&] { solver->solve(b, x); });
    m.columns = best_ms([&] { solver->solve_columns(B, X); }, 1);
    fmt::print("  {:<14}{:>10.3f}{:>11.3f}{:>10.3f}{:>10.3f}\n", method, m.analysis, m.factor, m.solve, m.columns);
    return m;
  };
  if (ordering.flops < most_flops_alone) measure("simplicial", make_simplicial_solver);
  const Measured ours = measure("multifrontal", make_multifrontal_solver);
#ifdef LILYAN_BENCH_CHOLMOD
  const Measured theirs = measure("CHOLMOD", make_supernodal_solver);
  fmt::print("  {:<14}{:>10.2f}{:>11.2f}{:>10.2f}{:>10.2f}\n", "ours/CHOLMOD", ours.analysis / theirs.analysis,
             ours.factor / theirs.factor, ours.solve / theirs.solve, ours.columns / theirs.columns);
#else
  fmt::print("  CHOLMOD is not installed\n");
#endif
  const auto solver = make_multifrontal_solver(A.pattern(), ordering);
  solver->factorise(A);
  const int repeats = ours.factor > 300 ? 5 : 25;
  fmt::print("  {:<14}{:>10}{:>11.2f}{:>10.2f}   predicted {:.1f} MB\n\n", "two threads", "",
             speed_up([&] { solver->factorise(A); }, repeats), speed_up([&] { solver->solve(b, x); }, 4 * repeats),
             solver->prediction().bytes / 1e6);
}

SymmetricMatrix stiffness(const Bar& bar) {
  HessianStorage storage(*bar.system);
  SymmetricMatrix A(storage.restriction.pattern());
  for (const auto& potential : bar.system->potentials())
    potential->add_hessian(bar.start.x, 0, 1.0 / 900, Definiteness::projected, storage.blocks);
  storage.restriction.apply(storage.blocks, A);
  A.add_to_diagonal(1, bar.system->metric().diagonal());
  return A;
}

// Masses in a row with a spring from each to the next.
SymmetricMatrix chain(Index masses, Index unknowns_per_mass) {
  auto pattern = std::make_shared<SymmetricPattern>();
  const Index d = unknowns_per_mass;
  pattern->size = masses * d;
  pattern->column_begin.push_back(0);
  for (Index j = 0; j < pattern->size; ++j) {
    pattern->group.push_back(j / d);
    for (Index i = j; i < std::min((j / d + 2) * d, pattern->size); ++i) pattern->row.push_back(i);
    pattern->column_begin.push_back(pattern->entries());
  }
  SymmetricMatrix A(pattern);
  std::fill(A.values().begin(), A.values().end(), -0.1);
  A.add_to_diagonal(1, Vector::Constant(pattern->size, 2.0));
  return A;
}

}  // namespace
}  // namespace lilyan::bench

// Names of bars to measure; without any, all of them.
int main(int count, char** words) {
  using namespace lilyan::bench;
  const std::vector<std::string> wanted(words + 1, words + count);
  auto is_wanted = [&](const char* name) {
    return wanted.empty() || std::find(wanted.begin(), wanted.end(), name) != wanted.end();
  };
  fmt::print("milliseconds\n\n");
  if (is_wanted("small")) {
    for (lilyan::Index masses : {20, 300, 3000}) print_table(fmt::format("chain of {} masses on a line", masses), chain(masses, 1));
    for (lilyan::Index masses : {7, 100, 1000}) print_table(fmt::format("chain of {} masses", masses), chain(masses, 3));
    for (const std::array<lilyan::Index, 3>& cells :
         {std::array<lilyan::Index, 3>{1, 1, 2}, {1, 1, 8}, {2, 2, 12}, {3, 3, 20}, {6, 6, 24}})
      print_table(fmt::format("bar of {}x{}x{} cells", cells[0], cells[1], cells[2]),
                  stiffness(make_bar("", cells, 5, reference_stvk())));
  }
  for (const char* name : {"3k", "24k", "100k"})
    if (is_wanted(name)) print_table(name, stiffness(reference_bar(name, reference_stvk())));
}
