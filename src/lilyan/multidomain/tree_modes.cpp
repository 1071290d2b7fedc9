#include <lilyan/multidomain/tree_modes.hpp>

#include <lilyan/algebra/dense.hpp>
#include <lilyan/core/error.hpp>
#include <lilyan/multidomain/momentum_map.hpp>
#include <lilyan/multidomain/tree_matrices.hpp>

#include <fmt/format.h>

#include <Eigen/Cholesky>

#include <algorithm>
#include <cassert>
#include <numeric>
#include <random>

namespace lilyan {

namespace {

using Dense = Eigen::MatrixXd;

constexpr Index kDense = 400;   // up to so many coordinates all modes are computed
constexpr double kSame = 1e-6;  // eigenvalues closer than this, relatively, count as one
constexpr Index kMostSearches = 200;

// L^-1 B L^-T of a tree at rest.
class FlexibilityOperator {
 public:
  explicit FlexibilityOperator(const DomainTree& tree) : tree_(tree), root_(root_columns(tree)) {
    const Vector rest = Vector::Zero(tree.size());
    place_with_inertia(tree, rest, workspace_);
    for (Index j = 0; j < tree.count(); ++j) {
      stiffness_.push_back(domain_stiffness(tree, j, rest, workspace_));
      factors_.emplace_back(stiffness_.back());
      if (tree.size(j) > 0 && !factors_.back().succeeded())
        throw InputError({"modes.unstable", fmt::format("domain {}", j), "its stiffness at rest is not positive definite",
                          "at rest, every deformation must cost energy"});
    }
    if (root_ == 0) return;
    Mat6 inertia;
    for (Index c = 0; c < root_; ++c) inertia.col(c) = momenta(Vector::Unit(root_ + tree.size(), c)).head<6>();
    of_root_.compute(inertia);
  }

  Index size() const { return tree_.size(); }
  Vector momenta(const Vector& u) const { return tree_momenta(tree_, workspace_, u); }

  // Six motions of the whole with u^T M u = 1.
  Dense rigid_motions() const {
    Dense u = Dense::Zero(root_ + size(), root_);
    if (root_ > 0) u.topRows(6) = of_root_.matrixU().solve(Mat6::Identity());
    return u;
  }

  // Coordinates and root without momentum: u of w = L^T qd.
  Vector motion(const Vector& w) const {
    Vector u = Vector::Zero(root_ + size());
    for (Index j = 0; j < tree_.count(); ++j)
      if (tree_.size(j) > 0) u.segment(root_ + tree_.first(j), tree_.size(j)) = factor(j).solve_upper(tree_.part(w, j));
    if (root_ > 0) u.head<6>() = -of_root_.solve(momenta(u).head<6>());
    return u;
  }

  void apply(const Vector& w, Vector& y) const {
    const Vector p = momenta(motion(w));
    y.resize(size());
    for (Index j = 0; j < tree_.count(); ++j)
      if (tree_.size(j) > 0) tree_.part(y, j) = factor(j).solve_lower(p.segment(root_ + tree_.first(j), tree_.size(j)));
  }

  double residual(const Vector& u, double square) const {
    const Vector p = square * momenta(u);
    Vector r = p;
    for (Index j = 0; j < tree_.count(); ++j) {
      const Index first = root_ + tree_.first(j), n = tree_.size(j);
      r.segment(first, n) -= stiffness_[static_cast<std::size_t>(j)] * u.segment(first, n);
    }
    return r.norm() / p.norm();
  }

 private:
  const DenseCholesky& factor(Index j) const { return factors_[static_cast<std::size_t>(j)]; }

  const DomainTree& tree_;
  Index root_;
  TreeWorkspace workspace_;
  std::vector<Dense> stiffness_;
  std::vector<DenseCholesky> factors_;
  Eigen::LLT<Mat6> of_root_;
};

// The largest first.
LanczosPairs all_eigenpairs(const FlexibilityOperator& flexibility, Index count) {
  Dense A(flexibility.size(), flexibility.size());
  Vector column;
  for (Index c = 0; c < A.cols(); ++c) {
    flexibility.apply(Vector::Unit(A.rows(), c), column);
    A.col(c) = column;
  }
  const Spectrum all = symmetric_spectrum(0.5 * (A + A.transpose()));
  return {all.values.tail(count).reverse(), all.vectors.rightCols(count).rowwise().reverse()};
}

// The same for large operators. A search may leave copies of an eigenvalue out: the next one looks in the complement of what is
// known.
LanczosPairs largest_of_many(const FlexibilityOperator& flexibility, Index count, const LanczosSettings& settings) {
  LanczosPairs known{Vector(0), Dense(flexibility.size(), 0)};
  const auto leave_known = [&](Vector& x) { x -= known.vectors * (known.vectors.transpose() * x).eval(); };
  const auto apply = [&](const Vector& x, Vector& y) {
    Vector outside = x;
    leave_known(outside);
    flexibility.apply(outside, y);
    leave_known(y);
  };
  std::mt19937 random(1);
  for (Index search = 0; search < kMostSearches; ++search) {
    Vector start(flexibility.size());
    for (double& value : start) value = static_cast<double>(random()) / 4294967296.0 - 0.5;
    leave_known(start);
    const LanczosPairs found = largest_eigenpairs(apply, start, count, settings);
    if (found.values.size() == 0) break;
    const bool is_complete = known.values.size() >= count && found.values[0] <= (1 + kSame) * known.values[count - 1];
    if (is_complete) return {known.values.head(count), known.vectors.leftCols(count)};
    const Eigen::Index before = known.values.size(), all = before + found.values.size();
    Vector values(all);
    values << known.values, found.values;
    Dense vectors(flexibility.size(), all);
    vectors << known.vectors, found.vectors;
    std::vector<Eigen::Index> order(static_cast<std::size_t>(all));
    std::iota(order.begin(), order.end(), Eigen::Index{0});
    std::stable_sort(order.begin(), order.end(), [&](Eigen::Index a, Eigen::Index b) { return values[a] > values[b]; });
    known = {values(order), vectors(Eigen::all, order)};
  }
  return {Vector(0), Dense(flexibility.size(), 0)};
}

}  // namespace

Index mode_count(const DomainTree& tree) { return root_columns(tree) + tree.size(); }

TreeModes rest_modes(const DomainTree& tree, Index count, const LanczosSettings& settings) {
  assert(count <= mode_count(tree));
  const FlexibilityOperator flexibility(tree);
  TreeModes modes;
  modes.rigid = std::min(root_columns(tree), count);
  const Index elastic = count - modes.rigid;
  const bool is_small = tree.size() <= std::max(kDense, 2 * elastic + 20);
  const LanczosPairs pairs = elastic == 0 ? LanczosPairs{Vector(0), Dense(tree.size(), 0)}
                             : is_small   ? all_eigenpairs(flexibility, elastic)
                                          : largest_of_many(flexibility, elastic, settings);
  const auto found = static_cast<Index>(pairs.values.size());
  modes.missing = elastic - found;
  modes.frequencies = modes.residuals = Vector::Zero(modes.rigid + found);
  modes.shapes.resize(mode_count(tree), modes.rigid + found);
  modes.shapes.leftCols(modes.rigid) = flexibility.rigid_motions().leftCols(modes.rigid);
  for (Index k = 0; k < found; ++k) {
    const double square = 1 / pairs.values[k];
    Vector u = flexibility.motion(pairs.vectors.col(k));
    u /= std::sqrt(u.dot(flexibility.momenta(u)));
    modes.frequencies[modes.rigid + k] = std::sqrt(square);
    modes.residuals[modes.rigid + k] = flexibility.residual(u, square);
    modes.shapes.col(modes.rigid + k) = u;
  }
  return modes;
}

DomainState moving_along(const DomainTree& tree, const Vector& u) {
  DomainState state = state_at_rest(tree);
  if (root_columns(tree) > 0) state.V0 = u.head<6>();
  state.qd = u.tail(tree.size());
  return state;
}

Vec3 moving_share(const DomainTree& tree, const TreeModes& modes, Index mode) {
  TreeWorkspace workspace;
  const Vec3 p = momenta_of(tree, moving_along(tree, modes.shapes.col(mode)), workspace).p;
  return p.cwiseAbs2() / tree.mass();
}

}  // namespace lilyan
