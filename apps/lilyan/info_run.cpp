#include <lilyan/convert/run_frames.hpp>
#include <lilyan/core/error.hpp>
#include <lilyan/core/platform/folder_lock.hpp>
#include <lilyan/core/platform/shell_word.hpp>
#include <lilyan/output/run_folder.hpp>
#include <lilyan/report/ledger_reader.hpp>
#include <lilyan/report/run_record.hpp>

#include <apps/lilyan/info_run.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>

namespace lilyan::app {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

struct Entry {
  std::string name;       // folders with a slash
  std::size_t files = 1;  // in a folder: what lies in it
  std::uintmax_t bytes = 0;
};

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
  std::vector<Entry> entries;
  std::vector<std::string> faults;  // of files that could not be read
};

std::vector<Entry> entries_of(const fs::path& folder) {
  std::vector<Entry> entries;
  std::error_code error;
  for (fs::directory_iterator item(folder, error), end; !error && item != end; item.increment(error)) {
    std::error_code ignored;
    Entry entry{item->path().filename().string()};
    if (entry.name == kFolderLockName) continue;
    if (item->is_directory(ignored)) {
      entry.name += "/";
      entry.files = 0;
      for (fs::recursive_directory_iterator inner(item->path(), ignored), last; !ignored && inner != last;
           inner.increment(ignored)) {
        std::error_code unknown;
        if (!inner->is_regular_file(unknown)) continue;
        ++entry.files;
        entry.bytes += inner->file_size(unknown);
      }
    } else if (item->is_regular_file(ignored)) {
      entry.bytes = item->file_size(ignored);
    }
    entries.push_back(std::move(entry));
  }
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.name < b.name; });
  return entries;
}

[[noreturn]] void refuse(const fs::path& folder) {
  std::string runs;
  for (const Entry& entry : entries_of(folder))
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
    read_ledger(folder.ledger(), [&](const LedgerRow& row) {
      found.rows.see(row.time);
      found.last_step = row.step;
    });
  });
  attempt(folder.frame_index(), [&] {
    for (const RunFrame& frame : list_frames(path)) found.frames.see(frame.t);
  });
  found.writer = writer_of_folder(path);
  found.entries = entries_of(path);
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
      return "ended early: " + (found.summary->failure ? found.summary->failure->reason : "a step could not be made");
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
  std::string text = fmt::format("{}: {}\n", folder.string(), status_words(found));
  if (const auto& setting = found.setting) {
    text += fmt::format("  scene     {}, {} unknowns, with {}\n", setting->name, setting->unknowns, setting->integrator);
    text += fmt::format("  steps     {} of {} of {:.6g} s\n", steps_done(found), setting->steps, setting->h);
    for (const RunSetting::Body& body : setting->bodies)
      text += fmt::format("  body      {}: {} vertices, {} {}, {:.6g} kg\n", body.name, body.vertices, body.cells, body.kind,
                          body.mass);
  } else {
    text += fmt::format("  steps     {}\n", steps_done(found));
  }
  if (found.summary)
    text += fmt::format("  energy    off by up to {:.1e} of {:.4g} J\n", found.summary->max_drift, found.summary->scale);
  text += covered_text("ledger", "rows", found.rows) + covered_text("frames", "frames", found.frames);
  for (const Entry& entry : found.entries)
    text += entry.name.ends_with('/')
                ? fmt::format("  folder    {} with {} files, {}\n", entry.name, entry.files, size_text(entry.bytes))
                : fmt::format("  file      {}, {}\n", entry.name, size_text(entry.bytes));
  for (const std::string& fault : found.faults) text += fmt::format("  fault     {}\n", fault);
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
  if (found.summary && found.summary->failure) json["failure"] = found.summary->failure->reason;
  for (const auto& [name, covered] : {std::pair{"rows", &found.rows}, std::pair{"frames", &found.frames}}) {
    json[name] = {{"count", covered->count}};
    if (covered->count > 0) json[name].update({{"first", covered->first}, {"last", covered->last}});
  }
  json["files"] = Json::object();
  for (const Entry& entry : found.entries) json["files"][entry.name] = {{"files", entry.files}, {"bytes", entry.bytes}};
  json["faults"] = found.faults;
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace lilyan::app
