#include <lilyan/mesh/body_mesh.hpp>

#include <utility>

namespace lilyan {

BodyMesh::BodyMesh(TetMesh mesh)
    : X(std::move(mesh.X)),
      cell_sets(std::move(mesh.tet_sets)),
      vertex_sets(std::move(mesh.vertex_sets)),
      materials(std::move(mesh.materials)),
      cell_material(std::move(mesh.tet_material)),
      notes(std::move(mesh.notes)) {
  cells.tets = std::move(mesh.tets);
}

TetMesh tets_of(const BodyMesh& mesh) {
  TetMesh tets;
  tets.X = mesh.X;
  tets.tets = mesh.cells.tets;
  return tets;
}

}  // namespace lilyan
