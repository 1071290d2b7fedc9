#include <lilyan/coarsening/coarse_mass.hpp>

#include <lilyan/coarsening/fine_sampling.hpp>

#include <map>

namespace lilyan {

namespace {

// Moments with the density as a weight.
Moments mass_moments(const FineBody& body, const CellCut& cut) {
  Moments mass = {};
  for (const Piece& piece : cut.pieces)
    for (std::size_t k = 0; k < mass.size(); ++k) mass[k] += body.density[static_cast<std::size_t>(piece.cell)] * piece.moments[k];
  return mass;
}

}  // namespace

Eigen::MatrixXd cell_mass(const FineBody& body, const BoxCell& cell, const CellCut& cut) {
  return products_of_functions(cell, mass_moments(body, cut));
}

// l_i = (a, b).(1, xi), so that m_ij = (a, b)_i^T E (a, b)_j with the moments E of (1, xi) (1, xi)^T.
Eigen::MatrixXd cell_mass(const FineBody& body, const Vector& X, std::span<const Index> corners, const LocalFrame& frame,
                          const CellCut& cut) {
  const Moments moments = mass_moments(body, cut);
  const auto count = static_cast<Eigen::Index>(corners.size());
  Eigen::Matrix4d E = Eigen::Matrix4d::Zero();
  for (int i = 0; i < count; ++i)
    for (int j = 0; j < count; ++j) {
      std::array<int, 4> power = {0, 0, 0, 0};  // the first is that of 1
      ++power[static_cast<std::size_t>(i)], ++power[static_cast<std::size_t>(j)];
      E(i, j) = moments[moment_place(power[1], power[2], power[3])];
    }
  const auto values = [&](const Vec3& x) {
    const std::array<double, 4> l = barycentric_coordinates(X, corners, x);
    return Eigen::Vector4d(l[0], l[1], l[2], l[3]);
  };
  Eigen::Matrix4d functions = Eigen::Matrix4d::Zero();  // row i: (a, b) of corner i
  functions.col(0) = values(frame.centre);
  for (int k = 0; k + 1 < count; ++k)
    functions.col(k + 1) = values(frame.centre + frame.half[k] * Vec3::Unit(k)) - functions.col(0);
  return (functions * E * functions.transpose()).topLeftCorner(count, count);
}

Mass assembled_mass(Index vertices, const std::vector<std::vector<Index>>& corners, const std::vector<Eigen::MatrixXd>& of_cells) {
  Mass mass(Vector(Vector::Zero(vertices)));
  std::map<std::pair<Index, Index>, double> shared;
  for (std::size_t q = 0; q < corners.size(); ++q)
    for (std::size_t a = 0; a < corners[q].size(); ++a)
      for (std::size_t b = 0; b < corners[q].size(); ++b) {
        const Index i = corners[q][a], j = corners[q][b];
        const double m = of_cells[q](static_cast<Eigen::Index>(a), static_cast<Eigen::Index>(b));
        mass.vertex[i] += m;
        if (i > j) shared[{i, j}] += m;
      }
  for (const auto& [pair, m] : shared) mass.shared.push_back({pair.first, pair.second, m});
  return mass;
}

}  // namespace lilyan
