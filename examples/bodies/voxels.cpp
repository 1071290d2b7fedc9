#include "voxels.hpp"

namespace bodies {

using namespace lilyan;

void Voxels::paint(Index part, const CellRange& range, const std::function<bool(const Vec3&)>& is_inside) {
  for (int i = range.low[0]; i < range.high[0]; ++i)
    for (int j = range.low[1]; j < range.high[1]; ++j)
      for (int k = range.low[2]; k < range.high[2]; ++k)
        if (is_inside(Vec3(i + 0.5, j + 0.5, k + 0.5))) part_of_cell_.try_emplace({i, j, k}, part);
}

void Voxels::paint(Index part, const CellRange& range) {
  paint(part, range, [](const Vec3&) { return true; });
}

Voxels::Mesh Voxels::mesh() const {
  constexpr std::array<Cell, 8> kCorners = {
      {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}}};
  Mesh mesh;
  std::map<Cell, Index> numbers;
  std::vector<Vec3> positions;
  for (const auto& [cell, part] : part_of_cell_) {
    Hex hex;
    for (std::size_t a = 0; a < 8; ++a) {
      const Cell corner = {cell[0] + kCorners[a][0], cell[1] + kCorners[a][1], cell[2] + kCorners[a][2]};
      const auto [found, is_new] = numbers.try_emplace(corner, static_cast<Index>(positions.size()));
      if (is_new) positions.push_back(edge_ * Vec3(corner[0], corner[1], corner[2]));
      hex[a] = found->second;
    }
    mesh.body.cells.hexes.push_back(hex);
    mesh.part_of_cell.push_back(part);
  }
  mesh.body.X.resize(3 * static_cast<Eigen::Index>(positions.size()));
  for (std::size_t i = 0; i < positions.size(); ++i) vertex(mesh.body.X, static_cast<Index>(i)) = positions[i];
  return mesh;
}

}  // namespace bodies
