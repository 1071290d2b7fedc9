// M: how heavy the unknowns are [kg].
//
//   p = M v on the free components:  p_f = M_ff v_f + M_fh v_h,  h being the held ones, whose velocities are given
//
// A diagonal M has one mass per vertex and joins nothing (M_fh = 0); a consistent one joins the vertices of each cell.
#pragma once

#include <lilyan/algebra/direct_solver.hpp>
#include <lilyan/algebra/equations/general_solver.hpp>
#include <lilyan/algebra/symmetric_matrix.hpp>
#include <lilyan/core/vector.hpp>
#include <lilyan/space/coordinates.hpp>
#include <lilyan/space/mass.hpp>

#include <array>
#include <memory>

namespace lilyan {

class Metric {
 public:
  virtual ~Metric() = default;

  // Over all components: p = M v where free, 0 where held.
  virtual void multiply(const Vector& v, Vector& p) const = 0;

  // The v with M v = p where free; the held components of v are taken as they are.
  virtual void solve(const Vector& p, Vector& v) const = 0;

  // Over the unknowns: p = M_ff d.
  virtual void multiply_unknowns(const Vector& d, Vector& p) const = 0;
  virtual void add_to(double w, SymmetricMatrix& H) const = 0;  // H += w M_ff; the pattern holds all pairs that M joins
  virtual void append_to(Entries& entries) const = 0;           // M_ff, both triangles, rows and columns being components

  // Whether held components share inertia with free ones: M_fh is not zero.
  virtual bool joins_held() const { return false; }

  // The vertex's mass for each unknown, the row sum of M with the held columns: what steps and residuals are measured by.
  virtual const Vector& diagonal() const = 0;

  Vector times(const Vector& v) const {
    Vector p;
    multiply(v, p);
    return p;
  }
};

// One mass per component, 0 where held.
class LumpedMetric final : public Metric {
 public:
  LumpedMetric(Vector mass, const Coordinates& coordinates);

  void multiply(const Vector& v, Vector& p) const override { p = mass_.cwiseProduct(v); }
  void solve(const Vector& p, Vector& v) const override;
  void multiply_unknowns(const Vector& d, Vector& p) const override { p = diagonal_.cwiseProduct(d); }
  void add_to(double w, SymmetricMatrix& H) const override { H.add_to_diagonal(w, diagonal_); }
  void append_to(Entries& entries) const override {
    for (Index c : free_) entries.push_back({c, c, mass_[c]});
  }
  const Vector& diagonal() const override { return diagonal_; }

 private:
  Vector mass_, diagonal_;
  std::vector<Index> free_;
};

// M of vertices that have mass in common: the same number for each axis of a pair, M = (m_ij) x I_3.
//
// The axes do not mix, so that M_ff falls into three matrices with one row per vertex that is free along the axis; axes with the
// same free vertices have one Cholesky factor. The factors are made once and then only read: several threads may use a metric.
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
