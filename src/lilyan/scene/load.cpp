#include <lilyan/scene/load.hpp>

#include <lilyan/mesh/text_file.hpp>
#include <lilyan/scene/build.hpp>
#include <lilyan/scene/consistency.hpp>
#include <lilyan/scene/override.hpp>
#include <lilyan/scene/scene_schema.hpp>
#include <lilyan/scene/validate.hpp>

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace lilyan {
namespace {

constexpr std::uintmax_t kLargestScene = 64u << 20;  // [bytes]; meshes lie in files of their own

// What a run is called whose scene has no name.
std::string name_from(const std::filesystem::path& file) {
  const std::string stem = file.stem().string();
  return stem.empty() || stem == "." || stem == ".." ? "scene" : stem;
}

}  // namespace

RunPlan load_scene(const std::filesystem::path& file, const std::vector<std::string>& overrides) {
  std::error_code unknown;  // what cannot be measured is left to the reader, which says why
  if (const std::uintmax_t size = std::filesystem::file_size(file, unknown); !unknown && size > kLargestScene)
    throw InputError(
        {"scene.too-large", file.string(), fmt::format("has {} bytes; a scene has at most {}", size, kLargestScene), ""});
  return parse_scene(read_text_file(file).text, file, overrides);
}

RunPlan parse_scene(const std::string& text, const std::filesystem::path& file, const std::vector<std::string>& overrides) {
  Json given = parse_json(text, file.string());
  BuildContext context;
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
  if (scene.is_object() && !scene.contains("name")) scene["name"] = name_from(file);
  RunPlan plan = build(scene, context);
  plan.scene_text = given.dump(2, ' ', false, Json::error_handler_t::replace);
  return plan;
}

}  // namespace lilyan
