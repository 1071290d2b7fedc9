// The surfaces of a run's frames, loaded a frame at a time: what is seen of the bodies, and obstacles.
#pragma once

#include <lilyan/convert/run_frames.hpp>

#include <cstddef>
#include <vector>

namespace lilyan {

// The bodies: one mesh in motion.
class SkinSeries {
 public:
  // At least one frame; the first is loaded.
  explicit SkinSeries(std::vector<RunFrame> frames);

  std::size_t frames() const { return frames_.size(); }
  double t(std::size_t frame) const { return frames_[frame].t; }  // [s]
  Index vertices() const { return vertices_; }
  const std::vector<Triangle>& triangles() const { return triangles_; }

  // The positions [m]. Throws InputError where the frame has other triangles than the first (id "frames.topology") or cannot be
  // read.
  Vector x(std::size_t frame);

 private:
  std::vector<RunFrame> frames_;
  SkinLoader loader_;
  Index vertices_ = 0;
  std::vector<Triangle> triangles_;
};

// Positions as most programs want them, in single precision. Throws InputError (id "convert.range") where one is too large for
// that.
std::vector<float> in_single_precision(const Vector& x);

// What a format that knows one mesh only says to a frame with another one. [id "frames.topology"]
[[noreturn]] void throw_other_mesh(const RunFrame& frame);

// The obstacles: meshes that may move.
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
