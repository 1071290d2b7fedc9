#include <lilyan/scene/load.hpp>

#include <lilyan/scene/build/build.hpp>
#include <lilyan/scene/build/consistency.hpp>
#include <lilyan/scene/override.hpp>
#include <lilyan/scene/scene_file.hpp>
#include <lilyan/scene/scene_text.hpp>
#include <lilyan/scene/schema/scene_schema.hpp>
#include <lilyan/scene/schema/validate.hpp>

#include <nlohmann/json.hpp>

namespace lilyan {
namespace {

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
