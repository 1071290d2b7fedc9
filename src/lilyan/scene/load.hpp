// A scene file -> a scene, ready to run.
//
// The text is parsed, changed by overrides, checked against its schema and for consistency, and built. Every fault that
// can be found is found at once: what depends on a faulty part is left out, the rest is still looked at.
#pragma once

#include <lilyan/run/scene.hpp>
#include <lilyan/scene/models/body_model.hpp>
#include <lilyan/scene/models/fine_bodies.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace lilyan {

// `overrides` are of the form "time.step=0.01". Throws InputError with all faults.
Scene load_scene(const std::filesystem::path& file, const std::vector<std::string>& overrides = {});

// The same from a text; `file` names it in messages, and relative paths start in that file's folder.
Scene parse_scene(const std::string& text, const std::filesystem::path& file, const std::vector<std::string>& overrides = {});

// The same, and what coarsening its bodies takes.
Scene load_scene(const std::filesystem::path& file, const std::vector<std::string>& overrides, std::vector<BodyToCoarsen>& bodies);

// The same, and the models of its reduced bodies.
Scene load_scene(const std::filesystem::path& file, const std::vector<std::string>& overrides, WantedModels& models);

}  // namespace lilyan
