#include <lilyan/convert/obstacle_series.hpp>
#include <lilyan/convert/skin_series.hpp>

#include <algorithm>
#include <cassert>
#include <utility>

namespace lilyan {

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
