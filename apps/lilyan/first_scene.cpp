#include <lilyan/core/platform/file_writer.hpp>
#include <lilyan/mesh_files/write.hpp>
#include <lilyan/scene/load.hpp>

#include <apps/lilyan/first_scene.hpp>
#include <apps/lilyan/written_scene.hpp>

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

namespace lilyan::app {
namespace {

namespace fs = std::filesystem;

// Two digits are enough for numbers that people will change.
double rounded(double value) {
  const double unit = std::pow(10, std::floor(std::log10(value)) - 1);
  return std::stod(fmt::format("{:.1e}", std::round(value / unit) * unit));
}

// A file's path as the scene names it, as JSON text.
std::string from_scene(const fs::path& file, const fs::path& scene) {
  const fs::path folder = fs::absolute(scene).parent_path();
  return nlohmann::json(fs::absolute(file).lexically_normal().lexically_proximate(folder.lexically_normal()).string())
      .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

// Names of bodies hold no quotes, slashes or commas.
std::string body_name(const fs::path& file) {
  std::string name = file.stem().string();
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '-' && c != '_') c = '_';
  return name.empty() ? "body" : name;
}

}  // namespace

fs::path surface_copy(const MeshOptions& options) {
  if (options.scale == 1) return {};
  fs::path copy = options.output;
  return copy.replace_filename(options.output.stem().string() + "_surface.obj");
}

void write_first_scene(const fs::path& scene, const MeshOptions& options, const TriangleMesh& surface, const MeshFigures& body) {
  fs::path shown = options.source;
  if (const fs::path copy = surface_copy(options); !copy.empty()) {
    shown = copy;
    write_triangle_mesh(shown, surface);
  }
  constexpr double kDensity = 1000, kGravity = 9.81;
  const double length = (body.highest - body.lowest).maxCoeff(), height = body.highest[1] - body.lowest[1];
  // E = 10 rho g L: a body of length L is stretched by about 1/20 of it under its own weight, and swings in about sqrt(L/g).
  const double stiffness = rounded(10 * kDensity * kGravity * length), step = rounded(0.05 * std::sqrt(length / kGravity));
  const std::string name = body_name(scene);  // where the run goes: out/<name>
  const std::string text = fmt::format(
      R"(// {0}, hanging from its topmost part: let go from rest it falls, stretches and swings, and nothing damps it.
// A lower youngs_modulus makes it softer, a higher one stiffer. All of this is a start: other laws and integrators are in `lilyan list materials` and `lilyan list integrators`.
{{
  "lilyan": 1,
  "name": "{0}",
  "gravity": [0, -9.81, 0],
  "bodies": [{{
    "name": "{0}",
    "mesh": {{"type": "file", "path": {1}}},
    "render": {{"path": {2}}},
    "material": {{"type": "stable_neo_hookean", "youngs_modulus": {3}, "poissons_ratio": 0.4}},
    "density": {4}
  }}],
  "pins": [{{"name": "top", "body": "{0}", "select": {{"type": "plane", "point": [0, {5:.6g}, 0], "normal": [0, 1, 0]}}}}],
  "integrator": {{"type": "avf"}},
  "time": {{"step": {6}, "steps": 300}},
  "output": {{"interval": {7}, "frames": ["vtu"]}}
}}
)",
      name, from_scene(options.output, scene), from_scene(shown, scene), stiffness, kDensity, body.highest[1] - 0.1 * height, step,
      2 * step);
  parse_scene(text, scene);  // a scene that we write is one that runs
  write_atomically(scene, with_mark(text, surface_copy(options)));
}

}  // namespace lilyan::app
