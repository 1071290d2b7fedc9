#include <lilyan/algebra/multigrid/hierarchy.hpp>

#include <lilyan/algebra/dense.hpp>
#include <lilyan/algebra/multigrid/level.hpp>

#include <algorithm>

namespace lilyan {

// The matrix by rows of vertices

namespace {

// Numbers the connected parts of a graph given by rows.
Index label_parts(const std::vector<std::int64_t>& row_begin, const std::vector<Index>& column, std::vector<Index>& part) {
  const Index rows = static_cast<Index>(row_begin.size()) - 1;
  part.assign(static_cast<std::size_t>(rows), -1);
  Index parts = 0;
  std::vector<Index> waiting;
  for (Index first = 0; first < rows; ++first) {
    if (part[first] >= 0) continue;
    part[first] = parts;
    waiting.assign(1, first);
    while (!waiting.empty()) {
      const Index i = waiting.back();
      waiting.pop_back();
      for (std::int64_t k = row_begin[i]; k < row_begin[i + 1]; ++k)
        if (part[column[k]] < 0) {
          part[column[k]] = parts;
          waiting.push_back(column[k]);
        }
    }
    ++parts;
  }
  return parts;
}

}  // namespace

VertexRows::VertexRows(const SymmetricPattern& pattern) : axis_(pattern.axis) {
  row_of_.resize(static_cast<std::size_t>(pattern.size));
  for (Index i = 0; i < pattern.size; ++i) {
    if (i == 0 || pattern.group[i] != pattern.group[i - 1]) {
      vertex_.push_back(pattern.group[i]);
      first_unknown_.push_back(i);
      unknown_.insert(unknown_.end(), 3, -1);
    }
    row_of_[i] = static_cast<Index>(vertex_.size()) - 1;
    unknown_[3 * static_cast<std::size_t>(row_of_[i]) + axis_[i]] = i;
  }
  first_unknown_.push_back(pattern.size);

  // Neighbours below the diagonal, by the columns of all unknowns of a vertex; those above are their mirror.
  std::vector<std::vector<Index>> below(static_cast<std::size_t>(rows()));
  std::vector<std::int64_t> count(static_cast<std::size_t>(rows()), 1);
  for (Index row = 0; row < rows(); ++row) {
    std::vector<Index>& found = below[row];
    for (Index j = first_unknown_[row]; j < first_unknown_[row + 1]; ++j)
      for (std::int64_t k = pattern.column_begin[j]; k < pattern.column_begin[j + 1]; ++k) {
        const Index other = row_of_[pattern.row[k]];
        if (other != row && (found.empty() || found.back() != other)) found.push_back(other);
      }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    count[row] += static_cast<std::int64_t>(found.size());
    for (Index other : found) ++count[other];
  }
  row_begin_.assign(1, 0);
  for (Index row = 0; row < rows(); ++row) row_begin_.push_back(row_begin_.back() + count[row]);
  column_.resize(static_cast<std::size_t>(row_begin_.back()));
  mirror_.resize(column_.size());
  diagonal_.resize(static_cast<std::size_t>(rows()));
  // Rows in ascending order reach each of their neighbours below in ascending order: every row of the result is sorted.
  std::vector<std::int64_t> next(row_begin_.begin(), row_begin_.end() - 1);
  for (Index row = 0; row < rows(); ++row) {
    diagonal_[row] = mirror_[next[row]] = next[row];
    column_[next[row]++] = row;
    for (Index other : below[row]) {
      mirror_[next[row]] = next[other];
      mirror_[next[other]] = next[row];
      column_[next[row]++] = other;
      column_[next[other]++] = row;
    }
  }
  auto is_whole = [&](Index row) { return first_unknown_[row + 1] - first_unknown_[row] == 3; };
  for (Index row = 0; row < rows(); ++row)
    is_whole_.push_back(is_whole(row) && std::all_of(below[row].begin(), below[row].end(), is_whole));
  parts_ = label_parts(row_begin_, column_, part_);
}

template <class Scalar>
void VertexRows::shape(BlockRows<3, 3, Scalar>& A) const {
  A.row_begin = row_begin_;
  A.column = column_;
  A.make_values();
}

template <class Scalar>
void VertexRows::fill(const SymmetricMatrix& from, BlockRows<3, 3, Scalar>& A) const {
  for_each_row_range(rows(), [&](Index begin, Index end) {
    for (Index row = begin; row < end; ++row) is_whole_[row] ? fill_whole_row(from, row, A) : fill_row(from, row, A);
  });
}

// The columns of a vertex lie one after the other, each with the rest of the vertex first and then three rows per neighbour.
template <class Scalar>
void VertexRows::fill_whole_row(const SymmetricMatrix& from, Index row, BlockRows<3, 3, Scalar>& A) const {
  const double* column[3];
  Scalar* diagonal = A.block(diagonal_[row]);
  for (int c = 0; c < 3; ++c) {
    column[c] = from.values().data() + from.pattern()->column_begin[first_unknown_[row] + c];
    for (int a = c; a < 3; ++a) diagonal[a + 3 * c] = diagonal[c + 3 * a] = static_cast<Scalar>(column[c][a - c]);
    column[c] += 3 - c;
  }
  for (std::int64_t place = diagonal_[row] + 1; place < row_begin_[row + 1]; ++place) {
    Scalar *block = A.block(place), *mirror = A.block(mirror_[place]);
    for (int c = 0; c < 3; ++c)
      for (int a = 0; a < 3; ++a) block[c + 3 * a] = mirror[a + 3 * c] = static_cast<Scalar>(column[c][a]);
    for (int c = 0; c < 3; ++c) column[c] += 3;
  }
}

template <class Scalar>
void VertexRows::fill_row(const SymmetricMatrix& from, Index row, BlockRows<3, 3, Scalar>& A) const {
  const SymmetricPattern& pattern = *from.pattern();
  const std::int64_t diagonal = diagonal_[row];
  double trace = 0;
  const Index first = first_unknown_[row], last = first_unknown_[row + 1];
  for (Index j = first; j < last; ++j) {
    const int c = axis_[j];
    std::int64_t place = diagonal;
    Scalar *block = A.block(place), *mirror = block;
    for (std::int64_t k = pattern.column_begin[j]; k < pattern.column_begin[j + 1]; ++k) {
      const Index i = pattern.row[k], other = row_of_[i];
      if (column_[place] != other) {
        do ++place;
        while (column_[place] != other);
        block = A.block(place);
        mirror = A.block(mirror_[place]);
      }
      const int a = axis_[i];
      block[c + 3 * a] = mirror[a + 3 * c] = static_cast<Scalar>(from.values()[k]);
    }
    trace += from.diagonal(j);
  }
  for (int axis = 0; axis < 3; ++axis)
    if (!is_free(row, axis)) A.block(diagonal)[4 * axis] = static_cast<Scalar>(trace / (last - first));
}

void VertexRows::spread(const Vector& unknowns, Vector& components) const {
  components.resize(3 * Eigen::Index{rows()});
  for (Eigen::Index i = 0; i < components.size(); ++i)
    components[i] = unknown_[static_cast<std::size_t>(i)] >= 0 ? unknowns[unknown_[static_cast<std::size_t>(i)]] : 0;
}

void VertexRows::collect(const Vector& components, Vector& unknowns) const {
  unknowns.resize(static_cast<Eigen::Index>(row_of_.size()));
  for (std::size_t i = 0; i < row_of_.size(); ++i)
    unknowns[static_cast<Eigen::Index>(i)] = components[3 * Eigen::Index{row_of_[i]} + axis_[i]];
}

template void VertexRows::shape(BlockRows<3, 3, double>&) const;
template void VertexRows::shape(BlockRows<3, 3, float>&) const;
template void VertexRows::fill(const SymmetricMatrix&, BlockRows<3, 3, double>&) const;
template void VertexRows::fill(const SymmetricMatrix&, BlockRows<3, 3, float>&) const;

// The cycle over the levels

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
