// A body from its entry in `bodies`: rest shape, laws or springs, masses, initial state and the surface that it carries.
//
// Entries have passed their schema. Functions that return an optional return none where they added a fault to the context; `place`
// is the entry's path in the scene, `name` the body's name.
#pragma once

#include <lilyan/energy/springs.hpp>
#include <lilyan/materials/laws.hpp>
#include <lilyan/mesh/body_mesh.hpp>
#include <lilyan/mesh/carried_surface.hpp>
#include <lilyan/mesh/weighted_vertex.hpp>
#include <lilyan/scene/build/build_context.hpp>
#include <lilyan/space/mass.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lilyan {

// The elastic laws and densities of a body's cells.
struct BuiltMaterials {
  std::vector<Law> laws;
  std::vector<std::string> law_names;  // of each law, in the registry
  std::vector<Index> law_of_cell;
  std::vector<double> density_of_cell;  // [kg/m^3]
};

struct BuiltSprings {
  std::vector<Spring> springs;  // in the body's own vertex numbers
  SpringLaw law = SpringLaw::stvk;
};

// Vertices that a scene names and that are not those that move: each is where moving vertices carry it.
struct NamedVertices {
  BodyMesh mesh;                                     // at rest, with the surface that it shows
  Vector mass, stiffness;                            // one per vertex [kg], [N/m]
  std::vector<std::vector<WeightedVertex>> weights;  // of the body's moving vertices, for each
  std::vector<bool> held_when_made;                  // 3 per vertex, by pins when the body's model was made; empty: free probes
};

// Cells without a law: each has a stiffness matrix of its own.
struct StiffnessOfCells {
  std::vector<Eigen::MatrixXd> matrices;  // 24 x 24 of a hex, 8 x 8 of a quad [N/m]
  std::vector<double> volume;             // of what fills each cell [m^3]
};

// What a body moves by: all its vertices, the coordinates of a basis, or a tree of domains.
enum class MovesBy { vertices, basis, domains };

struct DomainParts;

struct BuiltBody {
  std::string name;
  BodyMesh mesh;  // at rest, after `transform`
  BuiltMaterials materials;
  std::optional<BuiltSprings> springs;           // of a sheet or rod, in place of laws
  Vector mass;                                   // one per vertex [kg]: its share of every cell's
  std::vector<SharedMass> shared_mass;           // what vertices have in common, if the mass is consistent
  std::shared_ptr<const CarriedSurface> render;  // the fine surface that it carries; may be none
  MovesBy moves_by = MovesBy::vertices;
  // Of a body of domains that shows only its surface: what it is made of (reduced/domain_parts.hpp). Its mesh is then of triangles
  // without a law, and has all vertices of the parts.
  std::shared_ptr<const DomainParts> parts = nullptr;
  std::optional<StiffnessOfCells> stiffness = {};        // of a coarse body of hexes or quads, in place of laws
  std::shared_ptr<const NamedVertices> named = nullptr;  // of a coarse body: those of the fine one
  Vector x, v;                                           // initial positions [m] and velocities [m/s], 3 per vertex

  // What a scene speaks of when it selects vertices of the body.
  const BodyMesh& named_mesh() const { return named ? named->mesh : mesh; }
  const Vector& named_mass() const { return named ? named->mass : mass; }
  // The moving vertices that carry one of them.
  std::vector<WeightedVertex> shares(Index named_vertex) const {
    return named ? named->weights[static_cast<std::size_t>(named_vertex)] : std::vector<WeightedVertex>{{named_vertex, 1}};
  }

  // A flat body of an elastic law or of quads moves in its plane.
  bool is_slice() const { return (mesh.kind() == CellKind::triangle && !springs && !parts) || mesh.kind() == CellKind::quad; }
};

std::optional<BuiltBody> build_body(const Json& body, const std::string& name, const std::string& place, BuildContext& context);

// The rest shape: the mesh after `transform`, every volume positive.
std::optional<BodyMesh> build_mesh(const Json& mesh, const std::string& place, BuildContext& context);

// Moves positions as the `transform` of a `mesh` entry says; false where a fault was added.
bool transform_positions(const Json& mesh, const std::string& place, BuildContext& context, Vector& X);

// Whether so many vertices and cells are within the limits (mesh/mesh_size.hpp); adds a fault (id "scene.too-large") where not.
bool fits(double vertices, double cells, const std::string& place, FaultList& faults);

// From `material`, `regions`, `density` and `mass`. The cells of void regions are removed from the mesh.
std::optional<BuiltMaterials> build_materials(const Json& body, BodyMesh& mesh, const std::string& name, const std::string& place,
                                              BuildContext& context);

// Of a body without laws: its `density`, or its `mass` spread over its volume.
BuiltMaterials even_density(const Json& body, const BodyMesh& mesh);

// Each cell gives equal shares of its mass rho V to its vertices, a hex or quad the integrals of their shape functions. Not of
// points.
Vector lumped_mass(const BodyMesh& mesh, const BuiltMaterials& materials);

// Whether a `material` makes springs: its type is "springs" or "rod".
bool makes_springs(const Json& material);

// Of a `material` that makes springs.
std::optional<BuiltSprings> build_springs(const Json& material, const BodyMesh& mesh, const std::string& place,
                                          BuildContext& context);

// The `render` surface of a body with that mesh (after `transform`, which the surface undergoes as well). Null where the entry has
// none, or, with a fault, where it cannot be had.
std::shared_ptr<const CarriedSurface> build_render(const Json& body, const std::string& name, const BodyMesh& mesh,
                                                   const std::string& place, BuildContext& context);

// Maps the positions x about c by the entries of `deform`, in order. False where a fault was added. numbers: what files of
// positions number the vertices by.
bool apply_deforms(const Json& entries, const Vec3& c, const KeptNumbers& numbers, const std::string& place, BuildContext& context,
                   Vector& x);

// A file of positions or velocities, with a line for every vertex that the mesh had before some were removed.
Vector read_vertices(const std::filesystem::path& file, const KeptNumbers& numbers, Index vertices);

// The vertex of that number in the scene; none, with a fault (id "select.removed"), if it was removed. number: below the count of
// vertices that the mesh had.
std::optional<Index> vertex_now(std::int64_t number, const BodyMesh& mesh, const std::string& place, BuildContext& context);

// What a `select` holds of a body, tested on its rest shape. Sorted vertices; empty where a fault was added. Lists of numbers count
// the mesh as it was before cells were removed.
std::vector<Index> select_vertices(const Json& select, const BodyMesh& mesh, const std::string& name, const std::string& place,
                                   BuildContext& context);

// Sorted cells, by their centroids or by a set of the mesh file; empty where a fault was added.
std::vector<Index> select_cells(const Json& select, const BodyMesh& mesh, const std::string& name, const std::string& place,
                                BuildContext& context);

}  // namespace lilyan
