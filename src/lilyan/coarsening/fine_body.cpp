#include <lilyan/coarsening/fine_body.hpp>

#include <lilyan/algebra/dense.hpp>
#include <lilyan/core/error.hpp>
#include <lilyan/materials/evaluate.hpp>

#include <fmt/format.h>
#include <Eigen/Geometry>
#include <Eigen/LU>

#include <algorithm>
#include <cmath>

namespace lilyan {

namespace {

[[noreturn]] void refuse(const std::string& message, const std::string& hint) {
  throw InputError({"coarsening.body", "", message, hint});
}

void check_lists(const FineBody& body, std::size_t laws) {
  const Cells& cells = body.cells;
  const auto count = static_cast<std::size_t>(cells.count());
  if (count == 0 || cells.tets.size() + cells.triangles.size() != count || (!cells.tets.empty() && !cells.triangles.empty()))
    refuse(fmt::format("the body has {}; it must consist of tets alone or of triangles alone", counted(cells)),
           "coarsen a body of tets, or a slice of triangles in plane strain");
  if (body.law_of_cell.size() != count || body.density.size() != count)
    refuse(fmt::format("{} cells have {} laws and {} densities", count, body.law_of_cell.size(), body.density.size()),
           "give one law and one density per cell");
  if (body.held.size() != static_cast<std::size_t>(body.X.size()))
    refuse(fmt::format("{} components have {} marks of pins", body.X.size(), body.held.size()), "give three per vertex");
  for (Index law : body.law_of_cell)
    if (law < 0 || static_cast<std::size_t>(law) >= laws)
      refuse(fmt::format("a cell obeys law {}; there are {} laws", law, laws), "count laws from 0");
}

void check_cells(const FineBody& body) {
  constexpr double kFlat = 1e-12;  // of the longest edge to the power of the dimension
  const Index vertices = body.vertices();
  const int d = body.dimension();
  for (Index e = 0; e < body.cells.count(); ++e) {
    const std::span<const Index> corners = body.cells.vertices(e);
    double longest = 0;
    for (Index i : corners) {
      if (i < 0 || i >= vertices) refuse(fmt::format("cell {} has vertex {}; there are {} vertices", e, i, vertices), "");
      longest = std::max(longest, (vertex(body.X, i) - vertex(body.X, corners[0])).norm());
    }
    const double thickness = d == 3 || body.cells.thickness.empty() ? 1 : body.cells.thickness[static_cast<std::size_t>(e)];
    if (!(volume(body.X, body.cells, e) > kFlat * thickness * std::pow(longest, d)))
      refuse(fmt::format("cell {} has the volume {:.3g} m^3, which must be above 0", e, volume(body.X, body.cells, e)),
             "repair the mesh; `lilyan info` lists its faults");
    if (!(body.density[static_cast<std::size_t>(e)] > 0))
      refuse(fmt::format("cell {} has the density {} kg/m^3, which must be above 0", e, body.density[static_cast<std::size_t>(e)]),
             "");
  }
  if (d == 3) return;
  const auto z = body.X.reshaped(3, vertices).row(2);
  const Vec3 size = body.X.reshaped(3, vertices).rowwise().maxCoeff() - body.X.reshaped(3, vertices).rowwise().minCoeff();
  if (size[2] > 1e-9 * size.norm())
    refuse(fmt::format("the triangles reach from z = {:.6g} to {:.6g} m; a slice lies in one plane", z.minCoeff(), z.maxCoeff()),
           "put all vertices at the same z");
}

}  // namespace

Mat6 rest_stiffness(const Law& law, const std::string& place) {
  const Mat9 K = stiffness(law, Mat3::Identity(), Definiteness::exact);
  Eigen::Matrix<double, 9, 6> unit;  // Mandel's unit tensors, column by column
  for (int k = 0; k < 6; ++k) unit.col(k) = symmetric_tensor(Vec6::Unit(k)).reshaped();
  Mat6 C = unit.transpose() * K * unit;
  C = 0.5 * (C + C.transpose()).eval();
  const Vec6 moduli = symmetric_eigenvalues(C);
  if (!C.allFinite() || !(moduli[0] > 1e-12 * moduli[5]))
    throw InputError(
        {"coarsening.stiffness", place,
         fmt::format("the stiffness at rest has moduli from {:.3g} to {:.3g} Pa; all must be above 0", moduli[0], moduli[5]),
         "use moduli with which every small strain costs energy: mu > 0 and 3 lambda + 2 mu > 0 of an isotropic law"});
  return C;
}

FineBody make_fine_body(Vector X, Cells cells, const std::vector<Law>& laws, std::vector<Index> law_of_cell,
                        std::vector<double> density, std::vector<bool> held) {
  FineBody body{std::move(X), std::move(cells), {}, std::move(law_of_cell), std::move(density), std::move(held)};
  check_lists(body, laws.size());
  check_cells(body);
  for (std::size_t k = 0; k < laws.size(); ++k) body.stiffness.push_back(rest_stiffness(laws[k], fmt::format("law {}", k)));
  return body;
}

StrainMatrix strain_matrix(const FineBody& body, Index cell) {
  const std::span<const Index> corners = body.cells.vertices(cell);
  const int d = body.dimension();
  const Vec3 x0 = vertex(body.X, corners[0]);
  Mat3 edges = Mat3::Identity();  // of a triangle the third is z
  for (int k = 0; k < d; ++k) edges.col(k) = vertex(body.X, corners[static_cast<std::size_t>(k) + 1]) - x0;
  const Mat3 gradients = edges.inverse();  // row k: of the shape function of vertex k + 1

  StrainMatrix B = StrainMatrix::Zero(6, 3 * (d + 1));
  for (int v = 0; v <= d; ++v) {
    Vec3 g = Vec3::Zero();
    if (v > 0)
      g = gradients.row(v - 1).transpose();
    else
      for (int k = 0; k < d; ++k) g -= gradients.row(k).transpose();
    for (int axis = 0; axis < d; ++axis) {
      const Mat3 slope = Vec3::Unit(axis) * g.transpose();
      B.col(3 * v + axis) = mandel(0.5 * (slope + slope.transpose()));
    }
  }
  return B;
}

Vector vertex_masses(const FineBody& body) {
  Vector mass = Vector::Zero(body.vertices());
  for (Index e = 0; e < body.cells.count(); ++e)
    for (Index i : body.cells.vertices(e))
      mass[i] += body.density[static_cast<std::size_t>(e)] * volume(body.X, body.cells, e) / (body.dimension() + 1);
  return mass;
}

}  // namespace lilyan
