#include <tests/support/crossings.hpp>

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace lilyan::test {

namespace {

// A sum of doubles that is never rounded: its terms do not overlap and grow in size.
class ExactSum {
 public:
  void add(double value) {
    std::vector<double> terms;
    for (double term : terms_) {
      const double sum = value + term, part = sum - value, error = (value - (sum - part)) + (term - part);
      if (error != 0) terms.push_back(error);
      value = sum;
    }
    if (value != 0) terms.push_back(value);
    terms_ = std::move(terms);
  }
  void add_product(double a, double b, double c) {
    const double ab = a * b, ab_error = std::fma(a, b, -ab);
    for (double part : {ab, ab_error}) {
      const double product = part * c;
      add(product);
      add(std::fma(part, c, -product));
    }
  }
  int sign() const { return terms_.empty() ? 0 : terms_.back() > 0 ? 1 : -1; }

 private:
  std::vector<double> terms_;
};

// a.(b x c), with a sign.
void add_determinant(double sign, const Vec3& a, const Vec3& b, const Vec3& c, ExactSum& sum) {
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    sum.add_product(sign * a[i], b[j], c[k]);
    sum.add_product(-sign * a[i], b[k], c[j]);
  }
}

}  // namespace

int exact_side(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const Vec3 u = b - a, v = c - a, w = d - a;
  const double volume = u.dot(v.cross(w));
  const double size = u.lpNorm<1>() * v.lpNorm<1>() * w.lpNorm<1>();
  const double largest = std::max(
      {a.lpNorm<Eigen::Infinity>(), b.lpNorm<Eigen::Infinity>(), c.lpNorm<Eigen::Infinity>(), d.lpNorm<Eigen::Infinity>()});
  const double longest = std::max({u.lpNorm<1>(), v.lpNorm<1>(), w.lpNorm<1>()});
  if (std::abs(volume) > 1e-14 * (size + largest * longest * longest)) return volume > 0 ? 1 : -1;
  ExactSum sum;  // of the four faces, seen from the origin
  add_determinant(1, b, c, d, sum);
  add_determinant(-1, a, c, d, sum);
  add_determinant(1, a, b, d, sum);
  add_determinant(-1, a, b, c, sum);
  return sum.sign();
}

namespace {

// In one plane, which `above` is not in: they are apart if a side of the triangle or the line p q separates them.
bool overlaps(const Vec3& p, const Vec3& q, const std::array<Vec3, 3>& triangle, const Vec3& above) {
  const auto& [a, b, c] = triangle;
  const int inside = exact_side(a, b, c, above);
  for (const auto& [from, to] : {std::pair{a, b}, {b, c}, {c, a}}) {
    const auto is_outside = [&](const Vec3& point) { return exact_side(from, to, point, above) * inside < 0; };
    if (is_outside(p) && is_outside(q)) return false;
  }
  const int sides = exact_side(p, q, a, above) + exact_side(p, q, b, above) + exact_side(p, q, c, above);
  return std::abs(sides) < 3;
}

}  // namespace

bool goes_through(const Vec3& p, const Vec3& q, const std::array<Vec3, 3>& triangle) {
  const auto& [a, b, c] = triangle;
  const int side_of_p = exact_side(a, b, c, p), side_of_q = exact_side(a, b, c, q);
  if (side_of_p * side_of_q > 0) return false;
  if (side_of_p == 0 && side_of_q == 0) return overlaps(p, q, triangle, a + (b - a).cross(c - a));
  const int sides[3] = {exact_side(p, q, a, b), exact_side(p, q, b, c), exact_side(p, q, c, a)};
  const bool some_left = std::any_of(sides, sides + 3, [](int side) { return side > 0; });
  const bool some_right = std::any_of(sides, sides + 3, [](int side) { return side < 0; });
  return !(some_left && some_right);
}

int count_crossings(const Vector& x, const std::vector<std::array<Index, 2>>& edges, const std::vector<Triangle>& triangles) {
  struct Span {
    Vec3 low, high;
  };
  const auto span_of = [&](const auto& points) {
    Span span{vertex(x, points[0]), vertex(x, points[0])};
    for (Index i : points) {
      span.low = span.low.cwiseMin(vertex(x, i));
      span.high = span.high.cwiseMax(vertex(x, i));
    }
    return span;
  };
  std::vector<Span> of_triangle;
  for (const Triangle& triangle : triangles) of_triangle.push_back(span_of(triangle));
  double widest = 0;
  for (const Span& span : of_triangle) widest = std::max(widest, span.high.x() - span.low.x());
  std::vector<std::size_t> order(triangles.size());  // by where they begin
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return of_triangle[a].low.x() < of_triangle[b].low.x(); });

  int count = 0;
  for (const auto& edge : edges) {
    const Span span = span_of(edge);
    auto at = std::lower_bound(order.begin(), order.end(), span.low.x() - widest,
                               [&](std::size_t k, double value) { return of_triangle[k].low.x() < value; });
    for (; at != order.end() && of_triangle[*at].low.x() <= span.high.x(); ++at) {
      const Span& other = of_triangle[*at];
      if ((span.low.array() > other.high.array()).any() || (other.low.array() > span.high.array()).any()) continue;
      const Triangle& triangle = triangles[*at];
      const bool has_common = std::any_of(triangle.begin(), triangle.end(), [&](Index i) { return i == edge[0] || i == edge[1]; });
      if (has_common) continue;
      count += goes_through(vertex(x, edge[0]), vertex(x, edge[1]),
                            {vertex(x, triangle[0]), vertex(x, triangle[1]), vertex(x, triangle[2])});
    }
  }
  return count;
}

}  // namespace lilyan::test
