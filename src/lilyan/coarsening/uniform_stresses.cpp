#include <lilyan/coarsening/uniform_stresses.hpp>

#include <lilyan/algebra/dense.hpp>
#include <lilyan/algebra/direct_solver.hpp>
#include <lilyan/algebra/threads.hpp>
#include <lilyan/coarsening/boxes/box_stiffness.hpp>

#include <Eigen/SparseCholesky>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

namespace lilyan {

namespace {

constexpr int kSteps = 60, kStalled = 5;
constexpr double kEqual = 1e-3;     // by which X may differ from 1, and work by twice as much from what is wanted
constexpr double kProgress = 0.99;  // times what is off: less, and a step has gained something

using Sparse = Eigen::SparseMatrix<double>;
using Dense = Eigen::MatrixXd;

Dense power(const Dense& A, double exponent) {
  constexpr double kPositive = 1e-12;  // of the largest eigenvalue
  const auto [values, vectors] = symmetric_spectrum(symmetric(A));
  const Vector raised = values.cwiseMax(kPositive * values[values.size() - 1]).array().pow(exponent);
  return vectors * raised.asDiagonal() * vectors.transpose();
}

// A^1/2 (A^-1/2 B A^-1/2)^1/2 A^1/2; with A^-1 in place of A the positive X of X A X = B.
Dense geometric_mean(const Dense& A, const Dense& B) {
  const Dense root = power(A, 0.5), inverse = power(A, -0.5);
  return root * power(inverse * B * inverse, 0.5) * root;
}

// The rows of one axis, of 3 rows per vertex.
template <class Matrix>
auto along(Matrix& rows, int axis) {
  return rows(Eigen::seqN(axis, rows.rows() / 3, 3), Eigen::all);
}

// Between the fine vertices and the coarse ones, alike for every axis.
class Carrier {
 public:
  Carrier(const FineBody& body, const CoarseBody& coarse)
      : weights_(body.vertices(), coarse.vertices()), mass_(vertex_masses(body)) {
    std::vector<bool> placed(static_cast<std::size_t>(body.vertices()), false);
    std::vector<Eigen::Triplet<double>> entries;
    for (const CoarseBox& cell : coarse.cells)
      for (Index v : cell.vertices) {
        if (placed[static_cast<std::size_t>(v)]) continue;
        placed[static_cast<std::size_t>(v)] = true;
        const Vector phi = box_functions(cell.box, cell.box.frame.coordinates(vertex(body.X, v)));
        for (std::size_t i = 0; i < cell.box.corners.size(); ++i)
          entries.emplace_back(v, cell.box.corners[i], phi[static_cast<Eigen::Index>(i)]);
      }
    weights_.setFromTriplets(entries.begin(), entries.end());
  }

  // Of forces on fine vertices, 3 rows each, those on coarse ones.
  Dense restricted(const Dense& forces) const {
    Dense on_coarse(3 * weights_.cols(), forces.cols());
    for (int axis = 0; axis < 3; ++axis) {
      const Dense of_axis = weights_.transpose() * Dense(along(forces, axis));
      along(on_coarse, axis) = of_axis;
    }
    return on_coarse;
  }
  // The coarse displacements that are nearest to fine ones.
  Dense projected(const Dense& displacements) const {
    constexpr double kTold = 1e-6;  // functions that can hardly be told apart on what they have of the body share evenly ...
    constexpr double kSeen = 1e-9;  // ... and those of corners that no fine vertex is near stay where they are
    Sparse gram = weights_.transpose() * mass_.asDiagonal() * weights_;
    const double least = kSeen * gram.diagonal().maxCoeff();
    for (Eigen::Index i = 0; i < gram.cols(); ++i) gram.coeffRef(i, i) += kTold * gram.coeff(i, i) + least;
    const Eigen::SimplicialLDLT<Sparse> solver(gram);
    Dense nearest(3 * weights_.cols(), displacements.cols());
    for (int axis = 0; axis < 3; ++axis) {
      const Dense weighted = weights_.transpose() * (mass_.asDiagonal() * Dense(along(displacements, axis)));
      const Dense of_axis = solver.solve(weighted);
      along(nearest, axis) = of_axis;
    }
    return nearest;
  }

 private:
  Sparse weights_;
  Vector mass_;
};

// The coarse body as a whole.
class FreeBody {
 public:
  explicit FreeBody(const CoarseBody& coarse)
      : coarse_(coarse), blocks_(pattern_of(coarse)), free_(free_of(coarse)), restriction_(blocks_.pattern(), free_) {
    solver_ = make_direct_solver(restriction_.pattern());
  }

  // Under forces that have neither resultant nor moment, 3 rows per vertex. Empty if the stiffness is not positive.
  Dense displacements(const Dense& forces) {
    // Rigid motions cost nothing; held ever so slightly, they take no part in what such forces do.
    constexpr double kHeld = 1e-12;
    blocks_.set_zero();
    const int d = coarse_.dimension;
    for (const CoarseBox& cell : coarse_.cells)
      for (std::size_t a = 0; a < cell.box.corners.size(); ++a)
        for (std::size_t b = 0; b < cell.box.corners.size(); ++b) {
          if (cell.box.corners[a] < cell.box.corners[b]) continue;
          Mat3 block = Mat3::Zero();
          block.topLeftCorner(d, d) = cell.stiffness.K.block(d * static_cast<int>(a), d * static_cast<int>(b), d, d);
          blocks_.add_to_block(cell.box.corners[a], cell.box.corners[b], block);
        }
    SymmetricMatrix K(restriction_.pattern());
    restriction_.apply(blocks_, K);
    Vector diagonal(K.size());
    for (Index i = 0; i < K.size(); ++i) diagonal[i] = K.diagonal(i);
    K.add_to_diagonal(kHeld, diagonal);
    if (!solver_->factorise(K)) return {};
    Dense solved, all = Dense::Zero(forces.rows(), forces.cols());
    solver_->solve_columns(forces(free_, Eigen::all), solved);
    all(free_, Eigen::all) = solved;
    return all;
  }

 private:
  static std::shared_ptr<const BlockPattern> pattern_of(const CoarseBody& coarse) {
    std::vector<Index> elements;
    for (const CoarseBox& cell : coarse.cells) {
      const auto first = elements.insert(elements.end(), cell.box.corners.begin(), cell.box.corners.end());
      std::sort(first, elements.end());
    }
    BlockPatternBuilder builder(coarse.vertices());
    builder.add(std::move(elements), coarse.dimension == 3 ? 8 : 4);
    return builder.build();
  }
  static std::vector<Index> free_of(const CoarseBody& coarse) {
    std::vector<Index> free;
    for (Index c = 0; c < coarse.X.size(); ++c)
      if (c % 3 < coarse.dimension) free.push_back(c);
    return free;
  }

  const CoarseBody& coarse_;
  BlockMatrix blocks_;
  std::vector<Index> free_;  // components
  Restriction restriction_;
  std::unique_ptr<DirectSolver> solver_;
};

// D of a cell, for strains that are multiplied by G; `components`: Mandel's, that G is of.
Dense changed_shapes(const BoxCell& cell, const Dense& G, const std::vector<int>& components) {
  const CellStrain mean = strain_polynomials(cell)[0];
  const Eigen::Index d = cell.dimension, corners = static_cast<Eigen::Index>(cell.corners.size()), count = G.rows();
  Dense A(d * corners, count), B(count, d * corners);
  for (Eigen::Index k = 0; k < count; ++k) {
    B.row(k) = mean.row(components[static_cast<std::size_t>(k)]);
    const Mat3 strain = symmetric_tensor(Vec6::Unit(components[static_cast<std::size_t>(k)]));
    for (Eigen::Index i = 0; i < corners; ++i)
      A.col(k).segment(d * i, d) = (strain * cell.frame.half.cwiseProduct(cell.signs[static_cast<std::size_t>(i)])).head(d);
  }
  return Dense::Identity(A.rows(), A.rows()) + A * (G - Dense::Identity(count, count)) * B;
}

}  // namespace

void match_uniform_stresses(const FineBody& body, const std::vector<Eigen::MatrixXd>& galerkin, CoarseBody& coarse) {
  const Eigen::Index count = coarse.dimension == 3 ? 6 : 3;  // the first of the modes
  const std::span<const StressMode> modes = stress_modes(coarse.dimension).first(static_cast<std::size_t>(count));
  std::vector<int> components;
  for (const StressMode& mode : modes) components.push_back(mode.component);
  const Dense forces = probe_forces(body, modes), displacements = coarse.probes.leftCols(count);
  const Carrier carrier(body, coarse);
  const Dense on_coarse = carrier.restricted(forces);
  const Dense followed = symmetric(on_coarse.transpose() * carrier.projected(displacements));
  if (!DenseCholesky(followed).succeeded()) return;
  const Dense wanted = geometric_mean(symmetric(forces.transpose() * displacements), followed);

  FreeBody free(coarse);
  std::vector<Dense> best;
  double least = std::numeric_limits<double>::infinity();
  for (int step = 0, stalled = 0; step < kSteps && stalled < kStalled; ++step) {
    const Dense moved = free.displacements(on_coarse);
    if (moved.size() == 0) break;
    const Dense X = geometric_mean(inverse(symmetric(on_coarse.transpose() * moved)), wanted);
    const Vector stretches = symmetric_eigenvalues(symmetric(X));
    const double off = std::max(stretches[count - 1], 1 / stretches[0]) - 1;
    if (!std::isfinite(off)) break;
    stalled = off < kProgress * least ? 0 : stalled + 1;
    if (off < least) {
      least = off;
      best.clear();
      for (const CoarseBox& cell : coarse.cells) best.push_back(cell.stiffness.K);
    }
    if (off < kEqual) break;
    const Dense G = power(X, -0.5);
    parallel_for(static_cast<Index>(coarse.cells.size()), [&](Index at) {
      const auto q = static_cast<std::size_t>(at);
      CoarseBox& cell = coarse.cells[q];
      if (galerkin[q].size() == 0 || cell.fill < kLittleFill) return;
      const Dense D = changed_shapes(cell.box, G, components);
      cell.stiffness.K = symmetric(D.transpose() * cell.stiffness.K * D);
      if (std::optional<BoundedStiffness> bounded = bounded_stiffness(cell.stiffness.K, galerkin[q], cell.box))
        cell.stiffness.K = std::move(bounded->K);
    });
  }
  for (std::size_t q = 0; q < best.size(); ++q) coarse.cells[q].stiffness.K = std::move(best[q]);
}

}  // namespace lilyan
