#include <apps/lilyan/coarse_motion.hpp>

#include <lilyan/core/stopwatch.hpp>
#include <lilyan/render/picture.hpp>
#include <lilyan/render/png.hpp>
#include <lilyan/report/pictures.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace lilyan::app {
namespace {

constexpr double kCellSteps = 4e6;  // cells times steps of the fine body
constexpr std::int64_t kFewest = 5, kMost = 200;

struct Followed {
  std::vector<double> times, distances;
  double seconds = 0;  // of a step
  std::string failure;
};

Followed follow(Scene& scene, const std::vector<WeightedVertex>& point, std::int64_t steps, const char* which, StageLine& stage) {
  Simulation& simulation = scene.simulation;
  const Vec3 start = weighted_sum(point, simulation.positions());
  Followed followed{{simulation.time()}, {0}, 0, {}};
  double seconds = 0;
  std::int64_t made = 0;
  while (made < steps && !simulation.is_finished()) {
    stage.show(fmt::format("moving the {} body, step {} of {}", which, made + 1, steps));
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

}  // namespace

ComparedMotion compare_motions(Scene& fine, Scene& coarse, const std::vector<WeightedVertex>& fine_point,
                               const std::vector<WeightedVertex>& coarse_point, StageLine& stage) {
  const auto by_size = static_cast<std::int64_t>(kCellSteps / static_cast<double>(std::max<Index>(1, fine.inventory.cells.count())));
  const std::int64_t steps = std::clamp(by_size, kFewest, kMost);
  const Followed of_coarse = follow(coarse, coarse_point, steps, "coarse", stage);
  const Followed of_fine = follow(fine, fine_point, steps, "fine", stage);
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

  stage.show("drawing");
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

}  // namespace lilyan::app
