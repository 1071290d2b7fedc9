#include <apps/lilyan/picture_source.hpp>

#include <lilyan/convert/run_frames.hpp>
#include <lilyan/core/error.hpp>
#include <lilyan/mesh_files/read.hpp>
#include <lilyan/output/frame_fields.hpp>
#include <lilyan/output/seen_bodies.hpp>
#include <lilyan/scene/load.hpp>

#include <apps/lilyan/streams.hpp>

#include <fmt/format.h>

namespace lilyan::app {
namespace {

namespace fs = std::filesystem;

class RunSource : public PictureSource {
 public:
  explicit RunSource(const fs::path& run)
      : name_(fs::weakly_canonical(run).stem().string()), is_one_file_(run.extension() == ".vtu"), frames_(list_frames(run)) {}
  std::size_t frames() const override { return frames_.size(); }
  double t(std::size_t frame) const override { return frames_[frame].t; }
  Skin load(std::size_t frame) override { return loader_.load(frames_[frame]); }
  std::string name() const override { return name_; }
  std::string shown(std::size_t frame) const override {
    return is_one_file_ ? "" : fmt::format("frame {} of 0 to {}, t = {:.6g} s", frame, frames() - 1, t(frame));
  }

 private:
  std::string name_;
  bool is_one_file_;  // which knows no time
  std::vector<RunFrame> frames_;
  SkinLoader loader_;
};

// A single state.
class StillSource : public PictureSource {
 public:
  StillSource(std::string name, std::string shown, Skin skin)
      : name_(std::move(name)), shown_(std::move(shown)), skin_(std::move(skin)) {}
  std::size_t frames() const override { return 1; }
  double t(std::size_t) const override { return 0; }
  Skin load(std::size_t) override { return skin_; }
  std::string name() const override { return name_; }
  std::string shown(std::size_t) const override { return shown_; }

 private:
  std::string name_, shown_;
  Skin skin_;
};

Skin initial_skin(const Scene& scene) {
  const FrameFields fields = frame_fields(scene.inventory, scene.simulation.initial());
  return SeenBodies(scene.inventory).at(scene.simulation.initial().x, fields.of_vertices, fields.of_cells);
}

}  // namespace

std::unique_ptr<PictureSource> open_picture_source(const fs::path& path, const std::vector<std::string>& overrides) {
  const fs::path extension = path.extension();
  if (extension == ".json") {
    const Scene scene = load_scene(path, overrides);
    for (const std::string& note : scene.record.notes) print_note(note);
    return std::make_unique<StillSource>(scene.record.name, "the initial state", initial_skin(scene));
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
  return std::make_unique<StillSource>(path.stem().string(), "", Skin{std::move(mesh.X), std::move(mesh.triangles), {}});
}

}  // namespace lilyan::app
