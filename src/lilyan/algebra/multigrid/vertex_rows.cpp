#include <lilyan/algebra/multigrid/vertex_rows.hpp>

#include <algorithm>
#include <numeric>

namespace lilyan {

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

}  // namespace lilyan
