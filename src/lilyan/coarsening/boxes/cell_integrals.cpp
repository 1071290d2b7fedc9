#include <lilyan/coarsening/boxes/cell_integrals.hpp>

namespace lilyan {

namespace {

using ProbeStrain = Eigen::Matrix<double, 6, Eigen::Dynamic, Eigen::ColMajor, 6, 18>;

// Strains of the probes in a fine cell, a column each.
ProbeStrain probe_strain(const FineBody& body, const Eigen::MatrixXd& displacements, Index cell, const StrainMatrix& B) {
  ProbeStrain strain = ProbeStrain::Zero(6, displacements.cols());
  const std::span<const Index> corners = body.cells.vertices(cell);
  for (std::size_t v = 0; v < corners.size(); ++v)
    strain.noalias() +=
        B.middleCols<3>(3 * static_cast<Eigen::Index>(v)) * displacements.middleRows<3>(3 * Eigen::Index{corners[v]});
  return strain;
}

// G of trilinear functions from the moments of the filled part.
Eigen::MatrixXd exact_weighted_strain(const BoxCell& cell, const std::array<CellStrain, 8>& E, const Moments& filled) {
  const std::span<const StressMode> modes = stress_modes(cell.dimension);
  Eigen::MatrixXd G = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(modes.size()), E[0].cols());
  for (std::size_t a = 0; a < modes.size(); ++a) {
    // The powers of a mode are 0 or 1: find the place among the eight.
    for (std::size_t p = 0; p < 8; ++p)
      if (moment_of_product(p, 0) == modes[a].moment)
        for (std::size_t q = 0; q < 8; ++q)
          G.row(static_cast<Eigen::Index>(a)) += filled[moment_of_product(p, q)] * E[q].row(modes[a].component);
  }
  return G;
}

}  // namespace

CellStrain interpolant_strain(const FineBody& body, const BoxCell& cell, Index fine, const StrainMatrix& B) {
  const int d = cell.dimension;
  CellStrain strain = CellStrain::Zero(6, d * static_cast<Eigen::Index>(cell.signs.size()));
  const std::span<const Index> corners = body.cells.vertices(fine);
  for (std::size_t v = 0; v < corners.size(); ++v) {
    const Vector phi = box_functions(cell, cell.frame.coordinates(vertex(body.X, corners[v])));
    for (Eigen::Index i = 0; i < phi.size(); ++i)
      strain.middleCols(d * i, d) += phi[i] * B.middleCols(3 * static_cast<Eigen::Index>(v), d);
  }
  return strain;
}

Eigen::MatrixXd galerkin_of_moments(const std::array<CellStrain, 8>& E, const StiffnessMoments& stiffness) {
  Eigen::MatrixXd K = Eigen::MatrixXd::Zero(E[0].cols(), E[0].cols());
  for (std::size_t p = 0; p < 8; ++p)
    for (std::size_t q = 0; q < 8; ++q) K.noalias() += E[p].transpose() * stiffness[moment_of_product(p, q)] * E[q];
  return 0.5 * (K + K.transpose());
}

CellIntegrals integrate_cell(const FineBody& body, const Eigen::MatrixXd& displacements, const BoxCell& cell, const CellCut& cut) {
  const std::span<const StressMode> modes = stress_modes(cell.dimension);
  const auto count = static_cast<Eigen::Index>(modes.size());
  const auto components = static_cast<Eigen::Index>(cell.signs.size()) * cell.dimension;
  const bool nested = cut.is_nested();
  CellIntegrals sums;
  sums.H = sums.A = Eigen::MatrixXd::Zero(count, count);
  sums.G = Eigen::MatrixXd::Zero(count, components);
  sums.galerkin = Eigen::MatrixXd::Zero(components, components);
  StiffnessMoments stiffness;
  stiffness.fill(Mat6::Zero());
  Moments filled = {};

  for (const Piece& piece : cut.pieces) {
    const StrainMatrix B = strain_matrix(body, piece.cell);
    const Mat6& C = body.stiffness_of(piece.cell);
    const ProbeStrain strain = probe_strain(body, displacements, piece.cell, B);
    sums.H.noalias() += strain.transpose() * ((piece.volume() * C) * strain).eval();
    for (Eigen::Index a = 0; a < count; ++a) {
      const StressMode& mode = modes[static_cast<std::size_t>(a)];
      sums.A.row(a) += piece.moments[mode.moment] * strain.row(mode.component);
    }
    for (std::size_t k = 0; k < 27; ++k) {
      filled[k] += piece.moments[k];
      stiffness[k] += piece.moments[k] * C;
    }
    if (!nested) continue;
    const CellStrain own = interpolant_strain(body, cell, piece.cell, B);
    sums.galerkin.noalias() += own.transpose() * ((piece.volume() * C) * own).eval();
    for (Eigen::Index a = 0; a < count; ++a) {
      const StressMode& mode = modes[static_cast<std::size_t>(a)];
      sums.G.row(a) += piece.moments[mode.moment] * own.row(mode.component);
    }
  }
  const std::array<CellStrain, 8> E = strain_polynomials(cell);
  sums.exact_galerkin = galerkin_of_moments(E, stiffness);
  if (!nested) {
    sums.G = exact_weighted_strain(cell, E, filled);
    sums.galerkin = sums.exact_galerkin;
  }
  return sums;
}

}  // namespace lilyan
