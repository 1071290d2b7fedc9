#include <lilyan/mesh_files/formats.hpp>
#include <lilyan/mesh_files/vtk/vtk_grid.hpp>

#include <utility>

namespace lilyan {

namespace {

// Whether each triangle is a half of a quad.
std::vector<bool> halves(const VtkGrid& grid) {
  std::vector<bool> is_half(grid.triangles.size(), false);
  for (Index t : grid.quads) is_half[static_cast<std::size_t>(t)] = is_half[static_cast<std::size_t>(t) + 1] = true;
  return is_half;
}

}  // namespace

VtkGrid parse_vtk_grid(const TextFile& file) {
  return file.text.starts_with("# vtk") ? parse_vtk_legacy(file) : parse_vtk_xml(file);
}

Cells cells_of(const VtkGrid& grid) {
  Cells cells{.tets = grid.tets, .hexes = grid.hexes, .edges = grid.edges, .points = grid.points};
  const std::vector<bool> is_half = halves(grid);
  for (std::size_t t = 0; t < is_half.size(); ++t)
    if (!is_half[t]) cells.triangles.push_back(grid.triangles[t]);
  for (Index t : grid.quads) {
    const auto& [a, b, c] = grid.triangles[static_cast<std::size_t>(t)];
    cells.quads.push_back({a, b, c, grid.triangles[static_cast<std::size_t>(t) + 1][2]});
  }
  return cells;
}

std::vector<MeshField> cell_fields_of(const VtkGrid& grid) {
  std::vector<MeshField> fields = grid.tet_fields;
  const std::vector<bool> is_half = halves(grid);
  for (std::size_t f = 0; f < fields.size(); ++f) {
    std::vector<double>& values = fields[f].values;
    const auto n = static_cast<std::size_t>(fields[f].components);
    const auto add = [&](const MeshField& field, std::size_t first, std::size_t count) {
      const auto from = field.values.begin() + static_cast<std::ptrdiff_t>(n * first);
      values.insert(values.end(), from, from + static_cast<std::ptrdiff_t>(n * count));
    };
    add(grid.hex_fields[f], 0, grid.hexes.size());
    for (std::size_t t = 0; t < is_half.size(); ++t)
      if (!is_half[t]) add(grid.triangle_fields[f], t, 1);
    for (Index t : grid.quads) add(grid.triangle_fields[f], static_cast<std::size_t>(t), 1);
    add(grid.edge_fields[f], 0, grid.edges.size());
    add(grid.point_fields[f], 0, grid.points.size());
  }
  return fields;
}

VtkGrid read_vtk_grid(const std::filesystem::path& file) { return parse_vtk_grid(read_text_file(file)); }

// Of formats.hpp: fields are not what a mesh is about.
MeshContent parse_vtk(TextFile file) {
  VtkGrid grid = parse_vtk_grid(file);
  MeshContent content;
  content.format = file.text.starts_with("# vtk") ? "VTK legacy" : "VTK XML";
  content.origin.files = {file.name};
  content.X = std::move(grid.X);
  content.tets = std::move(grid.tets);
  content.hexes = std::move(grid.hexes);
  content.triangles = std::move(grid.triangles);
  content.other_vertices = std::move(grid.other_vertices);
  content.notes = std::move(grid.notes);
  return content;
}

}  // namespace lilyan
