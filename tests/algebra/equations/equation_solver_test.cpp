// Sequences of bordered systems against dense factorisations: definite, indefinite and singular ones, kept and rebuilt.
#include <lilyan/algebra/dense.hpp>
#include <lilyan/algebra/equations/equation_solver.hpp>
#include <lilyan/algebra/threads.hpp>

#include <gtest/gtest.h>

#include <tests/algebra/general_matrices.hpp>

#include <limits>

namespace lilyan::test {
namespace {

struct BorderedSystem {
  GeneralMatrix A;
  Border border;
  Vector b;

  double residual(const Vector& d) const { return (to_dense(A, border) * d - b).norm() / b.norm(); }
};

BorderedSystem random_system(const Pattern& pattern, Index rows, double skew, Random& random) {
  BorderedSystem system{with_skew_part(random_definite_matrix(pattern, random), skew, random),
                        random_border(pattern->size, rows, random), random.vector(pattern->size + rows)};
  return system;
}

TEST(EquationSolver, SolvesRandomBorderedSystemsLikeADenseFactorisation) {
  for (unsigned seed = 1; seed <= 30; ++seed) {
    Random random(seed);
    const Pattern pattern = pattern_of(random_graph(random.index(4, 25), 1, 3, random.real(0, 0.5), random));
    BorderedSystem system = random_system(pattern, random.index(0, std::min(6, pattern->size)), 0.2, random);
    if (random.chance(0.5) && system.border.rows > 0) {
      system.border.D = Dense::Zero(system.border.rows, system.border.rows);
      system.border.D(0, 0) = 3;
    }
    for (int k = 0; k < 3; ++k)
      system.border.more.push_back(
          {random.index(0, pattern->size - 1), random.index(0, pattern->size - 1), random.real(-0.1, 0.1)});
    EquationSolver solver(pattern);
    Vector d;
    ASSERT_TRUE(solver.solve(system.A, system.border, system.b, 1e-12, d)) << "seed " << seed;
    const Dense J = to_dense(system.A, system.border);
    const Vector expected = solve_regular(J, system.b);
    EXPECT_LE((J * d - system.b).norm(), 1e-12 * system.b.norm()) << "seed " << seed;
    EXPECT_EQ(solver.factorizations(), 1) << "no LU is needed, seed " << seed;
    EXPECT_LE((d - expected).norm(), 1e-12 * J.norm() * inverse(J).norm() * expected.norm()) << "seed " << seed;
  }
}

TEST(EquationSolver, ReachesTheToleranceOnEverySystemOfASequenceWithFewFactorisations) {
  Random random(1);
  const Pattern pattern = pattern_of(box_graph(10, 4, 4));
  BorderedSystem system = random_system(pattern, 12, 0.3, random);
  EquationSolver solver(pattern);
  for (int k = 0; k < 40; ++k) {
    const double tolerance = k % 2 == 0 ? 1e-3 : 1e-9;
    Vector d;
    ASSERT_TRUE(solver.solve(system.A, system.border, system.b, tolerance, d)) << "system " << k;
    EXPECT_LE(system.residual(d), 1.001 * tolerance) << "system " << k;
    disturb(system.A, system.border, 0.003, random);
    system.b = random.vector(static_cast<Index>(system.b.size()));
  }
  EXPECT_LE(solver.factorizations(), 8);
  EXPECT_GE(solver.iterations(), 40);
}

TEST(EquationSolver, MakesANewPreconditionerWhenTheMatrixJumps) {
  Random random(2);
  const Pattern pattern = pattern_of(box_graph(5, 4, 4));
  BorderedSystem one = random_system(pattern, 5, 0.3, random), other = one;
  Vector stiff(pattern->size);
  for (double& value : stiff) value = std::pow(10, random.real(0, 2));
  other.A.scale(stiff, stiff);
  EquationSolver solver(pattern);
  Vector d;
  for (const BorderedSystem* system : {&one, &other, &one}) {
    ASSERT_TRUE(solver.solve(system->A, system->border, system->b, 1e-10, d));
    EXPECT_LE(system->residual(d), 1e-10);
  }
  EXPECT_EQ(solver.factorizations(), 3);
}

TEST(EquationSolver, SolvesIndefiniteAndStronglyUnsymmetricSystems) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    Random random(seed);
    const Pattern pattern = pattern_of(random_graph(random.index(4, 25), 1, 3, 0.3, random));
    BorderedSystem system = random_system(pattern, random.index(0, 4), seed % 2 == 0 ? 0.1 : 50, random);
    for (Index i = 0; i < pattern->size; i += 3)
      system.A.add_to_diagonal(-3 * system.A.diagonal(i), Vector::Unit(pattern->size, i));
    EquationSolver solver(pattern);
    for (int k = 0; k < 3; ++k) {
      Vector d;
      ASSERT_TRUE(solver.solve(system.A, system.border, system.b, 1e-9, d)) << "seed " << seed;
      EXPECT_LE(system.residual(d), 1e-9) << "seed " << seed;
      disturb(system.A, system.border, 1e-4, random);
    }
    EXPECT_LE(solver.factorizations(), 2) << "the LU is kept, seed " << seed;
  }
}

TEST(EquationSolver, AddsNumbersOutsideThePatternWithEitherPreconditioner) {
  Random random(9);
  Graph apart;
  apart.unknowns.assign(6, 1);
  const Pattern pattern = pattern_of(apart);
  for (double diagonal : {2.0, -2.0}) {
    BorderedSystem system{GeneralMatrix(pattern), {1, {{1, 0, 1.0}}, {{0, 1, 1.0}}, {}, {}}, random.vector(7)};
    system.A.add_to_diagonal(diagonal, Vector::Ones(6));
    system.border.more = {{0, 5, 1.0}, {5, 0, 0.5}, {2, 2, 0.25}, {3, 4, -0.5}};
    EquationSolver solver(pattern);
    Vector d;
    ASSERT_TRUE(solver.solve(system.A, system.border, system.b, 1e-12, d));
    EXPECT_LE(system.residual(d), 1e-12);
  }
}

TEST(EquationSolver, TellsARowFromAnAdditionOfTheSameUnknowns) {
  Random random(10);
  Graph apart;
  apart.unknowns.assign(4, 1);
  const Pattern pattern = pattern_of(apart);
  GeneralMatrix A(pattern);
  A.add_to_diagonal(2, Vector::Ones(4));
  const Border row{1, {{1, 0, 1.0}, {3, 0, 1.0}}, {{0, 1, 1.0}, {0, 3, 1.0}}, {}, {}}, addition{0, {}, {}, {}, {{1, 3, 0.5}}};
  EquationSolver solver(pattern);
  for (const Border* border : {&row, &addition, &row}) {
    const BorderedSystem system{A, *border, random.vector(4 + border->rows)};
    Vector d;
    ASSERT_TRUE(solver.solve(system.A, system.border, system.b, 1e-12, d));
    EXPECT_LE(system.residual(d), 1e-12);
  }
}

TEST(EquationSolver, TakesMultipliersOfEitherSign) {
  Random random(11);
  const Pattern pattern = pattern_of(box_graph(5, 3, 3));
  BorderedSystem system = random_system(pattern, 8, 0.2, random);
  for (Entry& entry : system.border.B)
    if (entry.column % 2 == 0) entry.value *= -3;
  EquationSolver solver(pattern);
  Vector d;
  ASSERT_TRUE(solver.solve(system.A, system.border, system.b, 1e-10, d));
  EXPECT_LE(system.residual(d), 1e-10);
  EXPECT_EQ(solver.factorizations(), 1) << "no LU is needed";
}

TEST(EquationSolver, SolvesWhereOnlyTheConstraintsAreStiff) {
  // A pendulum at rest: nothing but the rod and its tension holds the mass.
  const Pattern pattern = full_pattern(2);
  GeneralMatrix A(pattern);
  ASSERT_TRUE(A.add_at(0, 0, 9.81));  // sideways, by the tension
  Border rod{1, {{1, 0, 1.0}}, {{0, 1, 1.0}}, {}, {}};
  EquationSolver solver(pattern);
  Vector d;
  ASSERT_TRUE(solver.solve(A, rod, Vector::LinSpaced(3, 1, 3), 1e-12, d));
  EXPECT_LE((to_dense(A, rod) * d - Vector::LinSpaced(3, 1, 3)).norm(), 1e-12);
}

TEST(EquationSolver, SolvesNothingAndABorderWithoutAMatrix) {
  const Pattern none = pattern_of({});
  EquationSolver solver(none);
  const GeneralMatrix A(none);
  Vector d = Vector::Ones(3);
  ASSERT_TRUE(solver.solve(A, {}, Vector(0), 1e-9, d));
  EXPECT_EQ(d.size(), 0);
  const Border border{2, {}, {}, Dense::Identity(2, 2) * 4, {}};
  ASSERT_TRUE(solver.solve(A, border, Vector::Constant(2, 8), 1e-9, d));
  EXPECT_LE((d - Vector::Constant(2, 2)).norm(), 1e-8);
  EXPECT_FALSE(solver.solve(A, {2, {}, {}, {}, {}}, Vector::Ones(2), 1e-9, d));
}

TEST(EquationSolver, SolvesForAZeroRightHandSide) {
  Random random(3);
  const Pattern pattern = pattern_of(box_graph(3, 2, 2));
  const BorderedSystem system = random_system(pattern, 2, 0.1, random);
  EquationSolver solver(pattern);
  Vector d;
  ASSERT_TRUE(solver.solve(system.A, system.border, Vector::Zero(system.b.size()), 1e-9, d));
  EXPECT_EQ(d, Vector::Zero(system.b.size()));
}

TEST(EquationSolver, StopsAtRoundingWhereTheToleranceIsBelowIt) {
  Random random(4);
  const Pattern pattern = pattern_of(box_graph(5, 4, 4));
  BorderedSystem system = random_system(pattern, 5, 0.3, random);
  EquationSolver solver(pattern);
  for (int k = 0; k < 5; ++k) {
    Vector d;
    ASSERT_TRUE(solver.solve(system.A, system.border, system.b, 1e-20, d));
    EXPECT_LE(system.residual(d), 1e-13);
    disturb(system.A, system.border, 1e-4, random);
  }
  EXPECT_LE(solver.factorizations(), 2) << "rounding is no reason to factorise again";
}

TEST(EquationSolver, ReportsRedundantRows) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    Random random(seed);
    const Pattern pattern = pattern_of(box_graph(4, 3, 3));
    BorderedSystem system = random_system(pattern, 3, 0.2, random);
    // Row 3 is a combination of the first two.
    const double s = random.real(-2, 2), t = random.real(-2, 2);
    system.border.rows = 4;
    for (const Entry& entry : Entries(system.border.C))
      if (entry.row < 2) system.border.C.push_back({3, entry.column, (entry.row == 0 ? s : t) * entry.value});
    for (const Entry& entry : Entries(system.border.B))
      if (entry.column < 2) system.border.B.push_back({entry.row, 3, (entry.column == 0 ? s : t) * entry.value});
    EquationSolver solver(pattern);
    Vector d;
    EXPECT_FALSE(solver.solve(system.A, system.border, random.vector(pattern->size + 4), 1e-6, d)) << "seed " << seed;
    EXPECT_FALSE(solver.solve(system.A, system.border, random.vector(pattern->size + 4), 1e-2, d)) << "seed " << seed;

    // After that a regular system is solved as ever.
    const BorderedSystem regular = random_system(pattern, 3, 0.2, random);
    ASSERT_TRUE(solver.solve(regular.A, regular.border, regular.b, 1e-9, d));
    EXPECT_LE(regular.residual(d), 1e-9);
  }
}

TEST(EquationSolver, SolvesRedundantRowsThatAgreeOrReportsThem) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    Random random(seed);
    const Pattern pattern = pattern_of(box_graph(4, 3, 3));
    BorderedSystem system = random_system(pattern, 3, 0.2, random);
    const Vector least = solve_regular(to_dense(system.A, system.border), system.b);
    // The first row once more.
    system.border.rows = 4;
    for (const Entry& entry : Entries(system.border.C))
      if (entry.row == 0) system.border.C.push_back({3, entry.column, entry.value});
    for (const Entry& entry : Entries(system.border.B))
      if (entry.column == 0) system.border.B.push_back({entry.row, 3, entry.value});
    const double twice = system.b[pattern->size];
    system.b.conservativeResize(pattern->size + 4);
    system.b[pattern->size + 3] = twice;
    EquationSolver solver(pattern);
    Vector d;
    if (!solver.solve(system.A, system.border, system.b, 1e-9, d)) continue;
    EXPECT_LE(system.residual(d), 1e-9) << "seed " << seed;
    EXPECT_LE((d.head(pattern->size) - least.head(pattern->size)).norm(), 1e-6 * least.norm()) << "seed " << seed;
    EXPECT_LE(d.norm(), 2 * least.norm()) << "multipliers that cancel have not grown, seed " << seed;
  }
}

TEST(EquationSolver, ReportsSingularMatrices) {
  const Pattern pattern = full_pattern(4);
  const auto fails = [&](const Dense& A, const Border& border) {
    GeneralMatrix M(pattern);
    for (Index i = 0; i < 4; ++i)
      for (Index j = 0; j < 4; ++j) M.add_at(i, j, A(i, j));
    EquationSolver solver(pattern);
    Vector d;
    return !solver.solve(M, border, Vector::LinSpaced(4 + border.rows, 1, 2), 1e-3, d);
  };
  Dense rank_three = Dense::Identity(4, 4);
  rank_three.row(3) = rank_three.row(0) + 2 * rank_three.row(1);
  EXPECT_TRUE(fails(Dense::Zero(4, 4), {}));
  EXPECT_TRUE(fails(Dense::Ones(4, 4), {}));
  EXPECT_TRUE(fails(rank_three, {}));
  EXPECT_TRUE(fails(Dense::Identity(4, 4), {1, {}, {}, {}, {}})) << "an empty row";
  EXPECT_TRUE(fails(Dense::Identity(4, 4), {1, {{0, 0, 1.0}}, {}, {}, {}})) << "C is empty";
  EXPECT_TRUE(fails(Dense::Identity(4, 4), {1, {{0, 0, 1.0}}, {{0, 1, 1.0}}, {}, {}})) << "C A^-1 B = 0";
  EXPECT_TRUE(fails(Dense::Zero(4, 4), {1, {{0, 0, 1.0}}, {{0, 0, 1.0}}, {}, {}})) << "too few constraints for no stiffness";
  EXPECT_FALSE(fails(Dense::Identity(4, 4), {1, {{0, 0, 1.0}}, {{0, 0, 1.0}}, {}, {}}));
}

TEST(EquationSolver, ReportsNumbersThatAreNotFinite) {
  Random random(5);
  const Pattern pattern = pattern_of(box_graph(3, 2, 2));
  const BorderedSystem good = random_system(pattern, 2, 0.1, random);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EquationSolver solver(pattern);
  Vector d;
  BorderedSystem bad = good;
  bad.A.upper()[5] = nan;
  EXPECT_FALSE(solver.solve(bad.A, bad.border, bad.b, 1e-6, d));
  bad = good;
  bad.border.B[1].value = nan;
  EXPECT_FALSE(solver.solve(bad.A, bad.border, bad.b, 1e-6, d));
  bad = good;
  bad.b[0] = nan;
  EXPECT_FALSE(solver.solve(bad.A, bad.border, bad.b, 1e-6, d));
  EXPECT_TRUE(solver.solve(good.A, good.border, good.b, 1e-6, d));
}

TEST(EquationSolver, SolvesWhileTheBorderChangesItsRows) {
  Random random(6);
  const Pattern pattern = pattern_of(box_graph(5, 4, 4));
  BorderedSystem system = random_system(pattern, 0, 0.3, random);
  EquationSolver solver(pattern);
  for (Index rows : {0, 3, 7, 7, 1, 0, 5}) {
    system.border = random_border(pattern->size, rows, random);
    system.b = random.vector(pattern->size + rows);
    Vector d;
    ASSERT_TRUE(solver.solve(system.A, system.border, system.b, 1e-8, d)) << rows << " rows";
    EXPECT_LE(system.residual(d), 1e-8) << rows << " rows";
  }
  EXPECT_LE(solver.factorizations(), 7) << "at most one for each structure";
}

TEST(EquationSolver, KeepsItsPreconditionerWhenNumbersOfTheBorderComeAndGo) {
  // Multipliers start from zero in every step, so what they add to A is not there in its first system.
  Random random(12);
  const Pattern pattern = pattern_of(box_graph(10, 4, 4));
  BorderedSystem system = random_system(pattern, 12, 0.3, random);
  EquationSolver solver(pattern);
  for (int k = 0; k < 12; ++k) {
    system.border.more.clear();
    if (k % 3 != 0)
      for (Index i = 0; i < 12; ++i) system.border.more.push_back({i, 100 + i, 0.1});
    Vector d;
    ASSERT_TRUE(solver.solve(system.A, system.border, system.b, 1e-4, d)) << "system " << k;
    EXPECT_LE(system.residual(d), 1e-4) << "system " << k;
  }
  EXPECT_EQ(solver.factorizations(), 1);
}

TEST(EquationSolver, EliminatesRowsThatCoupleManyUnknownsOrAreNotLikeTheirColumns) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    Random random(seed);
    const Pattern pattern = pattern_of(box_graph(5, 3, 3));
    BorderedSystem system = random_system(pattern, 4, 0.2, random);
    system.border.rows = 7;
    for (Index i = 0; i < pattern->size; ++i) {
      system.border.C.push_back({4, i, random.real(-1, 1)});
      system.border.B.push_back({i, 4, random.real(-1, 1)});
    }
    system.border.C.push_back({5, 2, 1.0});
    system.border.B.push_back({2, 5, -1.0});  // of the other sign
    system.border.C.push_back({6, 3, 1.0});
    system.border.B.push_back({4, 6, 1.0});  // at another place
    system.border.D = Dense::Zero(7, 7);
    system.border.D(5, 6) = random.real(1, 2);
    system.border.D(6, 5) = random.real(1, 2);
    system.b = random.vector(pattern->size + 7);
    EquationSolver solver(pattern);
    Vector d;
    ASSERT_TRUE(solver.solve(system.A, system.border, system.b, 1e-9, d)) << "seed " << seed;
    EXPECT_LE(system.residual(d), 1e-9) << "seed " << seed;
    EXPECT_EQ(solver.factorizations(), 1) << "no LU is needed, seed " << seed;
  }
}

TEST(EquationSolver, SolvesWithCholeskyWhereAIsDefiniteOnlyAlongTheConstraints) {
  Random random(8);
  const Pattern pattern = pattern_of(box_graph(5, 3, 3));
  BorderedSystem system = random_system(pattern, 0, 0.2, random);
  for (Index k = 0; k < 3; ++k) {
    system.A.add_to_diagonal(-1.5 * system.A.diagonal(4 * k), Vector::Unit(pattern->size, 4 * k));
    system.border.C.push_back({k, 4 * k, 1.0});
    system.border.B.push_back({4 * k, k, 0.5});
  }
  system.border.rows = 3;
  system.b = random.vector(pattern->size + 3);
  EquationSolver solver(pattern);
  Vector d;
  ASSERT_TRUE(solver.solve(system.A, system.border, system.b, 1e-10, d));
  EXPECT_LE(system.residual(d), 1e-10);
  EXPECT_EQ(solver.factorizations(), 1);
}

// A sequence that meets both kinds of preconditioner, a change of structure, and a singular system in between.
std::vector<BorderedSystem> mixed_sequence() {
  Random random(7);
  const Pattern pattern = pattern_of(box_graph(20, 7, 7));
  std::vector<BorderedSystem> systems;
  BorderedSystem system = random_system(pattern, 70, 0.3, random);
  for (int k = 0; k < 16; ++k) {
    if (k == 5) system.border = random_border(pattern->size, 65, random);
    if (k == 7) system.border.more = {{3, 2000, 0.3}, {2000, 3, 0.2}, {5, 5, 0.1}};
    if (k == 10) system.A.add_to_diagonal(-2 * system.A.diagonal(9), Vector::Unit(pattern->size, 9));
    system.b = random.vector(pattern->size + system.border.rows);
    systems.push_back(system);
    disturb(system.A, system.border, k < 10 ? 0.01 : 1e-4, random);
  }
  BorderedSystem singular = systems[3];
  for (Entry& entry : singular.border.C) entry.value = 0;
  systems.insert(systems.begin() + 4, singular);
  return systems;
}

std::vector<Vector> solutions(const std::vector<BorderedSystem>& systems, EquationSolver& solver) {
  std::vector<Vector> all;
  for (const BorderedSystem& system : systems)
    if (!solver.solve(system.A, system.border, system.b, 1e-7, all.emplace_back())) all.back() = Vector();
  return all;
}

TEST(EquationSolver, GoesOnWithTheSameBitsWhenItIsRebuiltFromItsMemoryBeforeEverySystem) {
  const std::vector<BorderedSystem> systems = mixed_sequence();
  const Pattern pattern = systems[0].A.pattern();
  EquationSolver kept(pattern);
  const std::vector<Vector> expected = solutions(systems, kept);
  EXPECT_EQ(std::count_if(expected.begin(), expected.end(), [](const Vector& d) { return d.size() == 0; }), 1);

  EquationMemory memory;
  for (std::size_t k = 0; k < systems.size(); ++k) {
    EquationSolver rebuilt(pattern);
    if (memory.made_from) memory.made_from = std::make_shared<const std::vector<double>>(*memory.made_from);
    rebuilt.recall(memory);
    Vector d;
    if (!rebuilt.solve(systems[k].A, systems[k].border, systems[k].b, 1e-7, d)) d = Vector();
    EXPECT_TRUE(same_bits(d, expected[k])) << "system " << k;
    memory = rebuilt.memory();
  }
  EXPECT_EQ(*memory.made_from, *kept.memory().made_from);
  EXPECT_EQ(memory.iterations, kept.memory().iterations);
}

// Every number of the head, and every index of an entry, in turn.
TEST(EquationSolver, RefusesToRecallWhatItCannotHaveRemembered) {
  const std::vector<BorderedSystem> systems = mixed_sequence();
  EquationSolver solver(systems[0].A.pattern());
  Vector d;
  ASSERT_TRUE(solver.solve(systems[0].A, systems[0].border, systems[0].b, 1e-7, d));
  const std::vector<double> good = *solver.memory().made_from;
  const auto recalls = [&](const std::vector<double>& numbers) {
    EquationSolver other(systems[0].A.pattern());
    return other.recall({std::make_shared<const std::vector<double>>(numbers), 0, 0, 0});
  };
  EXPECT_TRUE(recalls(good));
  constexpr std::size_t kHead = 6;
  ASSERT_GT(good.size(), kHead + 3);
  for (std::size_t k = 0; k < kHead + 2; ++k)
    for (const double bad : {-1.0, 0.5, 1e18, std::nan(""), good[k] + 1e6}) {
      std::vector<double> numbers = good;
      numbers[k] = bad;
      EXPECT_FALSE(recalls(numbers)) << "number " << k << " is " << bad;
    }
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, kHead, good.size() - 1})
    EXPECT_FALSE(recalls({good.begin(), good.begin() + static_cast<std::ptrdiff_t>(size)})) << size;
  std::vector<double> longer = good;
  longer.push_back(0);
  EXPECT_FALSE(recalls(longer));
}

TEST(EquationSolver, GoesBackToAnEarlierMemory) {
  const std::vector<BorderedSystem> systems = mixed_sequence();
  EquationSolver solver(systems[0].A.pattern());
  Vector d, again;
  ASSERT_TRUE(solver.solve(systems[0].A, systems[0].border, systems[0].b, 1e-7, d));
  const EquationMemory memory = solver.memory();
  ASSERT_TRUE(solver.solve(systems[1].A, systems[1].border, systems[1].b, 1e-7, d));
  ASSERT_TRUE(solver.solve(systems.back().A, systems.back().border, systems.back().b, 1e-7, again));
  solver.recall(memory);
  ASSERT_TRUE(solver.solve(systems[1].A, systems[1].border, systems[1].b, 1e-7, again));
  EXPECT_TRUE(same_bits(d, again));
}

TEST(EquationSolver, GivesTheSameBitsForAnyNumberOfThreads) {
  const std::vector<BorderedSystem> systems = mixed_sequence();
  EquationSolver one(systems[0].A.pattern());
  const std::vector<Vector> expected = solutions(systems, one);
  for (int count : {2, 4}) {
    set_threads(count);
    EquationSolver solver(systems[0].A.pattern());
    const std::vector<Vector> found = solutions(systems, solver);
    for (std::size_t k = 0; k < systems.size(); ++k) EXPECT_TRUE(same_bits(found[k], expected[k])) << count << " threads, " << k;
  }
  set_threads(1);
}

}  // namespace
}  // namespace lilyan::test
