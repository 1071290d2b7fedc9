#include <lilyan/convert/convert.hpp>
#include <lilyan/convert/convert_formats.hpp>
#include <lilyan/core/error.hpp>
#include <lilyan/core/platform/file.hpp>
#include <lilyan/core/platform/file_writer.hpp>
#include <lilyan/core/platform/folder_lock.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <system_error>

namespace lilyan {

namespace {

namespace fs = std::filesystem;

struct FormatEntry {
  FrameFormat format;
  const char* name;
  const char* output;                 // default place in the run's folder
  bool (*is_ours)(std::string_view);  // names of the files in that folder; nullptr: it is a file
  void (*convert)(Conversion&);
};

constexpr std::array<FormatEntry, 4> kFormats = {{
    {FrameFormat::obj, "obj", "obj", is_obj_output, convert_to_obj},
    {FrameFormat::pc2, "pc2", "pc2", is_pc2_output, convert_to_pc2},
    {FrameFormat::glb, "glb", "animation.glb", nullptr, convert_to_glb},
    {FrameFormat::npy, "npy", "npy", is_npy_output, convert_to_npy},
}};

const FormatEntry& entry_of(FrameFormat format) { return kFormats[static_cast<std::size_t>(format)]; }

// A folder is replaced as a whole: it must not be one that the frames are in.
void check_output(const fs::path& out, const FormatEntry& format, const std::vector<RunFrame>& frames) {
  std::error_code error;
  if (!fs::exists(out, error)) return;
  if (fs::is_directory(out, error) != (format.is_ours != nullptr)) {
    throw InputError({"convert.place", out.string(),
                      fmt::format("is a {}, but {} is written as a {}", format.is_ours ? "file" : "folder", format.name,
                                  format.is_ours ? "folder" : "file"),
                      "choose another name with -o"});
  }
  const fs::path place = fs::canonical(out, error);
  for (fs::path folder = fs::canonical(frames.front().body, error); folder.has_relative_path(); folder = folder.parent_path()) {
    if (folder != place) continue;
    throw InputError({"convert.place", out.string(), "holds the run itself", "choose a folder of its own with -o"});
  }
}

std::vector<RunFrame> thinned(std::vector<RunFrame> frames, std::int64_t every) {
  std::vector<RunFrame> taken;
  for (std::size_t k = 0; k < frames.size(); k += static_cast<std::size_t>(every)) taken.push_back(std::move(frames[k]));
  return taken;
}

// Beside the run's own files.
fs::path default_output(const fs::path& run, FrameFormat format) {
  const bool is_file = run.extension() == ".pvd" || run.extension() == ".vtu";
  return (is_file ? run.parent_path() : run) / entry_of(format).output;
}

}  // namespace

std::vector<std::string> frame_format_names() {
  std::vector<std::string> names;
  for (const FormatEntry& entry : kFormats) names.emplace_back(entry.name);
  return names;
}

FrameFormat frame_format(const std::string& name) {
  const auto found = std::find_if(kFormats.begin(), kFormats.end(), [&](const FormatEntry& entry) { return entry.name == name; });
  assert(found != kFormats.end());
  return found->format;
}

std::string to_text(FrameFormat format) { return entry_of(format).name; }

Converted convert_frames(const fs::path& run, FrameFormat format, const ConvertSettings& settings) {
  assert(settings.every > 0);
  Conversion conversion{run,          list_frames(run),  settings.out.value_or(default_output(run, format)),
                        settings.fps, settings.progress, {}};
  // "there/" is the folder "there".
  if (!conversion.out.has_filename()) conversion.out = conversion.out.parent_path();
  if (!settings.out && entry_of(format).is_ours) require_no_link(conversion.out);
  check_output(conversion.out, entry_of(format), conversion.frames);
  conversion.frames = thinned(std::move(conversion.frames), settings.every);
  if (conversion.out.has_parent_path()) {
    std::error_code error;
    fs::create_directories(conversion.out.parent_path(), error);
    if (error) throw_file_error(conversion.out.parent_path(), "make this folder", error.value());
  }
  std::optional<FileLock> lock;  // folders are locked by who writes them
  if (!entry_of(format).is_ours) lock.emplace(conversion.out);
  entry_of(format).convert(conversion);
  return {format, conversion.out, static_cast<std::int64_t>(conversion.frames.size()), std::move(conversion.notes)};
}

std::vector<fs::path> converted_files(const fs::path& run_folder) {
  std::vector<fs::path> files;
  for (const FormatEntry& entry : kFormats) {
    for (const fs::path& path : {run_folder / entry.output, part_of_file(run_folder / entry.output)}) {
      std::error_code ignored;
      const fs::file_status status = fs::symlink_status(path, ignored);
      if (entry.is_ours) {
        const std::vector<fs::path> ours = our_files(path, [&](const std::string& name) { return entry.is_ours(name); });
        files.insert(files.end(), ours.begin(), ours.end());
      } else if (fs::exists(status) && !fs::is_directory(status)) {
        files.push_back(path);
      }
    }
  }
  return files;
}

std::optional<double> real_time_rate(const std::vector<RunFrame>& frames) {
  const double duration = frames.back().t - frames.front().t;
  if (!(duration > 0)) return std::nullopt;
  return static_cast<double>(frames.size() - 1) / duration;
}

}  // namespace lilyan
