#include <apps/lilyan/commands/picture_source.hpp>

#include <lilyan/convert/run_frames.hpp>
#include <lilyan/convert/run_obstacles.hpp>
#include <lilyan/core/error.hpp>
#include <lilyan/mesh_files/read.hpp>
#include <lilyan/output/frame_content.hpp>
#include <lilyan/report/pictures.hpp>
#include <lilyan/scene/load.hpp>

#include <apps/lilyan/console/streams.hpp>

#include <fmt/format.h>

namespace lilyan::app {
namespace {

namespace fs = std::filesystem;

class RunSource : public PictureSource {
 public:
  explicit RunSource(const fs::path& run)
      : is_one_file_(run.extension() == ".vtu"), frames_(list_frames(run)), obstacles_(read_obstacle_list(run)) {}
  std::size_t frames() const override { return frames_.size(); }
  double t(std::size_t frame) const override { return frames_[frame].t; }
  Skin load(std::size_t frame) override { return loader_.load(frames_[frame]); }
  render::Scenery scenery(std::size_t frame) override {
    render::Scenery scenery;
    if (frames_[frame].obstacles) {
      // Obstacles that do not move are in one file of all frames.
      if (loaded_ != frames_[frame].obstacles) seen_ = load_obstacles(frames_[frame]);
      loaded_ = frames_[frame].obstacles;
      for (const FrameObstacle& obstacle : seen_) scenery.obstacles.push_back(obstacle.skin);
    }
    for (const Obstacle::Plane& plane : planes_at(obstacles_, t(frame))) scenery.planes.push_back({plane.point, plane.normal});
    return scenery;
  }
  std::string shown(std::size_t frame) const override {
    return is_one_file_ ? "" : fmt::format("frame {} of 0 to {}, t = {:.6g} s", frame, frames() - 1, t(frame));
  }

 private:
  bool is_one_file_;  // which knows no time
  std::vector<RunFrame> frames_;
  std::vector<ListedObstacle> obstacles_;
  std::optional<fs::path> loaded_;
  std::vector<FrameObstacle> seen_;  // in `loaded_`
  SkinLoader loader_;
};

// A single state.
class StillSource : public PictureSource {
 public:
  StillSource(std::string shown, Skin skin, render::Scenery scenery = {})
      : shown_(std::move(shown)), skin_(std::move(skin)), scenery_(std::move(scenery)) {}
  std::size_t frames() const override { return 1; }
  double t(std::size_t) const override { return 0; }
  Skin load(std::size_t) override { return skin_; }
  render::Scenery scenery(std::size_t) override { return scenery_; }
  std::string shown(std::size_t) const override { return shown_; }

 private:
  std::string shown_;
  Skin skin_;
  render::Scenery scenery_;
};

Skin initial_skin(const Scene& scene) {
  const FrameFields fields = StateFields(scene).at(scene.simulation.initial());
  return SeenBodies(scene.inventory).at(scene.simulation.initial().x, fields.of_vertices, fields.of_cells);
}

}  // namespace

std::unique_ptr<PictureSource> open_picture_source(const fs::path& path, const std::vector<std::string>& overrides) {
  const fs::path extension = path.extension();
  if (extension == ".json") {
    const Scene scene = load_scene(path, overrides);
    for (const std::string& note : scene.record.notes) print_note(note);
    return std::make_unique<StillSource>("the initial state", initial_skin(scene), scenery_of(scene.inventory, 0));
  }
  if (!overrides.empty())
    throw InputError(
        {"usage", "--set", "only the values of a scene can be set", "give the scene's .json file to render its initial state"});
  std::error_code error;
  if (fs::is_directory(path, error) || extension == ".pvd" || extension == ".vtu") return std::make_unique<RunSource>(path);
  if (!fs::exists(path, error))
    throw InputError(
        {"render.source", path.string(), "there is no such folder or file", "give a run's folder, a scene or a mesh file"});
  TriangleMesh mesh = read_triangle_mesh(path);
  for (const std::string& note : mesh.notes) print_note(note);
  return std::make_unique<StillSource>("", Skin{std::move(mesh.X), std::move(mesh.triangles), {}});
}

}  // namespace lilyan::app
