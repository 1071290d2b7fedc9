// The system that the bodies of a scene and all that acts on them form, and what can be said of it before it moves.
#pragma once

#include <lilyan/run/inventory.hpp>
#include <lilyan/scene/build/acting/acting.hpp>
#include <lilyan/scene/build/contact/contact.hpp>
#include <lilyan/scene/build/method.hpp>

namespace lilyan {

struct BuiltSystem {
  std::unique_ptr<const System> system;
  Inventory inventory;
  Frame initial;
};

struct Acting {
  Named<Pin> pins;
  Named<Load> loads;
  std::vector<std::unique_ptr<Constraint>> constraints;
  std::vector<PlannedContact> contacts;
};

// All bodies of a scene in one numbering, and what there is to say of them whatever moves them.
struct Assembly {
  Inventory inventory;  // without what depends on how bodies move
  Vector X, x, v;       // at rest and at the start, 3 per vertex
  Mass mass = Vector();
  std::vector<Index> law_of_moving_cell;  // -1 of the cells of bodies that do not move with all their vertices
};

Assembly assemble(const Json& scene, const PlacedBodies& bodies, const Acting& acting);

std::vector<PinOfBasis> pins_of_basis(const Named<Pin>& pins);

struct BuiltReduction;

// All bodies in one numbering.
BuiltSystem build_system(const Json& scene, const PlacedBodies& bodies, Acting acting, const Named<PlannedPotential>& formulas,
                         const std::vector<BuiltReduction>& reductions);

// A formula has a value where the scene starts, and does not contradict what the method enforces.
void check_formulas(const std::vector<PlannedPotential>& formulas, const BuiltSystem& built, FaultList& faults);

// A law that is not defined for an inverted cell cannot start from one.
void check_initial_energy(const PlacedBodies& bodies, const BuiltSystem& built, FaultList& faults);

// Initial velocities that leave the constraints are made to fit them, with a note.
void fit_velocities(BuiltSystem& built, std::vector<std::string>& notes);

// Bodies that lie in each other where nothing keeps them apart.
void note_overlaps(const BuiltSystem& built, std::vector<std::string>& notes);

// A note for each body of several parts of which some are held: the others fall, which is seldom meant.
void note_parts_that_fall(const BuiltSystem& built, std::vector<std::string>& notes);

// A note where the rotations that a method freezes may turn too far in a step.
void note_long_step_of_frozen_rotations(const BuiltSystem& built, const BuiltMethod& method, double h,
                                        std::vector<std::string>& notes);

}  // namespace lilyan
