// What `lilyan render` draws: the frames of a run, the initial state of a scene, or a mesh as it is.
#pragma once

#include <lilyan/mesh/skin.hpp>
#include <lilyan/render/scenery.hpp>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace lilyan::app {

class PictureSource {
 public:
  virtual ~PictureSource() = default;
  virtual std::size_t frames() const = 0;                      // at least 1
  virtual double t(std::size_t frame) const = 0;               // [s]
  virtual Skin load(std::size_t frame) = 0;                    // the bodies
  virtual render::Scenery scenery(std::size_t) { return {}; }  // what they meet
  virtual std::string shown(std::size_t frame) const = 0;      // which state that is, in words; empty where there is but one
};

// By what `path` is: a run's folder, its index (.pvd) or a frame; a scene (.json), changed by `overrides`; else a mesh file.
// Throws InputError where it is none of these.
std::unique_ptr<PictureSource> open_picture_source(const std::filesystem::path& path, const std::vector<std::string>& overrides);

}  // namespace lilyan::app
