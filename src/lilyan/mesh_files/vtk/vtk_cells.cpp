#include <lilyan/mesh_files/vtk/vtk_cells.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lilyan {

namespace {

std::string cell_name(std::int64_t type) {
  static const std::map<std::int64_t, const char*> kNames = {{1, "vertices"},
                                                             {2, "groups of vertices"},
                                                             {3, "lines"},
                                                             {4, "lines"},
                                                             {11, "voxels"},
                                                             {12, "hexes"},
                                                             {13, "prisms"},
                                                             {14, "pyramids"},
                                                             {21, "quadratic lines"},
                                                             {22, "6-vertex triangles"},
                                                             {23, "8-vertex quads"},
                                                             {24, "10-vertex tets"},
                                                             {25, "20-vertex hexes"},
                                                             {42, "polyhedra"}};
  const auto found = kNames.find(type);
  return found == kNames.end() ? fmt::format("cells of type {}", type) : found->second;
}

MeshField gathered(const MeshField& field, const std::vector<std::int64_t>& cells) {
  const auto n = static_cast<std::size_t>(field.components);
  MeshField result{field.name, field.components, {}};
  result.values.reserve(n * cells.size());
  for (std::int64_t cell : cells) {
    const auto first = field.values.begin() + static_cast<std::ptrdiff_t>(n * static_cast<std::size_t>(cell));
    result.values.insert(result.values.end(), first, first + field.components);
  }
  return result;
}

}  // namespace

void VtkCellSorter::add_triangle(Triangle triangle, std::int64_t cell, const VtkFail& fail) {
  if (grid_.triangles.size() == static_cast<std::size_t>(std::numeric_limits<Index>::max()))
    fail("mesh.count", fmt::format("more than the {} triangles that can be counted", std::numeric_limits<Index>::max()));
  grid_.triangles.push_back(triangle);
  triangle_cell_.push_back(cell);
}

void VtkCellSorter::add(const VtkCells& cells, const VtkFail& fail) {
  const std::int64_t vertices = grid_.X.size() / 3;
  for (std::int64_t i : cells.connectivity)
    if (i < 0 || i >= vertices) fail("mesh.index", fmt::format("vertex {} is named, but there are {}", i, vertices));
  if (cells.types.size() != cells.offsets.size())
    fail("mesh.count", fmt::format("{} cells have {} types", cells.offsets.size(), cells.types.size()));

  std::int64_t begin = 0;
  std::vector<Index> corner;
  for (std::size_t c = 0; c < cells.offsets.size(); ++c) {
    const std::int64_t end = cells.offsets[c], type = cells.types[c], cell = cells_++;
    if (end < begin || end > static_cast<std::int64_t>(cells.connectivity.size()))
      fail("mesh.index",
           fmt::format("cell {} ends at {} of {} vertex numbers and begins at {}", c, end, cells.connectivity.size(), begin));
    corner.assign(cells.connectivity.begin() + begin, cells.connectivity.begin() + end);
    begin = end;
    auto require = [&](bool met, const char* what) {
      if (!met) fail("mesh.count", fmt::format("cell {} is {}, but has {} vertices", c, what, corner.size()));
    };
    switch (type) {
      case kVtkTet:
        require(corner.size() == 4, "a tet");
        grid_.tets.push_back({corner[0], corner[1], corner[2], corner[3]});
        tet_cell_.push_back(cell);
        break;
      case kVtkHex: {
        require(corner.size() == 8, "a hex");
        Hex hex;
        std::copy(corner.begin(), corner.end(), hex.begin());
        grid_.hexes.push_back(hex);
        hex_cell_.push_back(cell);
        break;
      }
      case kVtkTriangle:
        require(corner.size() == 3, "a triangle");
        add_triangle({corner[0], corner[1], corner[2]}, cell, fail);
        break;
      case kVtkPixel:  // a quad whose last two vertices are exchanged
        require(corner.size() == 4, "a pixel");
        std::swap(corner[2], corner[3]);
        [[fallthrough]];
      case kVtkQuad:
        if (corner.size() == 4) grid_.quads.push_back(static_cast<Index>(grid_.triangles.size()));
        [[fallthrough]];
      case kVtkPolygon:
        require(corner.size() >= 3, "a polygon");
        for (std::size_t k = 2; k < corner.size(); ++k) add_triangle({corner[0], corner[k - 1], corner[k]}, cell, fail);
        break;
      case kVtkStrip:  // every second triangle runs the other way round
        require(corner.size() >= 3, "a strip of triangles");
        for (std::size_t k = 2; k < corner.size(); ++k)
          add_triangle(
              k % 2 == 0 ? Triangle{corner[k - 2], corner[k - 1], corner[k]} : Triangle{corner[k - 1], corner[k - 2], corner[k]},
              cell, fail);
        break;
      default:
        if (type == kVtkLine && corner.size() == 2) grid_.edges.push_back({corner[0], corner[1]}), edge_cell_.push_back(cell);
        if (type == kVtkVertex && corner.size() == 1) grid_.points.push_back(corner[0]), point_cell_.push_back(cell);
        grid_.other_vertices.insert(grid_.other_vertices.end(), corner.begin(), corner.end());
        ++left_out_[type];
    }
  }
}

void VtkCellSorter::add_field(const MeshField& field) {
  grid_.tet_fields.push_back(gathered(field, tet_cell_));
  grid_.hex_fields.push_back(gathered(field, hex_cell_));
  grid_.triangle_fields.push_back(gathered(field, triangle_cell_));
  grid_.edge_fields.push_back(gathered(field, edge_cell_));
  grid_.point_fields.push_back(gathered(field, point_cell_));
}

void VtkCellSorter::add_notes() const {
  std::string list;
  for (const auto& [type, count] : left_out_) list += fmt::format("{}{} {}", list.empty() ? "" : ", ", count, cell_name(type));
  if (!list.empty()) grid_.notes.push_back("left out what is neither a 4-vertex tet, a hex nor a polygon: " + list);
}

Vector vtk_positions(const std::vector<double>& values, const VtkFail& fail) {
  const auto bad = std::find_if(values.begin(), values.end(), [](double value) { return !std::isfinite(value); });
  if (bad != values.end()) fail("mesh.number", fmt::format("a coordinate of vertex {} is not finite", (bad - values.begin()) / 3));
  return Eigen::Map<const Vector>(values.data(), static_cast<Eigen::Index>(values.size()));
}

}  // namespace lilyan
