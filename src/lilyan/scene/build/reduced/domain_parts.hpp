// What a body is made of that shows no cells: copies of shapes as domains, or a model that was made before.
//
// Such a body shows its surface: triangles without a law, over all vertices of its parts. Those of its own mesh come first, then
// those of the copies, entry by entry.
#pragma once

#include <lilyan/multidomain/body/domain_plan.hpp>
#include <lilyan/reduction/reduced_model.hpp>
#include <lilyan/scene/build/bodies/placed_bodies.hpp>

namespace lilyan {

// An entry of `domains` with `placements`.
struct PlacedPart {
  std::size_t entry = 0;  // in `domains`
  std::string name;
  BodyMesh mesh;             // in its own place; no cells if it is stored
  BuiltMaterials materials;  // of its cells
  Vector mass;               // one per vertex [kg]
  std::vector<Triangle> surface;
  std::optional<StoredBasis> stored = {};
  std::vector<Index> held = {};  // vertices that are fastened to the parent; none: those within reach
  std::vector<DomainPlacement> placements;
  std::vector<std::string> parents;  // of each copy; empty: the nearest
  Index first_vertex = 0;            // of the first copy, in the mesh of the body
};

// The part that an entry of `domains` of a body describes; none where a fault was added. place: that of the body.
std::optional<PlacedPart> build_placed_part(const Json& body, const std::string& name, const std::string& place, std::size_t entry,
                                            BuildContext& context);

struct DomainParts {
  BodyMesh cells;            // that `select` cuts; none: all domains are copies
  BuiltMaterials materials;  // of these
  std::vector<PlacedPart> placed;
  // If `mesh` is a model, one of these, and there is nothing else.
  std::optional<DomainBodyModel> model = {};
  std::optional<ReducedModel> reduced = {};
};

// Whether an entry of `bodies` has domains that are copies.
bool has_copies(const Json& body);

// Whether an entry of `domains` is copied to `placements`; the others select cells of the body.
bool is_copied(const Json& domain);

// Pins of a body from a model hold components that the model holds: returns how many more these are, or none, with a fault, where a
// pin holds what the model moves. is_held: of all components of the body.
std::optional<std::ptrdiff_t> held_beyond_pins(const PlacedBody& placed, const std::vector<Pin>& pins,
                                               const std::vector<bool>& is_held, BuildContext& context);
void note_held_beyond_pins(const PlacedBody& placed, std::ptrdiff_t components, std::vector<std::string>& notes);

// Set the parts, the mesh and the masses of the body. False where a fault was added.
bool build_copies(const Json& entry, const std::string& place, BuildContext& context, BuiltBody& body);
bool build_parts_of_model(const ModelFile& model, const Json& entry, const std::string& place, BuildContext& context,
                          BuiltBody& body);

}  // namespace lilyan
