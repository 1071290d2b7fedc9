#include <lilyan/algebra/multigrid/hierarchy.hpp>

#include <lilyan/algebra/dense.hpp>
#include <lilyan/algebra/multigrid/level.hpp>

namespace lilyan {

namespace {

constexpr Index kDenseRows = 100;      // a level with no more is solved by a dense factor
constexpr Index kMostDenseRows = 400;  // where it cannot be coarsened
constexpr int kLongSmoothing = 12;     // degree of the smoother on a last level that is too large for it

// Rows that the levels made of one another's aggregates; the last is solved.
template <class Scalar>
class VCycle final : public Hierarchy {
 public:
  bool set_up(const VertexRows& rows, const SymmetricMatrix& A, const Vector& positions) {
    BlockRows<3, 3, Scalar> finest;
    rows.shape(finest);
    rows.fill(A, finest);
    if (!finest_.set_up(std::move(finest))) return false;
    if (finest_.rows() <= kDenseRows) return solve_densely(finest_.matrix());
    auto coarse = finest_.coarsen(modes_of(rows, positions));
    while (coarse) {
      Level<6, Scalar>& level = coarser_.emplace_back();
      if (!level.set_up(std::move(coarse->A))) return false;
      vectors_.push_back({std::vector<Scalar>(6 * static_cast<std::size_t>(level.rows()) + 8),
                          std::vector<Scalar>(6 * static_cast<std::size_t>(level.rows()) + 8)});
      if (level.rows() <= kDenseRows) return solve_densely(level.matrix());
      coarse = level.coarsen(coarse->modes);
    }
    if (coarser_.empty()) return finest_.rows() > kMostDenseRows || solve_densely(finest_.matrix());
    return coarser_.back().rows() > kMostDenseRows || solve_densely(coarser_.back().matrix());
  }

  void apply(const Vector& r, Vector& z) override {
    x_.resize(r.size());
    b_ = r.template cast<Scalar>();
    cycle(finest_, 0, b_.data(), x_.data());
    z = x_.template cast<double>();
  }

 private:
  struct Vectors {
    std::vector<Scalar> b, x;
  };

  static RigidModes<3> modes_of(const VertexRows& rows, const Vector& positions) {
    RigidModes<3> modes;
    modes.of_row.assign(static_cast<std::size_t>(rows.rows()), RigidModes<3>::Modes::Zero());
    for (Index row = 0; row < rows.rows(); ++row) {
      modes.center.push_back(vertex(positions, rows.vertex(row)));
      for (int axis = 0; axis < 3; ++axis)
        if (rows.is_free(row, axis)) modes.of_row[row](axis, axis) = 1;
    }
    return modes;
  }

  template <int N>
  bool solve_densely(const BlockRows<N, N, Scalar>& A) {
    Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(N * A.rows(), N * A.rows());
    for (Index i = 0; i < A.rows(); ++i)
      for (std::int64_t k = A.row_begin[i]; k < A.row_begin[i + 1]; ++k)
        dense.block<N, N>(N * i, N * A.column[k]) =
            Eigen::Map<const Eigen::Matrix<Scalar, N, N>>(A.block(k)).template cast<double>();
    dense_ = DenseCholesky(dense);
    is_dense_ = true;
    return dense_.succeeded();
  }

  // x = about A^-1 b on the level `number`, 0 the finest.
  template <int N>
  void cycle(Level<N, Scalar>& level, std::size_t number, const Scalar* b, Scalar* x) {
    const Eigen::Index size = N * Eigen::Index{level.rows()};
    if (number == coarser_.size()) {
      if (!is_dense_) return level.smooth_alone(b, x, kLongSmoothing);
      rhs_ = Eigen::Map<const Eigen::Matrix<Scalar, Eigen::Dynamic, 1>>(b, size).template cast<double>();
      dense_.solve_in_place(rhs_);
      Eigen::Map<Eigen::Matrix<Scalar, Eigen::Dynamic, 1>>(x, size) = rhs_.template cast<Scalar>();
      return;
    }
    auto& [coarse_b, coarse_x] = vectors_[number];
    level.smooth_first(b, x);
    level.restrict_left(coarse_b.data());
    cycle(coarser_[number], number + 1, coarse_b.data(), coarse_x.data());
    level.prolong(coarse_x.data(), x);
    level.smooth_again(b, x);
  }

  Level<3, Scalar> finest_;
  std::vector<Level<6, Scalar>> coarser_;
  std::vector<Vectors> vectors_;  // of the coarser levels
  DenseCholesky dense_;
  bool is_dense_ = false;
  Vector rhs_;
  Eigen::Matrix<Scalar, Eigen::Dynamic, 1> b_, x_;
};

template <class Scalar>
std::unique_ptr<Hierarchy> make(const VertexRows& rows, const SymmetricMatrix& A, const Vector& positions) {
  auto made = std::make_unique<VCycle<Scalar>>();
  return made->set_up(rows, A, positions) ? std::move(made) : nullptr;
}

}  // namespace

std::unique_ptr<Hierarchy> make_hierarchy(const VertexRows& rows, const SymmetricMatrix& A, const Vector& positions,
                                          Precision precision) {
  return precision == Precision::single_ ? make<float>(rows, A, positions) : make<double>(rows, A, positions);
}

}  // namespace lilyan
