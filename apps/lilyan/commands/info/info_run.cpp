#include <apps/lilyan/commands/info/info_texts.hpp>

#include <lilyan/convert/run_frames.hpp>
#include <lilyan/core/error.hpp>
#include <lilyan/core/platform/folder_lock.hpp>
#include <lilyan/core/terminal_text.hpp>
#include <lilyan/output/run_folder.hpp>
#include <lilyan/report/ledger_reader.hpp>
#include <lilyan/report/run_record.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>

namespace lilyan::app {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

struct FolderEntry {
  std::string name;       // folders with a slash
  std::size_t files = 1;  // in a folder: what lies in it, at any depth
  std::uintmax_t bytes = 0;
  bool is_all = true;  // false: there are more than were counted
};

struct FolderListing {
  std::vector<FolderEntry> entries;  // by name, at most kMostNamed
  std::size_t others = 0;            // that are not named
  bool is_all = true;                // false: there are more than were counted

  static constexpr std::size_t kMostNamed = 100, kMostCounted = 250000;
};

FolderEntry describe(const fs::directory_entry& item, std::size_t& counted) {
  std::error_code ignored;
  FolderEntry entry{item.path().filename().string()};
  const fs::file_status status = item.symlink_status(ignored);
  if (fs::is_regular_file(status)) entry.bytes = item.file_size(ignored);
  if (!fs::is_directory(status)) return entry;
  entry.name += "/";
  entry.files = 0;
  for (fs::recursive_directory_iterator inner(item.path(), ignored), last; !ignored && inner != last; inner.increment(ignored)) {
    if (++counted > FolderListing::kMostCounted) {
      entry.is_all = false;
      break;
    }
    std::error_code unknown;
    if (!fs::is_regular_file(inner->symlink_status(unknown))) continue;
    ++entry.files;
    entry.bytes += inner->file_size(unknown);
  }
  return entry;
}

// What lies in a folder, counted within a bounded time however much it is. Links are named, not followed.
// The locks of processes that write there are left out.
FolderListing list_folder(const fs::path& folder) {
  FolderListing listing;
  // Names first, which the folder itself tells; sizes only of what is named.
  std::vector<fs::directory_entry> items;
  std::error_code error;
  std::size_t counted = 0;
  for (fs::directory_iterator item(folder, error), end; !error && item != end; item.increment(error)) {
    if (++counted > FolderListing::kMostCounted) {
      listing.is_all = false;
      break;
    }
    if (!is_lock_name(item->path().filename().string())) items.push_back(*item);
  }
  const std::size_t named = std::min(items.size(), FolderListing::kMostNamed);
  std::partial_sort(
      items.begin(), items.begin() + static_cast<std::ptrdiff_t>(named), items.end(),
      [](const fs::directory_entry& a, const fs::directory_entry& b) { return a.path().native() < b.path().native(); });
  for (std::size_t k = 0; k < named; ++k) listing.entries.push_back(describe(items[k], counted));
  listing.others = items.size() - named;
  return listing;
}

// How many there are of something, and the time it covers [s].
struct Covered {
  std::int64_t count = 0;
  double first = 0, last = 0;

  void see(double t) {
    if (count++ == 0) first = t;
    last = t;
  }
};

// Every part may be missing: a run that is under way or was killed has no summary yet.
struct FoundRun {
  std::optional<RunSetting> setting;
  std::optional<RunSummary> summary;
  std::optional<std::string> writer;  // process id of who writes into the folder at this moment
  Covered rows, frames;
  std::int64_t last_step = 0;  // of the ledger
  FolderListing listing;
  std::vector<std::string> faults;  // of files that could not be read
};

[[noreturn]] void refuse(const fs::path& folder) {
  std::string runs;
  for (const FolderEntry& entry : list_folder(folder).entries)
    if (entry.name.ends_with('/') && RunFolder(folder / entry.name).holds_run())
      runs += (runs.empty() ? "" : ", ") + shell_word((folder / entry.name).string());
  throw InputError({"mesh.not-a-file", folder.string(), "is a folder that no run has written into",
                    runs.empty() ? "name a mesh, a scene or the folder of a run" : "folders of runs in it: " + runs});
}

FoundRun find_run(const fs::path& path) {
  const RunFolder folder(path);
  if (!folder.holds_run()) refuse(path);
  FoundRun found;
  const auto attempt = [&](const fs::path& file, const auto& read) {
    std::error_code ignored;
    if (!fs::exists(file, ignored)) return;
    try {
      read();
    } catch (const InputError& error) {
      const Fault& fault = error.faults().front();
      found.faults.push_back(fmt::format("{}: {}", fault.place, fault.message));
    }
  };
  attempt(folder.setting(), [&] { found.setting = read_setting(folder.setting()); });
  attempt(folder.summary(), [&] { found.summary = read_summary(folder.summary()); });
  attempt(folder.ledger(), [&] {
    LedgerFaults faults;
    read_ledger(folder.ledger(), [&](const LedgerRow& row) {
      faults.see(row);
      found.rows.see(row.time);
      found.last_step = row.step;
    });
    for (const std::string& words : faults.words()) found.faults.push_back(fmt::format("{}: {}", folder.ledger().string(), words));
  });
  attempt(folder.frame_index(), [&] {
    for (const RunFrame& frame : list_frames(path)) found.frames.see(frame.t);
  });
  found.writer = writer_of_folder(path);
  found.listing = list_folder(path);
  return found;
}

// "done", "stopped", "failed" as the summary has it; "unfinished": the run is under way or was killed.
std::string status(const FoundRun& found) { return found.summary && !found.writer ? to_text(found.summary->status) : "unfinished"; }

std::string status_words(const FoundRun& found) {
  if (found.writer) return fmt::format("under way, process {} is writing into it", *found.writer);
  if (!found.summary) return "not finished: it was interrupted";
  switch (found.summary->status) {
    case RunStatus::done: return "finished";
    case RunStatus::stopped: return "stopped by a signal";
    case RunStatus::failed:
      return "ended early: " +
             (found.summary->failure ? terminal_line(found.summary->failure->reason) : "a step could not be made");
  }
  return {};
}

std::int64_t steps_done(const FoundRun& found) { return found.summary ? found.summary->steps : found.last_step; }

std::string size_text(std::uintmax_t bytes) {
  const auto b = static_cast<double>(bytes);
  if (b < 1e3) return fmt::format("{} bytes", bytes);
  if (b < 1e6) return fmt::format("{:.3g} kB", b / 1e3);
  return b < 1e9 ? fmt::format("{:.3g} MB", b / 1e6) : fmt::format("{:.3g} GB", b / 1e9);
}

std::string covered_text(const char* name, const char* what, const Covered& covered) {
  if (covered.count == 0) return fmt::format("  {:<9} none\n", name);
  return fmt::format("  {:<9} {} {}, t = {:.6g} to {:.6g} s\n", name, covered.count, what, covered.first, covered.last);
}

}  // namespace

std::string text_of_run(const fs::path& folder) {
  const FoundRun found = find_run(folder);
  std::string text = fmt::format("{}: {}\n", terminal_line(folder.string()), status_words(found));
  if (const auto& setting = found.setting) {
    text += fmt::format("  scene     {}, {} unknowns, with {}\n", terminal_line(setting->name), setting->unknowns,
                        terminal_line(setting->integrator));
    text += fmt::format("  steps     {} of {} of {:.6g} s\n", steps_done(found), setting->steps, setting->h);
    for (const RunSetting::Body& body : setting->bodies)
      text += fmt::format("  body      {}: {} vertices, {} {}, {:.6g} kg\n", terminal_line(body.name), body.vertices, body.cells,
                          terminal_line(body.kind), body.mass);
  } else {
    text += fmt::format("  steps     {}\n", steps_done(found));
  }
  if (found.summary)
    text += fmt::format("  energy    off by up to {:.1e} of {:.4g} J\n", found.summary->max_drift, found.summary->scale);
  if (found.summary) {
    for (const std::string& warning : found.summary->warnings) text += fmt::format("  WARNING   {}\n", terminal_line(warning, 400));
    for (const std::string& note : found.summary->notes) text += fmt::format("  NOTE      {}\n", terminal_line(note, 400));
  }
  text += covered_text("ledger", "rows", found.rows) + covered_text("frames", "frames", found.frames);
  for (const FolderEntry& entry : found.listing.entries)
    text += entry.name.ends_with('/') ? fmt::format("  folder    {} with {}{} files, {}\n", terminal_line(entry.name),
                                                    entry.is_all ? "" : "more than ", entry.files, size_text(entry.bytes))
                                      : fmt::format("  file      {}, {}\n", terminal_line(entry.name), size_text(entry.bytes));
  if (found.listing.others > 0)
    text += fmt::format("  others    {}{} files and folders\n", found.listing.is_all ? "" : "more than ", found.listing.others);
  for (const std::string& fault : found.faults) text += fmt::format("  fault     {}\n", terminal_line(fault, 400));
  if (found.writer) return text;
  if (status(found) == "stopped" || status(found) == "unfinished")
    text += fmt::format("  to go on  lilyan run SCENE -o {} --resume\n", shell_word(folder.string()));
  return text;
}

std::string json_of_run(const fs::path& folder) {
  const FoundRun found = find_run(folder);
  Json json = {{"folder", folder.string()}, {"status", status(found)}, {"steps", steps_done(found)}};
  if (const auto& setting = found.setting) {
    json["scene"] = setting->name;
    json["integrator"] = setting->integrator;
    json["unknowns"] = setting->unknowns;
    json["time"] = {{"step", setting->h}, {"steps", setting->steps}};
    json["bodies"] = Json::array();
    for (const RunSetting::Body& body : setting->bodies)
      json["bodies"].push_back({{"name", body.name}, {"vertices", body.vertices}, {body.kind, body.cells}, {"mass", body.mass}});
  }
  if (found.writer) json["process"] = *found.writer;
  if (found.summary) json["energy"] = {{"max_drift", found.summary->max_drift}, {"scale", found.summary->scale}};
  if (found.summary) json["warnings"] = found.summary->warnings, json["notes"] = found.summary->notes;
  if (found.summary && found.summary->failure) json["failure"] = found.summary->failure->reason;
  for (const auto& [name, covered] : {std::pair{"rows", &found.rows}, std::pair{"frames", &found.frames}}) {
    json[name] = {{"count", covered->count}};
    if (covered->count > 0) json[name].update({{"first", covered->first}, {"last", covered->last}});
  }
  json["files"] = Json::object();
  for (const FolderEntry& entry : found.listing.entries)
    json["files"][entry.name] = {{"files", entry.files}, {"bytes", entry.bytes}};
  if (found.listing.others > 0) json["others"] = found.listing.others;
  json["faults"] = found.faults;
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace lilyan::app
