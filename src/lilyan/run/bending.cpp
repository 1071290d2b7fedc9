#include <lilyan/run/bending.hpp>

#include <lilyan/meshing/columns.hpp>
#include <lilyan/run/inventory.hpp>

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <Eigen/LU>

#include <cmath>

namespace lilyan {

namespace {

constexpr Index kMostColumns = 4000;  // of a body

Eigen::Matrix<double, 3, 2> edges_of(const Vector& x, const Triangle& triangle) {
  Eigen::Matrix<double, 3, 2> edges;
  edges << vertex(x, triangle[1]) - vertex(x, triangle[0]), vertex(x, triangle[2]) - vertex(x, triangle[0]);
  return edges;
}

// Green's strain in the plane of the triangle, from its edges at x and the inverse of its edges at rest in a frame of that plane.
Eigen::Matrix2d surface_strain(const Vector& x, const Triangle& triangle, const Eigen::Matrix2d& inverse) {
  const Eigen::Matrix<double, 3, 2> F = edges_of(x, triangle) * inverse;
  return 0.5 * (F.transpose() * F - Eigen::Matrix2d::Identity());
}

}  // namespace

double Bending::frequency_error() const { return std::sqrt(1 + excess) - 1; }

BendingProbe::BendingProbe(const Inventory& inventory, const Body& body) : inventory_(inventory), kind_(body.kind) {
  if (kind_ != CellKind::tet && kind_ != CellKind::hex) return;
  if (body.cells > 0 && !inventory.has_law(body.first_cell)) return;
  constexpr double kSteepest = 0.5;  // cosine between the ends of a column
  const Vector X = body.part_of(inventory.rest);
  const Cells cells = inventory.cells.part(body.kind, body.first_cell, body.cells, body.first_vertex);
  for (const Column& column : columns_through(X, cells, kMostColumns)) {
    Way way;
    const Vec3 across = column.direction.unitOrthogonal();
    way.frame << across, column.direction.cross(across);
    const Eigen::Matrix2d near = way.frame.transpose() * edges_of(X, column.near),
                          far = way.frame.transpose() * edges_of(X, column.far);
    const double far_area = edges_of(X, column.far).col(0).cross(edges_of(X, column.far).col(1)).norm();
    if (!(std::abs(far.determinant()) > kSteepest * far_area)) continue;
    way.near_inverse = near.inverse();
    way.far_inverse = far.inverse();
    way.weight = column.area * column.length;
    way.height = 0.5 * (extent_along(X, cells, column.near_cell, column.direction) +
                        extent_along(X, cells, column.far_cell, column.direction));
    way.layers = column.length / way.height;
    way.cell = body.first_cell + column.near_cell;
    for (std::size_t k = 0; k < 3; ++k)
      way.near[k] = body.first_vertex + column.near[k], way.far[k] = body.first_vertex + column.far[k];
    ways_.push_back(way);
  }
}

Bending BendingProbe::look(const Vector& x) const {
  constexpr double kSmallest = 1e-8;  // strain
  const bool is_hex = kind_ == CellKind::hex;
  const double wanted = (is_hex ? kLayersOfHexes : kLayersOfTets) - 0.5;  // meshes are not regular
  double all = 0, volume = 0, bent = 0, layers = 0, excess = 0;
  for (const Way& way : ways_) {
    const Eigen::Matrix2d near = surface_strain(x, way.near, way.near_inverse), far = surface_strain(x, way.far, way.far_inverse);
    const Eigen::Matrix2d b = 0.5 * (near - far), m = 0.5 * (near + far);
    all += way.weight * (b.squaredNorm() + m.squaredNorm());
    volume += way.weight;
    if (!(way.layers < wanted)) continue;
    const double here = way.weight * b.squaredNorm();
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d> principal(b);
    const int k = std::abs(principal.eigenvalues()[0]) > std::abs(principal.eigenvalues()[1]) ? 0 : 1;
    const double a =
        extent_along(inventory_.rest, inventory_.cells, way.cell, way.frame * principal.eigenvectors().col(k)) / way.height;
    bent += here;
    layers += here * way.layers;
    excess += here * (is_hex ? 0.15 + 0.4 * a * a : 0.7 + 1.2 * a * a) / (way.layers * way.layers);
  }
  if (!(all > kSmallest * kSmallest * volume) || !(bent > 0)) return {};
  return {bent / all, layers / bent, excess / bent};
}

}  // namespace lilyan
