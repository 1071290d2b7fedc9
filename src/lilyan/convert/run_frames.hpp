// The frames of a run, read back from its folder for pictures and for other programs.
#pragma once

#include <lilyan/mesh/skin.hpp>
#include <lilyan/mesh_files/vtk/vtk_grid.hpp>

#include <filesystem>
#include <optional>
#include <vector>

namespace lilyan {

inline constexpr const char* kFrameIndexName = "frames.pvd";    // in the folder of a run
inline constexpr const char* kObstaclesPartName = "obstacles";  // of the part of a frame that holds them, in the index

struct RunFrame {
  double t = 0;                                         // [s]
  std::filesystem::path body;                           // the cells of all bodies
  std::optional<std::filesystem::path> skin;            // what is seen, where a body carries a render mesh
  std::optional<std::filesystem::path> obstacles = {};  // what bodies meet and has a surface
};

// The frames of a run folder (by its frames.pvd), of a .pvd index or of one .vtu file, in order of time. Throws InputError where
// there are none (id "frames.none"), where the index is not one of a run ("frames.index") or names a file that is gone
// ("frames.missing").
std::vector<RunFrame> list_frames(const std::filesystem::path& run);

// What is seen of a frame: the render mesh where there is one, else what the cells show with their fields brought to
// the vertices.
Skin load_skin(const RunFrame& frame);

// The obstacles of a frame, in the order of their numbers.
struct FrameObstacle {
  Index body = 0;  // its number: the value of the cell field "body"
  Skin skin;
};
std::vector<FrameObstacle> load_obstacles(const RunFrame& frame);

// What load_skin gives, for one frame after the other: what is seen is found once, as long as the cells stay the same, and tubes
// keep their thickness.
class SkinLoader {
 public:
  enum class Fields { all, none };

  explicit SkinLoader(Fields fields = Fields::all) : fields_(fields) {}
  Skin load(const RunFrame& frame);

 private:
  Fields fields_;
  Cells cells_;
  std::optional<CellSkin> seen_;  // of cells_
};

}  // namespace lilyan
