#include <lilyan/output/frame_content.hpp>

#include <lilyan/energy/elements/elasticity.hpp>
#include <lilyan/mesh/carried_surface.hpp>
#include <lilyan/mesh/faces.hpp>
#include <lilyan/run/scene.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace lilyan {

namespace {

// What an elastic law or the stiffness of quads deforms in its plane; a sheet is made of springs.
bool is_slice(const Inventory& inventory, const Body& body) {
  if (body.kind == CellKind::quad) return true;
  return body.kind == CellKind::triangle && body.cells > 0 && inventory.law_of_cell[static_cast<std::size_t>(body.first_cell)] >= 0;
}

// Of cells that stand for many fine ones: their faces are not the surface, and they have no stress.
bool is_coarse(const Inventory& inventory, const Body& body) {
  return (body.kind == CellKind::hex || body.kind == CellKind::quad) && body.cells > 0 && !inventory.has_law(body.first_cell);
}

void add_rods(const Vector& X, const Cells& cells, Vector& area) {
  for (std::size_t e = 0; e < cells.edges.size(); ++e) {
    const double section = cells.cross_section.empty() ? 1 : cells.cross_section[e];
    const double diameter = std::sqrt(4 * section / std::numbers::pi);
    for (Index i : cells.edges[e]) area[i] += 0.5 * diameter * (vertex(X, cells.edges[e][0]) - vertex(X, cells.edges[e][1])).norm();
  }
}

// The share of every vertex in the surfaces of all bodies at rest [m^2].
Vector surface_shares(const Inventory& inventory) {
  Vector area = Vector::Zero(inventory.rest.size() / 3);
  for (const Body& body : inventory.bodies) {
    if (is_coarse(inventory, body)) continue;
    const Cells cells = inventory.cells.part(body.kind, body.first_cell, body.cells, body.first_vertex);
    const Vector X = body.part_of(inventory.rest);
    Vector own = area_of_vertices(X, outer_faces(cells, is_slice(inventory, body) ? FlatBody::slice : FlatBody::sheet));
    add_rods(X, cells, own);
    area.segment(body.first_vertex, body.vertices) = own;
  }
  return area;
}

// What a body's own cells show, its vertices numbered from 0.
CellSkin skin_of(const Body& body, const Inventory& inventory) {
  return CellSkin(inventory.cells.part(body.kind, body.first_cell, body.cells, body.first_vertex), tube_radius(inventory.rest));
}

// The part of fields that belongs to `count` vertices or cells from `first` on.
std::vector<MeshField> part_of(const std::vector<MeshField>& fields, Index first, Index count) {
  std::vector<MeshField> part;
  for (const MeshField& field : fields) {
    const auto begin = field.values.begin() + std::ptrdiff_t{field.components} * first;
    part.push_back({field.name, field.components, {begin, begin + std::ptrdiff_t{field.components} * count}});
  }
  return part;
}

void append(Skin& all, Skin skin) {
  if (all.x.size() == 0) {
    all = std::move(skin);
    return;
  }
  const Index first = all.vertices();
  all.x.conservativeResize(all.x.size() + skin.x.size());
  all.x.tail(skin.x.size()) = skin.x;
  for (const Triangle& t : skin.triangles) all.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
  for (std::size_t f = 0; f < all.fields.size(); ++f) {
    all.fields[f].values.insert(all.fields[f].values.end(), skin.fields[f].values.begin(), skin.fields[f].values.end());
  }
}

}  // namespace

StateFields::StateFields(const Scene& scene) : inventory_(&scene.inventory) {
  const std::vector<Body>& bodies = inventory_->bodies;
  has_stress_ = std::any_of(bodies.begin(), bodies.end(), [&](const Body& body) { return !is_coarse(*inventory_, body); });
  for (const auto& potential : scene.simulation.system().potentials())
    if (potential->kind() == EnergyKind::contact) contacts_.push_back(potential.get());
  if (!contacts_.empty()) area_ = surface_shares(scene.inventory);
}

FrameFields StateFields::at(const Snapshot& now) const {
  const auto cells = static_cast<std::size_t>(inventory_->cells.count());
  std::vector<CellState> states(cells);
  for (const Elasticity* elasticity : inventory_->elasticity) elasticity->states(now.x, states);
  std::vector<double> J(cells), energy_density(cells), von_mises(cells);
  for (std::size_t e = 0; e < cells; ++e) {
    J[e] = states[e].J;
    energy_density[e] = states[e].energy_density;
    von_mises[e] = states[e].von_mises;
  }
  FrameFields fields = {{{"velocity", 3, {now.v.begin(), now.v.end()}}},
                        {{"J", 1, std::move(J)}, {"energy_density", 1, std::move(energy_density)}}};
  if (has_stress_) fields.of_cells.push_back({"von_mises", 1, std::move(von_mises)});
  if (!contacts_.empty()) fields.of_vertices.push_back(contact_pressure(now));
  return fields;
}

MeshField StateFields::contact_pressure(const Snapshot& now) const {
  Vector force = Vector::Zero(now.x.size());
  double W = 0;
  for (const Potential* contact : contacts_) W += contact->add_gradient(now.x, now.t, 1, force);
  MeshField pressure{"contact_pressure", 1, std::vector<double>(static_cast<std::size_t>(area_.size()), 0)};
  constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  for (Index i = 0; i < static_cast<Index>(area_.size()); ++i) {
    const double size = vertex(force, i).norm();
    double& value = pressure.values[static_cast<std::size_t>(i)];
    if (!std::isfinite(W)) {
      value = kUnknown;
    } else if (size != 0) {
      value = area_[i] > 0 ? size / area_[i] : kUnknown;
    }
  }
  return pressure;
}

MeshField body_of_cells(const Inventory& inventory) {
  std::vector<double> body(static_cast<std::size_t>(inventory.cells.count()));
  for (std::size_t b = 0; b < inventory.bodies.size(); ++b) {
    const auto first = body.begin() + inventory.bodies[b].first_cell;
    std::fill(first, first + inventory.bodies[b].cells, static_cast<double>(b));
  }
  return {"body", 1, std::move(body)};
}

bool has_render_mesh(const std::vector<Body>& bodies) {
  return std::any_of(bodies.begin(), bodies.end(), [](const Body& body) { return body.render != nullptr; });
}

SeenBodies::SeenBodies(const Inventory& inventory) : bodies_(&inventory.bodies) {
  for (const Body& body : inventory.bodies) skins_.push_back(body.render ? std::nullopt : std::optional(skin_of(body, inventory)));
}

Skin SeenBodies::at(const Vector& x, const std::vector<MeshField>& vertex_fields, const std::vector<MeshField>& cell_fields) const {
  Skin all;
  for (std::size_t b = 0; b < bodies_->size(); ++b) {
    const Body& body = (*bodies_)[b];
    const Vector own = body.part_of(x);
    const std::vector<MeshField> at_vertices = part_of(vertex_fields, body.first_vertex, body.vertices);
    const std::vector<MeshField> in_cells = part_of(cell_fields, body.first_cell, body.cells);
    Skin skin = body.render ? body.render->skin(own, at_vertices, in_cells) : skins_[b]->at(own, at_vertices, in_cells);
    skin.fields.push_back({"body", 1, std::vector<double>(static_cast<std::size_t>(skin.vertices()), static_cast<double>(b))});
    append(all, std::move(skin));
  }
  return all;
}

SeenObstacles seen_obstacles(const Inventory& inventory, double t) {
  SeenObstacles all{Vector(0), {}, {"body", 1, {}}};
  double number = static_cast<double>(inventory.bodies.size());
  for (const Obstacle& obstacle : inventory.obstacles) {
    const Vector x = obstacle.at(t);
    const auto first = static_cast<Index>(all.x.size() / 3);
    all.x.conservativeResize(all.x.size() + x.size());
    all.x.tail(x.size()) = x;
    for (const Triangle& triangle : obstacle.surface.triangles) {
      all.triangles.push_back({triangle[0] + first, triangle[1] + first, triangle[2] + first});
      all.body.values.push_back(number);
    }
    number += 1;
  }
  return all;
}

bool has_surface(const std::vector<Obstacle>& obstacles) {
  return std::any_of(obstacles.begin(), obstacles.end(), [](const Obstacle& o) { return !o.surface.triangles.empty(); });
}

bool moves(const std::vector<Obstacle>& obstacles) {
  return std::any_of(obstacles.begin(), obstacles.end(),
                     [](const Obstacle& o) { return !o.surface.triangles.empty() && !o.motion.empty(); });
}

}  // namespace lilyan
