#include <lilyan/reduction/quartic_energy.hpp>

#include <algorithm>
#include <cassert>
#include <cstring>

namespace lilyan {

namespace {

using Dense = Eigen::MatrixXd;
using Place = Eigen::Index;

// f(place in the list of third derivatives, i, j, k) for i <= j <= k, the last index running fastest.
template <class F>
void for_each_triple(Place r, F f) {
  Place at = 0;
  for (Place i = 0; i < r; ++i)
    for (Place j = i; j < r; ++j)
      for (Place k = j; k < r; ++k) f(at++, i, j, k);
}

template <class F>
void for_each_quadruple(Place r, F f) {
  Place at = 0;
  for (Place i = 0; i < r; ++i)
    for (Place j = i; j < r; ++j)
      for (Place k = j; k < r; ++k)
        for (Place l = k; l < r; ++l) f(at++, i, j, k, l);
}

template <class Array>
bool same_bits(const Array& a, const Array& b) {
  return a.size() == b.size() &&
         (a.size() == 0 || std::memcmp(a.data(), b.data(), sizeof(*a.data()) * static_cast<std::size_t>(a.size())) == 0);
}

}  // namespace

QuarticEnergy::QuarticEnergy(const Dense& A) : A_(A.selfadjointView<Eigen::Lower>()) { assert(A.rows() == A.cols()); }

QuarticEnergy::QuarticEnergy(const Dense& A, const Vector& third, const Vector& fourth) : QuarticEnergy(A) {
  const Place r = A.rows(), n = pairs(r);
  assert(third.size() == third_derivatives(r) && fourth.size() == fourth_derivatives(r));
  D3_.assign(SymmetricTiles::blocks_of(n) * static_cast<std::size_t>(r), Four{});
  auto set = [&](Place at, Place k, double value) { D3_[D3_place(at, k)][at % kFour] = value; };
  for_each_triple(r, [&](Place at, Place i, Place j, Place k) {
    set(pair(i, j), k, third[at]);
    set(pair(i, k), j, third[at]);
    set(pair(j, k), i, third[at]);
  });
  D4_ = SymmetricTiles(n);
  for_each_quadruple(r, [&](Place at, Place i, Place j, Place k, Place l) {
    D4_.set(pair(i, j), pair(k, l), fourth[at]);
    D4_.set(pair(i, k), pair(j, l), fourth[at]);
    D4_.set(pair(i, l), pair(j, k), fourth[at]);
  });
}

std::size_t QuarticEnergy::D3_place(Place pair, Place k) const { return static_cast<std::size_t>(pair / kFour * A_.rows() + k); }

double QuarticEnergy::contract(const Vector& q, Scratch& scratch) const {
  const Place r = q.size();
  const std::size_t blocks = D4_.blocks();
  scratch.pairs.resize(blocks);
  scratch.K3.resize(blocks);
  scratch.K4.resize(blocks);
  scratch.pairs.back() = Four{};  // zero behind the last pair

  const double* coordinate = q.data();
  auto* products = reinterpret_cast<double*>(scratch.pairs.data());
  for (Place j = 0; j < r; ++j) {
    for (Place i = 0; i < j; ++i) *products++ = coordinate[i] * coordinate[j];
    *products++ = 0.5 * coordinate[j] * coordinate[j];
  }
  const Four* D3 = D3_.data();
  for (std::size_t block = 0; block < blocks; ++block) {
    Four even{}, odd{};
    Place k = 0;
    for (; k + 1 < r; k += 2, D3 += 2) {
      even += D3[0] * coordinate[k];
      odd += D3[1] * coordinate[k + 1];
    }
    if (k < r) even += *D3++ * coordinate[k];
    scratch.K3[block] = even + odd;
  }
  D4_.multiply(scratch.pairs.data(), scratch.K4.data());

  // q.(K3/6 + K4/12) q. Each pair stands for two products q_i q_j, or for one on the diagonal that was halved.
  Four W{};
  for (std::size_t block = 0; block < blocks; ++block)
    W += scratch.pairs[block] * (scratch.K3[block] / 3.0 + scratch.K4[block] / 6.0);
  double sum = 0;
  for (int lane = 0; lane < kFour; ++lane) sum += W[lane];
  return sum;
}

double QuarticEnergy::value(const Vector& q, Scratch& scratch) const {
  assert(q.size() == A_.rows());
  double W = 0;
  for (Place j = 0; j < q.size(); ++j) W += 0.5 * q[j] * A_.col(j).dot(q);
  return is_quadratic() ? W : W + contract(q, scratch);
}

double QuarticEnergy::evaluate(const Vector& q, Vector& f, Dense& K, Scratch& scratch) const {
  assert(q.size() == A_.rows());
  const Place r = q.size();
  K = A_;
  f.resize(r);
  f.noalias() = A_ * q;
  double W = 0.5 * f.dot(q);
  if (is_quadratic()) return W;

  W += contract(q, scratch);
  const auto *K3 = reinterpret_cast<const double*>(scratch.K3.data()), *K4 = reinterpret_cast<const double*>(scratch.K4.data());
  const double* coordinate = q.data();
  double *force = f.data(), *column = K.data();
  for (Place j = 0; j < r; ++j, K3 += j, K4 += j, column += r) {
    const double q_j = coordinate[j];
    double force_j = 0;
    for (Place i = 0; i < j; ++i) {
      const double mean = K3[i] / 2 + K4[i] / 3;
      column[i] += K3[i] + K4[i];
      force_j += mean * coordinate[i];
      force[i] += mean * q_j;
    }
    column[j] += K3[j] + K4[j];
    force[j] += force_j + (K3[j] / 2 + K4[j] / 3) * q_j;
    for (Place i = 0; i < j; ++i) K.data()[i * r + j] = column[i];
  }
  return W;
}

void QuarticEnergy::contract(InLanes& bodies) const {
  const auto r = static_cast<std::size_t>(A_.rows()), rows = kFour * D4_.blocks();
  bodies.pairs.resize(rows);
  bodies.K3.resize(rows);
  bodies.K4.resize(rows);
  Lanes* products = bodies.pairs.data();
  for (std::size_t j = 0; j < r; ++j) {
    for (std::size_t i = 0; i < j; ++i) *products++ = bodies.q[i] * bodies.q[j];
    *products++ = 0.5 * bodies.q[j] * bodies.q[j];
  }
  std::fill(products, bodies.pairs.data() + rows, Lanes{});  // zero behind the last pair
  for (std::size_t block = 0; block < D4_.blocks(); ++block) {
    Lanes sums[kFour] = {};
    for (std::size_t k = 0; k < r; ++k)
      for (int row = 0; row < kFour; ++row) sums[row] += D3_[block * r + k][row] * bodies.q[k];
    std::copy(sums, sums + kFour, &bodies.K3[kFour * block]);
  }
  D4_.multiply(bodies.pairs.data(), bodies.K4.data());
}

void QuarticEnergy::evaluate(InLanes& bodies) const {
  constexpr double kHalf = 0.5, kThird = 1.0 / 3;  // a division of eight numbers takes as long as some twenty products
  const auto r = A_.rows();
  assert(bodies.q.size() == static_cast<std::size_t>(r));
  bodies.f.assign(static_cast<std::size_t>(r), Lanes{});
  bodies.K.resize(static_cast<std::size_t>(pairs(r)));
  if (!is_quadratic()) contract(bodies);
  const Lanes *q = bodies.q.data(), *K3 = bodies.K3.data(), *K4 = bodies.K4.data();
  Lanes* f = bodies.f.data();
  for (Place j = 0; j < r; ++j) {
    Lanes force_j{};
    Lanes* K = bodies.K.data() + j;  // row j
    for (Place i = 0; i <= j; ++i) {
      Lanes mean = splat<Lanes>(A_(i, j));
      *K = mean;
      if (!is_quadratic()) {
        *K += *K3 + *K4;
        mean += kHalf * *K3++ + kThird * *K4++;
      }
      force_j += mean * q[i];
      if (i < j) f[i] += mean * q[j];
      K += r - i - 1;
    }
    f[j] += force_j;
  }
}

Vector QuarticEnergy::third() const {
  if (is_quadratic()) return {};
  Vector list(third_derivatives(size()));
  for_each_triple(size(), [&](Place at, Place i, Place j, Place k) { list[at] = third_at(pair(j, k), i); });
  return list;
}

Vector QuarticEnergy::fourth() const {
  if (is_quadratic()) return {};
  Vector list(fourth_derivatives(size()));
  for_each_quadruple(size(), [&](Place at, Place i, Place j, Place k, Place l) { list[at] = D4_(pair(k, l), pair(i, j)); });
  return list;
}

bool QuarticEnergy::operator==(const QuarticEnergy& other) const {
  return same_bits(A_, other.A_) && same_bits(D3_, other.D3_) && D4_ == other.D4_;
}

}  // namespace lilyan
