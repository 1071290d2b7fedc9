#include <lilyan/output/run_folder.hpp>

#include <lilyan/convert/convert.hpp>
#include <lilyan/convert/run_frames.hpp>
#include <lilyan/convert/run_obstacles.hpp>
#include <lilyan/core/platform/file.hpp>
#include <lilyan/core/platform/file_reader.hpp>
#include <lilyan/core/platform/file_writer.hpp>
#include <lilyan/run/checkpoint.hpp>

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <string_view>
#include <system_error>

namespace lilyan {

namespace {

namespace fs = std::filesystem;

// The number between `before` and `after` in a name of just these three; none for any other name.
std::optional<std::int64_t> number_in(std::string_view name, std::string_view before, std::string_view after) {
  constexpr std::size_t kMostDigits = 18;  // fits in 64 bits
  if (name.size() <= before.size() + after.size() || !name.starts_with(before) || !name.ends_with(after)) return std::nullopt;
  const std::string_view digits = name.substr(before.size(), name.size() - before.size() - after.size());
  if (digits.size() > kMostDigits || !std::all_of(digits.begin(), digits.end(), [](unsigned char c) { return std::isdigit(c); })) {
    return std::nullopt;
  }
  return std::stoll(std::string(digits));
}

// The first bytes of a regular file; none where there is no such file.
std::optional<std::string> beginning_of(const fs::path& file) {
  FileReader in(file);
  return in.is_open() ? std::optional(in.read(64)) : std::nullopt;
}

// Files of the folder, collected before any of them is removed; none where there is no such folder.
std::vector<fs::path> files_in(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    if (!fs::is_directory(entry->symlink_status())) files.push_back(entry->path());
  }
  return files;
}

// Of a folder in the run's folder, which is not ours where it is a link.
std::vector<fs::path> own_files_in(const fs::path& folder) {
  std::error_code ignored;
  return fs::is_symlink(fs::symlink_status(folder, ignored)) ? std::vector<fs::path>() : files_in(folder);
}

// How many files each entry of the folder is: 1, or what lies in a folder of that name. Folders end in a slash.
std::map<std::string, std::size_t> file_counts(const fs::path& folder) {
  std::map<std::string, std::size_t> counts;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (fs::is_directory(entry->symlink_status()))
      counts[name + "/"] = files_in(entry->path()).size();
    else
      counts[name] = 1;
  }
  return counts;
}

}  // namespace

fs::path RunFolder::frame_index() const { return path / kFrameIndexName; }
fs::path RunFolder::obstacle_list() const { return path / kObstacleListName; }
fs::path RunFolder::frame(std::int64_t number) const { return frames() / fmt::format("frame_{:06}.vtu", number); }
fs::path RunFolder::skin(std::int64_t number) const { return frames() / fmt::format("skin_{:06}.vtu", number); }

fs::path RunFolder::obstacles(std::int64_t number) const { return frames() / fmt::format("obstacles_{:06}.vtu", number); }

fs::path RunFolder::picture(std::int64_t step) const { return pictures() / fmt::format("step_{:06}.png", step); }

std::vector<std::int64_t> RunFolder::picture_steps() const {
  std::vector<std::int64_t> steps;
  for (const fs::path& file : files_in(pictures()))
    if (const auto step = number_in(file.filename().string(), "step_", ".png")) steps.push_back(*step);
  std::sort(steps.begin(), steps.end());
  return steps;
}

bool RunFolder::holds_run() const {
  std::error_code ignored;
  for (const fs::path& file : {setting(), ledger(), summary()})
    if (fs::is_regular_file(file, ignored)) return true;
  return false;
}

bool RunFolder::is_written_by_run() const {
  // An empty ledger is that of a run killed as it began; nothing is lost with it.
  const std::optional<std::string> record = beginning_of(ledger()), about = beginning_of(setting());
  return (record && (record->empty() || record->starts_with("step,time,h,kinetic,"))) ||
         (about && about->starts_with("{\n  \"program\": \"lilyan")) || newest_whole_checkpoint(path);
}

void RunFolder::make_writable() const {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) throw_file_error(path, "make this folder", error.value());
  const fs::path trial = path / ".lilyan-write-test";
  FileDescriptor(trial, O_WRONLY | O_CREAT | O_TRUNC);
  remove_file(trial);
}

std::vector<std::string> RunFolder::clear() const {
  remove_checkpoints(path);
  for (const fs::path& file : {report(), summary(), setting(), frame_index(), probes(), reactions(), obstacle_list()})
    remove_file(file);
  for (const fs::path& file : files_in(path)) {
    for (const char* record : {"ledger", "probes", "reactions"}) {
      if (number_in(file.filename().string(), fmt::format("{}.until_step_", record), ".csv")) remove_file(file);
    }
  }
  remove_frames(0);
  const std::map<std::string, std::size_t> before = file_counts(path);
  remove_converted(path);
  const std::map<std::string, std::size_t> after = file_counts(path);
  remove_pictures();
  std::error_code ignored;
  // Only where nothing else is in it; of a link, the link. Pipes and what else has the name go, too.
  for (const fs::path& folder : {frames(), pictures()})
    if (fs::exists(fs::symlink_status(folder, ignored))) fs::remove(folder, ignored);

  remove_file(ledger());  // the last: as long as something of the run is there, the folder is seen to be a run's

  std::vector<std::string> converted;
  for (const auto& [name, files] : before) {
    const auto left = after.find(name);
    if (left == after.end() || left->second < files) converted.push_back(name);
  }
  return converted;
}

void RunFolder::remove_pictures(const std::vector<std::int64_t>& kept, States states) const {
  for (const fs::path& file : own_files_in(pictures())) {
    const std::string name = file.filename().string();
    const auto step = number_in(name, "step_", ".png");
    const bool is_part =
        number_in(name, "step_", ".png.part") || number_in(name, "step_", ".png.tmp");  // .tmp: by earlier versions
    const bool is_state = (file == picture_states() && states == States::remove) || file == part_of_file(picture_states());
    if (step ? std::find(kept.begin(), kept.end(), *step) == kept.end() : is_part || is_state) remove_file(file);
  }
}

void RunFolder::remove_frames(std::int64_t first) const {
  const auto number_of = [](const std::string& name) -> std::optional<std::int64_t> {
    for (const char* beginning : {"frame_", "skin_", "obstacles_"}) {
      for (const char* ending : {".vtu", ".vtu.part"}) {  // .part: a file that a killed run was writing
        if (const auto number = number_in(name, beginning, ending)) return number;
      }
    }
    return std::nullopt;
  };
  for (const fs::path& file : own_files_in(frames())) {
    const auto number = number_of(file.filename().string());
    const bool is_at_rest = file == obstacles_at_rest() || file == part_of_file(obstacles_at_rest());
    if (number ? *number >= first : is_at_rest && first == 0) remove_file(file);
  }
}

std::string RunFolder::set_aside(const fs::path& record, std::int64_t step) const {
  const std::string name = fmt::format("{}.until_step_{}.csv", record.stem().string(), step);
  rename_file(record, path / name);
  return name;
}

}  // namespace lilyan
