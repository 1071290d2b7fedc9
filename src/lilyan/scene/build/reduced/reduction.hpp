// Bodies that move in the coordinates of a basis, from `reduce`: what cannot act on them, their bases and energies, and their place
// in the system.
#pragma once

#include <lilyan/reduction/basis.hpp>
#include <lilyan/reduction/quartic_energy.hpp>
#include <lilyan/scene/build/built_system.hpp>
#include <lilyan/space/space.hpp>

namespace lilyan {

// A body with its basis and its elastic energy.
struct BuiltReduction {
  const PlacedBody* placed;
  std::shared_ptr<const ReducedShape> shape;
  std::shared_ptr<const QuarticEnergy> energy;
  std::vector<PinOfBasis> pins = {};  // of the scene, that its basis fulfils
};

// One for each body with `reduce`, in the scene's order; adds faults for what a reduced body cannot have. Pins of the scene that
// hold such bodies are taken out of `acting`: the bases fulfil them.
std::vector<BuiltReduction> build_reductions(const Json& scene, const PlacedBodies& bodies, Acting& acting, BuildContext& context);

// Of a body whose mesh is a model: it is held as the model is. None where a fault was added.
std::optional<BuiltReduction> reduction_of_model(const PlacedBody& placed, const std::vector<Pin>& pins, BuildContext& context);

// A model has no cells, whose stiffness contact is made with.
void refuse_contacts_of_models(const std::vector<PlannedContact>& contacts, const PlacedBodies& bodies, FaultList& faults);

// The same loads on the points of the space.
std::vector<Load> loads_on_points(std::vector<Load> loads, const Space& space);

// What planes meet of the reduced bodies; stiffness: of all vertices [N/m].
std::vector<CarriedContactSurface> contact_surfaces_of(const std::vector<BuiltReduction>& reductions, const PlacedBodies& bodies,
                                                       const Space& space, const Vector& stiffness);

// What damps the reduced bodies: rayleigh by their own stiffness, drag on their surfaces.
void add_reduced_dampings(const Json& scene, const std::vector<BuiltReduction>& reductions, const Space& space,
                          std::vector<std::unique_ptr<Dissipation>>& dissipations);

// Whether the shapes of modes change with their amplitude; those of a linear law do not.
enum class Shapes { fixed, that_bend };

// The basis of a reduced body, from `reduce`: of r columns, or of fewer if what it is made from has no more directions. `system` is
// the body alone. Throws InputError.
Basis build_basis(const Json& reduce, Index r, Shapes shapes, const System& system, const PlacedBody& placed,
                  BuildContext& context);

}  // namespace lilyan
