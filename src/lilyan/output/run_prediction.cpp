#include <lilyan/output/run_prediction.hpp>

#include <lilyan/core/error.hpp>
#include <lilyan/output/frame_content.hpp>
#include <lilyan/output/run_folder.hpp>
#include <lilyan/run/scene.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <system_error>

namespace lilyan {
namespace {

namespace fs = std::filesystem;

double bytes_of(const std::vector<MeshField>& fields) {
  double numbers = 0;
  for (const MeshField& field : fields) numbers += static_cast<double>(field.values.size());
  return 8 * numbers;
}

// Positions, and for every cell its corners, its end in the list of corners, and its type.
double grid_bytes(double vertices, double cells, double corners) {
  constexpr double kHeader = 2000;
  return kHeader + 24 * vertices + 8 * corners + 9 * cells;
}

double frame_bytes(const Scene& scene, const Snapshot& now) {
  const Inventory& inventory = scene.inventory;
  const FrameFields fields = StateFields(scene).at(now);
  const Cells& cells = inventory.cells;
  const auto count = [](const auto& list) { return static_cast<double>(list.size()); };
  const double solid = 4 * count(cells.tets) + 8 * count(cells.hexes) + 3 * count(cells.triangles) + 4 * count(cells.quads);
  const double all = cells.count(), others = count(cells.edges) + count(cells.points);
  double bytes = grid_bytes(static_cast<double>(now.x.size()) / 3, all, solid + 2 * others) + bytes_of(fields.of_vertices) +
                 bytes_of(fields.of_cells) + 8 * all;
  if (has_render_mesh(inventory.bodies)) {
    const Skin skin = SeenBodies(inventory).at(now.x, fields.of_vertices, fields.of_cells);
    bytes += grid_bytes(static_cast<double>(skin.x.size()) / 3, count(skin.triangles), 3 * count(skin.triangles)) +
             bytes_of(skin.fields);
  }
  if (moves(inventory.obstacles)) {
    const SeenObstacles seen = seen_obstacles(inventory, now.t);
    bytes += grid_bytes(static_cast<double>(seen.x.size()) / 3, count(seen.triangles), 3 * count(seen.triangles)) +
             bytes_of({seen.body});
  }
  return bytes;
}

double frames_left(const OutputPlan& output, const Simulation& simulation) {
  const SimulationSettings& settings = simulation.settings();
  const double done = simulation.time(), end = settings.until.value_or(static_cast<double>(settings.steps) * settings.h);
  const double every =
      output.interval ? std::max(*output.interval, simulation.stepper().chooses_length() ? 0 : settings.h) : settings.h;
  constexpr double kRounding = 1e-9;
  const double due = std::floor(end / every + kRounding) - std::floor(done / every + kRounding);
  return std::max(0.0, due) + (simulation.steps_done() == 0 ? 1 : 0);
}

std::string size_text(double bytes) {
  constexpr const char* kUnits[] = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB"};
  std::size_t unit = 0;
  while (bytes >= 1000 && unit + 1 < std::size(kUnits)) bytes /= 1024, ++unit;
  return fmt::format("{:.3g} {}", bytes, kUnits[unit]);
}

double bytes_in(const fs::path& folder) {
  double bytes = 0;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    std::error_code gone;
    if (const auto size = entry->file_size(gone); !gone) bytes += static_cast<double>(size);
  }
  return bytes;
}

}  // namespace

RunPrediction predict_run(const Scene& scene, Simulation& simulation) {
  RunPrediction prediction;
  prediction.unknowns = static_cast<double>(simulation.system().coordinates().size());
  prediction.solver_bytes = simulation.predicted_solver_bytes();
  prediction.solver = simulation.linear_solving().type;
  prediction.reduction_bytes = scene.record.reduction_bytes;
  if (scene.output.frames) {
    prediction.frames = frames_left(scene.output, simulation);
    prediction.bytes_per_frame = frame_bytes(scene, simulation.initial());
  }
  return prediction;
}

std::string to_text(const RunPrediction& prediction) {
  std::vector<std::string> parts;
  if (prediction.solver_bytes > 0)
    parts.push_back(fmt::format("{} for the linear solver ({})", size_text(prediction.solver_bytes), prediction.solver));
  if (prediction.reduction_bytes > 0)
    parts.push_back(fmt::format("{} to make the energy of a reduced body", size_text(prediction.reduction_bytes)));
  if (prediction.frames > 0)
    parts.push_back(fmt::format("{:.0f} frames of {}: {} of disk", prediction.frames, size_text(prediction.bytes_per_frame),
                                size_text(prediction.disk_bytes())));
  return fmt::format("{}", fmt::join(parts, ", "));
}

void refuse_little_memory(const RunPrediction& prediction, double free_bytes) {
  constexpr double kBesides = 32 * 0x1p20;
  const double needed = prediction.solver_bytes + kBesides;
  if (needed <= free_bytes) return;
  throw InputError({"run.memory", "",
                    fmt::format("{} of memory are free, and the run needs {}: {} for its linear solver and {} for all else",
                                size_text(free_bytes), size_text(needed), size_text(prediction.solver_bytes), size_text(kBesides)),
                    "use a coarser mesh, or a machine, container or limit (ulimit -v) with more memory"});
}

void refuse_full_disk(const RunPrediction& prediction, const fs::path& folder, double free_bytes) {
  if (prediction.disk_bytes() <= free_bytes) return;
  throw InputError({"output.disk", folder.string(),
                    fmt::format("{:.3g} frames of {} would take {} of disk; {} are free", prediction.frames,
                                size_text(prediction.bytes_per_frame), size_text(prediction.disk_bytes()), size_text(free_bytes)),
                    "write fewer frames with a longer output.interval, or write them elsewhere with -o"});
}

double free_disk(const fs::path& folder, FramesThere frames) {
  std::error_code error;
  const double replaced = frames == FramesThere::go ? bytes_in(RunFolder(folder).frames()) : 0;
  for (fs::path place = fs::absolute(folder, error); !error; place = place.parent_path()) {
    const fs::space_info space = fs::space(place, error);
    if (!error) return static_cast<double>(space.available) + replaced;
    if (place == place.parent_path()) break;
    error.clear();
  }
  return std::numeric_limits<double>::infinity();
}

}  // namespace lilyan
