#include <lilyan/report/coarsening/coarsening_record.hpp>

#include <lilyan/coarsening/model/coarsening_methods.hpp>
#include <lilyan/core/stopwatch.hpp>
#include <lilyan/mesh/faces.hpp>
#include <lilyan/render/picture.hpp>
#include <lilyan/render/png.hpp>
#include <lilyan/report/pictures.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace lilyan {
namespace {

using Progress = std::function<void(const std::string&)>;

constexpr double kCellSteps = 4e6;  // cells times steps of the fine body
constexpr std::int64_t kFewestSteps = 5, kMostSteps = 200;
constexpr Index kFrequencies = 5;

struct Followed {
  std::vector<double> times, distances;
  double seconds = 0;  // of a step
  std::string failure;
};

Followed follow(Scene& scene, const std::vector<WeightedVertex>& point, std::int64_t steps, const char* which,
                const Progress& progress) {
  Simulation& simulation = scene.simulation;
  const Vec3 start = weighted_sum(point, simulation.positions());
  Followed followed{{simulation.time()}, {0}, 0, {}};
  double seconds = 0;
  std::int64_t made = 0;
  while (made < steps && !simulation.is_finished()) {
    progress(fmt::format("moving the {} body, step {} of {}", which, made + 1, steps));
    bool is_made = false;
    {
      const Stopwatch stopwatch(seconds);
      const auto step = simulation.step();
      is_made = static_cast<bool>(step);
      if (!is_made) followed.failure = fmt::format("step {}: {}", made + 1, step.failure().failure.reason);
    }
    if (!is_made) break;
    ++made;
    followed.times.push_back(simulation.time());
    followed.distances.push_back((weighted_sum(point, simulation.positions()) - start).norm());
  }
  if (made > 0) followed.seconds = seconds / static_cast<double>(made);
  return followed;
}

std::string picture_of(const Scene& scene, const render::PictureSettings& settings) {
  return render::png_bytes(render::render_picture(body_skins(scene.inventory, scene.simulation.positions()), settings));
}

// The vertex of the surface that is farthest from the middle of what is held, or of all vertices.
Index far_vertex(const FineShape& fine) {
  Vec3 middle = Vec3::Zero();
  Index held = 0;
  for (Index i = 0; i < fine.vertices(); ++i)
    if (fine.held[3 * static_cast<std::size_t>(i)] || fine.held[3 * static_cast<std::size_t>(i) + 1])
      middle += vertex(fine.X, i), ++held;
  if (held == 0)
    for (Index i = 0; i < fine.vertices(); ++i) middle += vertex(fine.X, i), ++held;
  middle /= held;
  const std::vector<Index> shown = surface_vertices(fine);
  return *std::max_element(shown.begin(), shown.end(), [&](Index a, Index b) {
    return (vertex(fine.X, a) - middle).squaredNorm() < (vertex(fine.X, b) - middle).squaredNorm();
  });
}

const Body& body_named(const Inventory& inventory, const std::string& name) {
  return *std::find_if(inventory.bodies.begin(), inventory.bodies.end(), [&](const Body& body) { return body.name == name; });
}

std::vector<WeightedVertex> moved_on(std::vector<WeightedVertex> shares, Index first) {
  for (WeightedVertex& share : shares) share.vertex += first;
  return shares;
}

// The same motion of a fine scene and of the coarse one that stands for it. Both are moved by the first steps of the scene: fewer
// the larger the fine body is, so that the page does not take much longer than the coarsening. `point` is followed in both: its
// shares in the vertices of each system.
ComparedMotion compare_motions(Scene& fine, Scene& coarse, const std::vector<WeightedVertex>& fine_point,
                               const std::vector<WeightedVertex>& coarse_point, const Progress& progress) {
  const auto by_size =
      static_cast<std::int64_t>(kCellSteps / static_cast<double>(std::max<Index>(1, fine.inventory.cells.count())));
  const std::int64_t steps = std::clamp(by_size, kFewestSteps, kMostSteps);
  const Followed of_coarse = follow(coarse, coarse_point, steps, "coarse", progress);
  const Followed of_fine = follow(fine, fine_point, steps, "fine", progress);
  const std::size_t both = std::min(of_fine.times.size(), of_coarse.times.size());
  ComparedMotion motion;
  motion.integrator = fine.record.integrator_name;
  motion.times.assign(of_fine.times.begin(), of_fine.times.begin() + static_cast<std::ptrdiff_t>(both));
  motion.fine.assign(of_fine.distances.begin(), of_fine.distances.begin() + static_cast<std::ptrdiff_t>(both));
  motion.coarse.assign(of_coarse.distances.begin(), of_coarse.distances.begin() + static_cast<std::ptrdiff_t>(both));
  motion.fine_seconds = of_fine.seconds;
  motion.coarse_seconds = of_coarse.seconds;
  motion.fine_failure = of_fine.failure;
  motion.coarse_failure = of_coarse.failure;

  progress("drawing");
  render::PictureSettings settings;
  settings.width = 540, settings.height = 360;
  settings.shadows = render::Shadows::coarse;
  render::Framing framing(settings.width, settings.height);
  for (const Scene* scene : {&fine, &coarse})
    for (const Skin& skin : body_skins(scene->inventory, scene->simulation.positions())) framing.add(skin);
  settings.camera = framing.camera();
  motion.fine_picture = picture_of(fine, settings);
  motion.coarse_picture = picture_of(coarse, settings);
  return motion;
}

}  // namespace

CoarseningRecord coarsening_record(const CoarsenedBody& coarsened, Scene& fine, Scene& coarse, const Progress& progress) {
  const auto& [name, body, shape, mesh, model] = coarsened;
  const Progress tell = progress ? progress : [](const std::string&) {};
  CoarseningRecord record;
  record.scene = fine.record.name;
  record.body = name;
  record.method = model.method;
  record.source = source_text(model.fine.source);
  record.has_pinned_probes = model.support == ProbeSupport::pinned;
  record.cell_kind = model.cells.kind(0);
  record.counts = model.counts;
  record.frozen = model.frozen.size();
  record.cut = plane_to_cut(model);
  record.parts = pieces_by_vertices(body.cells);
  record.coarse_parts = pieces_by_vertices(model.cells);
  record.g = fine.simulation.system().gravity();
  if (record.g.isZero(0)) record.g = Vec3(0, -9.81, 0);
  tell("comparing at rest: the fine body");
  record.fine = {"fine", body.vertices(), body.cells.count(), rest_behaviour(body, shape.mass, record.g, kFrequencies)};
  tell("comparing at rest: the coarse body");
  const auto compared = [&](const CoarseModel& of) {
    return ComparedBody{of.method, of.vertices(), of.cells.count(), rest_behaviour(of, coarsened.body, record.g, kFrequencies)};
  };
  record.coarse = compared(model);
  if (const CoarseningMethod& baseline = baseline_coarsening(); model.method != baseline.name)
    record.others.push_back(compared(coarse_model(body, model.fine, mesh, baseline, model.support)));
  const Index far = far_vertex(shape);
  record.motion = compare_motions(
      fine, coarse, {{body_named(fine.inventory, name).first_vertex + far, 1}},
      moved_on(vertex_weights(model)[static_cast<std::size_t>(far)], body_named(coarse.inventory, name).first_vertex), tell);
  return record;
}

}  // namespace lilyan
