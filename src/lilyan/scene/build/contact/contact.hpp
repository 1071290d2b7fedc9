// What bodies may not pass through, from `contact`: entries read and checked, and the potentials that they become.
#pragma once

#include <lilyan/energy/carried/carried_vertices.hpp>
#include <lilyan/energy/contact/contact_surface.hpp>
#include <lilyan/run/inventory.hpp>
#include <lilyan/scene/build/acting/acting.hpp>
#include <lilyan/space/space.hpp>

#include <functional>
#include <optional>
#include <variant>

namespace lilyan {

struct BuiltSystem;

struct BallShape {
  Vec3 center;
  double radius;  // [m]
};
struct BoxShape {
  Vec3 low, high;  // [m]
};
using ObstacleShape = std::variant<Obstacle::Plane, BallShape, BoxShape, TriangleMesh>;

enum class ContactResponse { barrier, penalty, repulsion };  // only planes have others than a barrier

// An entry, read and checked.
struct PlannedContact {
  std::string place, name;
  std::optional<ObstacleShape> obstacle = {};  // what the bodies meet; none: they meet each other, a single one meets itself
  Motion motion = {};                          // of the obstacle
  std::vector<std::size_t> bodies = {};        // by their places among the scene's, in the order named
  std::optional<double> distance = {}, stiffness = {}, thickness = {};
  double relative_stiffness = 1, friction = 0, damping = 0;
  ContactResponse response = ContactResponse::barrier;

  bool is_self() const { return !obstacle && bodies.size() == 1; }
};

// One for each entry; empty if a fault was added.
std::vector<PlannedContact> build_contacts(const Json& scene, const PlacedBodies& bodies, BuildContext& context);

// The surface of a body whose vertices are counted from `first` on, with the thickness that it has by itself.
ContactSurface contact_surface(const BuiltBody& body, Index first);

// Pieces by points that are counted from `first` on.
ContactSurface contact_surface(const TriangleMesh& mesh, Index first);
ContactSurface planar_surface(const BoxShape& box, Index first);  // the rectangle that a plane of one z cuts out of a box
Vector planar_points(const BoxShape& box, double z);              // its corners

TriangleMesh box_surface(const BoxShape& box);
TriangleMesh shown_surface(const ObstacleShape& shape);  // of a ball: many triangles, for pictures; nothing of a plane

// A surface that planes meet and whose vertices are no points of the state, with what the body that carries it knows of it. Its
// vertices are numbered from 0.
struct CarriedContactSurface {
  std::size_t body;        // its place among the scene's
  ContactSurface surface;  // in numbers of its own; not all of them need be on it
  Vector stiffness;        // one per vertex [N/m] (energy/contact/contact_stiffness.hpp); 0: it meets nothing
  std::function<std::vector<WeightedVertex>(Index)> shares;  // of the vertices of all bodies in one of its own
  CarriedByState by_state;

  Vector at(const Vector& x) const;  // positions of the vertices on it for those of all bodies [m]; 0 of others
};

// What the default distance and the pairs that are left out depend on.
struct ContactSituation {
  const Json& scene;
  const PlacedBodies& bodies;
  const Vector& X;  // at rest
  const Vector& x;  // at the start
  const Vector& vertex_mass;
  const HeldComponents& held;
  const Vector& stiffness;                            // of all vertices [N/m]
  const std::vector<CarriedContactSurface>& carried;  // one for each body that does not move with all its vertices
  const std::vector<std::unique_ptr<Constraint>>& constraints;
};

// Appends the potentials of contact and enters them, their obstacles and their names in the inventory.
void add_contacts(const std::vector<PlannedContact>& planned, const ContactSituation& situation,
                  std::vector<std::unique_ptr<Potential>>& potentials, Inventory& inventory);

// Adds a fault for every two surfaces that cross or touch at the start and for every body that begins inside an obstacle or another
// body, unless it may be there; notes energy that is stored in gaps at the start, and surfaces that are shown and take no part.
void check_contacts(const std::vector<PlannedContact>& planned, const PlacedBodies& bodies, const BuiltSystem& built,
                    BuildContext& context);

}  // namespace lilyan
