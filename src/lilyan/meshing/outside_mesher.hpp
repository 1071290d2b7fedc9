// Tets by Gmsh or TetGen, where they are installed, run as programs of their own.
//
// Both keep the triangles of the surface as they are, so that it must be closed and free of intersections; they reproduce sharp
// edges and thin parts that the native mesher rounds off.
#pragma once

#include <lilyan/meshing/mesh_surface.hpp>

#include <string>

namespace lilyan {

enum class OutsideMesher { gmsh, tetgen };

// `size` and `tets` bound the tets inside; the surface's triangles set those at the surface. Throws InputError (id "mesh.outside")
// with the program's own words where it is missing, fails, takes longer than ten minutes or finds no tets.
SurfaceMesh mesh_surface_outside(OutsideMesher mesher, const TriangleMesh& surface, const SurfaceMeshSettings& settings,
                                 const std::string& place);

}  // namespace lilyan
