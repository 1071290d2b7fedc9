#include <lilyan/scene/models/scene_with_models.hpp>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace lilyan {
namespace {

namespace fs = std::filesystem;
using KeptOrder = nlohmann::ordered_json;

// The keys of a scene whose texts are paths, wherever they stand.
constexpr std::array<std::string_view, 5> kPathKeys = {"path", "interp", "basis_path", "model", "pieces"};

// What a model brings with it.
constexpr std::array<const char*, 8> kModelKeys = {"material",    "regions", "density", "mass",
                                                   "mass_matrix", "deform",  "reduce",  "domains"};

// Links are followed first: what lies above the end of one is not what its name says.
fs::path without_links(const fs::path& path) {
  std::error_code error;
  const fs::path whole = fs::absolute(path.empty() ? "." : path, error), followed = fs::weakly_canonical(whole, error);
  return error ? whole.lexically_normal() : followed;
}

void move_paths(KeptOrder& value, const fs::path& from, const fs::path& to) {
  if (value.is_array())
    for (KeptOrder& item : value) move_paths(item, from, to);
  if (!value.is_object()) return;
  for (auto& [key, member] : value.items()) {
    const bool is_path = member.is_string() && std::find(kPathKeys.begin(), kPathKeys.end(), key) != kPathKeys.end();
    if (!is_path) {
      move_paths(member, from, to);
    } else if (const fs::path path = member.get<std::string>(); path.is_relative()) {
      member = without_links(from / path).lexically_relative(to).generic_string();
    }
  }
}

// A surface that is carried needs the cells that carry it, and contact is as stiff as they are.
bool needs_its_cells(const KeptOrder& scene, const KeptOrder& body) {
  return body.contains("reduce") && (body.contains("render") || (scene.contains("contact") && !scene.at("contact").empty()));
}

}  // namespace

std::string model_file_name(const BodyModel& model) { return model.body + ".model"; }

std::string scene_text_with_models(const std::string& text, const fs::path& from, const fs::path& to,
                                   const std::vector<BodyModel>& models) {
  KeptOrder scene = KeptOrder::parse(text);
  std::vector<bool> keeps_cells;
  for (const BodyModel& model : models) {
    KeptOrder& body = scene["bodies"][model.entry];
    keeps_cells.push_back(needs_its_cells(scene, body));
    if (keeps_cells.back())
      body.erase("reduce");
    else
      for (const char* key : kModelKeys) body.erase(key);
  }
  move_paths(scene, without_links(from), without_links(to));
  for (std::size_t k = 0; k < models.size(); ++k) {
    KeptOrder& body = scene["bodies"][models[k].entry];
    if (keeps_cells[k])
      body["reduce"] = {{"path", model_file_name(models[k])}};
    else
      body["mesh"] = {{"type", "model"}, {"path", model_file_name(models[k])}};
  }
  return scene.dump(2) + "\n";
}

std::string scene_text_with_coarse_body(const std::string& text, const fs::path& from, const fs::path& to, std::size_t entry,
                                        const std::string& file, const std::string& source) {
  KeptOrder scene = KeptOrder::parse(text);
  KeptOrder& body = scene["bodies"][entry];
  for (const char* key : {"material", "regions", "density", "mass", "mass_matrix"}) body.erase(key);
  if (body.contains("render")) body["render"].erase("interp");  // weights in fine cells
  body.erase("mesh");
  move_paths(scene, without_links(from), without_links(to));
  body["mesh"] = {{"type", "model"}, {"path", file}, {"source", source}};
  return scene.dump(2) + "\n";
}

}  // namespace lilyan
