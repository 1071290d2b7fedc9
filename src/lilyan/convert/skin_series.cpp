#include <lilyan/convert/skin_series.hpp>
#include <lilyan/core/error.hpp>

#include <fmt/format.h>

#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

namespace lilyan {

void throw_other_mesh(const RunFrame& frame) {
  throw InputError({"frames.topology", frame.skin.value_or(frame.body).string(), "holds another mesh than the first frame",
                    "the frames of one run have the same vertices and cells; do not mix those of several runs"});
}

SkinSeries::SkinSeries(std::vector<RunFrame> frames) : frames_(std::move(frames)), loader_(SkinLoader::Fields::none) {
  assert(!frames_.empty());
  Skin first = loader_.load(frames_.front());
  if (first.triangles.empty()) {
    throw InputError({"frames.empty", frames_.front().body.string(), "holds no cells: there is nothing to see", {}});
  }
  vertices_ = first.vertices();
  triangles_ = std::move(first.triangles);
}

Vector SkinSeries::x(std::size_t frame) {
  Skin skin = loader_.load(frames_[frame]);
  if (skin.vertices() != vertices_ || skin.triangles != triangles_) throw_other_mesh(frames_[frame]);
  return std::move(skin.x);
}

std::vector<float> in_single_precision(const Vector& x) {
  std::vector<float> values(static_cast<std::size_t>(x.size()));
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double value = x[static_cast<Eigen::Index>(i)];
    if (std::abs(value) > static_cast<double>(std::numeric_limits<float>::max())) {
      throw InputError({"convert.range", fmt::format("vertex {}", i / 3),
                        fmt::format("a position of {:.3g} m does not fit into single precision", value),
                        "the run has exploded; convert its earlier frames only, or to npy, which is in double precision"});
    }
    values[i] = static_cast<float>(value);
  }
  return values;
}

}  // namespace lilyan
