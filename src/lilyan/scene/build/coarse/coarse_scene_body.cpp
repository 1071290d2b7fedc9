#include <lilyan/scene/build/coarse/coarse_scene_body.hpp>

#include <lilyan/coarsening/model/coarse_model_file.hpp>
#include <lilyan/coarsening/model/coarse_surface.hpp>
#include <lilyan/energy/carried/carried_vertices.hpp>
#include <lilyan/mesh/faces.hpp>
#include <lilyan/scene/build/entry_names.hpp>
#include <lilyan/scene/schema/validate.hpp>
#include <lilyan/scene/schema/values.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace lilyan {
namespace {

void set_mesh(const CoarseModel& model, BuiltBody& body) {
  body.mesh.X = model.X;
  body.mesh.cells = model.cells;
  body.mass = model.mass.vertex;
  body.shared_mass = model.mass.shared;
}

// Tensors are laws of their own, one per cell.
void set_stiffness(const CoarseModel& model, BuiltBody& body) {
  if (is_of_boxes(model.cells)) {
    body.stiffness = StiffnessOfCells{model.stiffness, model.volume};
    return;
  }
  for (std::size_t e = 0; e < model.tensors.size(); ++e) {
    body.materials.laws.emplace_back(Corotated{upper_triangle(model.tensors[e])});
    body.materials.law_names.emplace_back("corotated");
    body.materials.law_of_cell.push_back(static_cast<Index>(e));
  }
}

std::shared_ptr<const NamedVertices> named_vertices(const CoarseModel& model) {
  auto named = std::make_shared<NamedVertices>();
  named->mesh.X = model.fine.X;
  named->mesh.cells.triangles = model.fine.surface;
  if (model.dimension() == 2) {
    const std::vector<double>& of_cells = is_of_boxes(model.cells) ? model.cells.quad_thickness : model.cells.thickness;
    named->mesh.cells.thickness.assign(model.fine.surface.size(), of_cells.front());
  }
  named->mesh.vertex_sets = model.fine.sets;
  named->mesh.vertex_numbers = model.fine.numbers;
  named->mass = model.fine.mass;
  named->stiffness = model.fine.stiffness;
  named->weights = vertex_weights(model);
  if (model.support == ProbeSupport::pinned) named->held_when_made = model.fine.held;
  return named;
}

// A surface of the user's, or that of the fine body.
bool set_render(const CoarseModel& model, const Json& entry, const std::string& place, BuildContext& context, BuiltBody& body) {
  const std::string shown = entry.contains("render") ? text_or(entry.at("render"), "shown", "") : "reconstructed";
  if (!shown.empty() && entry.contains("render") && entry.at("render").contains("path")) {
    context.faults.add("scene.exactly-one", join_path(place, "render"), "has both \"path\" and \"shown\"", "remove one of them");
    return false;
  }
  if (shown.empty()) {
    body.render = build_render(entry, body.name, body.mesh, place, context);
    return body.render != nullptr;
  }
  if (shown != "cells")
    body.render =
        std::make_shared<const CoarseSurface>(model, shown == "trilinear" ? ShownDetail::interpolated : ShownDetail::reconstructed);
  return true;
}

// Lists of positions and velocities have a line for each vertex, and those that a scene knows are not those that move.
bool refuse_lists(const Json& entry, const std::string& place, FaultList& faults) {
  const auto refuse = [&](const std::string& key) {
    faults.add("scene.model", join_path(place, key), "a coarse body has no places or velocities of single vertices",
               "give a deformation or a velocity by a rule");
    return false;
  };
  const Json& deforms = list_or_empty(entry, "deform");
  for (std::size_t k = 0; k < deforms.size(); ++k)
    if (deforms[k].at("type") == "positions") return refuse(fmt::format("deform/{}", k));
  if (entry.contains("velocity") && entry.at("velocity").contains("path")) return refuse("velocity/path");
  return true;
}

// Carried by the points of the state that have weight in them.
CarriedByState by_shares(const PlacedBody& placed) {
  return [&placed](const std::vector<Index>& vertices) -> std::shared_ptr<const CarriedVertices> {
    std::vector<std::vector<WeightedVertex>> shares;
    for (const Index i : vertices) shares.push_back(placed.shares(i));
    return std::make_shared<const WeightedVertices>(shares);
  };
}

ContactSurface surface_of(const BuiltBody& body) {
  const BodyMesh& mesh = body.named->mesh;
  if (!body.is_slice()) {
    TriangleMesh triangles;
    triangles.X = mesh.X;
    triangles.triangles = mesh.cells.triangles;
    return contact_surface(triangles, 0);
  }
  BuiltBody slice;
  slice.mesh = mesh;
  return contact_surface(slice, 0);
}

}  // namespace

bool build_coarse_body(const ModelFile& file, const Json& entry, const std::string& place, BuildContext& context, BuiltBody& body) {
  const std::string path = join_path(place, "mesh/path");
  CoarseModel model;
  if (!context.attempt(path, [&] { model = coarse_model_of(file); })) return false;
  if (!fits(model.fine.numbers.count_before(model.fine.vertices()), static_cast<double>(model.fine.surface.size()), path,
            context.faults) ||
      !refuse_lists(entry, place, context.faults))
    return false;
  const std::string source = text_or(entry.at("mesh"), "source", "");
  if (!source.empty() && source != source_text(model.fine.source)) {
    context.faults.add(
        "scene.model", join_path(place, "mesh/source"),
        fmt::format("{} was made from {}, and this scene belongs to {}", file.place(), source_text(model.fine.source), source),
        "make model and scene together, with `lilyan coarsen`");
    return false;
  }
  set_mesh(model, body);
  set_stiffness(model, body);
  body.named = named_vertices(model);
  return set_render(model, entry, place, context, body);
}

void refuse_what_coarse_bodies_cannot(const Json& scene, const PlacedBodies& bodies, FaultList& faults) {
  for (const PlacedBody& placed : bodies) {
    const std::string& name = placed.body.name;
    if (!placed.body.named) continue;
    const auto refuse = [&](const std::vector<std::string>& places, const std::string& what) {
      for (const std::string& place : places)
        faults.add("scene.model", place, fmt::format("{} cannot act on \"{}\", which is coarse", what, name),
                   "name other bodies, or use the fine body");
    };
    refuse(constraints_on(scene, name), "a constraint");
    refuse(formulas_on(scene, name), "a formula");
    refuse(dampings_on(scene, name, "strain"), "strain damping");
  }
}

void refuse_contacts_of_coarse_bodies(const std::vector<PlannedContact>& contacts, const PlacedBodies& bodies, FaultList& faults) {
  for (const PlannedContact& contact : contacts)
    for (const std::size_t k : contact.bodies) {
      if (!bodies[k].body.named) continue;
      const bool is_plane = contact.obstacle && std::holds_alternative<Obstacle::Plane>(*contact.obstacle);
      if (is_plane && contact.friction == 0 && contact.damping == 0) continue;
      faults.add("scene.model", contact.place,
                 fmt::format("\"{}\" is coarse, and meets planes alone, without friction and damping", bodies[k].body.name),
                 is_plane ? "leave \"friction\" and \"damping\" out" : "use a \"plane\", name other bodies, or use the fine body");
    }
}

std::vector<bool> held_by_pins(const Json& scene, const BuiltBody& body, BuildContext& context) {
  std::vector<bool> held(3 * static_cast<std::size_t>(body.named_mesh().vertices()), false);
  const Json& pins = list_or_empty(scene, "pins");
  for (std::size_t k = 0; k < pins.size(); ++k) {
    if (text_or(pins[k], "body", "") != body.name) continue;
    const std::string place = join_path("pins/" + std::to_string(k), "select");
    std::array<bool, 3> axes = {true, true, true};
    if (const auto given = pins[k].find("axes"); given != pins[k].end()) {
      axes.fill(false);
      for (const Json& axis : *given) axes[static_cast<std::size_t>(axis.get<std::string>()[0] - 'x')] = true;
    }
    for (const Index i : select_vertices(pins[k].at("select"), body.named_mesh(), body.name, place, context))
      for (std::size_t axis = 0; axis < 3; ++axis)
        if (axes[axis]) held[3 * static_cast<std::size_t>(i) + axis] = true;
  }
  return held;
}

void note_other_pins(const Json& scene, const PlacedBodies& bodies, BuildContext& context) {
  for (const PlacedBody& placed : bodies) {
    const BuiltBody& body = placed.body;
    if (!body.named || body.named->held_when_made.empty() || held_by_pins(scene, body, context) == body.named->held_when_made)
      continue;
    context.notes.push_back(
        fmt::format("\"{}\" is pinned otherwise than the fine body was when its model was made, so that it is as stiff as that one "
                    "was: change the pins of the fine scene and make the model again, with `lilyan coarsen SCENE -o DIR`",
                    body.name));
  }
}

void add_named_surfaces(const PlacedBodies& bodies, std::vector<CarriedContactSurface>& surfaces) {
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    const PlacedBody& placed = bodies[k];
    if (!placed.body.named) continue;
    surfaces.push_back({k, surface_of(placed.body), placed.body.named->stiffness, [&placed](Index i) { return placed.shares(i); },
                        by_shares(placed)});
  }
}

std::unique_ptr<Dissipation> named_drag(const Json& entry, const PlacedBody& placed) {
  const BodyMesh& mesh = placed.body.named->mesh;
  const FlatBody flat = placed.body.is_slice() ? FlatBody::slice : FlatBody::sheet;
  return carried_drag(entry, area_of_vertices(mesh.X, outer_faces(mesh.cells, flat)), by_shares(placed));
}

}  // namespace lilyan
