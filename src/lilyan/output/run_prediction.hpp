// What a run will take, told before it begins: memory of the linear solver and of reductions, and disk for frames.
//
//   frames    1 + floor(T/interval), or 1 + steps where no interval is given
//   bytes     per frame: positions, fields and cells as a VTU holds them (8 bytes per number), the same again for a render mesh
//
// Where the stepper chooses its steps and no interval is given, as many frames are expected as steps of the greatest length take.
#pragma once

#include <filesystem>
#include <string>

namespace lilyan {

class Simulation;
struct Scene;

struct RunPrediction {
  double unknowns = 0;
  double solver_bytes = 0;  // of the linear solver; 0: none is known before a step is made
  double frames = 0;        // still to be written
  double bytes_per_frame = 0;
  std::string solver = "factor";  // its type
  double reduction_bytes = 0;     // of memory that making the energy of a reduced body took, at most

  double disk_bytes() const { return frames * bytes_per_frame; }
};

// Of what is left to be done by `simulation`, which is one of the scene's, after `Simulation::prepare`.
RunPrediction predict_run(const Scene& scene, Simulation& simulation);

// "1.2 MiB for the linear solver (factor), 1.1 GiB to make the energy of a reduced body, 101 frames of 49 KiB: 4.8 MiB of disk";
// without what there is nothing of.
std::string to_text(const RunPrediction& prediction);

// Throws InputError (id "run.memory") where the linear solver, and what files, pictures and small work need besides, do not fit
// into `free_bytes`.
void refuse_little_memory(const RunPrediction& prediction, double free_bytes);

// Throws InputError (id "output.disk") where the frames do not fit into `free_bytes`.
void refuse_full_disk(const RunPrediction& prediction, const std::filesystem::path& folder, double free_bytes);

// What can be written into the folder, or where it would be made [bytes], and whether the frames that are there make room; infinite
// where it is not known.
enum class FramesThere { stay, go };
double free_disk(const std::filesystem::path& folder, FramesThere frames = FramesThere::go);

}  // namespace lilyan
