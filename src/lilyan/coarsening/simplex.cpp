#include <lilyan/coarsening/simplex.hpp>

#include <Eigen/Geometry>

#include <cmath>

namespace lilyan {

namespace {

// Corner i below the boundary and j above it: the edge between them is cut, and both halves are looked at again. Each cut puts one
// more corner on the boundary, so that a tet ends as 0, 1 or 3 pieces.
void clip_signed(const Simplex& simplex, std::array<double, 4> above, std::vector<Simplex>& kept) {
  const auto corners = static_cast<std::size_t>(simplex.dimension) + 1;
  std::size_t i = corners, j = corners;
  for (std::size_t v = 0; v < corners; ++v) {
    if (above[v] < 0 && i == corners) i = v;
    if (above[v] > 0 && j == corners) j = v;
  }
  if (i == corners) return;  // nothing lies inside
  if (j == corners) {
    kept.push_back(simplex);
    return;
  }
  const double t = above[i] / (above[i] - above[j]);
  const Vec3 cut = simplex.corners[i] + t * (simplex.corners[j] - simplex.corners[i]);
  for (std::size_t replaced : {j, i}) {
    Simplex half = simplex;
    std::array<double, 4> half_above = above;
    half.corners[replaced] = cut;
    half_above[replaced] = 0;
    clip_signed(half, half_above, kept);
  }
}

struct Rule {
  std::vector<std::array<double, 4>> points;  // barycentric
  std::vector<double> weights;                // sum to 1
};

double factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }

// Of degree 2 s + 1 in dimension n: for i = 0 ... s the points (2 beta + 1)/(2 s + 1 + n - 2 i) with |beta| = s - i, of weight
// (-1)^i 4^-s (2 s + 1 + n - 2 i)^(2 s + 1) n! / (i! (2 s + 1 + n - i)!). [Grundmann 1978]
Rule make_rule(int n) {
  constexpr int s = 3, degree = 2 * s + 1;
  Rule rule;
  for (int i = 0; i <= s; ++i) {
    const double scale = degree + n - 2 * i;
    const double weight =
        (i % 2 ? -1 : 1) * std::pow(4.0, -s) * std::pow(scale, degree) * factorial(n) / (factorial(i) * factorial(degree + n - i));
    for (int b1 = 0; b1 <= s - i; ++b1)
      for (int b2 = 0; b1 + b2 <= s - i; ++b2)
        for (int b3 = 0; b1 + b2 + b3 <= s - i; ++b3) {
          if (n == 2 && b3 > 0) continue;
          const int b0 = s - i - b1 - b2 - b3;
          rule.points.push_back(
              {(2 * b0 + 1) / scale, (2 * b1 + 1) / scale, (2 * b2 + 1) / scale, n == 2 ? 0 : (2 * b3 + 1) / scale});
          rule.weights.push_back(weight);
        }
  }
  return rule;
}

const Rule& rule_of(int dimension) {
  static const Rule triangle = make_rule(2), tet = make_rule(3);
  return dimension == 2 ? triangle : tet;
}

}  // namespace

double Simplex::measure() const {
  const Vec3 normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
  return dimension == 2 ? 0.5 * normal.norm() : std::abs(normal.dot(corners[3] - corners[0])) / 6;
}

void clip(const Simplex& simplex, const HalfSpace& half_space, double tolerance, std::vector<Simplex>& kept) {
  std::array<double, 4> above = {};
  for (std::size_t v = 0; v <= static_cast<std::size_t>(simplex.dimension); ++v) {
    above[v] = half_space.normal.dot(simplex.corners[v]) - half_space.offset;
    if (std::abs(above[v]) <= tolerance) above[v] = 0;
  }
  clip_signed(simplex, above, kept);
}

void add_moments(const Simplex& simplex, const LocalFrame& frame, double weight, Moments& moments) {
  const Rule& rule = rule_of(simplex.dimension);
  const double whole = weight * simplex.measure();
  std::array<Vec3, 4> corners;
  for (std::size_t v = 0; v < 4; ++v)
    corners[v] = v > static_cast<std::size_t>(simplex.dimension) ? Vec3(Vec3::Zero()) : frame.coordinates(simplex.corners[v]);
  Moments sums = {};
  for (std::size_t q = 0; q < rule.points.size(); ++q) {
    const auto& at = rule.points[q];
    const Vec3 xi = at[0] * corners[0] + at[1] * corners[1] + at[2] * corners[2] + at[3] * corners[3];
    const double x[3] = {1, xi[0], xi[0] * xi[0]}, y[3] = {1, xi[1], xi[1] * xi[1]}, z[3] = {1, xi[2], xi[2] * xi[2]};
    for (int c = 0; c < 3; ++c)
      for (int b = 0; b < 3; ++b) {
        const double yz = rule.weights[q] * y[b] * z[c];
        for (int a = 0; a < 3; ++a) sums[moment_place(a, b, c)] += yz * x[a];
      }
  }
  sums[0] = 1;
  for (std::size_t k = 0; k < 27; ++k) moments[k] += whole * sums[k];
}

}  // namespace lilyan
