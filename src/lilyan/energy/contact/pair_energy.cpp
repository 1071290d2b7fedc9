#include <lilyan/energy/contact/pair_energy.hpp>

#include <Eigen/Geometry>

#include <cmath>

namespace lilyan {

namespace {

// m and its derivatives by the points of two edges.
struct Mollifier {
  double m = 1;
  PairVector g = PairVector::Zero();
  PairMatrix H = PairMatrix::Zero();
  bool acts = false;  // m < 1
};

// Spreads a derivative by e_1 = y_1 - y_0 and e_2 = y_3 - y_2 over the points.
constexpr double kSign[4] = {-1, 1, -1, 1};

Mollifier mollifier(const PairPoints& y, double limit, bool with_hessian) {
  Mollifier made;
  const Vec3 e[2] = {y[1] - y[0], y[3] - y[2]};
  const double ee = e[0].dot(e[1]), X = e[0].cross(e[1]).squaredNorm() / limit;
  if (X >= 1) return made;
  made.acts = true;
  made.m = X * (2 - X);
  const Vec3 d[2] = {2 * (e[1].squaredNorm() * e[0] - ee * e[1]) / limit,
                     2 * (e[0].squaredNorm() * e[1] - ee * e[0]) / limit};  // dX/de
  const double slope = 2 - 2 * X;
  for (int i = 0; i < 4; ++i) made.g.segment<3>(3 * i) = kSign[i] * slope * d[i / 2];
  if (!with_hessian) return made;
  const Mat3 I = Mat3::Identity();
  const Mat3 same[2] = {2 * (e[1].squaredNorm() * I - e[1] * e[1].transpose()) / limit,
                        2 * (e[0].squaredNorm() * I - e[0] * e[0].transpose()) / limit};
  const Mat3 mixed = 2 * (2 * e[0] * e[1].transpose() - ee * I - e[1] * e[0].transpose()) / limit;  // d2X/de_1 de_2
  for (int i = 0; i < 4; ++i)
    for (int k = 0; k < 4; ++k) {
      const Mat3 X2 = i / 2 == k / 2 ? same[i / 2] : i < k ? mixed : Mat3(mixed.transpose());
      made.H.block<3, 3>(3 * i, 3 * k) = kSign[i] * kSign[k] * (slope * X2 - 2 * d[i / 2] * d[k / 2].transpose());
    }
  return made;
}

bool may_be_parallel(const PairEnergy& pair) { return pair.kind == PairKind::edge_edge && pair.parallel_limit > 0; }

}  // namespace

double parallel_limit(const Vec3& e, const Vec3& f) { return 1e-3 * e.squaredNorm() * f.squaredNorm(); }

double PairEnergy::gap(const PairPoints& y) const { return std::sqrt(pair_distance(kind, y).squared()) - thickness; }

int PairEnergy::form(const PairPoints& y) const {
  const int feature = pair_distance(kind, y).feature();
  return 2 * feature + (may_be_parallel(*this) && mollifier(y, parallel_limit, false).acts ? 1 : 0);
}

double PairEnergy::value(const PairPoints& y) const {
  const double B = barrier.energy(gap(y));
  return B == 0 || !may_be_parallel(*this) ? B : mollifier(y, parallel_limit, false).m * B;
}

double PairEnergy::gradient(const PairPoints& y, PairVector& g) const {
  const PairDistance distance = pair_distance(kind, y);
  const double d = std::sqrt(distance.squared()), B = barrier.energy(d - thickness);
  g = barrier.slope(d - thickness) / (2 * d) * distance.gradient();
  if (B == 0 || !may_be_parallel(*this)) return B;
  const Mollifier by = mollifier(y, parallel_limit, false);
  g = by.m * g + B * by.g;
  return by.m * B;
}

PairMatrix PairEnergy::hessian(const PairPoints& y) const {
  PairMatrix H = PairMatrix::Zero();
  add_hessian(y, 1, H);
  return H;
}

// B falls and is convex, so what the barrier makes of the distance is a square less a multiple of the unit:
//
//   Hess B = W W^T - (|B'|/d) c c^T x I,   W = (sqrt(|B'|/2d) V, sqrt(B'' + |B'|/d) c x r/d)
void PairEnergy::add_hessian(const PairPoints& y, double w, PairMatrix& H) const {
  const PairDistance distance = pair_distance(kind, y);
  const double d = std::sqrt(distance.squared()), gap = d - thickness;
  const double B = barrier.energy(gap), push = -barrier.slope(gap) / d;
  if (B == 0) return;
  Mollifier by;
  if (may_be_parallel(*this)) by = mollifier(y, parallel_limit, true);
  const double weight = w * by.m, stiff = std::sqrt(weight * (barrier.curvature(gap) + push)) / d;
  Eigen::Matrix<double, 12, 3> W;
  W.leftCols<2>() = std::sqrt(weight * push / 2) * distance.spread(y);
  for (int i = 0; i < 4; ++i) W.block<3, 1>(3 * i, 2) = stiff * distance.c[static_cast<std::size_t>(i)] * distance.r;
  H.noalias() += W.lazyProduct(W.transpose());
  for (int i = 0; i < 4; ++i)
    for (int k = 0; k < 4; ++k)
      H.block<3, 3>(3 * i, 3 * k).diagonal().array() -=
          weight * push * distance.c[static_cast<std::size_t>(i)] * distance.c[static_cast<std::size_t>(k)];
  if (!by.acts) return;
  const PairVector g = -push / 2 * distance.gradient();
  H += w * (B * by.H + by.g * g.transpose() + g * by.g.transpose());
}

}  // namespace lilyan
