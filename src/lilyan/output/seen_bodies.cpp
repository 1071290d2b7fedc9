#include <lilyan/output/seen_bodies.hpp>

#include <lilyan/mesh/carried_surface.hpp>

#include <algorithm>

namespace lilyan {

namespace {

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
