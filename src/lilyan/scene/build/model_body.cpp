#include <lilyan/scene/build/model_body.hpp>

#include <lilyan/coarsening/model/coarse_model_file.hpp>
#include <lilyan/multidomain/body/domain_body_file.hpp>
#include <lilyan/scene/build/coarse/coarse_scene_body.hpp>
#include <lilyan/scene/build/reduced/domain_parts.hpp>
#include <lilyan/scene/schema/validate.hpp>
#include <lilyan/scene/schema/values.hpp>

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace lilyan {

bool comes_from_model(const Json& body) {
  const auto mesh = body.find("mesh");
  return mesh != body.end() && mesh->at("type") == "model";
}

bool build_model_body(const Json& entry, const std::string& place, BuildContext& context, BuiltBody& body) {
  const std::filesystem::path file = context.file(entry.at("mesh").at("path"));
  std::optional<ModelFile> model;
  const auto read = [&] {
    std::string bytes = read_model_bytes(file);
    context.files.add(bytes);
    model = ModelFile::from_bytes(std::move(bytes), file.string(), {kReducedModelKind, kDomainBodyKind, kCoarseModelKind});
  };
  if (!context.attempt(join_path(place, "mesh/path"), read)) return false;
  if (model->kind() == kCoarseModelKind.name) return build_coarse_body(*model, entry, place, context, body);
  if (const std::string source = text_or(entry.at("mesh"), "source", ""); !source.empty()) {
    context.faults.add("scene.model", join_path(place, "mesh/source"),
                       fmt::format("{} is no model of a coarse body, and this scene belongs to that of {}", file.string(), source),
                       "make model and scene together, with `lilyan coarsen`");
    return false;
  }
  return build_parts_of_model(*model, entry, place, context, body);
}

}  // namespace lilyan
