#include <apps/lilyan/commands/first_scene.hpp>

#include <lilyan/core/platform/file_writer.hpp>
#include <lilyan/mesh_files/write.hpp>
#include <lilyan/scene/load.hpp>

#include <apps/lilyan/commands/written_scene.hpp>

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>
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

Mat3 edges(const Vector& x, const Tet& tet) {
  Mat3 edges;
  for (int a = 0; a < 3; ++a) edges.col(a) = vertex(x, tet[static_cast<std::size_t>(a) + 1]) - vertex(x, tet[0]);
  return edges;
}

double largest_strain(const Vector& X, const Vector& x, const Tet& tet) {
  const Mat3 slope = (edges(x, tet) - edges(X, tet)) * edges(X, tet).inverse();
  Eigen::SelfAdjointEigenSolver<Mat3> eigen;
  eigen.computeDirect(0.5 * (slope + slope.transpose()), Eigen::EigenvaluesOnly);
  return eigen.eigenvalues().cwiseAbs().maxCoeff();
}

// How much its own weight strains a body that hangs, for the choice of a stiffness at which it sags visibly and no cell is crushed.
//
//   eps = (grad u + grad u^T)/2 of the displacement u at rest under gravity
//   strain = the largest |eigenvalue of eps| of any tet
//
// The strains are small ones, so that they are in proportion to 1/E. Where a body hangs, how thin it is there and how far its parts
// reach out is all in u: a body that hangs from its thinnest part is strained hundreds of times as much as a bar of its length.
//
// Of the one body of tets that the scene `text` holds; `file` is its place. `swing` is the time of its slow motions [s], sqrt(L/g).
// 0 if the equilibrium is not found.
double strain_under_own_weight(const std::string& text, const std::filesystem::path& file, double swing) {
  // One step of backward Euler that lasts a thousand swings: its inertia is a millionth of the stiffness, and yet multigrid may
  // solve it, and parts that no pin holds fall without strain.
  constexpr double kSwings = 1000;
  Scene scene = parse_scene(text, file,
                            {"bodies.0.material.type=linear", "integrator.type=backward_euler",
                             fmt::format("time.step={}", kSwings * swing), fmt::format("output.interval={}", kSwings * swing)});
  if (!scene.simulation.step()) return 0;
  const Vector x = scene.simulation.positions();
  double largest = 0;
  for (const Tet& tet : scene.inventory.cells.tets) largest = std::max(largest, largest_strain(scene.inventory.rest, x, tet));
  return largest;
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
  const double swing = std::sqrt(length / kGravity), step = rounded(0.05 * swing);
  const std::string name = body_name(scene);  // where the run goes: out/<name>
  const auto text_with = [&](double stiffness, const std::string& render) {
    return fmt::format(
        R"(// {0}, hanging from its topmost part: let go from rest it falls, stretches and swings, and nothing damps it.
// A lower youngs_modulus makes it softer, a higher one stiffer. All of this is a start: other laws and integrators are in `lilyan list materials` and `lilyan list integrators`.
{{
  "lilyan": 1,
  "name": "{0}",
  "gravity": [0, -9.81, 0],
  "bodies": [{{
    "name": "{0}",
    "mesh": {{"type": "file", "path": {1}}},
    {2}"material": {{"type": "stable_neo_hookean", "youngs_modulus": {3}, "poissons_ratio": 0.4}},
    "density": {4}
  }}],
  "pins": [{{"name": "top", "body": "{0}", "select": {{"type": "plane", "point": [0, {5:.6g}, 0], "normal": [0, 1, 0]}}}}],
  "integrator": {{"type": "avf"}},
  "time": {{"step": {6}, "steps": 300}},
  "output": {{"interval": {7}, "frames": ["vtu"]}}
}}
)",
        name, from_scene(options.output, scene), render, stiffness, kDensity, body.highest[1] - 0.1 * height, step, 2 * step);
  };
  // E = 10 rho g L: a bar of length L that hangs is stretched by about 1/20 of it under its own weight. A body that hangs from a
  // thin part, or reaches out to the sides, would be torn and crushed there. It is made so much stiffer that its strains at rest
  // are at most kStrain, by the theory of small strains. Let go without damping, it is strained about twice as much on the way. By
  // this rule cells of bodies that hang from their thinnest part keep J > 0.6; by the length alone, J fell to 0.009.
  constexpr double kStrain = 0.5;
  const double soft = 10 * kDensity * kGravity * length;
  const double strain = strain_under_own_weight(text_with(soft, ""), scene, swing);
  const std::string text = text_with(rounded(soft * std::max(1.0, strain / kStrain)),
                                     fmt::format("\"render\": {{\"path\": {}}},\n    ", from_scene(shown, scene)));
  parse_scene(text, scene);  // a scene that we write is one that runs
  write_atomically(scene, with_mark(text, surface_copy(options)));
}

}  // namespace lilyan::app
