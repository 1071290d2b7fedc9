#include <lilyan/output/kept_run.hpp>

#include <lilyan/core/error.hpp>
#include <lilyan/core/platform/file.hpp>
#include <lilyan/core/platform/file_reader.hpp>
#include <lilyan/core/platform/folder_lock.hpp>
#include <lilyan/core/terminal_text.hpp>
#include <lilyan/output/run_folder.hpp>
#include <lilyan/output/summary.hpp>
#include <lilyan/run/checkpoint.hpp>
#include <lilyan/run/run_state.hpp>

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>

namespace lilyan {

namespace {

namespace fs = std::filesystem;

constexpr const char* kMark = ".lilyan.kept";
constexpr std::string_view kName = "earlier.", kPart = ".part";

// Status and steps of the summary, if it can be read.
struct Told {
  std::string status;
  std::int64_t steps = 0;
};
std::optional<Told> told_by_summary(const fs::path& folder) {
  try {
    const nlohmann::json summary = nlohmann::json::parse(read_text_file(RunFolder(folder).summary()).text);
    return Told{summary.at("status").get<std::string>(), summary.at("steps").get<std::int64_t>()};
  } catch (const InputError&) {
    return std::nullopt;
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
}

fs::path mark_in(const fs::path& folder) { return folder / kMark; }

struct Numbered {
  fs::path folder;
  std::int64_t number = 0;
  bool is_part = false, is_marked = false;
};

// Folders with such names, the highest number first.
std::vector<Numbered> numbered_folders(const RunFolder& run) {
  std::vector<Numbered> found;
  std::error_code error;
  for (fs::directory_iterator entry(run.path, error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    std::string_view digits = name;
    if (!digits.starts_with(kName)) continue;
    digits.remove_prefix(kName.size());
    Numbered one{entry->path(), 0, digits.ends_with(kPart), is_kept_run(entry->path())};
    if (one.is_part) digits.remove_suffix(kPart.size());
    const auto [stop, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), one.number);
    if (fault == std::errc() && stop == digits.data() + digits.size() && one.number > 0) found.push_back(std::move(one));
  }
  std::sort(found.begin(), found.end(), [](const Numbered& a, const Numbered& b) { return a.number > b.number; });
  return found;
}

void make_folder_of(const fs::path& file) { make_own_folder(file.parent_path()); }

// Files and links at any depth, without the mark.
std::vector<fs::path> files_below(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
    if (!fs::is_directory(entry->symlink_status()) && entry->path() != mark_in(folder)) files.push_back(entry->path());
  return files;
}

void remove_empty_folders(const fs::path& folder) {
  std::vector<fs::path> folders = {folder};
  std::error_code error;
  for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
    if (fs::is_directory(entry->symlink_status())) folders.push_back(entry->path());
  std::sort(folders.begin(), folders.end());
  std::error_code ignored;
  for (auto inner = folders.rbegin(); inner != folders.rend(); ++inner) fs::remove(*inner, ignored);
}

}  // namespace

EarlierRun earlier_run(const fs::path& folder) {
  const std::optional<Told> told = told_by_summary(folder);
  const std::optional<WholeCheckpoint> checkpoint = newest_whole_checkpoint(folder);
  if (checkpoint && checkpoint->format == kCheckpointFormat) {
    try {
      const RunState state = saved_run(checkpoint->payload).state;
      if (state.finished) return {EarlierRun::Kind::finished, state.step};
      if (told && told->status == to_text(RunStatus::failed) && told->steps == state.step)
        return {EarlierRun::Kind::failed, state.step};
      return {EarlierRun::Kind::unfinished, state.step};
    } catch (const InputError&) {
      // Nobody can take it up.
    }
  }
  if (told && told->status == to_text(RunStatus::done)) return {EarlierRun::Kind::finished, told->steps};
  return {};
}

std::string to_text(const EarlierRun& run) {
  return run.kind == EarlierRun::Kind::finished
             ? "the finished run"
             : fmt::format("the unfinished run of {} step{}", run.steps, run.steps == 1 ? "" : "s");
}

bool is_kept_run(const fs::path& folder) {
  std::error_code ignored;
  return fs::is_directory(fs::symlink_status(folder, ignored)) && fs::is_regular_file(fs::symlink_status(mark_in(folder), ignored));
}

namespace {

// What was converted from an earlier run, which the new one may not write again.
std::string removed_words(const RunFolder& run, const std::vector<std::string>& converted) {
  return fmt::format("removed with the earlier run in {}, from which it was converted: {}", run.path.string(),
                     fmt::join(converted, ", "));
}

fs::path keep_run(const RunFolder& run) {
  const std::vector<Numbered> earlier = numbered_folders(run);
  const fs::path kept = run.path / fmt::format("{}{}", kName, earlier.empty() ? 1 : earlier.front().number + 1);
  fs::path part = kept;
  part += kPart;
  make_own_folder(part);
  FileDescriptor(mark_in(part), O_WRONLY | O_CREAT);
  const std::vector<fs::path> files = run.files();
  try {
    std::set<fs::path> folders = {part};
    for (const fs::path& file : files) {
      const fs::path to = part / file.lexically_relative(run.path);
      make_folder_of(to);
      folders.insert(to.parent_path());
      rename_file(file, to);
    }
    for (const fs::path& folder : folders) sync_file(folder);
    rename_file(part, kept);
    sync_file(run.path);
  } catch (const InputError&) {
    take_back_half_kept(run);
    throw;
  }
  run.remove_empty_folders(files);
  return kept;
}

void remove_kept(const KeptRun& kept) {
  if (writer_of_folder(kept.folder)) return;
  {
    const FolderLock lock(kept.folder, FolderLock::Missing::ignore);
    if (!is_kept_run(kept.folder)) return;
    RunFolder(kept.folder).clear();
    remove_file(mark_in(kept.folder));
  }
  remove_empty_folders(kept.folder);
}

}  // namespace

std::vector<std::string> keep_for_new_run(const RunFolder& run, const EarlierRun& earlier) {
  const fs::path kept = keep_run(run);
  if (earlier.kind != EarlierRun::Kind::unfinished) return {};
  return {fmt::format("{} that was in {} is kept in {}; to go on with it: --resume -o {}", to_text(earlier), run.path.string(),
                      kept.string(), shell_word(kept.string()))};
}

std::vector<std::string> clear_for_new_run(const RunFolder& run) {
  const std::vector<std::string> converted = run.converted();
  run.clear();
  return converted.empty() ? std::vector<std::string>() : std::vector{removed_words(run, converted)};
}

std::vector<std::string> remove_replaced_runs(const RunFolder& run, std::int64_t steps) {
  const std::vector<std::string> again = run.converted();
  std::vector<std::string> notes, removed;
  for (const KeptRun& kept : kept_runs(run)) {
    if (kept.run.kind == EarlierRun::Kind::unfinished && kept.run.steps > steps) continue;
    const std::vector<std::string> converted = RunFolder(kept.folder).converted();
    std::copy_if(converted.begin(), converted.end(), std::back_inserter(removed),
                 [&](const std::string& name) { return std::find(again.begin(), again.end(), name) == again.end(); });
    try {
      remove_kept(kept);
    } catch (const InputError& error) {
      notes.push_back(fmt::format("{} is still there: {}", kept.folder.string(), error.faults().front().message));
    }
  }
  if (!removed.empty()) notes.push_back(removed_words(run, removed));
  return notes;
}

void take_back_half_kept(const RunFolder& run) {
  for (const Numbered& half : numbered_folders(run)) {
    std::error_code ignored;
    if (half.is_part && !half.is_marked) fs::remove(half.folder, ignored);  // fails where something is in it
    if (!half.is_part || !half.is_marked) continue;
    for (const fs::path& file : files_below(half.folder)) {
      const fs::path to = run.path / file.lexically_relative(half.folder);
      if (fs::exists(fs::symlink_status(to, ignored))) continue;  // somebody's who did not look
      make_folder_of(to);
      rename_file(file, to);
    }
    remove_file(mark_in(half.folder));
    remove_empty_folders(half.folder);
    sync_file(run.path);
  }
}

std::vector<KeptRun> kept_runs(const RunFolder& run) {
  std::vector<KeptRun> kept;
  for (const Numbered& one : numbered_folders(run))
    if (!one.is_part && one.is_marked) kept.push_back({one.folder, one.number, earlier_run(one.folder)});
  return kept;
}

std::vector<std::string> notes_on_kept_runs(const RunFolder& run) {
  std::vector<std::string> notes;
  for (const KeptRun& kept : kept_runs(run))
    if (kept.run.is_worth_keeping())
      notes.push_back(
          fmt::format("{} that was in {} before is kept in {}", to_text(kept.run), run.path.string(), kept.folder.string()));
  return notes;
}

void thin_kept_runs(const RunFolder& run) {
  bool has_finished = false, is_newest = true;
  for (const KeptRun& kept : kept_runs(run)) {
    const bool is_finished = kept.run.kind == EarlierRun::Kind::finished;
    if (!is_newest && (!is_finished || has_finished)) remove_kept(kept);
    has_finished |= is_finished;
    is_newest = false;
  }
}

void take_over_kept(const RunFolder& run) {
  if (is_kept_run(run.path)) remove_file(mark_in(run.path));
}

}  // namespace lilyan
