#include <lilyan/scene/build/coarse/named_surfaces.hpp>

#include <lilyan/energy/carried/carried_vertices.hpp>
#include <lilyan/mesh/faces.hpp>

#include <nlohmann/json.hpp>

namespace lilyan {
namespace {

// Carried by the points of the state that have weight in them.
CarriedByState by_shares(const PlacedBody& placed) {
  return [&placed](const std::vector<Index>& vertices) -> std::shared_ptr<const CarriedVertices> {
    std::vector<std::vector<WeightedVertex>> shares;
    for (const Index i : vertices) shares.push_back(placed.shares(i));
    return std::make_shared<const WeightedVertices>(shares);
  };
}

ContactSurface surface_of(const BuiltBody& body) {
  const BodyMesh& mesh = body.named->mesh;
  if (!body.is_slice()) {
    TriangleMesh triangles;
    triangles.X = mesh.X;
    triangles.triangles = mesh.cells.triangles;
    return contact_surface(triangles, 0);
  }
  BuiltBody slice;
  slice.mesh = mesh;
  return contact_surface(slice, 0);
}

}  // namespace

void add_named_surfaces(const PlacedBodies& bodies, std::vector<CarriedContactSurface>& surfaces) {
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    const PlacedBody& placed = bodies[k];
    if (!placed.body.named) continue;
    surfaces.push_back({k, surface_of(placed.body), placed.body.named->stiffness, [&placed](Index i) { return placed.shares(i); },
                        by_shares(placed)});
  }
}

std::unique_ptr<Dissipation> named_drag(const Json& entry, const PlacedBody& placed) {
  const BodyMesh& mesh = placed.body.named->mesh;
  const FlatBody flat = placed.body.is_slice() ? FlatBody::slice : FlatBody::sheet;
  return carried_drag(entry, area_of_vertices(mesh.X, outer_faces(mesh.cells, flat)), by_shares(placed));
}

}  // namespace lilyan
