#include <lilyan/mesh_files/format_list.hpp>

namespace lilyan {

const std::vector<MeshFormat>& mesh_formats() {
  static const std::vector<MeshFormat> formats = {
      {"msh", "Gmsh 2.2 and 4.1, ASCII and binary, physical groups as sets; written as 2.2 ASCII", true, true, true, false},
      {"vtu", "VTK's XML unstructured grids, every encoding, plain or compressed by zlib", true, true, true, false},
      {"vtk", "VTK's legacy unstructured grids and PolyData, ASCII and binary; written as ASCII", true, true, true, false},
      {"vtp", "VTK's XML PolyData", false, true, false, false},
      {"mesh", "Medit, ASCII, references as sets", true, true, true, false},
      {"veg", "VegaFEM, with sets, materials and regions", true, true, true, false},
      {"node", "TetGen, with the tets in an .ele file beside it", true, true, true, false},
      {"ele", "TetGen, with the vertices in a .node file beside it", true, true, true, false},
      {"obj", "Wavefront OBJ, polygons cut into triangles", false, true, false, true},
      {"stl", "STL, ASCII and binary, corners at the same place joined; written as binary", false, true, false, true},
      {"ply", "Stanford PLY, ASCII and binary of either byte order; written as little-endian binary", false, true, false, true},
  };
  return formats;
}

}  // namespace lilyan
