#include <lilyan/algebra/dense.hpp>
#include <lilyan/algebra/threads.hpp>
#include <lilyan/coarsening/coarse_body.hpp>

#include <Eigen/Geometry>

#include <gtest/gtest.h>

#include <tests/coarsening/linear_statics.hpp>
#include <tests/coarsening/round_bodies.hpp>
#include <tests/support/fault_of.hpp>

namespace lilyan::test {
namespace {

FineBox small(FineBox spec) {
  spec.cells = {16, 4, 4};
  return spec;
}

CoarseningSettings with_free_probes() {
  CoarseningSettings settings;
  settings.support = ProbeSupport::free;
  return settings;
}

CoarseMesh nested_cage() { return hex_cage(Vec3(4, 1, 1), {4, 1, 1}, Vec3(2, 0.5, 0.5)); }
CoarseMesh shifted_cage() { return hex_cage(Vec3(4.7, 1.6, 1.3), {5, 2, 3}, Vec3(2.1, 0.6, 0.45)); }

// The displacements of a cell's corners by u = A X.
Vector of_corners(const BoxCell& box, const Mat3& A) {
  Vector U(static_cast<Eigen::Index>(box.signs.size()) * box.dimension);
  for (std::size_t i = 0; i < box.signs.size(); ++i) {
    const Vec3 u = A * (box.frame.centre + box.frame.half.cwiseProduct(box.signs[i]));
    U.segment(box.dimension * static_cast<Eigen::Index>(i), box.dimension) = u.head(box.dimension);
  }
  return U;
}

std::vector<Mat3> all_slopes(int dimension) {
  std::vector<Mat3> slopes;
  for (int i = 0; i < dimension; ++i)
    for (int k = 0; k < dimension; ++k) slopes.push_back(Vec3::Unit(i) * Vec3::Unit(k).transpose());
  return slopes;
}

TEST(CoarseBody, HasTheForcesOfAffineDisplacementsIfNestedAndHomogeneous) {
  const FineBody body = fine_box(small(homogeneous_bar()));
  const CoarseBody coarse = coarsen(body, nested_cage(), with_free_probes());
  EXPECT_EQ(coarse.counts.nested, 4);
  const Eigen::MatrixXd K = assembled_stiffness(coarse);
  const BlockMatrix fine = fine_stiffness(body);
  for (const Mat3& A : all_slopes(3)) {
    const Vector force = fine.times((A * body.X.reshaped(3, body.vertices())).reshaped());
    Vector expected = Vector::Zero(coarse.X.size());  // W^T f
    std::vector<bool> done(static_cast<std::size_t>(body.vertices()), false);
    for (const CoarseBox& cell : coarse.cells)
      for (Index v : cell.vertices) {
        if (done[static_cast<std::size_t>(v)]) continue;
        done[static_cast<std::size_t>(v)] = true;
        const Vector phi = box_functions(cell.box, cell.box.frame.coordinates(vertex(body.X, v)));
        for (std::size_t i = 0; i < 8; ++i) vertex(expected, cell.box.corners[i]) += phi[static_cast<Index>(i)] * vertex(force, v);
      }
    const Vector found = K * (A * coarse.X.reshaped(3, coarse.vertices())).reshaped();
    EXPECT_LT((found - expected).cwiseAbs().maxCoeff(), 1e-10);
  }
}

// The filled part of each cell is a box, over which two Gauss points each way integrate grad phi_i exactly.
TEST(CoarseBody, HasTheForcesOfAffineDisplacementsInACageIfHomogeneous) {
  const FineBody body = fine_box(small(homogeneous_bar()));
  const CoarseBody coarse = coarsen(body, shifted_cage(), with_free_probes());
  EXPECT_EQ(coarse.counts.nested, 0);
  EXPECT_EQ(coarse.counts.hardly_filled + coarse.counts.ill_conditioned, 0);
  for (const CoarseBox& cell : coarse.cells) {
    const LocalFrame& frame = cell.box.frame;
    const Vec3 low = (frame.centre - frame.half).cwiseMax(Vec3::Zero()), high = (frame.centre + frame.half).cwiseMin(Vec3(4, 1, 1));
    const Vec3 middle = 0.5 * (low + high), half = 0.5 * (high - low);
    for (const Mat3& A : all_slopes(3)) {
      const Mat3 strain = 0.5 * (A + A.transpose()), stress = 2 * strain + 0.5 * strain.trace() * Mat3::Identity();
      Vector expected = Vector::Zero(24);
      for (int q = 0; q < 8; ++q) {
        const double g = 1 / std::sqrt(3.0);
        const Vec3 x = middle + half.cwiseProduct(Vec3(q & 1 ? g : -g, q & 2 ? g : -g, q & 4 ? g : -g));
        const Vec3 xi = frame.coordinates(x);
        for (std::size_t i = 0; i < 8; ++i) {
          const Vec3& s = cell.box.signs[i];
          const Vec3 factor = 0.5 * (Vec3::Ones() + s.cwiseProduct(xi));
          const Vec3 slope = 0.5 * Vec3(s[0] * factor[1] * factor[2], s[1] * factor[0] * factor[2], s[2] * factor[0] * factor[1])
                                       .cwiseQuotient(frame.half);
          expected.segment<3>(3 * static_cast<Index>(i)) += half.prod() * stress * slope;
        }
      }
      EXPECT_LT((cell.stiffness.K * of_corners(cell.box, A) - expected).cwiseAbs().maxCoeff(), 1e-10) << cell.fill;
    }
  }
}

TEST(CoarseBody, HasTheForcesOfAffineDisplacementsInRoundBodiesIfHomogeneous) {
  for (const auto& [body, mesh] :
       {std::pair{clamped_cylinder({}), cylinder_cage({5, 1, 1})}, std::pair{sphere({}, 8), sphere_cage(3)}}) {
    const CoarseBody coarse = coarsen(body, mesh, with_free_probes());
    const std::vector<BoxCell> boxes = box_cells(mesh, 3, 0);
    const std::vector<CellCut> cuts = cut_body(body, boxes);
    for (const CoarseBox& cell : coarse.cells) {
      const auto q = static_cast<std::size_t>(cell.cage_cell);
      const CellIntegrals integrals = integrate_cell(body, coarse.probes, boxes[q], cuts[q]);
      for (const Mat3& A : all_slopes(3)) {
        const Vector U = of_corners(cell.box, A);
        EXPECT_LT((cell.stiffness.K * U - integrals.exact_galerkin * U).cwiseAbs().maxCoeff(), 1e-10) << cell.fill;
      }
    }
  }
}

// Every kind of cell, heterogeneous, with pins.
struct Case {
  FineBody body;
  CoarseMesh mesh;
};
std::vector<Case> cases() {
  FineBox slice = layered_bar(1, 100);
  slice.cells = {32, 8, 1};
  return {{fine_box(small(layered_bar(2, 100))), nested_cage()},
          {fine_box(small(random_bar(100, 5))), shifted_cage()},
          {clamped_cylinder(layered_bar(0, 10)), cylinder_cage({8, 2, 2})},
          {sphere({{}, {}, {1, 100}, random_blocks(6)}, 8), sphere_cage(4)},
          {fine_rectangle(slice), quad_cage(Vec3::Zero(), Vec3(4, 1, 0), 4, 1)},
          {fine_rectangle(slice), quad_cage(Vec3(0, -0.2, 0), Vec3(4.3, 1.5, 0), 3, 2)}};
}

TEST(CoarseBody, HasStiffnessForAllButRigidMotionsAndNeverMoreThanGalerkins) {
  for (const Case& c : cases()) {
    const CoarseBody coarse = coarsen(c.body, c.mesh);
    const int d = coarse.dimension, rigid = d == 3 ? 6 : 3;
    const std::vector<BoxCell> boxes = box_cells(c.mesh, d, 0);
    const std::vector<CellCut> cuts = cut_body(c.body, boxes);
    for (const CoarseBox& cell : coarse.cells) {
      const Eigen::MatrixXd& K = cell.stiffness.K;
      const double size = K.norm();
      EXPECT_TRUE(K == K.transpose());
      for (int k = 0; k < d; ++k) {
        Mat3 turn = Mat3::Zero();
        turn << 0, -1, 0, 1, 0, 0, 0, 0, 0;
        if (d == 3)
          turn = Eigen::AngleAxisd(M_PI / 2, Vec3::Unit(k)).toRotationMatrix() - Vec3::Unit(k) * Vec3::Unit(k).transpose();
        const Vector spin = of_corners(cell.box, turn);
        EXPECT_LT((K * spin).norm(), 1e-12 * size * spin.norm());
        Vector shift = Vector::Zero(K.rows());
        for (Index i = k; i < shift.size(); i += d) shift[i] = 1;
        EXPECT_LT((K * shift).norm(), 1e-12 * size * shift.norm());
      }
      const Vector values = symmetric_eigenvalues(K);
      EXPECT_GT(values[0], -1e-13 * size);
      if (cell.fill > 0.01) {
        EXPECT_GT(values[rigid], 1e-9 * size) << cell.fill;
      }
      const auto q = static_cast<std::size_t>(cell.cage_cell);
      const CellIntegrals integrals = integrate_cell(c.body, coarse.probes, boxes[q], cuts[q]);
      const Eigen::MatrixXd N = straining_basis(cell.box);
      if (cell.stiffness.guard != CellGuard::none) {
        EXPECT_LT((K - integrals.exact_galerkin).norm(), 1e-12 * size) << cell.fill;
        continue;
      }
      const Vector shares = generalised_eigenvalues(N.transpose() * K * N, N.transpose() * integrals.galerkin * N);
      EXPECT_LT(shares.maxCoeff(), 1 + 1e-10) << cell.fill;
    }
  }
}

TEST(CoarseBody, HasTheEnergiesOfAllProbesBeforeTheBoundAndOfThoseItIsReconstructedFromAfterIt) {
  for (const Case& c : cases()) {
    const CoarseBody coarse = coarsen(c.body, c.mesh);
    const bool is_held = std::find(c.body.held.begin(), c.body.held.end(), true) != c.body.held.end();
    const std::vector<BoxCell> boxes = box_cells(c.mesh, coarse.dimension, 0);
    const std::vector<CellCut> cuts = cut_body(c.body, boxes);
    for (const CoarseBox& cell : coarse.cells) {
      if (cell.stiffness.guard != CellGuard::none) continue;
      const auto q = static_cast<std::size_t>(cell.cage_cell);
      const CellIntegrals integrals = integrate_cell(c.body, coarse.probes, boxes[q], cuts[q]);
      const EnergyMatch match = match_energies(integrals);
      const Eigen::MatrixXd A = integrals.A * match.scale.asDiagonal();
      const Eigen::MatrixXd H = match.scale.asDiagonal() * integrals.H * match.scale.asDiagonal();
      // Displacements of the corners that have the weighted strains of the probes: G U = A.
      const Eigen::MatrixXd U = singular_values(integrals.G).solve(A);
      EXPECT_LT((U.transpose() * match.K0 * U - H).cwiseAbs().maxCoeff(), 1e-9) << cell.fill << ' ' << match.condition;
      if (!is_held) continue;  // made softer as a whole (uniform_stresses.hpp)
      const Eigen::MatrixXd& Z = cell.stiffness.amplitudes;
      EXPECT_LT((Z.transpose() * integrals.H * Z - cell.stiffness.K).norm(), 1e-9 * cell.stiffness.K.norm()) << cell.fill;
    }
  }
}

// With F = (f_b) the loads of the probes, H = F^T K^-1 F over the whole body. A single cell has A = T H, where T turns modes about
// the body's middle into those of the cell, and G = T F^T W (W: its functions at the fine vertices): K0 = W^T F H^-1 F^T W. So the
// displacements that belong to probe b, G U_b = A e_b, are those which the coarse body has under the same load: K0 U_b = W^T f_b,
// and its compliance f_b^T W U_b = H_bb is that of the fine body, in any material.
TEST(CoarseBody, OfOneCellAnswersToTheLoadsOfItsProbesAsTheFineOneDoes) {
  FineBox spec = small(random_bar(100, 9));
  spec.held = [](const Vec3&) { return false; };
  const FineBody body = fine_box(spec);
  const CoarseMesh mesh = hex_cage(Vec3(4, 1, 1), {1, 1, 1}, Vec3(2, 0.5, 0.5));
  CoarseningSettings settings;
  settings.bound = StiffnessBound::none;
  const CoarseBody coarse = coarsen(body, mesh, settings);
  const BoxCell& box = coarse.cells[0].box;
  const CellIntegrals integrals = integrate_cell(body, coarse.probes, box, cut_body(body, std::vector<BoxCell>{box})[0]);
  const Eigen::MatrixXd U = singular_values(integrals.G).solve(integrals.A);
  const BlockMatrix K = fine_stiffness(body);
  for (Eigen::Index b = 0; b < 18; ++b) {
    const Vector f = K.times(coarse.probes.col(b));
    Vector load = Vector::Zero(24);
    for (Index v = 0; v < body.vertices(); ++v) {
      const Vector phi = box_functions(box, box.frame.coordinates(vertex(body.X, v)));
      for (Index i = 0; i < 8; ++i) load.segment<3>(3 * i) += phi[i] * vertex(f, v);
    }
    EXPECT_LT((coarse.cells[0].stiffness.K * U.col(b) - load).norm(), 1e-8 * load.norm()) << b;
    EXPECT_NEAR(load.dot(U.col(b)), f.dot(coarse.probes.col(b)), 1e-8 * integrals.H(b, b)) << b;
  }
}

// In a cage the functions are taken as they are: K0 U_b = (integral S_b : eps(phi_i) dV), which has no material in it.
TEST(CoarseBody, OfOneCellInACageTakesTheLoadsOfItsProbesWhateverTheMaterial) {
  CoarseningSettings settings;
  settings.bound = StiffnessBound::none;
  const auto loads = [&](const FineBox& spec) -> Eigen::MatrixXd {
    const FineBody body = sphere(spec, 8);
    const CoarseBody coarse = coarsen(body, sphere_cage(1), settings);
    const BoxCell& box = coarse.cells[0].box;
    const CellIntegrals integrals = integrate_cell(body, coarse.probes, box, cut_body(body, std::vector<BoxCell>{box})[0]);
    return coarse.cells[0].stiffness.K * singular_values(integrals.G).solve(integrals.A);
  };
  const Eigen::MatrixXd homogeneous = loads({}), random = loads({{}, {}, {1, 100}, random_blocks(6)});
  EXPECT_LT((random - homogeneous).cwiseAbs().maxCoeff(), 1e-9 * homogeneous.cwiseAbs().maxCoeff());
}

// What the bound takes from the stiffness has the rank of the shapes that it acts on.
TEST(CoarseBody, CountsTheShapesThatTheBoundActsOn) {
  CoarseningSettings without;
  without.bound = StiffnessBound::none;
  const FineBody body = fine_box(small(random_bar(100, 9)));
  const CoarseMesh mesh = hex_cage(Vec3(4, 1, 1), {4, 1, 1}, Vec3(2, 0.5, 0.5));
  const CoarseBody coarse = coarsen(body, mesh), free = coarsen(body, mesh, without);
  Index expected = 0;
  for (std::size_t q = 0; q < coarse.cells.size(); ++q) {
    const Eigen::MatrixXd& K = coarse.cells[q].stiffness.K;
    const Vector taken = symmetric_eigenvalues(free.cells[q].stiffness.K - K);
    expected += static_cast<Index>((taken.array() > 1e-8 * K.norm()).count());
  }
  EXPECT_GT(expected, 0);
  EXPECT_EQ(coarse.counts.bounded, expected);
  EXPECT_EQ(free.counts.bounded, 0);
}

TEST(CoarseBody, HasTheMassTheCentreAndTheInertiaOfTheFineOneInAnyCage) {
  std::vector<Case> all = cases();
  for (Case& c : all) {
    for (std::size_t e = 0; e < c.body.density.size(); ++e) c.body.density[e] = 1 + static_cast<double>(e % 7);
    // Over a simplex the integral of x x^T is V/((d+1)(d+2)) (sum_v x_v x_v^T + s s^T), s = sum_v x_v.
    const int d = c.body.dimension();
    double m = 0;
    Vec3 first = Vec3::Zero();
    Mat3 second = Mat3::Zero();
    for (Index e = 0; e < c.body.cells.count(); ++e) {
      const double part = c.body.density[static_cast<std::size_t>(e)] * volume(c.body.X, c.body.cells, e);
      Vec3 sum = Vec3::Zero();
      Mat3 squares = Mat3::Zero();
      for (Index i : c.body.cells.vertices(e))
        sum += vertex(c.body.X, i), squares += vertex(c.body.X, i) * vertex(c.body.X, i).transpose();
      m += part, first += part / (d + 1) * sum, second += part / ((d + 1) * (d + 2)) * (squares + sum * sum.transpose());
    }
    const CoarseBody coarse = coarsen(c.body, c.mesh);
    const Vector& masses = coarse.mass.vertex;
    EXPECT_NEAR(masses.sum(), m, 1e-12 * m);
    Vec3 coarse_first = Vec3::Zero();
    Mat3 coarse_second = Mat3::Zero();
    Vector own = masses;
    for (const SharedMass& pair : coarse.mass.shared) {
      own[pair.i] -= pair.m, own[pair.j] -= pair.m;
      const Mat3 product = vertex(coarse.X, pair.i) * vertex(coarse.X, pair.j).transpose();
      coarse_second += pair.m * (product + product.transpose());
    }
    for (Index i = 0; i < masses.size(); ++i) {
      coarse_first += masses[i] * vertex(coarse.X, i);
      coarse_second += own[i] * vertex(coarse.X, i) * vertex(coarse.X, i).transpose();
      EXPECT_GT(masses[i], 0);
    }
    EXPECT_LT((coarse_first - first).norm(), 1e-12 * m * 4);
    EXPECT_LT((coarse_second - second).norm(), 1e-12 * m * 16);
  }
}

TEST(CoarseBody, DropsCellsAndVerticesThatTheBodyDoesNotReach) {
  const FineBody body = fine_box(small(homogeneous_bar()));
  const CoarseBody coarse = coarsen(body, hex_cage(Vec3(6, 2, 1), {6, 2, 1}, Vec3(3, 1, 0.5)));
  EXPECT_EQ(coarse.cells.size(), 4u);
  EXPECT_EQ(coarse.vertices(), 20);
  EXPECT_EQ(coarse.counts.dropped_cells, 8);
  EXPECT_EQ(coarse.counts.dropped_vertices, 22);
  EXPECT_LE(coarse.X.reshaped(3, 20).row(0).maxCoeff(), 4);
  EXPECT_EQ(coarse.hexes().size(), 4u);
  EXPECT_TRUE(coarse.quads().empty());
}

TEST(CoarseBody, KeepsGalerkinsStiffnessWhereItIsHardlyFilled) {
  const FineBody body = fine_box(small(homogeneous_bar()));
  const CoarseBody coarse = coarsen(body, hex_cage(Vec3(7.999, 1, 1), {2, 1, 1}, Vec3(3.9994, 0.5, 0.5)));  // the second: 1.25e-4
  ASSERT_EQ(coarse.cells.size(), 2u);
  EXPECT_EQ(coarse.counts.hardly_filled, 1);
  EXPECT_EQ(coarse.cells[1].stiffness.guard, CellGuard::hardly_filled);
  EXPECT_GT(coarse.counts.least_fill, 0.9);
  EXPECT_EQ(coarse.cells[1].stiffness.amplitudes.size(), 0);
  // One fine tet has one strain: the probes differ in six ways, not in eighteen.
  FineBody tet{body.X.head(0), {}, body.stiffness, {0, 0}, {1, 1}, std::vector<bool>(15, false)};
  tet.X.resize(15);
  tet.X << 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1;
  tet.cells.tets = {{0, 1, 2, 3}, {1, 2, 3, 4}};
  const CoarseBody few = coarsen(tet, hex_cage(Vec3::Ones(), {1, 1, 1}, Vec3::Constant(0.5)));
  EXPECT_EQ(few.counts.ill_conditioned, 1);
  const BoxCell& box = few.cells[0].box;
  const EnergyMatch match = match_energies(integrate_cell(tet, few.probes, box, cut_body(tet, std::vector<BoxCell>{box})[0]));
  EXPECT_GT(match.condition, 1e8);
  EXPECT_EQ(match.K0.size(), 0);
  const Vector values = symmetric_eigenvalues(few.cells[0].stiffness.K);
  EXPECT_GT(values[6], 1e-3 * values[23]);
}

void expect_same_by_threads(const FineBody& body, const CoarseMesh& mesh) {
  const CoarseBody one = coarsen(body, mesh);
  const Threads three(3);
  const UsingThreads now(three);
  const CoarseBody many = coarsen(body, mesh);
  EXPECT_TRUE(one.probes == many.probes);
  EXPECT_TRUE(one.mass.vertex == many.mass.vertex);
  ASSERT_EQ(one.cells.size(), many.cells.size());
  for (std::size_t q = 0; q < one.cells.size(); ++q) {
    EXPECT_TRUE(one.cells[q].stiffness.K == many.cells[q].stiffness.K);
    EXPECT_TRUE(one.cells[q].rigid == many.cells[q].rigid);
  }
}

TEST(CoarseBody, IsTheSameToTheLastBitForAnyNumberOfThreads) {
  expect_same_by_threads(clamped_cylinder(layered_bar(2, 100)), cylinder_cage({8, 2, 2}));
  expect_same_by_threads(sphere({{}, {}, {1, 100}, random_blocks(4)}, 8), sphere_cage(3));
}

TEST(CoarseBody, RefusesAFactorThatDoesNotFitAndPartsThatHangByAnEdge) {
  const FineBody body = fine_box(small(homogeneous_bar()));
  CoarseningSettings settings;
  settings.memory_limit = 1e4;
  EXPECT_EQ(fault_of([&] { coarsen(body, nested_cage(), settings); }).id, "algebra.memory");
  FineBody hinge = fine_box({Vec3::Ones(), {1, 1, 1}});
  FineBody other = fine_box({Vec3::Ones(), {1, 1, 1}});
  // The second box stands diagonally beside the first; they share the edge x = y = 1.
  Vector X(hinge.X.size() + other.X.size());
  other.X.reshaped(3, 8).topRows(2).array() += 1;
  X << hinge.X, other.X;
  hinge.cells.append(other.cells, 8);
  for (Tet& tet : hinge.cells.tets)
    for (Index& i : tet)
      for (Index j = 0; j < 8; ++j)
        if ((vertex(X, i) - vertex(X, j)).norm() < 1e-12) i = j;
  const FineBody parts = make_fine_body(X, hinge.cells, {kSoft}, std::vector<Index>(12, 0), std::vector<double>(12, 1),
                                        std::vector<bool>(static_cast<std::size_t>(X.size()), false));
  EXPECT_EQ(fault_of([&] { coarsen(parts, hex_cage(Vec3(2, 2, 1), {1, 1, 1}, Vec3(1, 1, 0.5))); }).id, "coarsening.loose");
}

}  // namespace
}  // namespace lilyan::test
