// What a system is made of, by name: the part of a scene that outputs, pictures and messages need besides the motion.
#pragma once

#include <lilyan/materials/laws.hpp>
#include <lilyan/mesh/cells.hpp>
#include <lilyan/mesh/triangle_mesh.hpp>
#include <lilyan/space/motion.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lilyan {

class CarriedSurface;
class CarriedVertices;
class Elasticity;
class ExpressionPotential;
class PairContact;
class PlaneContact;

// A body's share of all vertices and cells.
struct Body {
  std::string name;
  Index first_vertex = 0, vertices = 0;
  CellKind kind = CellKind::tet;
  Index first_cell = 0, cells = 0;
  // The fine surface that is shown in its place, in the body's own vertex numbers; may be none.
  std::shared_ptr<const CarriedSurface> render = nullptr;
  double poissons_ratio = 0;  // the largest of its materials, at rest
  double mass = 0;            // [kg]
  Index coordinates = 0;      // that it moves in if it is reduced; 0: it moves with all its vertices

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

// A plane and the vertices that meet it, which may be those of a surface that a body carries.
struct MetPlane {
  const PlaneContact* contact;  // among the system's potentials, or within one of them
  struct Surface {
    std::size_t body;                                 // that carries it, among the bodies
    std::shared_ptr<const CarriedVertices> vertices;  // as the vertices of all bodies carry them
  };
  std::optional<Surface> surface = {};  // none: the points of the contact are vertices of the bodies

  // What the contact's points count, for the positions x of all vertices [m].
  Vector positions(const Vector& x) const;
};

// A pin that a basis fulfils, of a reduced body or of the root of domains: the system does not have it, and its force is not known.
struct PinOfBasis {
  std::string name;
  Index vertices = 0;  // that it holds
};

// An entry of the scene's loads.
struct LoadEntry {
  std::string name;
  Vec3 force = Vec3::Zero();  // on all vertices together where the profile is 1 [N]
  Index vertices = 0;         // that it acts on
};

struct Inventory {
  std::vector<Body> bodies;
  Index vertices() const { return static_cast<Index>(rest.size() / 3); }
  double mass() const;             // of all bodies [kg]
  Cells cells;                     // of all bodies
  std::vector<Law> laws;           // elastic ones, of all bodies
  std::vector<Index> law_of_cell;  // in `laws`; -1: none
  bool has_law(Index cell) const { return law_of_cell[static_cast<std::size_t>(cell)] >= 0; }
  Vector rest;                                       // positions of all vertices at rest [m]
  std::vector<const Elasticity*> elasticity;         // of all cells, for fields and for naming the worst cell
  std::vector<std::shared_ptr<Elasticity>> carried;  // those of reduced bodies, which are no potentials of the system
  std::vector<const ExpressionPotential*> formulas;  // among the system's potentials: those given as formulas
  std::vector<std::string> formula_names;
  std::vector<std::string> pin_names;  // of the system's pins, in order
  std::vector<PinOfBasis> pins_of_bases;
  struct NamedConstraint {
    std::string name;   // as the scene calls it
    std::string place;  // what its constraints call themselves
  };
  std::vector<NamedConstraint> constraints;  // those with a name
  std::vector<std::string> influences;  // from outside, that the system does not show: "pins" of reduced bodies, "drag" of domains
  std::vector<LoadEntry> loads;         // the system's, in order
  std::vector<Obstacle> obstacles;
  std::vector<ContactEntry> contacts;
  std::vector<MetPlane> planes;
  const PairContact* pairs = nullptr;  // among the system's potentials; nullptr if only planes are met
};

}  // namespace lilyan
