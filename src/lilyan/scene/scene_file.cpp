#include <lilyan/core/error.hpp>
#include <lilyan/core/platform/file_reader.hpp>
#include <lilyan/core/terminal_text.hpp>
#include <lilyan/mesh_files/content.hpp>
#include <lilyan/mesh_files/read.hpp>
#include <lilyan/output/run_folder.hpp>
#include <lilyan/scene/scene_file.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

namespace lilyan {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kLargestScene = 64u << 20;  // [bytes]; meshes lie in files of their own

[[noreturn]] void not_a_scene(const fs::path& file, const std::string& message, const std::string& hint) {
  throw InputError({"scene.not-a-scene", file.string(), message, hint});
}

// Scenes of a folder by name; none where it cannot be read.
std::vector<std::string> scenes_in(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator entry(folder.empty() ? "." : folder, error), end; !error && entry != end; entry.increment(error))
    if (entry->path().extension() == ".json") names.push_back(entry->path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

[[noreturn]] void refuse_folder(const fs::path& folder) {
  const std::string name = shell_word(folder.string());
  if (RunFolder(folder).holds_run())
    not_a_scene(
        folder, "is the folder of a run, not a scene",
        fmt::format("to go on with it: lilyan run SCENE -o {0} --resume; to look at it: lilyan info {0}, lilyan report {0}, "
                    "lilyan render {0} -o film.mp4, lilyan convert {0} --to glb",
                    name));
  const std::vector<std::string> scenes = scenes_in(folder);
  not_a_scene(folder, "is a folder, not a scene",
              scenes.empty() ? "`lilyan list scenes` lists the scenes that come with Lilyan"
                             : fmt::format("name a scene in it: lilyan run {}", shell_word((folder / scenes.front()).string())));
}

[[noreturn]] void refuse_missing(const fs::path& file) {
  const std::string nearest = nearest_name(file.filename().string(), scenes_in(file.parent_path()));
  throw InputError({"scene.missing", file.string(), "there is no such file",
                    nearest.empty() ? "check the path; `lilyan list scenes` lists the scenes that come with Lilyan"
                                    : fmt::format("did you mean \"{}\"?", (file.parent_path() / nearest).string())});
}

// A name that nothing in the working folder has.
std::string free_name(const std::string& stem, const std::string& more, const std::string& extension) {
  std::error_code ignored;
  std::string name = stem + extension;
  for (int k = 0; k < 3 && fs::exists(name, ignored); ++k) name = stem + more + (k > 0 ? std::to_string(k + 1) : "") + extension;
  return name;
}

const MeshFormat* mesh_format_of(const fs::path& file) {
  std::string extension = file.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(), [](unsigned char c) { return std::tolower(c); });
  for (const MeshFormat& format : mesh_formats())
    if (extension == "." + format.name) return &format;
  return nullptr;
}

[[noreturn]] void refuse_mesh(const fs::path& file, const MeshFormat& format, std::uintmax_t size) {
  std::optional<bool> has_tets;
  if (!format.reads_tets) has_tets = false;
  if (format.reads_tets && size <= kLargestScene) {
    try {
      has_tets = !read_mesh_content(file).tets.empty();
    } catch (const InputError&) {  // a mesh with faults of its own, which `lilyan info` tells
    }
  }
  const std::string name = shell_word(file.string());
  if (!has_tets) not_a_scene(file, "is a mesh file, not a scene", "what it holds: lilyan info " + name);
  if (*has_tets)
    not_a_scene(
        file, "is a mesh of tets, not a scene",
        fmt::format("write a scene that names it: \"bodies\": [{{\"mesh\": {{\"type\": \"file\", \"path\": \"{}\"}}, ...}}]; "
                    "`lilyan list scenes` lists scenes to begin with",
                    file.string()));
  const std::string stem = file.stem().string();
  const std::string tets = shell_word(free_name(stem, "_tets", ".msh")), scene = shell_word(free_name(stem, "_scene", ".json"));
  not_a_scene(file, "is a mesh of triangles, not a scene",
              fmt::format("make tets and a scene of it, and run that: lilyan mesh {} -o {} --scene {} && lilyan run {}", name, tets,
                          scene, scene));
}

// Text that someone began as a scene is the parser's to judge, whatever follows.
bool is_binary(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  const bool begins_as_scene = first != std::string::npos && (text[first] == '{' || text[first] == '/');
  return !begins_as_scene && text.find('\0') != std::string::npos;
}

// The reader of text files speaks of meshes.
Fault told_of_scene(Fault fault) {
  if (fault.id == "mesh.unreadable") fault.id = "scene.unreadable";
  if (fault.id == "mesh.empty-file") fault.id = "scene.empty";
  if (fault.id == "mesh.not-a-file") fault.id = "scene.not-a-scene";
  return fault;
}

}  // namespace

std::string read_scene_file(const fs::path& file) {
  std::error_code error;  // what cannot be looked at is left to the reader, which says why
  const fs::file_status status = fs::status(file, error);
  if (status.type() == fs::file_type::not_found) refuse_missing(file);
  if (fs::is_directory(status)) refuse_folder(file);
  const std::uintmax_t size = fs::is_regular_file(status) ? fs::file_size(file, error) : 0;
  const MeshFormat* mesh = mesh_format_of(file);
  if (mesh && size > 0) refuse_mesh(file, *mesh, size);
  if (size > kLargestScene)
    throw InputError(
        {"scene.too-large", file.string(), fmt::format("has {} bytes; a scene has at most {}", size, kLargestScene), ""});
  try {
    std::string text = read_text_file(file).text;
    if (is_binary(text))
      not_a_scene(file, "is a binary file, not a scene",
                  "a scene is a text in JSON; `lilyan list scenes` lists scenes to begin with");
    return text;
  } catch (const InputError& fault) {
    throw InputError(told_of_scene(fault.faults().front()));
  }
}

}  // namespace lilyan
