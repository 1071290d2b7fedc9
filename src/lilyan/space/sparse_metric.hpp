// M of vertices that have mass in common: the same number for each axis of a pair, M = (m_ij) x I_3.
//
// The axes do not mix, so that M_ff falls into three matrices with one row per vertex that is free along the axis; axes with the
// same free vertices have one Cholesky factor. The factors are made once and then only read: several threads may use a metric.
#pragma once

#include <lilyan/algebra/direct_solver.hpp>
#include <lilyan/space/mass.hpp>
#include <lilyan/space/metric.hpp>

#include <array>

namespace lilyan {

class SparseMetric final : public Metric {
 public:
  // Throws InputError (id "scene.mass") if M is not positive definite.
  SparseMetric(const Mass& mass, const Coordinates& coordinates);

  void multiply(const Vector& v, Vector& p) const override;
  void solve(const Vector& p, Vector& v) const override;
  void multiply_unknowns(const Vector& d, Vector& p) const override;
  void add_to(double w, SymmetricMatrix& H) const override;
  void append_to(Entries& entries) const override;
  bool joins_held() const override { return joins_held_; }
  const Vector& diagonal() const override { return diagonal_; }

 private:
  struct Axis {
    std::vector<Index> vertices;           // that are free along it
    std::shared_ptr<DirectSolver> factor;  // of M among these; its `solve` only reads it
  };
  void factorise(Axis& axis) const;
  Index unknown(Index vertex, Index axis) const {
    return unknown_[3 * static_cast<std::size_t>(vertex) + static_cast<std::size_t>(axis)];
  }

  std::vector<std::int64_t> row_begin_;  // of the matrix (m_ij), both triangles, rows sorted
  std::vector<Index> column_;
  std::vector<double> value_;
  std::vector<Index> free_, unknown_;  // component of each unknown; unknown of each component, -1 where held
  std::array<Axis, 3> axes_;
  Vector diagonal_;  // m_i of each unknown
  bool joins_held_ = false;
};

// M of the unknowns: diagonal where nothing is shared.
std::unique_ptr<const Metric> make_metric(const Mass& mass, const Coordinates& coordinates);

}  // namespace lilyan
