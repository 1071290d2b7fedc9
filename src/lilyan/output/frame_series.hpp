// frames/frame_000000.vtu, ... and frames.pvd, the index that plays them in ParaView.
//
// Fields: velocity at the vertices, with contact contact_pressure too; J, energy_density, von_mises and body (its index) in the
// cells. Where a body carries a render mesh, frames/skin_000000.vtu, ... hold what is seen of all bodies, as triangles with the
// same fields at their vertices. Obstacles that have a surface are a part of their own, the last one, of triangles whose field body
// goes on counting after the bodies: frames/obstacles_000000.vtu, ... if one of them moves, else frames/obstacles.vtu in all
// frames. obstacles.json names them and says where planes are (run_obstacles.hpp).
#pragma once

#include <lilyan/mesh_files/vtk/pvd.hpp>
#include <lilyan/output/frame_content.hpp>
#include <lilyan/output/run_folder.hpp>

#include <filesystem>
#include <optional>
#include <vector>

namespace lilyan {

struct Inventory;
struct Scene;
struct Snapshot;

class FrameSeries {
 public:
  // Starts a series whose first frame has the number `first`. The scene must outlive it.
  static FrameSeries create(const Scene& scene, const RunFolder& folder, std::int64_t first);

  // Throws InputError (id "checkpoint.record") where the first `index_size` bytes of the index do not end with the last of `frames`
  // frames. Changes nothing.
  static void check(const RunFolder& folder, std::int64_t frames, std::uint64_t index_size);

  // Goes on after `frames` frames, with an index of `index_size` bytes; later frames are removed.
  static FrameSeries open_at(const Scene& scene, const RunFolder& folder, std::int64_t frames, std::uint64_t index_size);

  std::int64_t frames() const { return frames_; }
  std::uint64_t index_size() const;

  void write(const Snapshot& now);
  void sync();  // to the disk, all frames written since the last time

 private:
  FrameSeries(const Scene& scene, const RunFolder& folder, std::int64_t frames, PvdIndex index);

  void write_obstacles(const std::filesystem::path& file, double t);

  const Inventory* inventory_;
  StateFields fields_;
  std::optional<SeenBodies> seen_;  // where a body carries a render mesh
  RunFolder folder_;
  std::int64_t frames_ = 0;
  PvdIndex index_;
  std::vector<std::filesystem::path> unsynced_;
};

}  // namespace lilyan
