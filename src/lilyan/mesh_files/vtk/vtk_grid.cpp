#include <lilyan/mesh_files/formats.hpp>
#include <lilyan/mesh_files/vtk/vtk_grid.hpp>

#include <utility>

namespace lilyan {

VtkGrid parse_vtk_grid(const TextFile& file) {
  return file.text.starts_with("# vtk") ? parse_vtk_legacy(file) : parse_vtk_xml(file);
}

Cells cells_of(const VtkGrid& grid) {
  return {.tets = grid.tets, .hexes = grid.hexes, .triangles = grid.triangles, .edges = grid.edges, .points = grid.points};
}

std::vector<MeshField> cell_fields_of(const VtkGrid& grid) {
  std::vector<MeshField> fields = grid.tet_fields;
  for (const auto* more : {&grid.hex_fields, &grid.triangle_fields, &grid.edge_fields, &grid.point_fields})
    for (std::size_t f = 0; f < fields.size(); ++f)
      fields[f].values.insert(fields[f].values.end(), (*more)[f].values.begin(), (*more)[f].values.end());
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
