// A mesh with every cell divided in the middle of its edges: a tet or hex into eight, a triangle or quad into four.
//
// The given vertices keep their numbers, new ones follow. A new vertex belongs to the named sets that all vertices between which it
// lies belong to; the parts of cell e are numbered 8 e ... 8 e + 7, of a triangle or quad 4 e ... 4 e + 3, and have its sets and
// material. The octahedron that is left inside a tet is divided along its shortest diagonal.
#pragma once

#include <lilyan/mesh/body_mesh.hpp>

namespace lilyan {

// Of a body of tets, hexes, triangles or quads; the rows of a sheet are lost.
BodyMesh refined(const BodyMesh& mesh);

}  // namespace lilyan
