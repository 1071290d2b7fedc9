// A run's frames in the formats of other programs, streamed: one frame is in memory at a time.
//
//   obj   a folder with frame_000000.obj, ...: the surface that is seen, and times.csv
//   pc2   a folder with mesh.obj, its positions over time as the point cache mesh.pc2, and mesh.json with the frame rate
//   glb   one glTF 2.0 file: the surface with a morph target a frame and an animation, and obstacles
//   npy   a folder with positions.npy (frames x vertices x 3: all vertices, in the simulation's order), times.npy, tets.npy,
//         hexes.npy, quads.npy and edges.npy where there are some, triangles.npy (of the surface), and the same of the render mesh
//         in skin_positions.npy and skin_triangles.npy where there is one
//
// Axes are Lilyan's: right-handed, y up. Files appear whole or not at all, and an earlier conversion stays until then.
#pragma once

#include <lilyan/run/output_plan.hpp>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace lilyan {

std::vector<std::string> frame_format_names();
FrameFormat frame_format(const std::string& name);  // one of these names
std::string to_text(FrameFormat format);

struct ConvertProgress {
  std::int64_t done = 0, all = 0;  // frames; a format that reads them twice counts them twice
};

struct ConvertSettings {
  std::optional<std::filesystem::path> out;  // file or folder; default: beside the run's own: obj, pc2, animation.glb, npy
  std::int64_t every = 1;                    // takes every so many frames, from the first on
  std::optional<double> fps;                 // frames a second in the other program; none: as fast as in the simulation
  std::function<void(const ConvertProgress&)> progress;  // after every frame; may throw to give up: nothing is left behind
};

struct Converted {
  FrameFormat format = FrameFormat::obj;
  std::filesystem::path out;
  std::int64_t frames = 0;
  std::vector<std::string> notes;  // for the user
};

// `run` is what list_frames takes. Throws InputError.
Converted convert_frames(const std::filesystem::path& run, FrameFormat format, const ConvertSettings& settings = {});

// What was converted to the default places, with what killed conversions left.
std::vector<std::filesystem::path> converted_files(const std::filesystem::path& run_folder);

}  // namespace lilyan
