#include <lilyan/scene/build/bodies/deform.hpp>

#include <lilyan/mesh/transform.hpp>
#include <lilyan/mesh_files/plain_lists.hpp>
#include <lilyan/scene/build/bodies/body.hpp>
#include <lilyan/scene/schema/validate.hpp>
#include <lilyan/scene/schema/values.hpp>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <numbers>

namespace lilyan {

namespace deform {
namespace {

template <class Map>
void map_offsets(Vector& x, const Vec3& c, const Map& map) {
  for (Index i = 0; i < x.size() / 3; ++i) vertex(x, i) = c + map(Vec3(vertex(x, i) - c));
}

double extent(const Vector& x, const Vec3& direction) {
  double lowest = std::numeric_limits<double>::infinity(), highest = -lowest;
  for (Index i = 0; i < x.size() / 3; ++i) {
    const double s = direction.dot(vertex(x, i));
    lowest = std::min(lowest, s), highest = std::max(highest, s);
  }
  return highest - lowest;
}

}  // namespace

void stretch(Vector& x, const Vec3& c, const Vec3& factors) {
  map_offsets(x, c, [&](const Vec3& r) { return Vec3(factors.cwiseProduct(r)); });
}

void twist(Vector& x, const Vec3& c, const Vec3& axis, double degrees) {
  const double length = extent(x, axis);
  map_offsets(x, c, [&](const Vec3& r) { return Vec3(rotation(axis, degrees * axis.dot(r) / length) * r); });
}

void rotate(Vector& x, const Vec3& c, const Vec3& axis, double degrees) { affine(x, c, rotation(axis, degrees)); }

void affine(Vector& x, const Vec3& c, const Mat3& A) {
  map_offsets(x, c, [&](const Vec3& r) { return Vec3(A * r); });
}

void bend(Vector& x, const Vec3& c, const Vec3& along, const Vec3& axis, double degrees) {
  const double curvature = degrees * std::numbers::pi / 180 / extent(x, along);  // 1/rho
  const Vec3 normal = axis.cross(along);
  map_offsets(x, c, [&](const Vec3& offset) {
    const double s = along.dot(offset), r = normal.dot(offset), q = axis.dot(offset);
    const double phi = curvature * s, half = std::sin(phi / 2);
    // rho sin(phi) and rho (1 - cos(phi)), written so that they tend to s and 0 as the bend vanishes
    const double rho_sin = phi == 0 ? s : s * std::sin(phi) / phi;
    const double rho_versine = phi == 0 ? 0 : s * 2 * half * half / phi;
    return Vec3((rho_sin - r * std::sin(phi)) * along + (rho_versine + r * std::cos(phi)) * normal + q * axis);
  });
}

void translate(Vector& x, const Vec3& by) {
  for (Index i = 0; i < x.size() / 3; ++i) vertex(x, i) += by;
}

}  // namespace deform

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
