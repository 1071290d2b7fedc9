#include <lilyan/space/metric.hpp>

#include <lilyan/algebra/direct_solver.hpp>
#include <lilyan/core/error.hpp>

#include <algorithm>

namespace lilyan {

LumpedMetric::LumpedMetric(Vector mass, const Coordinates& coordinates) : mass_(std::move(mass)), free_(coordinates.free()) {
  coordinates.restrict(mass_, diagonal_);
}

void LumpedMetric::solve(const Vector& p, Vector& v) const {
  for (Index component : free_) v[component] = p[component] / mass_[component];
}

SparseMetric::SparseMetric(const Mass& mass, const Coordinates& coordinates)
    : free_(coordinates.free()), unknown_(static_cast<std::size_t>(coordinates.components()), -1) {
  const Index vertices = static_cast<Index>(mass.vertex.size());
  for (Index i = 0; i < coordinates.size(); ++i) unknown_[static_cast<std::size_t>(free_[static_cast<std::size_t>(i)])] = i;
  diagonal_.resize(coordinates.size());
  for (Index i = 0; i < coordinates.size(); ++i) diagonal_[i] = mass.vertex[free_[static_cast<std::size_t>(i)] / 3];

  Entries entries;
  entries.reserve(static_cast<std::size_t>(vertices) + 4 * mass.shared.size());
  for (Index i = 0; i < vertices; ++i) entries.push_back({i, i, mass.vertex[i]});
  for (const auto& [i, j, m] : mass.shared) {
    entries.push_back({i, i, -m});
    entries.push_back({j, j, -m});
    entries.push_back({i, j, m});
    entries.push_back({j, i, m});
  }
  std::stable_sort(entries.begin(), entries.end(),
                   [](const Entry& a, const Entry& b) { return a.row != b.row ? a.row < b.row : a.column < b.column; });
  row_begin_.assign(static_cast<std::size_t>(vertices) + 1, 0);
  Index last_row = -1;
  for (const Entry& entry : entries) {
    if (entry.row == last_row && column_.back() == entry.column) {
      value_.back() += entry.value;
      continue;
    }
    last_row = entry.row;
    column_.push_back(entry.column);
    value_.push_back(entry.value);
    row_begin_[static_cast<std::size_t>(entry.row) + 1] = static_cast<std::int64_t>(column_.size());
  }

  for (Index axis = 0; axis < 3; ++axis) {
    Axis& own = axes_[static_cast<std::size_t>(axis)];
    for (Index i = 0; i < vertices; ++i)
      if (unknown(i, axis) >= 0) own.vertices.push_back(i);
    for (Index i : own.vertices)
      for (std::int64_t k = row_begin_[i]; k < row_begin_[i + 1]; ++k)
        if (unknown(column_[k], axis) < 0) joins_held_ = true;
    for (Index before = 0; before < axis && !own.factor; ++before)
      if (axes_[static_cast<std::size_t>(before)].vertices == own.vertices)
        own.factor = axes_[static_cast<std::size_t>(before)].factor;
    if (!own.factor && !own.vertices.empty()) factorise(own);
  }
}

void SparseMetric::factorise(Axis& axis) const {
  std::vector<Index> own(row_begin_.size() - 1, -1);  // row of each vertex among those free
  for (std::size_t i = 0; i < axis.vertices.size(); ++i) own[static_cast<std::size_t>(axis.vertices[i])] = static_cast<Index>(i);
  auto pattern = std::make_shared<SymmetricPattern>();
  pattern->size = static_cast<Index>(axis.vertices.size());
  pattern->column_begin.push_back(0);
  std::vector<double> values;
  for (Index i = 0; i < pattern->size; ++i) {
    const Index vertex = axis.vertices[static_cast<std::size_t>(i)];
    for (std::int64_t k = row_begin_[vertex]; k < row_begin_[vertex + 1]; ++k) {
      const Index row = own[static_cast<std::size_t>(column_[k])];
      if (row < i) continue;
      pattern->row.push_back(row);
      values.push_back(value_[k]);
    }
    pattern->column_begin.push_back(pattern->entries());
    pattern->group.push_back(i);
  }
  SymmetricMatrix M(pattern);
  M.values() = std::move(values);
  axis.factor = make_multifrontal_solver(pattern, fill_reducing_ordering(*pattern));
  if (!axis.factor->factorise(M))
    throw InputError({"scene.mass", "", "the mass matrix is not positive definite", "cells must have positive volumes"});
}

void SparseMetric::multiply(const Vector& v, Vector& p) const {
  p.setZero(v.size());
  const Index vertices = static_cast<Index>(row_begin_.size()) - 1;
  for (Index i = 0; i < vertices; ++i) {
    Vec3 sum = Vec3::Zero();
    for (std::int64_t k = row_begin_[i]; k < row_begin_[i + 1]; ++k) sum += value_[k] * vertex(v, column_[k]);
    for (Index axis = 0; axis < 3; ++axis)
      if (unknown(i, axis) >= 0) p[3 * i + axis] = sum[axis];
  }
}

void SparseMetric::solve(const Vector& p, Vector& v) const {
  Vector right = p;
  if (joins_held_) {
    Vector held = v, from_held;
    for (Index c : free_) held[c] = 0;
    if (!held.isZero(0)) {
      multiply(held, from_held);
      right -= from_held;
    }
  }
  for (Index axis = 0; axis < 3; ++axis) {
    const Axis& own = axes_[static_cast<std::size_t>(axis)];
    const auto size = static_cast<Eigen::Index>(own.vertices.size());
    if (size == 0) continue;
    Vector b(size), x;
    for (Eigen::Index i = 0; i < size; ++i) b[i] = right[3 * own.vertices[static_cast<std::size_t>(i)] + axis];
    own.factor->solve(b, x);
    for (Eigen::Index i = 0; i < size; ++i) v[3 * own.vertices[static_cast<std::size_t>(i)] + axis] = x[i];
  }
}

void SparseMetric::multiply_unknowns(const Vector& d, Vector& p) const {
  Vector all = Vector::Zero(static_cast<Eigen::Index>(unknown_.size())), moved;
  for (Eigen::Index i = 0; i < d.size(); ++i) all[free_[static_cast<std::size_t>(i)]] = d[i];
  multiply(all, moved);
  p.resize(d.size());
  for (Eigen::Index i = 0; i < d.size(); ++i) p[i] = moved[free_[static_cast<std::size_t>(i)]];
}

void SparseMetric::add_to(double w, SymmetricMatrix& H) const {
  const SymmetricPattern& pattern = *H.pattern();
  for (Index j = 0; j < pattern.size; ++j) {
    const Index component = free_[static_cast<std::size_t>(j)], vertex = component / 3, axis = component % 3;
    auto row = pattern.row.begin() + pattern.column_begin[static_cast<std::size_t>(j)];
    const auto end = pattern.row.begin() + pattern.column_begin[static_cast<std::size_t>(j) + 1];
    for (std::int64_t k = row_begin_[vertex]; k < row_begin_[vertex + 1]; ++k) {
      const Index i = unknown(column_[k], axis);
      if (i < j) continue;  // held, or of the upper triangle
      row = std::lower_bound(row, end, i);
      H.values()[static_cast<std::size_t>(row - pattern.row.begin())] += w * value_[k];
    }
  }
}

void SparseMetric::append_to(Entries& entries) const {
  for (Index component : free_)
    for (std::int64_t k = row_begin_[component / 3]; k < row_begin_[component / 3 + 1]; ++k)
      if (const Index other = 3 * column_[k] + component % 3; unknown_[static_cast<std::size_t>(other)] >= 0)
        entries.push_back({component, other, value_[k]});
}

std::unique_ptr<const Metric> make_metric(const Mass& mass, const Coordinates& coordinates) {
  if (!mass.shared.empty()) return std::make_unique<const SparseMetric>(mass, coordinates);
  Vector components = Vector::Zero(coordinates.components());
  for (Index component : coordinates.free()) components[component] = mass.vertex[component / 3];
  return std::make_unique<const LumpedMetric>(std::move(components), coordinates);
}

}  // namespace lilyan
