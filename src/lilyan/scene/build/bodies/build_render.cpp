#include <lilyan/scene/build/bodies/body.hpp>

#include <lilyan/mesh_files/read.hpp>
#include <lilyan/meshing/interp.hpp>
#include <lilyan/scene/schema/validate.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace lilyan {
namespace {

// A surface far from the cells that carry it is most likely one of another body, or in other units.
void note_distance(const CarriedSurface& carried, const Vector& X, const std::string& name, BuildContext& context) {
  constexpr double kFar = 0.1;  // of the body's size
  const auto points = X.reshaped(3, X.size() / 3);
  const double size = (points.rowwise().maxCoeff() - points.rowwise().minCoeff()).maxCoeff();
  const std::vector<double> overhang = carried.overhangs(X);
  const double outside = overhang.empty() ? 0 : *std::max_element(overhang.begin(), overhang.end());
  if (outside > kFar * size)
    context.notes.push_back(fmt::format("{}: the render mesh lies up to {:.3g} m outside the body", name, outside));
  const double moved = (carried.at(X) - carried.surface().X).lpNorm<Eigen::Infinity>();
  if (moved > kFar * size)
    context.notes.push_back(fmt::format("{}: the weights of `interp` move the render mesh by up to {:.3g} m at rest", name, moved));
}

}  // namespace

std::shared_ptr<const CarriedSurface> build_render(const Json& body, const std::string& name, const BodyMesh& mesh,
                                                   const std::string& place, BuildContext& context) {
  const auto entry = body.find("render");
  if (entry == body.end()) return nullptr;
  const std::string here = join_path(place, "render");
  if (mesh.kind() != CellKind::tet && mesh.kind() != CellKind::hex) {
    context.faults.add("scene.cells", here,
                       fmt::format("a surface is carried by tets or hexes, and \"{}\" is of {}", name, plural(mesh.kind())),
                       "remove \"render\"");
    return nullptr;
  }
  if (entry->contains("shown")) {
    context.faults.add("scene.model", join_path(here, "shown"), fmt::format("\"{}\" is not coarse", name), "remove \"shown\"");
    return nullptr;
  }
  if (!entry->contains("path")) {
    context.faults.add("scene.missing-key", join_path(here, "path"), "missing; triangle mesh", "give the file of a surface");
    return nullptr;
  }
  const auto interp = entry->find("interp");
  if (interp != entry->end() && mesh.kind() != CellKind::tet) {
    context.faults.add("scene.cells", join_path(here, "interp"),
                       fmt::format("an .interp file has weights in tets, and \"{}\" is of {}", name, plural(mesh.kind())),
                       "remove \"interp\"; the weights are then computed");
    return nullptr;
  }
  TriangleMesh surface;
  if (!context.attempt(join_path(here, "path"), [&] { surface = read_triangle_mesh(context.file(entry->at("path"))); }))
    return nullptr;
  if (!transform_positions(body.at("mesh"), join_path(place, "mesh"), context, surface.X)) return nullptr;
  if (!context.is_in_reach(surface.X, here)) return nullptr;
  for (const std::string& note : surface.notes) context.notes.push_back(fmt::format("{}: render: {}", name, note));

  std::shared_ptr<const CarriedSurface> carried;
  const auto anchor = [&] {
    if (mesh.kind() == CellKind::hex)
      carried = std::make_shared<const HexEmbedding>(embed(std::move(surface), mesh.X, mesh.cells.hexes));
    else if (interp != entry->end())
      carried = std::make_shared<const TetEmbedding>(
          read_interp(context.file(*interp), std::move(surface), tets_of(mesh), mesh.vertex_numbers));
    else
      carried = std::make_shared<const TetEmbedding>(embed(std::move(surface), tets_of(mesh)));
  };
  if (!context.attempt(join_path(here, "interp"), anchor)) return nullptr;
  context.hash(carried->at(mesh.X));
  note_distance(*carried, mesh.X, name, context);
  return carried;
}

}  // namespace lilyan
