#include <lilyan/scene/build/contact/contact.hpp>
#include <lilyan/scene/build/contact/held_pairs.hpp>

#include <lilyan/energy/carried/carried_forces.hpp>
#include <lilyan/energy/contact/pair_contact.hpp>
#include <lilyan/energy/contact/planes/plane_responses.hpp>
#include <lilyan/scene/schema/values.hpp>

#include <algorithm>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <type_traits>

namespace lilyan {
namespace {

constexpr double kShareOfDiagonal = 0.005, kShareOfEdge = 0.2;
constexpr double kDistanceOfPoints = 0.001;  // [m], of bodies that have no size

double diagonal_of(const Vector& X) {
  const auto points = X.reshaped(3, X.size() / 3);
  return (points.rowwise().maxCoeff() - points.rowwise().minCoeff()).norm();
}

double shortest_edge(const ContactSurface& surface, const Vector& X) {
  double shortest = std::numeric_limits<double>::infinity();
  for (const auto& [a, b] : surface.edges) shortest = std::min(shortest, (vertex(X, b) - vertex(X, a)).norm());
  return shortest;
}

// No free component moves a vertex along the direction.
bool is_held_along(const Vec3& direction, const HeldComponents& held, Index i) {
  for (Index axis = 0; axis < 3; ++axis)
    if (direction[axis] != 0 && !held.is_held(i, axis)) return false;
  return true;
}

// Makes the potentials of all entries.
class ContactMaker {
 public:
  ContactMaker(const std::vector<PlannedContact>& planned, const ContactSituation& situation)
      : planned_(planned), situation_(situation), stiffness_(situation.stiffness) {
    for (const PlacedBody& placed : situation.bodies) surfaces_.push_back(contact_surface(placed.body, placed.first_vertex));
    for (const PlannedContact& contact : planned) distances_.push_back(contact.distance.value_or(default_distance(contact)));
    stiffen_loose_bodies();
    for (Index i = 0; i < situation.X.size() / 3; ++i) is_held_.push_back(situation.held.is_held_whole(i));
  }

  double distance(std::size_t contact) const { return distances_[contact]; }

  // Of the vertices that are points of the state and meet the plane of entry k.
  std::vector<ContactPoint> points_at_plane(std::size_t k) const {
    std::vector<ContactPoint> points;
    auto is_held = [&](Index i) { return is_held_along(plane_of(k).normal, situation_.held, i); };
    for (std::size_t body : planned_[k].bodies)
      if (situation_.bodies[body].body.moves_by == MovesBy::vertices && !surface_carried_by(body))
        add_points(k, surfaces_[body], situation_.x, stiffness_, is_held, points);
    return points;
  }

  // Of the surface's own vertices.
  std::vector<ContactPoint> points_at_plane(std::size_t k, const CarriedContactSurface& carried) const {
    std::vector<ContactPoint> points;
    const std::vector<std::size_t>& bodies = planned_[k].bodies;
    if (std::find(bodies.begin(), bodies.end(), carried.body) == bodies.end()) return points;
    auto is_held = [&](Index i) {
      const std::vector<WeightedVertex> shares = carried.shares(i);
      return std::all_of(shares.begin(), shares.end(), [&](const WeightedVertex& share) {
        return share.weight == 0 || is_held_along(plane_of(k).normal, situation_.held, share.vertex);
      });
    };
    add_points(k, carried.surface, carried.at(situation_.x), carried.stiffness, is_held, points);
    return points;
  }

  std::unique_ptr<PlaneContact> make_plane(std::size_t k, std::vector<ContactPoint> points) const {
    const PlannedContact& contact = planned_[k];
    const Obstacle::Plane& plane = plane_of(k);
    PlaneLaw law{static_cast<Index>(k), contact.friction, contact.damping, contact.motion, slip_speed(contact)};
    auto make = [&]<class Plane>(std::type_identity<Plane>) -> std::unique_ptr<PlaneContact> {
      return std::make_unique<Plane>(plane.point, plane.normal, distances_[k], std::move(points), std::move(law));
    };
    switch (contact.response) {
      case ContactResponse::penalty: return make(std::type_identity<PlanePenalty>());
      case ContactResponse::repulsion: return make(std::type_identity<PlaneRepulsion>());
      case ContactResponse::barrier: break;
    }
    return make(std::type_identity<PlaneBarrier>());
  }

  // Of all entries but planes; none if there are no others.
  std::unique_ptr<PairContact> make_pairs() const {
    PairContact::Setting setting = pair_setting();
    if (setting.laws.empty()) return nullptr;
    const auto held = std::make_shared<HeldPairs>(situation_, is_held_);
    if (!held->may_hold_any()) return std::make_unique<PairContact>(std::move(setting));
    held->leave_out_touching(PairContact(setting).touching(situation_.x, 0));
    setting.leaves_out = [held](const NearPair& pair) { return held->leaves_out(pair); };
    return std::make_unique<PairContact>(std::move(setting));
  }

 private:
  const Obstacle::Plane& plane_of(std::size_t k) const { return std::get<Obstacle::Plane>(*planned_[k].obstacle); }

  // The surface that planes meet in place of the body's own; nullptr if there is none.
  const CarriedContactSurface* surface_carried_by(std::size_t body) const {
    for (const CarriedContactSurface& carried : situation_.carried)
      if (carried.body == body) return &carried;
    return nullptr;
  }

  // Points of a surface that may touch: not those that begin within the distance and cannot leave it.
  template <class IsHeld>
  void add_points(std::size_t k, const ContactSurface& surface, const Vector& x, const Vector& stiffness, const IsHeld& is_held,
                  std::vector<ContactPoint>& points) const {
    const PlannedContact& contact = planned_[k];
    const Obstacle::Plane& plane = plane_of(k);
    const double radius = contact.thickness.value_or(surface.thickness) / 2;
    for (Index i : surface.points) {
      if (stiffness[i] == 0) continue;
      const double gap = plane.normal.dot(vertex(x, i) - plane.point) - radius;
      if (gap < distances_[k] && is_held(i)) continue;
      points.push_back({i, contact.stiffness.value_or(contact.relative_stiffness * stiffness[i]), radius});
    }
  }

  // Of the smallest body [m]; +infinity if all are points.
  double smallest_diagonal(const PlannedContact& contact) const {
    double smallest = std::numeric_limits<double>::infinity();
    for (std::size_t body : contact.bodies)
      if (const double diagonal = diagonal_of(situation_.bodies[body].body.mesh.X); diagonal > 0)
        smallest = std::min(smallest, diagonal);
    return smallest;
  }

  double slip_speed(const PlannedContact& contact) const {
    const double diagonal = smallest_diagonal(contact);
    return std::isfinite(diagonal) ? kSlipSpeed * diagonal : kSlipSpeed;
  }

  double default_distance(const PlannedContact& contact) const {
    double shortest = std::numeric_limits<double>::infinity();
    for (std::size_t body : contact.bodies) {
      const CarriedContactSurface* carried = surface_carried_by(body);
      shortest = std::min(shortest, carried ? shortest_edge(carried->surface, carried->at(situation_.X))
                                            : shortest_edge(surfaces_[body], situation_.X));
    }
    const double distance = std::min(kShareOfDiagonal * smallest_diagonal(contact), kShareOfEdge * shortest);
    return std::isfinite(distance) ? distance : kDistanceOfPoints;
  }

  // Bodies without a stiffness are as stiff as their weight is on the nearest of their contacts.
  void stiffen_loose_bodies() {
    std::vector<double> distances(situation_.bodies.size(), std::numeric_limits<double>::infinity());
    for (std::size_t k = 0; k < planned_.size(); ++k)
      for (std::size_t body : planned_[k].bodies) distances[body] = std::min(distances[body], distances_[k]);
    for (std::size_t body = 0; body < situation_.bodies.size(); ++body) {
      const double distance = distances[body];
      if (!std::isfinite(distance)) continue;
      const PlacedBody& placed = situation_.bodies[body];
      const double g = std::max(vec3_value(situation_.scene.at("gravity")).norm(), 1.0);
      for (Index i = placed.first_vertex; i < placed.first_vertex + placed.body.mesh.vertices(); ++i)
        if (stiffness_[i] == 0 && !situation_.held.is_held_whole(i)) stiffness_[i] = placed.body.mass.sum() * g / distance;
    }
  }

  double thickness(const PlannedContact& contact, std::size_t body) const {
    return contact.thickness.value_or(surfaces_[body].thickness);
  }

  PairContact::Setting pair_setting() const {
    PairContact::Setting setting;
    setting.vertices = static_cast<Index>(situation_.X.size() / 3);
    setting.stiffness = stiffness_;
    setting.surfaces = surfaces_;
    for (std::size_t k = 0; k < planned_.size(); ++k) {
      const PlannedContact& contact = planned_[k];
      if (contact.obstacle && std::holds_alternative<Obstacle::Plane>(*contact.obstacle)) continue;
      const auto law = static_cast<Index>(setting.laws.size());
      setting.laws.push_back({static_cast<Index>(k), distances_[k], contact.stiffness, contact.relative_stiffness, contact.friction,
                              contact.damping, slip_speed(contact)});
      if (contact.obstacle)
        meet_obstacle(contact, law, distances_[k], setting);
      else
        meet_each_other(contact, law, distances_[k], setting);
    }
    std::vector<bool> meets(surfaces_.size(), false);
    for (const PlannedContact& contact : planned_)
      if (!contact.obstacle || !std::holds_alternative<Obstacle::Plane>(*contact.obstacle))
        for (std::size_t body : contact.bodies) meets[body] = true;
    for (std::size_t body = 0; body < surfaces_.size(); ++body)
      if (!meets[body]) setting.surfaces[body] = {};
    setting.rest.resize(situation_.X.size() + setting.obstacles.start().size());
    setting.rest << situation_.X, setting.obstacles.start();
    return setting;
  }

  void meet_each_other(const PlannedContact& contact, Index law, double distance, PairContact::Setting& setting) const {
    if (contact.is_self()) {
      const auto body = static_cast<Index>(contact.bodies[0]);
      const double thick = thickness(contact, contact.bodies[0]);
      return setting.meetings.push_back({body, body, law, distance + thick, thick, false});
    }
    Meetings::Group group{{}, {}, law, distance};
    for (std::size_t body : contact.bodies) {
      group.surfaces.push_back(static_cast<Index>(body));
      group.thickness.push_back(thickness(contact, body));
    }
    setting.meetings.push_back(std::move(group));
  }

  void meet_obstacle(const PlannedContact& contact, Index law, double distance, PairContact::Setting& setting) const {
    auto add = [&](ContactSurface surface) {
      setting.surfaces.push_back(std::move(surface));
      return static_cast<Index>(setting.surfaces.size()) - 1;
    };
    auto add_points = [&](const Vector& X) { return setting.vertices + setting.obstacles.add(X, contact.motion); };
    std::optional<Index> solid;    // the surface that bodies of three dimensions meet
    std::map<double, Index> flat;  // those that slices meet, by their z
    const auto* ball = std::get_if<BallShape>(&*contact.obstacle);
    const auto* box = std::get_if<BoxShape>(&*contact.obstacle);
    auto surface_for = [&](const BuiltBody& body) {
      if (box && body.is_slice()) {
        const double z = body.x[2];
        if (!flat.contains(z)) flat[z] = add(planar_surface(*box, add_points(planar_points(*box, z))));
        return flat[z];
      }
      if (!solid && ball) {
        ContactSurface point;
        point.points = {add_points(ball->center)};
        point.radius = ball->radius;
        solid = add(std::move(point));
      }
      if (!solid) {
        const TriangleMesh mesh = shown_surface(*contact.obstacle);
        solid = add(contact_surface(mesh, add_points(mesh.X)));
      }
      return *solid;
    };
    for (std::size_t body : contact.bodies) {
      const Index obstacle = surface_for(situation_.bodies[body].body);
      const double thick = thickness(contact, body) / 2 + (ball ? ball->radius : 0);
      setting.meetings.push_back({obstacle, static_cast<Index>(body), law, distance + thick, thick, true});
    }
  }

  const std::vector<PlannedContact>& planned_;
  const ContactSituation& situation_;
  Vector stiffness_;                      // of every vertex [N/m]
  std::vector<ContactSurface> surfaces_;  // of every body
  std::vector<double> distances_;         // of every entry [m]
  std::vector<bool> is_held_;             // whole, one per vertex
};

// The potential acts on the state; what looks at gaps sees the same plane meet what the vertices of all bodies carry.
void add_carried_plane(std::size_t k, const ContactMaker& maker, const CarriedContactSurface& carried,
                       std::vector<std::unique_ptr<Potential>>& potentials, Inventory& inventory) {
  std::vector<ContactPoint> points = maker.points_at_plane(k, carried);
  if (points.empty()) return;
  std::vector<Index> vertices;
  std::vector<std::vector<WeightedVertex>> shares;
  for (ContactPoint& point : points) {
    vertices.push_back(point.vertex);
    shares.push_back(carried.shares(point.vertex));
    point.vertex = static_cast<Index>(vertices.size()) - 1;
  }
  std::unique_ptr<PlaneContact> plane = maker.make_plane(k, std::move(points));
  inventory.planes.push_back({plane.get(), MetPlane::Surface{carried.body, std::make_shared<WeightedVertices>(shares)}});
  potentials.push_back(std::make_unique<CarriedPotential>(carried.by_state(vertices), std::move(plane)));
}

}  // namespace

void add_contacts(const std::vector<PlannedContact>& planned, const ContactSituation& situation,
                  std::vector<std::unique_ptr<Potential>>& potentials, Inventory& inventory) {
  if (planned.empty()) return;
  const ContactMaker maker(planned, situation);
  for (std::size_t k = 0; k < planned.size(); ++k) {
    const PlannedContact& contact = planned[k];
    inventory.contacts.push_back({contact.name, maker.distance(k)});
    if (!contact.obstacle) continue;
    Obstacle obstacle{contact.name, {}, shown_surface(*contact.obstacle), contact.motion};
    if (const auto* plane = std::get_if<Obstacle::Plane>(&*contact.obstacle)) {
      obstacle.plane = *plane;
      std::unique_ptr<PlaneContact> potential = maker.make_plane(k, maker.points_at_plane(k));
      inventory.planes.push_back({potential.get()});
      potentials.push_back(std::move(potential));
      for (const CarriedContactSurface& carried : situation.carried) add_carried_plane(k, maker, carried, potentials, inventory);
    }
    inventory.obstacles.push_back(std::move(obstacle));
  }
  if (std::unique_ptr<PairContact> pairs = maker.make_pairs()) {
    inventory.pairs = pairs.get();
    potentials.push_back(std::move(pairs));
  }
}

}  // namespace lilyan
