#include <lilyan/mesh/transform.hpp>
#include <lilyan/mesh_files/plain_lists.hpp>
#include <lilyan/mesh_files/read.hpp>
#include <lilyan/multidomain/body/placed_parts.hpp>
#include <lilyan/reduction/reduced_model.hpp>
#include <lilyan/scene/build/reduced/domain_parts.hpp>
#include <lilyan/scene/schema/scene_schema.hpp>
#include <lilyan/scene/schema/validate.hpp>
#include <lilyan/scene/schema/values.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace lilyan {
namespace {

constexpr double kFits = 1e-4;  // of the size of a shape: how far a vertex of a copy may be from where it should

double size_of(const Vector& X) {
  const auto points = X.reshaped(3, X.size() / 3);
  return (points.rowwise().maxCoeff() - points.rowwise().minCoeff()).norm();
}

std::vector<Index> vertices_of(const std::vector<Triangle>& triangles) {
  std::vector<Index> vertices;
  for (const Triangle& triangle : triangles) vertices.insert(vertices.end(), triangle.begin(), triangle.end());
  std::sort(vertices.begin(), vertices.end());
  vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
  return vertices;
}

Vector positions_of(const Vector& X, const std::vector<Index>& vertices) {
  Vector chosen(3 * static_cast<Eigen::Index>(vertices.size()));
  for (std::size_t k = 0; k < vertices.size(); ++k) vertex(chosen, static_cast<Index>(k)) = vertex(X, vertices[k]);
  return chosen;
}

// One entry of `domains` with copies.
class PartBuilder {
 public:
  PartBuilder(const Json& body, const std::string& name, const std::string& place, std::size_t entry, BuildContext& context)
      : body_(body),
        domain_(body.at("domains")[entry]),
        name_(name),
        body_place_(place),
        place_(join_path(place, "domains/" + std::to_string(entry))),
        context_(context) {
    part_.entry = entry;
    part_.name = text_or(domain_, "name", fmt::format("domain{}", entry));
  }

  std::optional<PlacedPart> build() {
    if (!has_fit_keys()) return std::nullopt;
    if (!(domain_.contains("mesh") ? build_shape() : read_model())) return std::nullopt;
    if (!build_placements()) return std::nullopt;
    return std::move(part_);
  }

 private:
  bool refuse(const std::string& key, const std::string& message, const std::string& hint) {
    context_.faults.add("scene.domains", key.empty() ? place_ : join_path(place_, key), message, hint);
    return false;
  }

  bool has_fit_keys() {
    if (domain_.contains("mesh") && domain_.contains("model"))
      return refuse("model", "a domain is a copy of a \"mesh\" or of a \"model\"", "remove one of them");
    if (domain_.contains("select"))
      return refuse("select", "a domain is cut from the body or is a copy of another shape", "remove \"select\", or the shape");
    if (!domain_.contains("placements")) return refuse("", "where the copies are is not said", "give \"placements\"");
    if (domain_.contains("model"))
      for (const char* key : {"modes", "held"})
        if (domain_.contains(key)) return refuse(key, "a model has been made with its own", fmt::format("remove \"{}\"", key));
    return true;
  }

  bool build_shape() {
    const std::string here = join_path(place_, "mesh");
    std::optional<BodyMesh> mesh = build_mesh(domain_.at("mesh"), here, context_);
    if (!mesh) return false;
    part_.mesh = std::move(*mesh);
    const CellKind kind = part_.mesh.kind();
    if (kind != CellKind::tet && kind != CellKind::hex)
      return refuse("mesh", fmt::format("is of {}, and tets and hexes have domains", plural(kind)), "give a shape of tets");
    Json plain = body_;
    plain["regions"] = Json::array();
    if (plain.contains("mass"))
      return context_.faults.add("scene.domains", join_path(body_place_, "mass"), "copies of shapes have the density of the body",
                                 "give \"density\" in place of \"mass\""),
             false;
    std::optional<BuiltMaterials> materials = build_materials(plain, part_.mesh, name_, body_place_, context_);
    if (!materials) return false;
    part_.materials = std::move(*materials);
    part_.mass = lumped_mass(part_.mesh, part_.materials);
    part_.surface = surface(part_.mesh.cells);
    if (const auto held = domain_.find("held"); held != domain_.end()) {
      part_.held = select_vertices(*held, part_.mesh, part_.name, join_path(place_, "held"), context_);
      return !part_.held.empty();
    }
    return true;
  }

  bool read_model() {
    const std::filesystem::path file = context_.file(domain_.at("model"));
    ReducedModel model;
    const auto read = [&] {
      std::string bytes = read_model_bytes(file);
      context_.files.add(bytes);
      model = reduced_model_of(ModelFile::from_bytes(std::move(bytes), file.string(), kReducedModelKind));
    };
    if (!context_.attempt(join_path(place_, "model"), read)) return false;
    if (!model.mass.shared.empty())
      return refuse("model", "its mass is consistent, and domains have lumped masses", "make it with \"mass_matrix\": \"lumped\"");
    if (model.surface.empty())
      return refuse("model", "it has no surface to show", "make the model again with this version of lilyan");
    part_.mesh.X = std::move(model.X);
    part_.mass = std::move(model.mass.vertex);
    part_.surface = std::move(model.surface);
    for (Index i = 0; i < part_.mesh.vertices(); ++i)
      if (model.basis.U.middleRows<3>(3 * Eigen::Index{i}).isZero(0)) part_.held.push_back(i);
    if (part_.held.size() < 3)
      return refuse("model", fmt::format("its pins hold {} vertices whole, and copies stand on three or more", part_.held.size()),
                    "make it of a body that is held where its copies are fastened");
    part_.stored = StoredBasis{std::move(model.basis.U), std::move(model.energy)};
    return true;
  }

  bool build_placements() {
    const Json& placements = domain_.at("placements");
    const std::string here = join_path(place_, "placements");
    const std::string parent = text_or(domain_, "parent", "");
    if (placements.is_object()) {
      if (placements.contains("path") == placements.contains("pieces"))
        return refuse("placements", "either \"path\" or \"pieces\" is given", "give one of them, or a list");
      if (!(placements.contains("path") ? read_lines(placements.at("path"), join_path(here, "path"))
                                        : read_pieces(placements.at("pieces"), join_path(here, "pieces"))))
        return false;
      part_.parents.assign(part_.placements.size(), parent);
      return true;
    }
    for (std::size_t k = 0; k < placements.size(); ++k) {
      if (!build_placement(placements[k], join_path(here, std::to_string(k)))) return false;
      part_.parents.push_back(text_or(placements[k], "parent", parent));
    }
    return true;
  }

  bool build_placement(const Json& entry, const std::string& here) {
    DomainPlacement placement;
    const Json& scale = entry.at("scale");
    if (scale.is_array()) {
      const Vec3 factors = vec3_value(scale);
      if (factors[0] != factors[1] || factors[0] != factors[2]) {
        context_.faults.add("scene.domains", join_path(here, "scale"),
                            fmt::format("[{}, {}, {}]: a copy that is not scaled alike in all directions moves otherwise",
                                        factors[0], factors[1], factors[2]),
                            "give one factor, or a shape of its own");
        return false;
      }
      placement.scale = factors[0];
    } else {
      placement.scale = scale.get<double>();
    }
    if (const auto turn = entry.find("rotate"); turn != entry.end()) {
      const std::optional<Vec3> axis = context_.direction(turn->at("axis"), join_path(here, "rotate/axis"));
      if (!axis) return false;
      placement.rotation = rotation(*axis, turn->at("degrees").get<double>());
    }
    placement.translation = vec3_value(entry.at("translate"));
    part_.placements.push_back(placement);
    return true;
  }

  bool read_lines(const Json& path, const std::string& here) {
    std::vector<PlacementLine> lines;
    if (!context_.attempt(here, [&] { lines = read_placement_lines(context_.file(path), kMostDomains); })) return false;
    for (const PlacementLine& line : lines) {
      part_.placements.push_back({line.scale, rotation(line.axis, line.degrees), line.translation});
      context_.hash(Vector(Eigen::Vector4d(line.scale, line.axis[0], line.axis[1], line.axis[2])));
      context_.hash(Vector(Eigen::Vector4d(line.degrees, line.translation[0], line.translation[1], line.translation[2])));
    }
    return true;
  }

  bool read_pieces(const Json& path, const std::string& here) {
    TriangleMesh all;
    if (!context_.attempt(here, [&] { all = read_triangle_mesh(context_.file(path)); })) return false;
    context_.hash(all.X);
    const std::vector<Index> shown = vertices_of(part_.surface);
    const Vector rest = positions_of(part_.mesh.X, shown);
    const double size = size_of(rest);
    const std::vector<std::vector<Index>> pieces = connected_pieces(all.vertices(), all.triangles);
    for (std::size_t k = 0; k < pieces.size(); ++k) {
      const auto misfit = [&](const std::string& why) {
        context_.faults.add("scene.domains", here,
                            fmt::format("piece {} (vertices {} to {}) is no copy of the surface of \"{}\": {}", k,
                                        pieces[k].front(), pieces[k].back(), part_.name, why),
                            "a copy has the same vertices in the same order, turned, moved and scaled alike in all directions");
        return false;
      };
      if (pieces[k].size() != shown.size())
        return misfit(fmt::format("it has {} vertices, and the surface {}", pieces[k].size(), shown.size()));
      const auto [placement, off] = fit_placement(rest, positions_of(all.X, pieces[k]));
      if (!(placement.scale > 0) || !(off <= kFits * placement.scale * size))
        return misfit(fmt::format("a vertex is {:.3g} m from where it should be", off));
      part_.placements.push_back(placement);
    }
    return true;
  }

  const Json &body_, &domain_;
  const std::string& name_;
  std::string body_place_, place_;
  BuildContext& context_;
  PlacedPart part_;
};

}  // namespace

std::optional<PlacedPart> build_placed_part(const Json& body, const std::string& name, const std::string& place, std::size_t entry,
                                            BuildContext& context) {
  return PartBuilder(body, name, place, entry, context).build();
}

}  // namespace lilyan
