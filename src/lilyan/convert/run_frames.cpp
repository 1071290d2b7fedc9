#include <lilyan/convert/run_frames.hpp>
#include <lilyan/core/error.hpp>
#include <lilyan/mesh_files/vtk/pvd.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace lilyan {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void throw_no_frames(const fs::path& place, const std::string& message) {
  throw InputError(
      {"frames.none", place.string(), message, R"(ask for frames in the scene, "output": {"frames": ["vtu"]}, and run it again)"});
}

// Part 0 begins a frame; what is seen of it and obstacles, which have a name, may follow at the same instant.
std::vector<RunFrame> frames_of(const fs::path& index, std::vector<PvdEntry> entries) {
  std::vector<RunFrame> frames;
  for (PvdEntry& entry : entries) {
    const bool is_obstacles = entry.name == kObstaclesPartName;
    const bool goes_on =
        !frames.empty() && entry.time == frames.back().t && !frames.back().obstacles && entry.part == (frames.back().skin ? 2 : 1);
    if (entry.part == 0) {
      frames.push_back({entry.time, std::move(entry.file), std::nullopt});
    } else if (goes_on && is_obstacles) {
      frames.back().obstacles = std::move(entry.file);
    } else if (goes_on && entry.part == 1) {
      frames.back().skin = std::move(entry.file);
    } else {
      throw InputError(
          {"frames.index", fmt::format("{}:{}", index.string(), entry.line),
           fmt::format("part {} of t = {} s does not belong to a frame of a run", entry.part, entry.time),
           "a frame of a run is part 0, the cells, and may have the surface that is seen and obstacles as its next parts"});
    }
    if (frames.size() > 1 && frames.back().t < frames[frames.size() - 2].t) {
      throw InputError({"frames.index", fmt::format("{}:{}", index.string(), entry.line),
                        fmt::format("t = {} s comes after t = {} s", frames.back().t, frames[frames.size() - 2].t),
                        "the frames of a run are in order of time"});
    }
  }
  return frames;
}

void check_there(const fs::path& file) {
  std::error_code error;
  if (fs::is_regular_file(file, error)) return;
  throw InputError({"frames.missing", file.string(), "this frame is gone, though the index of frames names it",
                    "bring the file back, or run the scene again"});
}

}  // namespace

std::vector<RunFrame> list_frames(const fs::path& run) {
  if (run.extension() == ".vtu") {
    if (std::error_code error; !fs::is_regular_file(run, error))
      throw InputError({"frames.missing", run.string(), "there is no such file", {}});
    return {{0, run, std::nullopt}};
  }
  fs::path index = run;
  if (run.extension() != ".pvd") {
    std::error_code error;
    if (!fs::is_directory(run, error))
      throw InputError(
          {"frames.none", run.string(), "is no folder of a run", "give the folder that `lilyan run` wrote, a .pvd or a .vtu file"});
    index = run / kFrameIndexName;
    if (!fs::exists(index, error)) throw_no_frames(run, fmt::format("holds no frames: there is no {}", index.filename().string()));
  }
  std::vector<RunFrame> frames = frames_of(index, read_pvd(index));
  if (frames.empty()) throw_no_frames(index, "holds no frame");
  for (const RunFrame& frame : frames) {
    check_there(frame.body);
    if (frame.skin) check_there(*frame.skin);
    if (frame.obstacles) check_there(*frame.obstacles);
  }
  return frames;
}

Skin load_skin(const RunFrame& frame) { return SkinLoader().load(frame); }

std::vector<FrameObstacle> load_obstacles(const RunFrame& frame) {
  if (!frame.obstacles) return {};
  const VtkGrid grid = read_vtk_grid(*frame.obstacles);
  const MeshField* body = find_field(grid.triangle_fields, "body");
  std::map<Index, std::vector<Triangle>> triangles;
  for (std::size_t t = 0; t < grid.triangles.size(); ++t)
    triangles[body == nullptr ? 0 : static_cast<Index>(body->values[t])].push_back(grid.triangles[t]);
  std::vector<FrameObstacle> obstacles;
  for (auto& [number, own] : triangles) {
    std::vector<Index> vertices;
    for (const Triangle& triangle : own) vertices.insert(vertices.end(), triangle.begin(), triangle.end());
    std::sort(vertices.begin(), vertices.end());
    vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
    Vector x(3 * static_cast<Eigen::Index>(vertices.size()));
    for (std::size_t i = 0; i < vertices.size(); ++i) vertex(x, static_cast<Index>(i)) = vertex(grid.X, vertices[i]);
    for (Triangle& triangle : own)
      for (Index& i : triangle) i = static_cast<Index>(std::lower_bound(vertices.begin(), vertices.end(), i) - vertices.begin());
    obstacles.push_back({number, {std::move(x), std::move(own), {}}});
  }
  return obstacles;
}

Skin SkinLoader::load(const RunFrame& frame) {
  VtkGrid grid = read_vtk_grid(frame.skin.value_or(frame.body));
  if (fields_ == Fields::none) grid.vertex_fields = {};
  if (frame.skin) return {std::move(grid.X), std::move(grid.triangles), std::move(grid.vertex_fields)};
  Cells cells = cells_of(grid);
  if (!seen_ || cells_ != cells) {
    cells_ = std::move(cells);
    seen_.emplace(cells_, tube_radius(grid.X));
  }
  return seen_->at(grid.X, grid.vertex_fields, fields_ == Fields::none ? std::vector<MeshField>{} : cell_fields_of(grid));
}

}  // namespace lilyan
