#include <lilyan/convert/run_frames.hpp>
#include <lilyan/convert/run_obstacles.hpp>
#include <lilyan/core/error.hpp>
#include <lilyan/core/platform/file.hpp>
#include <lilyan/core/platform/file_reader.hpp>
#include <lilyan/mesh_files/vtk/vtu.hpp>
#include <lilyan/output/frame_series.hpp>
#include <lilyan/run/scene.hpp>

#include <fmt/format.h>

namespace lilyan {

namespace {

std::vector<VtuField> views_of(const std::vector<MeshField>& fields) {
  std::vector<VtuField> views;
  for (const MeshField& field : fields) views.push_back({field.name, field.components, field.values});
  return views;
}

}  // namespace

FrameSeries::FrameSeries(const Scene& scene, const RunFolder& folder, std::int64_t frames, PvdIndex index)
    : inventory_(&scene.inventory), fields_(scene), folder_(folder), frames_(frames), index_(std::move(index)) {
  if (has_render_mesh(inventory_->bodies)) seen_.emplace(*inventory_);
  const std::vector<Obstacle>& obstacles = inventory_->obstacles;
  if (obstacles.empty()) return;
  write_obstacle_list(folder_.obstacle_list(), *inventory_);
  if (has_surface(obstacles) && !moves(obstacles)) write_obstacles(folder_.obstacles_at_rest(), 0);
}

void FrameSeries::write_obstacles(const std::filesystem::path& file, double t) {
  const SeenObstacles seen = seen_obstacles(*inventory_, t);
  write_vtu(file, seen.x, seen.triangles, {}, views_of({seen.body}), Sync::later);
  unsynced_.push_back(file);
}

FrameSeries FrameSeries::create(const Scene& scene, const RunFolder& folder, std::int64_t first) {
  make_own_folder(folder.frames());
  return FrameSeries(scene, folder, first, PvdIndex::create(folder.frame_index()));
}

void FrameSeries::check(const RunFolder& folder, std::int64_t frames, std::uint64_t index_size) {
  constexpr std::size_t kLongestEntry = 1 << 12;
  const auto refuse = [&](const std::string& what) {
    throw InputError({"checkpoint.record", folder.frame_index().string(), what, {}});
  };
  const FileReader in(folder.frame_index());
  if (!in.is_open() || in.size() < index_size) refuse("is missing or shorter than the checkpoint counts on");
  const std::string end = in.read_before(index_size, kLongestEntry);
  const std::size_t last = end.rfind("part=\"0\"");
  const std::string_view entry = last == std::string::npos ? std::string_view() : std::string_view(end).substr(last);
  const bool is_last = frames > 0 && entry.find(folder.frame(frames - 1).filename().string()) != std::string_view::npos;
  if (!end.ends_with(">\n") || (!is_last && !entry.empty()))
    refuse(fmt::format("does not end with {} frames where the checkpoint counts on, after {} bytes", frames, index_size));
}

FrameSeries FrameSeries::open_at(const Scene& scene, const RunFolder& folder, std::int64_t frames, std::uint64_t index_size) {
  make_own_folder(folder.frames());
  // The index first: it never names a frame that is gone.
  PvdIndex index = PvdIndex::resume(folder.frame_index(), static_cast<std::int64_t>(index_size));
  folder.remove_frames(frames);
  return FrameSeries(scene, folder, frames, std::move(index));
}

std::uint64_t FrameSeries::index_size() const { return static_cast<std::uint64_t>(index_.offset()); }

void FrameSeries::write(const Snapshot& now) {
  const FrameFields fields = fields_.at(now);
  std::vector<std::filesystem::path> files = {folder_.frame(frames_)};
  std::vector<MeshField> with_body = fields.of_cells;
  with_body.push_back(body_of_cells(*inventory_));
  write_vtu(files[0], now.x, inventory_->cells, views_of(fields.of_vertices), views_of(with_body), Sync::later);
  if (seen_) {
    const Skin skin = seen_->at(now.x, fields.of_vertices, fields.of_cells);
    files.push_back(folder_.skin(frames_));
    write_vtu(files[1], skin.x, skin.triangles, views_of(skin.fields), {}, Sync::later);
  }
  unsynced_.insert(unsynced_.end(), files.begin(), files.end());
  const bool has_obstacles = has_surface(inventory_->obstacles);
  if (has_obstacles && moves(inventory_->obstacles)) write_obstacles(folder_.obstacles(frames_), now.t);
  if (has_obstacles) files.push_back(moves(inventory_->obstacles) ? folder_.obstacles(frames_) : folder_.obstacles_at_rest());
  std::vector<std::string> names;
  for (const std::filesystem::path& file : files) names.push_back((folder_.frames().filename() / file.filename()).generic_string());
  index_.add(now.t, names, has_obstacles ? kObstaclesPartName : "");
  ++frames_;
}

void FrameSeries::sync() {
  if (unsynced_.empty()) return;
  for (const std::filesystem::path& file : unsynced_) sync_file(file);
  sync_file(folder_.frames());
  sync_file(folder_.frame_index());
  unsynced_.clear();
}

}  // namespace lilyan
