#include <lilyan/minimise/parts.hpp>

#include <algorithm>
#include <cmath>

namespace lilyan {

namespace {

constexpr int kMostHalvings = 30;

// A part that is still to be moved on.
struct OpenPart {
  bool is_open = true;
  double step = 1;   // of its direction
  double slope = 0;  // g.d
  double error = 0;  // of its decrement
};

void mask(const std::vector<OpenPart>& parts, std::span<const Index> part_of, Vector& v) {
  for (Eigen::Index i = 0; i < v.size(); ++i)
    if (!parts[static_cast<std::size_t>(part_of[static_cast<std::size_t>(i)])].is_open) v[i] = 0;
}

}  // namespace

std::vector<double> part_decrements(const Objective& objective, const Vector& g, const Vector& d) {
  if (objective.parts() <= 1) return {-g.dot(d)};
  const std::span<const Index> part_of = objective.part_of_unknown();
  std::vector<double> sums(static_cast<std::size_t>(objective.parts()), 0);
  for (Eigen::Index i = 0; i < g.size(); ++i) sums[static_cast<std::size_t>(part_of[static_cast<std::size_t>(i)])] -= g[i] * d[i];
  return sums;
}

double worst_error(Objective& objective, const Vector& g, const Vector& d) {
  const std::vector<double> decrements = part_decrements(objective, g, d);
  double worst = 0;
  for (std::size_t p = 0; p < decrements.size(); ++p)
    worst = std::max(worst, objective.error_of_decrement(decrements[p], static_cast<Index>(p)));
  return worst;
}

void finish_parts(Objective& objective, const NewtonSettings& settings, NewtonDirection& direction, Vector& z, Vector& g,
                  NewtonResult& result) {
  constexpr double kTightly = 1e-8;
  const std::span<const Index> part_of = objective.part_of_unknown();
  std::vector<OpenPart> parts(static_cast<std::size_t>(objective.parts()), {true, 1, 0, 0});
  auto any_open = [&] { return std::any_of(parts.begin(), parts.end(), [](const OpenPart& part) { return part.is_open; }); };
  Vector d, pull, trial, g_trial;
  objective.gradient(z, g);
  result.error = 0;
  while (any_open() && result.iterations < settings.max_iterations) {
    ++result.iterations;
    pull = g;
    mask(parts, part_of, pull);
    if (!direction.solve(objective, z, pull, kTightly, d)) return;
    mask(parts, part_of, d);
    const double longest = objective.longest_step(z, d);
    const std::vector<double> decrements = part_decrements(objective, g, d);
    for (std::size_t p = 0; p < parts.size(); ++p) {
      OpenPart& part = parts[p];
      if (!part.is_open) continue;
      part.step = longest;
      part.slope = -decrements[p];
      part.error = objective.error_of_decrement(decrements[p], static_cast<Index>(p));
    }
    // Each part by the slope at the end of its step, which is halved until it flattens that slope. A part whose decrement meets the
    // tolerance takes its step unasked: what is left is the square of it.
    for (int halvings = 0; halvings <= kMostHalvings; ++halvings) {
      trial = z;
      for (Eigen::Index i = 0; i < z.size(); ++i)
        trial[i] += parts[static_cast<std::size_t>(part_of[static_cast<std::size_t>(i)])].step * d[i];
      const bool is_defined = std::isfinite(objective.gradient(trial, g_trial).value);
      const std::vector<double> slopes = is_defined ? part_decrements(objective, g_trial, d) : std::vector<double>();
      bool all_fit = true;
      for (std::size_t p = 0; p < parts.size(); ++p) {
        OpenPart& part = parts[p];
        const bool fits =
            is_defined && (part.error <= settings.tolerance || std::abs(slopes[p]) < (1 - 0.1 * longest) * std::abs(part.slope));
        if (!part.is_open || part.step == 0 || fits) continue;
        part.step = halvings + 1 < kMostHalvings ? 0.5 * part.step : 0;
        all_fit = false;
        ++result.backtracks;
      }
      if (all_fit) break;
    }
    z.swap(trial);
    g.swap(g_trial);
    for (OpenPart& part : parts) {
      if (!part.is_open) continue;
      // A part that no step helps stands where rounding lets it.
      part.is_open = part.error > settings.tolerance && part.step > 0;
      if (!part.is_open) result.error = std::max(result.error, part.error);
    }
  }
}

}  // namespace lilyan
