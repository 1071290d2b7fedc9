// An earlier run that a new one replaces is kept until the new one has ended well.
//
// Its files are moved to the folder "earlier.<number>" in the folder of the run, where all that reads or resumes a run finds them.
// They are collected in "earlier.<number>.part": a process that is killed while it moves them leaves a part, which the next writer
// moves back. A file ".lilyan.kept" tells such folders from those of others; a run that is resumed there removes it.
//
// All of this is for the one who holds the lock of the run's folder.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace lilyan {

struct RunFolder;

// What a run left in a folder, as far as it matters whether it is replaced.
struct EarlierRun {
  enum class Kind {
    none,        // nothing that could be taken up or looked at as a result
    failed,      // a step could not be made: taken up, it would fail at the same one
    unfinished,  // can be taken up
    finished
  };
  Kind kind = Kind::none;
  std::int64_t steps = 0;  // done

  bool is_worth_keeping() const { return kind == Kind::finished || (kind == Kind::unfinished && steps > 0); }
};
EarlierRun earlier_run(const std::filesystem::path& folder);

// "the finished run", "the unfinished run of 40 steps"
std::string to_text(const EarlierRun& run);

// Make room for a new run, by moving the files of the earlier one into a folder of its own or by removing them; they return notes
// for the user. Whenever the process ends, all files that are to be kept are where they were or, once take_back_half_kept() is
// called, are so again, or all of them are kept.
std::vector<std::string> keep_for_new_run(const RunFolder& folder, const EarlierRun& earlier);
std::vector<std::string> clear_for_new_run(const RunFolder& folder);
void take_back_half_kept(const RunFolder& folder);

struct KeptRun {
  std::filesystem::path folder;
  std::int64_t number = 0;
  EarlierRun run;
};
std::vector<KeptRun> kept_runs(const RunFolder& folder);  // the newest, of the highest number, first

// Whether this folder holds a run that is kept, or that was being moved.
bool is_kept_run(const std::filesystem::path& folder);

// Removes the runs whose place one has taken that has ended well, after so many steps; returns notes for the user. What was not
// taken up and had come further stays, and so does a run into whose folder somebody writes.
std::vector<std::string> remove_replaced_runs(const RunFolder& folder, std::int64_t steps);

// A line for the user on each of them.
std::vector<std::string> notes_on_kept_runs(const RunFolder& folder);

// One generation: of those kept stay the newest and the newest finished one.
void thin_kept_runs(const RunFolder& folder);

// From now on the run in this folder is like any other.
void take_over_kept(const RunFolder& folder);

}  // namespace lilyan
