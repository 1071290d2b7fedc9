#include <lilyan/energy/elements/corotated_tets.hpp>

#include <Eigen/LU>

#include <algorithm>
#include <cmath>

namespace lilyan {

namespace {

constexpr Index kTetsPerChunk = 64;

// Q = sum (X_a - b_0) (X_a - b_0)^T over the vertices counted, b_0 their mean; over the largest of its entries, so that it has no
// unit.
Mat3 spread(const CorotatedTet& tet, const Vector& X, const std::array<bool, 4>& counted) {
  Vec3 sum = Vec3::Zero();
  int n = 0;
  for (int a = 0; a < 4; ++a)
    if (counted[a]) sum += vertex(X, tet.vertex[a]), ++n;
  Mat3 Q = Mat3::Zero();
  for (int a = 0; a < 4; ++a)
    if (counted[a]) {
      const Vec3 arm = vertex(X, tet.vertex[a]) - sum / n;
      Q += arm * arm.transpose();
    }
  return Q / Q.cwiseAbs().maxCoeff();
}

RotationFit fit_of(const CorotatedTet& tet, const Vector& X) {
  RotationFit fit;
  if (tet.rule == RotationRule::displacement) fit.Q = spread(tet, X, {true, true, true, true});
  const auto held = std::count(tet.held.begin(), tet.held.end(), true);
  if (held >= 3) fit.Q = spread(tet, X, tet.held);
  if (held == 2) {
    int ends[2], n = 0;
    for (int a = 0; a < 4; ++a)
      if (tet.held[a]) ends[n++] = a;
    fit.hinge = (vertex(X, tet.vertex[ends[1]]) - vertex(X, tet.vertex[ends[0]])).normalized();
  }
  return fit;
}

void set_rest_shape(CorotatedTet& tet, const Vector& X) {
  constexpr double kFlat = 1e-9;  // of the volume that the tet had
  Mat3 edges;
  for (int a = 0; a < 3; ++a) edges.col(a) = vertex(X, tet.vertex[a + 1]) - vertex(X, tet.vertex[0]);
  const double V = std::abs(edges.determinant()) / 6;
  if (!(V > kFlat * tet.V)) {
    tet.V = 0;
    return;
  }
  tet.V = V;
  tet.gradients = edges.inverse();
  tet.fit = fit_of(tet, X);
}

}  // namespace

CorotatedTets::CorotatedTets(std::vector<CorotatedTet> tets, std::vector<Mat6> stiffnesses, const Vector& X)
    : tets_(std::move(tets)), stiffnesses_(std::move(stiffnesses)) {
  std::vector<Index> vertices;
  for (CorotatedTet& tet : tets_) {
    set_rest_shape(tet, X);
    vertices.insert(vertices.end(), tet.vertex.begin(), tet.vertex.end());
  }
  schedule_ = ElementSchedule(vertices, 4, kTetsPerChunk);
}

CorotatedTets CorotatedTets::about(const Vector& X) const {
  CorotatedTets other = *this;
  for (CorotatedTet& tet : other.tets_) set_rest_shape(tet, X);
  return other;
}

Mat3 CorotatedTets::deformation_gradient(const CorotatedTet& tet, const Vector& x) const {
  Mat3 edges;
  for (int a = 0; a < 3; ++a) edges.col(a) = vertex(x, tet.vertex[a + 1]) - vertex(x, tet.vertex[0]);
  return edges * tet.gradients;
}

void CorotatedTets::scatter(const CorotatedTet& tet, const Mat3& P, Vector& g) {
  const Mat3 forces = P * tet.gradients.transpose();  // column a: of vertex a + 1
  for (int a = 0; a < 3; ++a) vertex(g, tet.vertex[a + 1]) += forces.col(a);
  vertex(g, tet.vertex[0]) -= forces.rowwise().sum();
}

// K_ab = sum_jl g_a[j] K_jl g_b[l], K_jl the 3x3 blocks of K; vertex 0 by the sum rule.
void CorotatedTets::scatter(const CorotatedTet& tet, const Mat9& K, const Index* places, BlockMatrix& H) {
  Eigen::Matrix<double, 4, 3> g;
  g.bottomRows<3>() = tet.gradients;
  g.row(0) = -tet.gradients.colwise().sum();
  Eigen::Matrix<double, 12, 9> left;  // sum_j g_a[j] K_jl
  for (int a = 0; a < 4; ++a)
    left.middleRows<3>(3 * a) = g(a, 0) * K.middleRows<3>(0) + g(a, 1) * K.middleRows<3>(3) + g(a, 2) * K.middleRows<3>(6);
  for (int a = 0; a < 4; ++a)
    for (int b = 0; b <= a; ++b) {
      const auto row = left.middleRows<3>(3 * a);
      const Mat3 block = g(b, 0) * row.middleCols<3>(0) + g(b, 1) * row.middleCols<3>(3) + g(b, 2) * row.middleCols<3>(6);
      double* to = H.block(places[a * (a + 1) / 2 + b]);
      for (int entry = 0; entry < 9; ++entry) to[entry] += block(entry / 3, entry % 3);
    }
}

int CorotatedTets::connect(BlockPatternBuilder& pattern) const {
  std::vector<Index> vertices;
  for (const CorotatedTet& tet : tets_) vertices.insert(vertices.end(), tet.vertex.begin(), tet.vertex.end());
  return pattern.add(std::move(vertices), 4);
}

}  // namespace lilyan
