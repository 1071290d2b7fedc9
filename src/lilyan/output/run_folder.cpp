#include <lilyan/output/run_folder.hpp>

#include <lilyan/convert/convert.hpp>
#include <lilyan/convert/run_frames.hpp>
#include <lilyan/convert/run_obstacles.hpp>
#include <lilyan/core/platform/file.hpp>
#include <lilyan/core/platform/file_reader.hpp>
#include <lilyan/core/platform/file_writer.hpp>
#include <lilyan/core/platform/folder_lock.hpp>
#include <lilyan/run/checkpoint.hpp>

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <set>
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

// The number between one of the beginnings and one of the endings in the name of a file.
std::optional<std::int64_t> numbered(const fs::path& file, std::initializer_list<const char*> beginnings,
                                     std::initializer_list<const char*> endings) {
  const std::string name = file.filename().string();
  for (const char* before : beginnings)
    for (const char* after : endings)
      if (const auto number = number_in(name, before, after)) return number;
  return std::nullopt;
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
  constexpr std::string_view kSetting = "{\n  \"program\": \"lilyan";
  // An empty ledger, or a part of a setting, is that of a run killed as it began; nothing is lost with it.
  const std::optional<std::string> record = beginning_of(ledger()), about = beginning_of(setting());
  const std::optional<std::string> begun = beginning_of(part_of_file(setting()));
  return (record && (record->empty() || record->starts_with("step,time,h,kinetic,"))) || (about && about->starts_with(kSetting)) ||
         (begun && (begun->starts_with(kSetting) || kSetting.starts_with(*begun))) || newest_whole_checkpoint(path);
}

void RunFolder::make_writable() const {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) throw_file_error(path, "make this folder", error.value());
  const fs::path trial = path / ".lilyan-write-test";
  FileDescriptor(trial, O_WRONLY | O_CREAT | O_TRUNC);
  remove_file(trial);
}

std::vector<fs::path> RunFolder::files() const {
  std::vector<fs::path> files = checkpoint_files(path);
  const auto add = [&](const std::vector<fs::path>& more) { files.insert(files.end(), more.begin(), more.end()); };
  add({report(), summary(), setting(), frame_index(), probes(), reactions(), obstacle_list()});
  for (const fs::path& file : {report(), summary(), setting(), obstacle_list()}) files.push_back(part_of_file(file));
  for (const fs::path& file : files_in(path))
    for (const char* record : {"ledger", "probes", "reactions"})
      if (number_in(file.filename().string(), fmt::format("{}.until_step_", record), ".csv")) files.push_back(file);
  add(frame_files(0));
  add(converted_files(path));
  add(picture_files({}, States::remove));
  files.push_back(ledger());  // the last: as long as something of the run is there, the folder is seen to be a run's
  std::error_code ignored;
  std::erase_if(files, [&](const fs::path& file) { return !fs::exists(fs::symlink_status(file, ignored)); });
  // Links, pipes and what else has the names of the folders.
  for (const fs::path& folder : {frames(), pictures()})
    if (const auto status = fs::symlink_status(folder, ignored); fs::exists(status) && !fs::is_directory(status))
      files.insert(files.begin(), folder);
  return files;
}

std::vector<std::string> RunFolder::converted() const {
  std::vector<std::string> names;
  for (const fs::path& file : converted_files(path)) {
    if (file.extension() == ".part" || file.filename() == kFolderLockName) continue;
    const fs::path place = file.lexically_relative(path);
    std::string name = place.begin()->string() + (std::next(place.begin()) == place.end() ? "" : "/");
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(std::move(name));
  }
  std::sort(names.begin(), names.end());
  return names;
}

void RunFolder::clear() const {
  const std::vector<fs::path> all = files();
  remove_checkpoints(path);
  for (const fs::path& file : all) remove_file(file);
  remove_empty_folders(all);
}

void RunFolder::remove_empty_folders(const std::vector<fs::path>& files) const {
  std::set<fs::path> folders = {frames(), pictures()};
  for (const fs::path& file : files)
    for (fs::path folder = file.parent_path(); folder != path && folder.native().size() > path.native().size();
         folder = folder.parent_path())
      folders.insert(folder);
  std::error_code ignored;
  for (auto folder = folders.rbegin(); folder != folders.rend(); ++folder)  // those in a folder before it
    if (fs::is_directory(fs::symlink_status(*folder, ignored))) fs::remove(*folder, ignored);
}

std::vector<fs::path> RunFolder::picture_files(const std::vector<std::int64_t>& kept, States states) const {
  std::vector<fs::path> files = own_files_in(pictures());
  std::erase_if(files, [&](const fs::path& file) {
    const auto step = numbered(file, {"step_"}, {".png"});
    if (step) return std::find(kept.begin(), kept.end(), *step) != kept.end();
    const bool is_part = numbered(file, {"step_"}, {".png.part", ".png.tmp"}).has_value();  // .tmp: by earlier versions
    const bool is_state = (file == picture_states() && states == States::remove) || file == part_of_file(picture_states());
    return !is_part && !is_state;
  });
  return files;
}

std::vector<fs::path> RunFolder::frame_files(std::int64_t first) const {
  std::vector<fs::path> files = own_files_in(frames());
  std::erase_if(files, [&](const fs::path& file) {
    // .part: a file that a killed run was writing
    const auto number = numbered(file, {"frame_", "skin_", "obstacles_"}, {".vtu", ".vtu.part"});
    const bool is_at_rest = file == obstacles_at_rest() || file == part_of_file(obstacles_at_rest());
    return number ? *number < first : !is_at_rest || first > 0;
  });
  return files;
}

void RunFolder::remove_pictures(const std::vector<std::int64_t>& kept, States states) const {
  for (const fs::path& file : picture_files(kept, states)) remove_file(file);
}

void RunFolder::remove_frames(std::int64_t first) const {
  for (const fs::path& file : frame_files(first)) remove_file(file);
}

std::string RunFolder::set_aside(const fs::path& record, std::int64_t step) const {
  const std::string name = fmt::format("{}.until_step_{}.csv", record.stem().string(), step);
  rename_file(record, path / name);
  return name;
}

}  // namespace lilyan
