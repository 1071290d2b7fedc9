// What a VTK file holds of interest here: tets, hexes, triangles, edges and points with fields.
//
// Read are .vtu (XML, ascii, base64 or appended raw data, plain or compressed by zlib) and legacy .vtk (ASCII and binary)
// unstructured grids, and PolyData of triangles and polygons (.vtp, legacy). Polygons are cut into triangles, and cells of other
// kinds are left out with a note.
#pragma once

#include <lilyan/core/platform/file_reader.hpp>
#include <lilyan/mesh/skin.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace lilyan {

struct VtkGrid {
  Vector X;  // positions [m], 3 a vertex
  std::vector<Tet> tets;
  std::vector<Triangle> triangles;  // halves of quads among them
  std::vector<Index> quads;         // the first of the two halves of each quad, ascending; the other follows it
  std::vector<Hex> hexes;
  std::vector<VertexPair> edges;
  std::vector<Index> points;
  std::vector<MeshField> vertex_fields, tet_fields, hex_fields, triangle_fields, edge_fields, point_fields;
  std::vector<Index> other_vertices;  // of the cells that are neither tets nor triangles
  std::vector<std::string> notes;     // what was left out, in words for the user
};

// All cells in one numbering, and their fields in the same; quads are whole.
Cells cells_of(const VtkGrid& grid);
std::vector<MeshField> cell_fields_of(const VtkGrid& grid);

// By the file's extension. Throws InputError where the file is not one, names an index out of range or a number that is not finite
// (fields may hold any number).
VtkGrid read_vtk_grid(const std::filesystem::path& file);

// The same of a file in memory; which of the two kinds it is, its first bytes tell.
VtkGrid parse_vtk_grid(const TextFile& file);
VtkGrid parse_vtk_xml(const TextFile& file);     // .vtu, .vtp
VtkGrid parse_vtk_legacy(const TextFile& file);  // .vtk

}  // namespace lilyan
