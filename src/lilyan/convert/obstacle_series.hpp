// The obstacles of a run's frames: meshes that may move, loaded a frame at a time.
#pragma once

#include <lilyan/convert/run_frames.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace lilyan {

class ObstacleSeries {
 public:
  // At least one frame, whose obstacles are loaded.
  explicit ObstacleSeries(std::vector<RunFrame> frames);

  std::size_t count() const { return first_.size(); }
  Index body(std::size_t obstacle) const { return first_[obstacle].body; }  // its number in the frames
  const std::vector<Triangle>& triangles(std::size_t obstacle) const { return first_[obstacle].skin.triangles; }
  bool moves() const;  // whether frames have obstacles of their own

  // The positions [m]. Throws InputError where the frame has other obstacles than the first (id "frames.topology") or cannot be
  // read.
  const Vector& x(std::size_t obstacle, std::size_t frame);

 private:
  std::vector<RunFrame> frames_;
  std::vector<FrameObstacle> first_, loaded_;
  std::size_t loaded_frame_ = 0;
};

}  // namespace lilyan
