#include <lilyan/energy/contact/pair_contact.hpp>
#include <lilyan/energy/contact/planes/plane_contact.hpp>
#include <lilyan/scene/build/contact/contact.hpp>

#include <lilyan/energy/contact/surface_crossings.hpp>
#include <lilyan/mesh/cells.hpp>
#include <lilyan/meshing/surface_queries.hpp>
#include <lilyan/scene/build/built_system.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace lilyan {
namespace {

std::string names_of(const Meeting& meeting, const PlannedContact& contact, const PlacedBodies& bodies) {
  auto name = [&](Index surface) { return fmt::format("\"{}\"", bodies[static_cast<std::size_t>(surface)].body.name); };
  if (meeting.a == meeting.b) return "parts of " + name(meeting.a);
  if (contact.obstacle) return name(meeting.b) + " and the obstacle";
  return name(meeting.a) + " and " + name(meeting.b);
}

std::string counted_pairs(Index count) { return count == 1 ? "1 pair of pieces" : fmt::format("{} pairs of pieces", count); }

// Whose the vertices of the system are.
class Owners {
 public:
  explicit Owners(const PlacedBodies& bodies) {
    for (std::size_t body = 0; body < bodies.size(); ++body) firsts_.push_back({bodies[body].first_vertex, body});
    std::sort(firsts_.begin(), firsts_.end());
  }
  std::size_t body_of(Index i) const {
    return std::prev(std::upper_bound(firsts_.begin(), firsts_.end(), std::pair(i, firsts_.size())))->second;
  }

 private:
  std::vector<std::pair<Index, std::size_t>> firsts_;  // vertices of bodies
};

// Where the energy of a gap that is closed is infinite, no vertex may begin; where it is not, it may, and that is noted.
void check_plane(const MetPlane& met, const PlannedContact& contact, const PlacedBodies& bodies, const Owners& owners,
                 const Vector& x, FaultList& faults, std::vector<std::string>& notes) {
  const PlaneContact& plane = *met.contact;
  const Vector at = met.positions(x);
  struct Crossing {
    Index count = 0;
    double deepest = 0, stored = 0;
  };
  std::map<std::size_t, Crossing> crossings;
  for (const ContactPoint& point : plane.points()) {
    const double gap = plane.gap(point, at), stored = plane.energy_of(point, gap).energy;
    if (gap > 0 && std::isfinite(stored)) continue;
    Crossing& crossing = crossings[met.surface ? met.surface->body : owners.body_of(point.vertex)];
    ++crossing.count, crossing.deepest = std::max(crossing.deepest, -gap);
    crossing.stored += stored;
  }
  for (std::size_t body : contact.bodies) {
    const auto found = crossings.find(body);
    if (found == crossings.end()) continue;
    const auto [count, deepest, stored] = found->second;
    const std::string crossing = fmt::format("\"{}\" {} the plane at the start: {} of its vertices, up to {:.3g} m deep",
                                             bodies[body].body.name, deepest > 0 ? "crosses" : "touches", count, deepest);
    const double way = deepest + (std::isfinite(stored) ? 0 : plane.distance());
    const std::string hint = fmt::format("move it by {:.3g} m or more along the normal [{:.3g}, {:.3g}, {:.3g}]", way,
                                         plane.normal()[0], plane.normal()[1], plane.normal()[2]);
    if (!std::isfinite(stored))
      faults.add("scene.crossing", contact.place, crossing, hint);
    else if (deepest > 0)
      notes.push_back(fmt::format("{}: {}; {:.3g} J are stored there and set it moving; {}", contact.name, crossing, stored, hint));
  }
}

// What lies inside the closed surfaces of solids; an open one has no inside. Each is prepared once, when it is first asked about.
class Insides {
 public:
  explicit Insides(const Vector& all) : all_(all) {}

  // Whether some point of `surface` lies inside the triangles of the surface of that number.
  bool have_a_point(const ContactSurface& surface, Index number, const std::vector<Triangle>& triangles) {
    if (triangles.empty() || surface.points.empty()) return false;
    const auto [found, is_new] = solids_.try_emplace(number);
    Solid& solid = found->second;
    if (is_new) prepare(triangles, solid);
    if (!solid.winding) return false;
    constexpr double kInside = 0.9;  // 1 inside, 1/2 and less on a face, at most 3/4 where faces meet at a right angle
    return std::any_of(surface.points.begin(), surface.points.end(), [&](Index i) {
      const Vec3 point = vertex(all_, i);
      return solid.box.squared_distance(point) == 0 && solid.winding->at(point) > kInside;
    });
  }

 private:
  struct Solid {
    TriangleMesh mesh;  // in a numbering of its own
    Box box = Box::nothing();
    std::optional<WindingNumber> winding = {};  // none if it is open
  };

  void prepare(const std::vector<Triangle>& triangles, Solid& solid) const {
    if (!rim(triangles).empty()) return;
    std::map<Index, Index> own;
    for (Triangle triangle : triangles) {
      for (Index& i : triangle) i = own.try_emplace(i, static_cast<Index>(own.size())).first->second;
      solid.mesh.triangles.push_back(triangle);
    }
    solid.mesh.X.resize(3 * static_cast<Eigen::Index>(own.size()));
    for (const auto& [i, k] : own) {
      vertex(solid.mesh.X, k) = vertex(all_, i);
      solid.box.add(Vec3(vertex(all_, i)));
    }
    solid.winding.emplace(solid.mesh);
  }

  const Vector& all_;
  std::map<Index, Solid> solids_;
};

// Bodies of tets and hexes, and obstacles, have an inside.
const std::vector<Triangle>& solid_triangles(const ContactSurface& surface, Index number, const PlacedBodies& bodies) {
  static const std::vector<Triangle> none;
  if (static_cast<std::size_t>(number) >= bodies.size()) return surface.triangles;
  const CellKind kind = bodies[static_cast<std::size_t>(number)].body.mesh.kind();
  return kind == CellKind::tet || kind == CellKind::hex ? surface.triangles : none;
}

void check_pairs_at_start(const PairContact& pairs, const std::vector<PlannedContact>& planned, const PlacedBodies& bodies,
                          const Vector& x, FaultList& faults) {
  const ContactSearch& search = pairs.search();
  const std::map<std::int64_t, SurfaceCrossings> found = find_crossings(pairs, x, 0);
  Vector all(x.size() + pairs.obstacles().start().size());
  all << x, pairs.obstacles().at(0);
  std::vector<Box> boxes;
  for (Index i = 0; i < static_cast<Index>(all.size() / 3); ++i) boxes.push_back({vertex(all, i), vertex(all, i)});
  Insides insides(all);
  for (const auto& [number, meeting] : search.meetings_near(boxes)) {
    const PairLaw& law = pairs.laws()[static_cast<std::size_t>(meeting.law)];
    const PlannedContact& contact = planned[static_cast<std::size_t>(law.contact)];
    const std::string names = names_of(meeting, contact, bodies);
    if (const auto crossing = found.find(number); crossing != found.end()) {
      const SurfaceCrossings& crossings = crossing->second;
      const double apart = crossings.depth + law.distance;
      faults.add("scene.crossing", contact.place,
                 fmt::format("{} {} at the start: {}, up to {:.3g} m deep", names, crossings.depth > 0 ? "cross" : "touch",
                             counted_pairs(crossings.count), crossings.depth),
                 meeting.a == meeting.b ? "give it a smaller \"thickness\", or a shape that does not cross itself"
                                        : fmt::format("move them apart by {:.3g} m or more{}", apart,
                                                      meeting.thickness > 0 ? ", or give a smaller \"thickness\"" : ""));
      continue;
    }
    if (meeting.a == meeting.b) continue;
    const ContactSurface& a = search.surfaces()[static_cast<std::size_t>(meeting.a)];
    const ContactSurface& b = search.surfaces()[static_cast<std::size_t>(meeting.b)];
    if (insides.have_a_point(b, meeting.a, solid_triangles(a, meeting.a, bodies)))
      faults.add("scene.crossing", contact.place,
                 contact.obstacle
                     ? fmt::format("\"{}\" begins inside the obstacle", bodies[static_cast<std::size_t>(meeting.b)].body.name)
                     : fmt::format("{}: the second begins inside the first", names),
                 contact.obstacle ? "move it outside; a container is an open mesh, or a closed one whose triangles are turned round"
                                  : "move it outside");
    else if (insides.have_a_point(a, meeting.b, solid_triangles(b, meeting.b, bodies)))
      faults.add("scene.crossing", contact.place,
                 contact.obstacle
                     ? fmt::format("the obstacle lies inside \"{}\"", bodies[static_cast<std::size_t>(meeting.b)].body.name)
                     : fmt::format("{}: the first begins inside the second", names),
                 "move it outside");
  }
}

double diagonal_of_all(const Vector& x) {
  const auto points = x.reshaped(3, x.size() / 3);
  return (points.rowwise().maxCoeff() - points.rowwise().minCoeff()).norm();
}

// What has nothing to do with the motion that is meant. Bodies that cross planes have notes of their own.
void note_stored_energy(const BuiltSystem& built, std::vector<std::string>& notes) {
  constexpr double kNoticed = 1e-6;
  const System& system = *built.system;
  const Vector& y = built.initial.x;
  const Vector x = system.space().positions(y);
  double stored = system.potential_energy(y, 0, EnergyKind::contact);
  for (const MetPlane& plane : built.inventory.planes)
    if (const Vector met = plane.positions(x); plane.contact->least_gap(met) <= 0) stored -= plane.contact->value(met, 0);
  const double scale = system.kinetic_energy(built.initial.p, system.velocity(built.initial.p)) +
                       std::abs(system.potential_energy(y, 0, EnergyKind::elastic)) +
                       built.inventory.mass() * system.gravity().norm() * diagonal_of_all(x);
  if (stored > kNoticed * scale)
    notes.push_back(fmt::format(
        "surfaces start nearer than the distance of their contact: {:.3g} J are stored in these gaps and set the bodies "
        "moving; start them farther apart, or give a smaller \"distance\"",
        stored));
}

void note_render_surfaces(const std::vector<PlannedContact>& planned, const PlacedBodies& bodies, const Inventory& inventory,
                          std::vector<std::string>& notes) {
  for (std::size_t body = 0; body < bodies.size(); ++body) {
    const BuiltBody& built = bodies[body].body;
    if (!built.render) continue;
    double distance = -1;
    for (std::size_t k = 0; k < planned.size(); ++k)
      if (std::find(planned[k].bodies.begin(), planned[k].bodies.end(), body) != planned[k].bodies.end())
        distance = std::max(distance, inventory.contacts[k].distance);
    if (distance < 0) continue;
    const std::vector<double> outside = built.render->overhangs(built.mesh.X);
    const double most = outside.empty() ? 0 : *std::max_element(outside.begin(), outside.end());
    if (most > distance)
      notes.push_back(
          fmt::format("{}: contact is that of its {}; the surface that is shown sticks out of them by up to {:.3g} m, and "
                      "may be seen to pass through what the body meets",
                      built.name, plural(built.mesh.kind()), most));
  }
}

}  // namespace

void check_contacts(const std::vector<PlannedContact>& planned, const PlacedBodies& bodies, const BuiltSystem& built,
                    BuildContext& context) {
  if (planned.empty()) return;
  const Inventory& inventory = built.inventory;
  const Vector x = built.system->space().positions(built.initial.x);
  const Owners owners(bodies);
  for (const MetPlane& plane : inventory.planes)
    check_plane(plane, planned[static_cast<std::size_t>(plane.contact->law().contact)], bodies, owners, x, context.faults,
                context.notes);
  if (inventory.pairs) check_pairs_at_start(*inventory.pairs, planned, bodies, x, context.faults);
  if (!context.faults.empty()) return;
  note_stored_energy(built, context.notes);
  note_render_surfaces(planned, bodies, inventory, context.notes);
}

}  // namespace lilyan
