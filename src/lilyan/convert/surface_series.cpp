#include <lilyan/convert/surface_series.hpp>

#include <lilyan/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>
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

ObstacleSeries::ObstacleSeries(std::vector<RunFrame> frames) : frames_(std::move(frames)) {
  assert(!frames_.empty());
  first_ = loaded_ = load_obstacles(frames_.front());
}

bool ObstacleSeries::moves() const {
  return std::any_of(frames_.begin(), frames_.end(),
                     [&](const RunFrame& frame) { return frame.obstacles != frames_.front().obstacles; });
}

const Vector& ObstacleSeries::x(std::size_t obstacle, std::size_t frame) {
  if (frame != loaded_frame_ && frames_[frame].obstacles != frames_[loaded_frame_].obstacles) {
    loaded_ = load_obstacles(frames_[frame]);
    const auto is_same = [](const FrameObstacle& a, const FrameObstacle& b) {
      return a.body == b.body && a.skin.x.size() == b.skin.x.size() && a.skin.triangles == b.skin.triangles;
    };
    if (!std::equal(loaded_.begin(), loaded_.end(), first_.begin(), first_.end(), is_same)) throw_other_mesh(frames_[frame]);
  }
  loaded_frame_ = frame;
  return loaded_[obstacle].skin.x;
}

}  // namespace lilyan
