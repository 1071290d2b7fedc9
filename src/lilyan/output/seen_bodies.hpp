// What is seen of all bodies together: the render mesh of a body that carries one, the boundary of the others.
#pragma once

#include <lilyan/mesh/skin.hpp>
#include <lilyan/output/run_plan.hpp>

#include <optional>
#include <vector>

namespace lilyan {

class SeenBodies {
 public:
  SeenBodies(const std::vector<Body>& bodies, const std::vector<Tet>& tets);

  // At the positions x of the system; fields of its vertices and tets come to the vertices of the surface. The field `body`, which
  // says whose vertex it is by the body's index, is added.
  Skin at(const Vector& x, const std::vector<MeshField>& vertex_fields = {}, const std::vector<MeshField>& tet_fields = {}) const;

 private:
  const std::vector<Body>* bodies_;                 // must outlive it
  std::vector<std::optional<TetSkin>> boundaries_;  // of every body without a render mesh, in its own vertex numbers
};

// Whether any body is shown by a surface that is not its own boundary.
bool has_render_mesh(const std::vector<Body>& bodies);

}  // namespace lilyan
