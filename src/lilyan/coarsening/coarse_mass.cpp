#include <lilyan/coarsening/coarse_mass.hpp>

#include <map>

namespace lilyan {

Eigen::MatrixXd cell_mass(const FineBody& body, const BoxCell& cell, const CellCut& cut) {
  Moments mass = {};
  for (const Piece& piece : cut.pieces)
    for (std::size_t k = 0; k < mass.size(); ++k) mass[k] += body.density[static_cast<std::size_t>(piece.cell)] * piece.moments[k];
  return products_of_functions(cell, mass);
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
