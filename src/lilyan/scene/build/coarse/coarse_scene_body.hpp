// Coarse bodies in scenes: their cells move, and scenes go on naming the vertices of the fine bodies that they stand for.
#pragma once

#include <lilyan/core/model_file.hpp>
#include <lilyan/scene/build/built_system.hpp>
#include <lilyan/scene/models/fine_bodies.hpp>

namespace lilyan {

// Sets the cells, masses, stiffness, named vertices and the carried surface of the body. False where a fault was added.
bool build_coarse_body(const ModelFile& file, const Json& entry, const std::string& place, BuildContext& context, BuiltBody& body);

// Adds a fault for every entry that cannot act on the coarse body that it names: constraints, formulas and strain damping.
void refuse_what_coarse_bodies_cannot(const Json& scene, const PlacedBodies& bodies, FaultList& faults);

// The same for contact: with planes alone, without friction and damping.
void refuse_contacts_of_coarse_bodies(const std::vector<PlannedContact>& contacts, const PlacedBodies& bodies, FaultList& faults);

// Components of the vertices that a scene names of a body, 3 each: whether its pins hold them. The entries have no faults.
std::vector<bool> held_by_pins(const Json& scene, const BuiltBody& body, BuildContext& context);

// A note for each coarse body that the scene pins otherwise than the fine one was pinned when its model was made. Models from free
// probes are for all pins.
void note_other_pins(const Json& scene, const PlacedBodies& bodies, BuildContext& context);

// The surface of the vertices that a scene names, which are not those that move: what planes meet and the air touches. Appends one
// for each coarse body.
void add_named_surfaces(const PlacedBodies& bodies, std::vector<CarriedContactSurface>& surfaces);

// The drag of the air on such a body; `entry` is one of `damping`.
std::unique_ptr<Dissipation> named_drag(const Json& entry, const PlacedBody& placed);

// What coarsening the bodies of a scene takes, from the bodies as they are built.
std::vector<BodyToCoarsen> collect_fine_bodies(const Json& scene, const PlacedBodies& bodies, BuildContext& context);

}  // namespace lilyan
