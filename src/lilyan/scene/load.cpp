#include <lilyan/scene/load.hpp>

#include <lilyan/core/platform/file_reader.hpp>
#include <lilyan/core/terminal_text.hpp>
#include <lilyan/mesh_files/content.hpp>
#include <lilyan/mesh_files/read.hpp>
#include <lilyan/output/run_folder.hpp>
#include <lilyan/scene/build/build.hpp>
#include <lilyan/scene/build/consistency.hpp>
#include <lilyan/scene/override.hpp>
#include <lilyan/scene/schema/scene_schema.hpp>
#include <lilyan/scene/schema/validate.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

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

// Throws InputError where there is no such file (id "scene.missing"), where it cannot be read ("scene.unreadable"), where it is
// empty or too large ("scene.empty", "scene.too-large"), and where it is something else ("scene.not-a-scene"): a mesh, the folder
// of a run, another folder, a binary file. The hint is then the command that leads on.
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

using OrderedJson = nlohmann::ordered_json;

OrderedJson in_order(const Json& value, const OrderedJson& given) {
  if (value.is_array()) {
    OrderedJson list = OrderedJson::array();
    for (std::size_t k = 0; k < value.size(); ++k)
      list.push_back(in_order(value[k], given.is_array() && k < given.size() ? given[k] : OrderedJson()));
    return list;
  }
  if (!value.is_object()) return OrderedJson(value);
  OrderedJson object = OrderedJson::object();
  if (given.is_object())
    for (const auto& [key, before] : given.items())
      if (const auto now = value.find(key); now != value.end()) object[key] = in_order(*now, before);
  for (const auto& [key, now] : value.items())
    if (!object.contains(key)) object[key] = in_order(now, OrderedJson());
  return object;
}

// The value as a text, its keys in the order in which `given`, the text that it was parsed from, has them; keys that came later,
// by overrides, follow. Texts above 256 kB, which no one reads in a report, come in alphabetical order.
std::string text_in_given_order(const Json& value, const std::string& given) {
  constexpr std::size_t kLongest = 1u << 18;  // [bytes]; ordered objects are searched key by key
  if (given.size() > kLongest) return value.dump(2, ' ', false, Json::error_handler_t::replace);
  const OrderedJson order = OrderedJson::parse(given, nullptr, false, true);  // comments are allowed, faults are the parser's
  return in_order(value, order).dump(2, ' ', false, OrderedJson::error_handler_t::replace);
}

// What a run is called whose scene has no name.
std::string name_from(const std::filesystem::path& file) {
  const std::string stem = file.stem().string();
  return stem.empty() || stem == "." || stem == ".." ? "scene" : stem;
}

// Standard values that follow from the rest of the scene.
void complete(const Json& given, const std::filesystem::path& file, Json& scene) {
  constexpr double kToleranceWithContact = 1e-13;
  if (!scene.is_object()) return;
  if (!scene.contains("name")) scene["name"] = name_from(file);
  const bool has_contact = scene.contains("contact") && !scene["contact"].empty();
  if (has_contact && scene.contains("solver") && !given.contains(Json::json_pointer("/solver/tolerance")))
    scene["solver"]["tolerance"] = kToleranceWithContact;
}

// `context` says what else is wanted.
Scene parse(const std::string& text, const std::filesystem::path& file, const std::vector<std::string>& overrides,
            BuildContext context = {}) {
  Json given = parse_json(text, file.string());
  context.folder = file.parent_path();
  for (const std::string& assignment : overrides) {
    try {
      apply_override(given, assignment);
    } catch (const InputError& error) {
      context.faults.add(error);
    }
  }
  Json scene = validate(given, scene_schema(), "", context.faults);
  check_consistency(scene, context.faults);
  complete(given, file, scene);
  Scene built = build(scene, context);
  built.record.text = text_in_given_order(given, text);
  return built;
}

}  // namespace

Scene load_scene(const std::filesystem::path& file, const std::vector<std::string>& overrides) {
  return parse_scene(read_scene_file(file), file, overrides);
}

Scene parse_scene(const std::string& text, const std::filesystem::path& file, const std::vector<std::string>& overrides) {
  return parse(text, file, overrides);
}

Scene load_scene(const std::filesystem::path& file, const std::vector<std::string>& overrides, WantedModels& models) {
  BuildContext context;
  context.models = &models;
  return parse(read_scene_file(file), file, overrides, std::move(context));
}

Scene load_scene(const std::filesystem::path& file, const std::vector<std::string>& overrides, std::vector<BodyToCoarsen>& bodies) {
  BuildContext context;
  context.fine_bodies = &bodies;
  return parse(read_scene_file(file), file, overrides, std::move(context));
}

}  // namespace lilyan
