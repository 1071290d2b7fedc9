#include <lilyan/energy/elements/corotated_cells.hpp>

#include <lilyan/mesh/shape_functions.hpp>

#include <Eigen/LU>

#include <algorithm>
#include <cmath>

namespace lilyan {

namespace {

constexpr Index kPointsPerChunk = 64;

// Q = sum (X_a - b_0) (X_a - b_0)^T over the vertices counted, b_0 their mean; over the largest of its entries, so that it has no
// unit.
Mat3 spread(const CorotatedCell<Tet>& tet, const Vector& X, const std::array<bool, 4>& counted) {
  Vec3 sum = Vec3::Zero();
  int n = 0;
  for (std::size_t a = 0; a < 4; ++a)
    if (counted[a]) sum += vertex(X, tet.vertex[a]), ++n;
  Mat3 Q = Mat3::Zero();
  for (std::size_t a = 0; a < 4; ++a)
    if (counted[a]) {
      const Vec3 arm = vertex(X, tet.vertex[a]) - sum / n;
      Q += arm * arm.transpose();
    }
  return Q / Q.cwiseAbs().maxCoeff();
}

RotationFit fit_of(const CorotatedCell<Tet>& tet, const Vector& X) {
  RotationFit fit;
  if (tet.rule == RotationRule::displacement) fit.Q = spread(tet, X, {true, true, true, true});
  const auto held = std::count(tet.held.begin(), tet.held.end(), true);
  if (held >= 3) fit.Q = spread(tet, X, tet.held);
  if (held == 2) {
    std::size_t ends[2], n = 0;
    for (std::size_t a = 0; a < 4; ++a)
      if (tet.held[a]) ends[n++] = a;
    fit.hinge = (vertex(X, tet.vertex[ends[1]]) - vertex(X, tet.vertex[ends[0]])).normalized();
  }
  return fit;
}

RotationFit fit_of(const CorotatedCell<Hex>&, const Vector&) { return {}; }

// F leaves z as it is, and so does a rotation that takes F z along: also where the triangle is turned inside out.
RotationFit fit_of(const CorotatedCell<Triangle>&, const Vector&) { return {Mat3::Identity(), Vec3::UnitZ()}; }

void set_points(CorotatedCell<Tet>& tet, const Vector& X) {
  Mat3 edges;
  for (std::size_t a = 0; a < 3; ++a) edges.col(a) = vertex(X, tet.vertex[a + 1]) - vertex(X, tet.vertex[0]);
  tet.points[0] = {std::abs(edges.determinant()) / 6, edges.inverse()};
}

void set_points(CorotatedCell<Triangle>& triangle, const Vector& X) {
  Eigen::Matrix2d edges;
  for (std::size_t a = 0; a < 2; ++a) edges.col(a) = (vertex(X, triangle.vertex[a + 1]) - vertex(X, triangle.vertex[0])).head<2>();
  triangle.points[0].V = triangle.thickness * std::abs(edges.determinant()) / 2;
  triangle.points[0].gradients << edges.inverse(), Eigen::Vector2d::Zero();
}

void set_points(CorotatedCell<Hex>& hex, const Vector& X) {
  Hex given;
  for (std::size_t a = 0; a < 8; ++a) given[hex.corner[a]] = hex.vertex[a];
  for (std::size_t q = 0; q < 8; ++q) {
    const double place = 1 / std::sqrt(3.0);
    const Vec3 xi = place * Vec3(kHexSigns[q][0], kHexSigns[q][1], kHexSigns[q][2]);
    const Mat3 dX = hex_jacobian(X, given, xi), inverse = dX.inverse();
    hex.points[q].V = std::abs(dX.determinant());
    for (std::size_t a = 1; a < 8; ++a) {
      const auto& s = kHexSigns[hex.corner[a]];
      const double u = 1 + s[0] * xi[0], v = 1 + s[1] * xi[1], w = 1 + s[2] * xi[2];
      hex.points[q].gradients.row(static_cast<Eigen::Index>(a) - 1) =
          0.125 * Eigen::RowVector3d(s[0] * v * w, s[1] * u * w, s[2] * u * v) * inverse;
    }
  }
}

template <class Cell>
void set_rest_shape(CorotatedCell<Cell>& cell, const Vector& X) {
  constexpr double kFlat = 1e-9;  // of the volume that the cell had
  const double before = cell.volume();
  set_points(cell, X);
  if (!(cell.volume() > kFlat * before)) {
    cell.points = {};
    return;
  }
  cell.fit = fit_of(cell, X);
}

template <class Cell>
std::vector<Index> vertices_of(const std::vector<CorotatedCell<Cell>>& cells) {
  std::vector<Index> vertices;
  for (const auto& cell : cells) vertices.insert(vertices.end(), cell.vertex.begin(), cell.vertex.end());
  return vertices;
}

}  // namespace

template <class Cell>
CorotatedCells<Cell>::CorotatedCells(std::vector<Element> cells, std::vector<Mat6> stiffnesses, const Vector& X)
    : cells_(std::move(cells)), stiffnesses_(std::move(stiffnesses)) {
  for (Element& cell : cells_) set_rest_shape(cell, X);
  schedule_ = ElementSchedule(vertices_of(cells_), kVertices, kPointsPerChunk / Element::kPoints);
}

template <class Cell>
CorotatedCells<Cell> CorotatedCells<Cell>::about(const Vector& X) const {
  CorotatedCells other = *this;
  for (Element& cell : other.cells_) set_rest_shape(cell, X);
  return other;
}

template <class Cell>
Mat3 CorotatedCells<Cell>::deformation_gradient(const Element& cell, const Point& point, const Vector& x) const {
  Eigen::Matrix<double, 3, kVertices - 1> edges;
  for (std::size_t a = 1; a < kVertices; ++a)
    edges.col(static_cast<Eigen::Index>(a) - 1) = vertex(x, cell.vertex[a]) - vertex(x, cell.vertex[0]);
  Mat3 F = edges * point.gradients;
  if constexpr (std::is_same_v<Cell, Triangle>) F(2, 2) = 1;  // plane strain
  return F;
}

template <class Cell>
void CorotatedCells<Cell>::scatter(const Element& cell, const Point& point, const Mat3& P, Vector& g) {
  const Eigen::Matrix<double, 3, kVertices - 1> forces = P * point.gradients.transpose();  // column a: of vertex a + 1
  for (std::size_t a = 1; a < kVertices; ++a) vertex(g, cell.vertex[a]) += forces.col(static_cast<Eigen::Index>(a) - 1);
  vertex(g, cell.vertex[0]) -= forces.rowwise().sum();
}

// K_ab = sum_jl g_a[j] K_jl g_b[l], K_jl the 3x3 blocks of K; vertex 0 by the sum rule.
template <class Cell>
void CorotatedCells<Cell>::add(const Point& point, const Mat9& dPdF, Stiffness& K) {
  Eigen::Matrix<double, kVertices, 3> g;
  g.template bottomRows<kVertices - 1>() = point.gradients;
  g.row(0) = -point.gradients.colwise().sum();
  Eigen::Matrix<double, 3 * kVertices, 9> left;  // sum_j g_a[j] K_jl
  for (int a = 0; a < kVertices; ++a)
    left.template middleRows<3>(3 * a) =
        g(a, 0) * dPdF.middleRows<3>(0) + g(a, 1) * dPdF.middleRows<3>(3) + g(a, 2) * dPdF.middleRows<3>(6);
  for (int a = 0; a < kVertices; ++a)
    for (int b = 0; b <= a; ++b) {
      const auto row = left.template middleRows<3>(3 * a);
      K.template block<3, 3>(3 * a, 3 * b) += g(b, 0) * row.template middleCols<3>(0) + g(b, 1) * row.template middleCols<3>(3) +
                                              g(b, 2) * row.template middleCols<3>(6);
    }
}

template <class Cell>
void CorotatedCells<Cell>::scatter(const Stiffness& K, const Index* places, BlockMatrix& H) {
  for (int a = 0; a < kVertices; ++a)
    for (int b = 0; b <= a; ++b) {
      double* to = H.block(places[a * (a + 1) / 2 + b]);
      for (int entry = 0; entry < 9; ++entry) to[entry] += K(3 * a + entry / 3, 3 * b + entry % 3);
    }
}

template <class Cell>
int CorotatedCells<Cell>::connect(BlockPatternBuilder& pattern) const {
  return pattern.add(vertices_of(cells_), kVertices);
}

template class CorotatedCells<Tet>;
template class CorotatedCells<Hex>;
template class CorotatedCells<Triangle>;

}  // namespace lilyan
