// The text of a scene that is moved to another folder and takes the reduced models of its bodies from files there.
#pragma once

#include <lilyan/scene/models/body_model.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace lilyan {

// "<name of the body>.model": a name of a body can be that of a file.
std::string model_file_name(const BodyModel& model);

// `text` is that of a scene in the folder `from` that was read without a fault (SceneRecord::text). In what is returned, for a file
// in the folder `to`, `mesh` of the bodies with models names the files of these. `reduce` does so instead if a body carries a
// surface or the scene has contact, for which cells are needed. All other relative paths lead to the same files as before.
std::string scene_text_with_models(const std::string& text, const std::filesystem::path& from, const std::filesystem::path& to,
                                   const std::vector<BodyModel>& models);

// The same with one body replaced by its coarse model in `file`, which was made from `source`. The rest of the scene names vertices
// of the fine body, and goes on doing so.
std::string scene_text_with_coarse_body(const std::string& text, const std::filesystem::path& from, const std::filesystem::path& to,
                                        std::size_t entry, const std::string& file, const std::string& source);

}  // namespace lilyan
