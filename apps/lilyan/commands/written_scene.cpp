#include <lilyan/core/bytes.hpp>
#include <lilyan/core/error.hpp>
#include <lilyan/core/platform/file_reader.hpp>

#include <apps/lilyan/commands/written_scene.hpp>

#include <fmt/format.h>

namespace lilyan::app {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostOfScene = 1 << 20;  // [bytes] ours are far smaller

std::string mark_of(const std::string& command) {
  return fmt::format("// Written by `lilyan {}`, which replaces this file as long as nobody has changed it ", command);
}

std::string mark(const std::string& command, const std::string& scene, const std::string& surface) {
  return fmt::format("{}({:016x} {:016x}).\n", mark_of(command), checksum(scene), surface.empty() ? 0 : checksum(surface));
}

// Its bytes; none where there is no such file.
std::string text_of(const fs::path& file) {
  std::error_code ignored;
  return file.empty() || !fs::exists(fs::symlink_status(file, ignored)) ? "" : read_text_file(file).text;
}

}  // namespace

std::string with_mark(const std::string& scene, const fs::path& surface, const std::string& command) {
  return mark(command, scene, text_of(surface)) + scene;
}

bool is_as_written(const fs::path& scene, const fs::path& surface, const std::string& command) {
  std::error_code ignored;
  if (fs::file_size(scene, ignored) > kMostOfScene || ignored) return false;
  try {
    const std::string text = read_text_file(scene).text;
    const std::size_t end = text.find('\n');
    if (!text.starts_with(mark_of(command)) || end == std::string::npos) return false;
    const std::string rest = text.substr(end + 1), beside = text_of(surface), expected = mark(command, rest, beside);
    // Where there is no surface, none is lost: its checksum, the last 16 digits, does not matter.
    const std::size_t checked = beside.empty() ? expected.size() - std::string("0123456789abcdef).\n").size() : expected.size();
    return text.substr(0, checked) == expected.substr(0, checked);
  } catch (const InputError&) {
    return false;  // not to be read, so not ours
  }
}

}  // namespace lilyan::app
