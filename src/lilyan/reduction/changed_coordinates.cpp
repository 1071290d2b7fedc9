#include <lilyan/reduction/changed_coordinates.hpp>

#include <lilyan/algebra/dense.hpp>
#include <lilyan/core/error.hpp>

#include <cmath>
#include <numbers>

namespace lilyan {

namespace {

using Dense = Eigen::MatrixXd;
using Place = Eigen::Index;

// f(i, j, k) for i <= j <= k < r, and f(i, j, k, l) likewise, the last index running fastest.
template <class F>
void for_triples(Place r, F f) {
  for (Place i = 0; i < r; ++i)
    for (Place j = i; j < r; ++j)
      for (Place k = j; k < r; ++k) f(i, j, k);
}
template <class F>
void for_quadruples(Place r, F f) {
  for_triples(r, [&](Place i, Place j, Place k) {
    for (Place l = k; l < r; ++l) f(i, j, k, l);
  });
}

Place pair_of(Place i, Place j) { return QuarticEnergy::pair(i, j); }

// D3 as a matrix of pairs and indices, D4 as one of pairs and pairs: i <= j and k <= l.
Dense pairs_and_indices(const Vector& third, Place r) {
  Dense D(QuarticEnergy::pairs(r), r);
  Place at = 0;
  for_triples(r, [&](Place i, Place j, Place k) {
    D(pair_of(i, j), k) = D(pair_of(i, k), j) = D(pair_of(j, k), i) = third[at];
    ++at;
  });
  return D;
}

Dense pairs_and_pairs(const Vector& fourth, Place r) {
  Dense D(QuarticEnergy::pairs(r), QuarticEnergy::pairs(r));
  const auto put = [&](Place a, Place b, double value) { D(a, b) = D(b, a) = value; };
  Place at = 0;
  for_quadruples(r, [&](Place i, Place j, Place k, Place l) {
    put(pair_of(i, j), pair_of(k, l), fourth[at]);
    put(pair_of(i, k), pair_of(j, l), fourth[at]);
    put(pair_of(i, l), pair_of(j, k), fourth[at]);
    ++at;
  });
  return D;
}

// Contracts both indices of the pairs that count the rows.
Dense with_pairs_changed(const Dense& D, const Dense& T) {
  const Place r = T.rows(), s = T.cols();
  Dense changed(QuarticEnergy::pairs(s), D.cols()), slice(r, r), turned(s, s);
  for (Place column = 0; column < D.cols(); ++column) {
    for (Place j = 0; j < r; ++j)
      for (Place i = 0; i <= j; ++i) slice(i, j) = slice(j, i) = D(pair_of(i, j), column);
    turned.noalias() = T.transpose() * (slice * T);
    for (Place b = 0; b < s; ++b)
      for (Place a = 0; a <= b; ++a) changed(pair_of(a, b), column) = turned(a, b);
  }
  return changed;
}

}  // namespace

QuarticEnergy in_coordinates(const QuarticEnergy& energy, const Dense& T) {
  const Place r = energy.size(), s = T.cols();
  Dense A = T.transpose() * energy.linear() * T;
  A = Dense((A + A.transpose()) / 2);
  if (energy.is_quadratic()) return QuarticEnergy(A);
  const Dense D3 = with_pairs_changed(pairs_and_indices(energy.third(), r), T) * T;
  Dense D4 = with_pairs_changed(pairs_and_pairs(energy.fourth(), r), T);
  D4.transposeInPlace();  // in place: at the largest r it takes half a gigabyte
  D4 = with_pairs_changed(D4, T);
  Vector third(QuarticEnergy::third_derivatives(s)), fourth(QuarticEnergy::fourth_derivatives(s));
  Place at = 0;
  for_triples(s, [&](Place a, Place b, Place c) { third[at++] = D3(pair_of(a, b), c); });
  at = 0;
  for_quadruples(s, [&](Place a, Place b, Place c, Place d) { fourth[at++] = D4(pair_of(a, b), pair_of(c, d)); });
  return QuarticEnergy(A, third, fourth);
}

Dense mass_products(const Dense& U, const Vector& vertex_mass) {
  Dense weighted = U;
  for (Place i = 0; i < vertex_mass.size(); ++i) weighted.middleRows(3 * i, 3) *= vertex_mass[i];
  return U.transpose() * weighted;
}

void make_orthonormal(Dense& U, QuarticEnergy& energy, const Vector& vertex_mass, double tolerance) {
  const Dense products = mass_products(U, vertex_mass);
  const Place r = products.cols();
  if ((products - Dense::Identity(r, r)).cwiseAbs().maxCoeff() <= tolerance) return;
  // Columns of length 1 first, so that what is left of each beside the others is a pure number.
  const Vector lengths = products.diagonal().cwiseSqrt();
  constexpr double kLeastLeft = 1e-6;  // of a column beside those before it; its square is far above rounding
  const auto refuse = [] {
    throw InputError({"reduction.basis", "", "the columns of the basis depend on each other",
                      "give as many columns as there are directions, each of them with some displacement"});
  };
  if (!(lengths.minCoeff() > 0)) refuse();
  const Dense scaled = lengths.cwiseInverse().asDiagonal() * products * lengths.cwiseInverse().asDiagonal();
  const DenseCholesky factor(scaled);
  if (!factor.succeeded() || !(factor.L().diagonal().minCoeff() > kLeastLeft)) refuse();
  const Dense T = lengths.cwiseInverse().asDiagonal() * factor.solve_upper(Dense::Identity(r, r));
  U = Dense(U * T);
  energy = in_coordinates(energy, T);
}

Vector natural_frequencies(const QuarticEnergy& energy) {
  if (energy.size() == 0) return {};
  return symmetric_eigenvalues(energy.linear()).unaryExpr([](double square) {
    return std::copysign(std::sqrt(std::abs(square)), square) / (2 * std::numbers::pi);
  });
}

}  // namespace lilyan
