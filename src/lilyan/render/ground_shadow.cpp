#include <lilyan/algebra/threads.hpp>
#include <lilyan/render/ground_shadow.hpp>

#include <algorithm>
#include <cmath>

namespace lilyan::render {

namespace {

constexpr double kAround = 2.3;  // how far the shadow of the unit ball is followed
constexpr int kSmoothings = 2;

// Cells on a side of the grid: about one for two pixels.
Index grid_size(int detail) { return std::clamp(detail / 2, 96, 512); }

// Each cell becomes a quarter of both neighbours and half of itself, along rows (step 1) or columns (step `size`).
void smooth(std::vector<Color>& cells, Index size, std::ptrdiff_t step) {
  const std::vector<Color> before = cells;
  for (Index row = 1; row + 1 < size; ++row)
    for (Index column = 1; column + 1 < size; ++column) {
      const auto cell = static_cast<std::size_t>(row) * static_cast<std::size_t>(size) + static_cast<std::size_t>(column);
      const Color* here = &before[cell];
      cells[cell] = 0.25f * here[-step] + 0.5f * here[0] + 0.25f * here[step];
    }
}

}  // namespace

GroundShadow::GroundShadow(const Lighting& lighting, double height)
    : size_(grid_size(lighting.detail())), left_(static_cast<std::size_t>(size_) * static_cast<std::size_t>(size_)) {
  const Eigen::Vector3f up = Eigen::Vector3f::UnitY(), key = lighting.key_direction();
  // The key light's shadow lies aside, that of the sky below the bodies; the grid holds both.
  const double aside = height / key[1], x = aside * key[0], z = aside * key[2];
  middle_x_ = x / 2;
  middle_z_ = z / 2;
  reach_ = kAround + std::hypot(x, z) / 2;

  const Color open = lighting.open(up).diffuse;
  const std::vector<Eigen::Vector3f> normals(static_cast<std::size_t>(size_), up);
  parallel_for(size_, [&](Index row) {
    const auto place = [&](Index k) { return 2.0 * k / (size_ - 1) - 1; };
    std::vector<Eigen::Vector3f> points;
    for (Index column = 0; column < size_; ++column)
      points.push_back(Vec3(middle_x_ + reach_ * place(column), height, middle_z_ + reach_ * place(row)).cast<float>());
    const std::vector<Light> lights = lighting.at(points, normals);
    for (Index column = 0; column < size_; ++column) {
      // Towards the grid's rim the shadow fades out.
      const auto fade = static_cast<float>(std::clamp(3 * (1 - std::hypot(place(column), place(row))), 0.0, 1.0));
      left_[cell(column, row)] = 1 + fade * (lights[static_cast<std::size_t>(column)].diffuse / open - 1);
    }
  });
  for (int k = 0; k < kSmoothings; ++k) {
    smooth(left_, size_, 1);
    smooth(left_, size_, size_);
  }
}

std::size_t GroundShadow::cell(Index column, Index row) const {
  return static_cast<std::size_t>(row) * static_cast<std::size_t>(size_) + static_cast<std::size_t>(column);
}

Color GroundShadow::at(double x, double z) const {
  const double u = ((x - middle_x_) / reach_ + 1) / 2 * (size_ - 1), v = ((z - middle_z_) / reach_ + 1) / 2 * (size_ - 1);
  if (!(u >= 0 && v >= 0 && u < size_ - 1 && v < size_ - 1)) return Color::Ones();
  const auto column = static_cast<Index>(u), row = static_cast<Index>(v);
  const auto across = static_cast<float>(u - column), along = static_cast<float>(v - row);
  const Color* here = &left_[cell(column, row)];
  return (1 - along) * ((1 - across) * here[0] + across * here[1]) +
         along * ((1 - across) * here[size_] + across * here[size_ + 1]);
}

}  // namespace lilyan::render
