#include <lilyan/energy/contact/friction/friction.hpp>

#include <lilyan/core/memory.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lilyan {
namespace {

// f of the length y of a slip, with the smoothing length e > 0 [m].
struct SmoothSlip {
  double e;

  double value(double y) const { return y < e ? y * y / e - y * y * y / (3 * e * e) + e / 3 : y; }
  double slope(double y) const { return y < e ? (2 - y / e) * y / e : 1; }
  double slope_over_length(double y) const { return y < e ? (2 - y / e) / e : 1 / y; }
  double curvature(double y) const { return y < e ? (2 - 2 * y / e) / e : 0; }
};

// Whether a pair that presses can have these points, weights, direction and strengths.
bool is_possible(const PressedPair& pair) {
  constexpr double kRounding = 1e-9;
  for (std::size_t i = 0; i < pair.points.size(); ++i)
    if (pair.points[i] >= 0 && std::count(pair.points.begin(), pair.points.end(), pair.points[i]) > 1) return false;
  const auto is_weight = [&](double weight) { return std::abs(weight) <= 1 + kRounding; };
  const auto is_strength = [](double strength) { return strength >= 0 && std::isfinite(strength); };
  return std::all_of(pair.weights.begin(), pair.weights.end(), is_weight) && std::abs(pair.normal.norm() - 1) <= kRounding &&
         is_strength(pair.force) && is_strength(pair.friction) && is_strength(pair.damping) && is_strength(pair.slip_speed) &&
         pair.slip_speed > 0 && is_whole(pair.sign, -1, 1);
}

}  // namespace

Vec3 PressedPair::sum(const Vector& y) const {
  Vec3 sum = Vec3::Zero();
  for_each_vertex(static_cast<Index>(y.size() / 3), [&](Index i, double c) { sum += c * vertex(y, i); });
  return sum;
}

void PressedPair::press_by(const Eigen::Matrix<double, 12, 1>& g, std::size_t first) {
  const auto of_point = [&](std::size_t i) { return g.segment<3>(3 * static_cast<Eigen::Index>(i)); };
  Vec3 push = Vec3::Zero();
  for (std::size_t i = 0; i < first; ++i) push += of_point(i);
  force = push.norm();
  if (force == 0) return;
  normal = push / force;
  const auto weigh = [&](std::size_t begin, std::size_t end, double side) {
    double sum = 0;
    for (std::size_t i = begin; i < end; ++i) {
      weights[i] = points[i] < 0 ? 0 : std::max(0.0, side * of_point(i).dot(normal));
      sum += weights[i];
    }
    for (std::size_t i = begin; i < end; ++i) weights[i] *= side / sum;
  };
  weigh(0, first, 1);
  weigh(first, 4, -1);
}

PairSlip::PairSlip(const PressedPair& pair, const Vec3& s, double h, double smoothing) {
  const double opening = pair.normal.dot(s), limit = pair.friction * pair.force;
  u_ = s - opening * pair.normal;
  length_ = u_.norm();
  const SmoothSlip f{smoothing * pair.slip_speed * h};
  along_ = limit * f.curvature(length_);
  across_ = limit * f.slope_over_length(length_);
  normal_ = pair.damping / h;
  value = limit * f.value(length_) + 0.5 * normal_ * opening * opening;
  force = across_ * u_ + normal_ * opening * pair.normal;
  left = limit * (1 - f.slope(length_));
  stiffest = std::max(across_, normal_);
}

Mat3 PairSlip::slope(const PressedPair& pair) const {
  const Mat3 nn = pair.normal * pair.normal.transpose();
  Mat3 slope = across_ * (Mat3::Identity() - nn) + normal_ * nn;
  if (length_ > 0) {
    const Vec3 t = u_ / length_;
    slope += (along_ - across_) * t * t.transpose();
  }
  return slope;
}

std::vector<double> numbers_of(const std::vector<PressedPair>& pairs) {
  std::vector<double> numbers;
  for (const PressedPair& pair : pairs) {
    numbers.insert(numbers.end(), pair.points.begin(), pair.points.end());
    numbers.insert(numbers.end(), pair.weights.begin(), pair.weights.end());
    numbers.insert(numbers.end(), pair.normal.begin(), pair.normal.end());
    for (double number : {pair.force, pair.friction, pair.slip_speed, pair.damping, static_cast<double>(pair.contact), pair.sign,
                          pair.has_obstacle ? 1.0 : 0.0})
      numbers.push_back(number);
  }
  return numbers;
}

std::optional<std::vector<PressedPair>> pairs_of(const std::vector<double>& numbers) {
  constexpr std::size_t kPerPair = 18, kContact = 15, kPoints = 4;
  constexpr double kMost = std::numeric_limits<Index>::max();
  if (numbers.size() % kPerPair != 0) return std::nullopt;
  std::vector<PressedPair> pairs(numbers.size() / kPerPair);
  auto next = numbers.begin();
  for (PressedPair& pair : pairs) {
    const auto is_number = [&](std::size_t k) { return is_whole(*(next + static_cast<std::ptrdiff_t>(k)), -1, kMost); };
    for (std::size_t k = 0; k < kPoints; ++k)
      if (!is_number(k)) return std::nullopt;
    if (!is_number(kContact)) return std::nullopt;
    for (Index& point : pair.points) point = static_cast<Index>(*next++);
    for (double& weight : pair.weights) weight = *next++;
    for (double& axis : pair.normal) axis = *next++;
    pair.force = *next++;
    pair.friction = *next++;
    pair.slip_speed = *next++;
    pair.damping = *next++;
    pair.contact = static_cast<Index>(*next++);
    pair.sign = *next++;
    pair.has_obstacle = *next++ != 0;
    if (!is_possible(pair)) return std::nullopt;
  }
  return pairs;
}

EndMotion::EndMotion(const Metric& metric, const Vector& mass, bool shares_mass, Vector v, Index contacts)
    : metric_(metric),
      mass_(mass),
      shares_mass_(shares_mass),
      v_(std::move(v)),
      impulse_(Vector::Zero(v_.size())),
      from_outside_(impulse_),
      contacts_(3 * static_cast<std::size_t>(contacts), 0) {}

Vector EndMotion::shared_response(const PressedPair& pair, const Vec3& t) const {
  Vector push = Vector::Zero(v_.size()), response = push;
  pair.for_each_vertex(vertices(), [&](Index i, double c) { vertex(push, i) += c * t; });
  metric_.solve(push, response);
  return response;
}

void EndMotion::slow(const PressedPair& pair, double limit) {
  if (!(limit > 0)) return;
  Vec3 sliding = pair.sum(v_) + pair.obstacle_velocity;
  sliding -= pair.normal.dot(sliding) * pair.normal;
  const double speed = sliding.norm();
  if (speed == 0) return;
  const Vec3 t = sliding / speed;

  // How much faster the pair slides after an impulse of 1.
  const Vector response = shares_mass_ ? shared_response(pair, t) : Vector(0);
  double mobility = 0, held = 0;
  pair.for_each_vertex(vertices(), [&](Index i, double c) {
    for (Index axis = 0; axis < 3; ++axis) {
      const Index component = 3 * i + axis;
      if (mass_[component] == 0)
        held += c * t[axis] * v_[component];
      else
        mobility += c * t[axis] * (shares_mass_ ? response[component] : c * t[axis] / mass_[component]);
    }
  });
  if (!(mobility > 0)) return;
  const double j = std::min(limit, speed / mobility);

  pair.for_each_vertex(vertices(), [&](Index i, double c) {
    vertex(impulse_, i) -= j * c * t;
    if (pair.has_obstacle) vertex(from_outside_, i) -= j * c * t;
    if (shares_mass_) return;
    for (Index axis = 0; axis < 3; ++axis)
      if (const Index component = 3 * i + axis; mass_[component] > 0) v_[component] -= j * c * t[axis] / mass_[component];
  });
  if (shares_mass_) v_ -= j * response;
  if (pair.contact >= 0)
    for (std::size_t axis = 0; axis < 3; ++axis)
      contacts_[3 * static_cast<std::size_t>(pair.contact) + axis] += pair.sign * j * t[static_cast<Eigen::Index>(axis)];
  dissipated_ += j * (speed - 0.5 * j * mobility);
  work_ += j * (t.dot(pair.obstacle_velocity) + held);
  is_changed_ = true;
}

}  // namespace lilyan
