#include <lilyan/scene/build/body.hpp>

#include <lilyan/mesh_files/plain_lists.hpp>
#include <lilyan/scene/build/deform.hpp>
#include <lilyan/scene/schema/validate.hpp>
#include <lilyan/scene/schema/values.hpp>

#include <nlohmann/json.hpp>

namespace lilyan {
namespace {

bool apply_bend(const Json& entry, const Vec3& c, const std::string& place, BuildContext& context, Vector& x) {
  const std::optional<Vec3> along = context.direction(entry.at("along"), join_path(place, "along"));
  const std::optional<Vec3> axis = context.direction(entry.at("axis"), join_path(place, "axis"));
  if (!along || !axis) return false;
  const Vec3 across = *axis - axis->dot(*along) * *along;
  if (across.norm() < 1e-6) {
    context.faults.add("scene.direction", join_path(place, "axis"), "points along the line that is bent",
                       "give an axis at right angles to \"along\"");
    return false;
  }
  deform::bend(x, c, *along, across.normalized(), entry.at("degrees").get<double>());
  return true;
}

bool apply_turn(const Json& entry, const Vec3& c, const std::string& place, BuildContext& context, Vector& x) {
  const std::optional<Vec3> axis = context.direction(entry.at("axis"), join_path(place, "axis"));
  if (!axis) return false;
  const double degrees = entry.at("degrees").get<double>();
  if (entry.at("type") == "twist")
    deform::twist(x, c, *axis, degrees);
  else
    deform::rotate(x, c, *axis, degrees);
  return true;
}

bool apply_deform(const Json& entry, const Vec3& c, const KeptNumbers& numbers, const std::string& place, BuildContext& context,
                  Vector& x) {
  const std::string type = entry.at("type").get<std::string>();
  if (type == "twist" || type == "rotate") return apply_turn(entry, c, place, context, x);
  if (type == "bend") return apply_bend(entry, c, place, context, x);
  if (type == "positions") {
    const auto vertices = static_cast<Index>(x.size() / 3);
    if (!context.attempt(join_path(place, "path"), [&] { x = read_vertices(context.file(entry.at("path")), numbers, vertices); }))
      return false;
    context.hash(x);
    return true;
  }
  if (type == "stretch") deform::stretch(x, c, vec3_value(entry.at("factors")));
  if (type == "translate") deform::translate(x, vec3_value(entry.at("by")));
  if (type == "affine") deform::affine(x, c, mat3_value(entry.at("matrix")));
  return true;
}

}  // namespace

Vector read_vertices(const std::filesystem::path& file, const KeptNumbers& numbers, Index vertices) {
  return kept_part(numbers, read_positions(file, numbers.count_before(vertices)));
}

bool apply_deforms(const Json& entries, const Vec3& c, const KeptNumbers& numbers, const std::string& place, BuildContext& context,
                   Vector& x) {
  for (std::size_t k = 0; k < entries.size(); ++k) {
    const std::string here = join_path(place, std::to_string(k));
    bool done = false;
    if (!context.attempt(here, [&] { done = apply_deform(entries[k], c, numbers, here, context, x); }) || !done) return false;
  }
  return true;
}

}  // namespace lilyan
