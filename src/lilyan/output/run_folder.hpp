// The files of a run in its folder: their names, and making room for a new run without touching anyone else's.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace lilyan {

struct RunFolder {
  explicit RunFolder(std::filesystem::path folder) : path(std::move(folder)) {}

  std::filesystem::path path;
  std::filesystem::path ledger() const { return path / "ledger.csv"; }
  std::filesystem::path probes() const { return path / "probes.csv"; }
  std::filesystem::path reactions() const { return path / "reactions.csv"; }
  std::filesystem::path setting() const { return path / "setting.json"; }
  std::filesystem::path report() const { return path / "report.html"; }
  std::filesystem::path pictures() const { return path / "pictures"; }
  std::filesystem::path picture(std::int64_t step) const;                         // pictures/step_000150.png
  std::filesystem::path picture_states() const { return pictures() / "states"; }  // what is to be drawn when the run ends
  std::vector<std::int64_t> picture_steps() const;                                // of the pictures that are there, ascending
  std::filesystem::path summary() const { return path / "summary.json"; }
  std::filesystem::path frame_index() const;  // frames.pvd
  std::filesystem::path frames() const { return path / "frames"; }
  std::filesystem::path frame(std::int64_t number) const;  // frames/frame_000017.vtu
  std::filesystem::path skin(std::int64_t number) const;   // frames/skin_000017.vtu

  std::filesystem::path obstacles(std::int64_t number) const;  // frames/obstacles_000017.vtu, of obstacles that move
  std::filesystem::path obstacles_at_rest() const { return frames() / "obstacles.vtu"; }
  std::filesystem::path obstacle_list() const;  // obstacles.json

  // Whether a run has written here: any of the files that every run begins with or ends with is there.
  bool holds_run() const;

  // Whether a run of Lilyan, and not something else that uses the same names, has written here.
  bool is_written_by_run() const;

  // Creates the folder where it is missing. Throws InputError (id "output.write") where nothing can be written to it.
  void make_writable() const;

  // All that a run wrote and what was converted from it, by their names, its checkpoints first and its ledger last.
  std::vector<std::filesystem::path> files() const;

  // The names of what was converted, folders with a slash: "animation.glb", "obj/".
  std::vector<std::string> converted() const;

  // Removes these files, and folders of a run that are empty then; nothing else.
  void clear() const;
  void remove_empty_folders(const std::vector<std::filesystem::path>& files) const;  // that these files were in

  // Removes the pictures but those of the steps in `kept`, what a killed run left of a file and, unless the run may be taken up
  // again, the states that were to be drawn.
  enum class States { keep, remove };
  void remove_pictures(const std::vector<std::int64_t>& kept = {}, States states = States::remove) const;

  // Removes the files of the frames numbered `first` and up.
  void remove_frames(std::int64_t first) const;

  // Moves a record file out of the way under a name that says up to which step it goes; returns the new name.
  std::string set_aside(const std::filesystem::path& record, std::int64_t step) const;

 private:
  std::vector<std::filesystem::path> picture_files(const std::vector<std::int64_t>& kept, States states) const;
  std::vector<std::filesystem::path> frame_files(std::int64_t first) const;
};

}  // namespace lilyan
