// What a system is made of, by name: the part of a scene that outputs, pictures and messages need besides the motion.
#pragma once

#include <lilyan/energy/contact/pair_contact.hpp>
#include <lilyan/energy/contact/planes/plane_contact.hpp>
#include <lilyan/energy/elements/elasticity.hpp>
#include <lilyan/energy/expression_potential.hpp>
#include <lilyan/mesh/cells.hpp>
#include <lilyan/mesh/triangle_mesh.hpp>
#include <lilyan/meshing/embedding.hpp>
#include <lilyan/space/motion.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lilyan {

// A body's share of the system's vertices and cells.
struct Body {
  std::string name;
  Index first_vertex = 0, vertices = 0;
  CellKind kind = CellKind::tet;
  Index first_cell = 0, cells = 0;
  // The fine surface that is shown in its place, in the body's own vertex numbers; may be none.
  std::shared_ptr<const Embedding> render = nullptr;
  double poissons_ratio = 0;  // the largest of its materials, at rest

  // Its part of the positions or velocities of all vertices.
  auto part_of(const Vector& x) const { return x.segment(3 * Eigen::Index{first_vertex}, 3 * Eigen::Index{vertices}); }
};

// What bodies meet and is no body itself.
struct Obstacle {
  std::string name;
  struct Plane {
    Vec3 point, normal;  // [m]; of length 1, towards the bodies
  };
  std::optional<Plane> plane = {};  // one that has no end; else `surface`
  TriangleMesh surface = {};        // at the start
  Motion motion = {};

  Vector at(double t) const;  // positions of the surface [m]
};

// An entry of the scene's contacts, in the order of the system's numbers.
struct ContactEntry {
  std::string name;
  double distance = 0;  // where contact begins [m]
};

struct Inventory {
  std::vector<Body> bodies;
  Cells cells;                                       // of all bodies, in the system's vertex numbers
  std::vector<Law> laws;                             // elastic ones, of all bodies
  std::vector<Index> law_of_cell;                    // in `laws`; -1: none
  Vector rest;                                       // positions of all vertices at rest [m]
  std::vector<const Elasticity*> elasticity;         // among the system's potentials, for fields and for naming the worst cell
  std::vector<const ExpressionPotential*> formulas;  // among the system's potentials: those given as formulas
  std::vector<std::string> formula_names;
  std::vector<std::string> pin_names;  // of the system's pins, in order
  struct NamedConstraint {
    std::string name;   // as the scene calls it
    std::string place;  // what its constraints call themselves
  };
  std::vector<NamedConstraint> constraints;  // those with a name
  std::vector<std::string> load_names;       // of the system's loads, in order
  std::vector<Obstacle> obstacles;
  std::vector<ContactEntry> contacts;
  std::vector<const PlaneContact*> planes;  // among the system's potentials: those of contact
  const PairContact* pairs = nullptr;       // likewise; nullptr if only planes are met
};

}  // namespace lilyan
