// The energy of a pair of pieces of surface that are near: E = m B(d), and its derivatives by the points.
//
// m keeps edges that become parallel from a jump: their closest points run from one end to the other. [Li 2020]
//
//   m = X (2 - X) for X = |e_1 x e_2|^2/limit < 1, else 1;   limit = 1e-3 |E_1|^2 |E_2|^2 of the edges at rest
#pragma once

#include <lilyan/energy/contact/gap_energy.hpp>
#include <lilyan/energy/contact/pair_distance.hpp>

namespace lilyan {

struct PairEnergy {
  PairKind kind;
  Barrier barrier;
  double parallel_limit = 0;  // of |e_1 x e_2|^2 [m^4]; edges only
  double thickness = 0;       // [m]: the gap is the distance less this

  double gap(const PairPoints& y) const;  // [m]
  int form(const PairPoints& y) const;    // as a number: where it stays the same the energy is smooth within the barrier's distance
  double value(const PairPoints& y) const;
  double gradient(const PairPoints& y, PairVector& g) const;  // returns the value
  PairMatrix hessian(const PairPoints& y) const;
  void add_hessian(const PairPoints& y, double w, PairMatrix& H) const;  // H += w times it, w >= 0
};

// Of two edges at rest, from e to f.
double parallel_limit(const Vec3& e, const Vec3& f);

}  // namespace lilyan
