#include <lilyan/coarsening/simplices/body_facets.hpp>

#include <lilyan/coarsening/probes.hpp>
#include <lilyan/core/groups.hpp>

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <map>

namespace lilyan {

namespace {

// A side of a cell, by its vertices in ascending order.
struct Side {
  std::array<Index, 3> vertices;
  Index cell, opposite;
};

std::vector<Side> sorted_sides(const FineBody& body) {
  std::vector<Side> sides;
  for (Index e = 0; e < body.cells.count(); ++e) {
    const std::span<const Index> corners = body.cells.vertices(e);
    for (std::size_t left_out = 0; left_out < corners.size(); ++left_out) {
      Side side{{-1, -1, -1}, e, corners[left_out]};
      std::size_t next = 0;
      for (std::size_t v = 0; v < corners.size(); ++v)
        if (v != left_out) side.vertices[next++] = corners[v];
      std::sort(side.vertices.begin(), side.vertices.begin() + static_cast<std::ptrdiff_t>(next));
      sides.push_back(side);
    }
  }
  std::sort(sides.begin(), sides.end(), [](const Side& a, const Side& b) { return a.vertices < b.vertices; });
  return sides;
}

Vec3 outward_area(const FineBody& body, const Side& side) {
  const Vec3 a = vertex(body.X, side.vertices[0]), b = vertex(body.X, side.vertices[1]);
  Vec3 area;
  if (body.dimension() == 3) {
    area = 0.5 * (b - a).cross(Vec3(vertex(body.X, side.vertices[2])) - a);
  } else {
    const double thickness = body.cells.thickness.empty() ? 1 : body.cells.thickness[static_cast<std::size_t>(side.cell)];
    area = thickness * Vec3(b[1] - a[1], a[0] - b[0], 0);
  }
  return area.dot(vertex(body.X, side.opposite) - a) > 0 ? Vec3(-area) : area;
}

Vec3 middle(const FineBody& body, const BodyFacet& facet) {
  Vec3 sum = Vec3::Zero();
  for (int v = 0; v < body.dimension(); ++v) sum += vertex(body.X, facet.vertices[static_cast<std::size_t>(v)]);
  return sum / body.dimension();
}

// Facets that share an edge (a vertex of a slice) are connected.
Groups connected(const FineBody& body, const std::vector<BodyFacet>& facets) {
  Groups groups(facets.size());
  std::map<std::pair<Index, Index>, std::size_t> first;
  const auto join = [&](Index i, Index j, std::size_t k) {
    const auto [at, is_new] = first.try_emplace(std::minmax(i, j), k);
    if (!is_new) groups.join(at->second, k);
  };
  for (std::size_t k = 0; k < facets.size(); ++k) {
    const std::array<Index, 3>& v = facets[k].vertices;
    if (body.dimension() == 3)
      join(v[0], v[1], k), join(v[1], v[2], k), join(v[2], v[0], k);
    else
      join(v[0], v[0], k), join(v[1], v[1], k);
  }
  return groups;
}

struct FacetRule {
  std::vector<std::array<double, 3>> points;  // barycentric
  std::vector<double> weights;
};

// Exact for polynomials of degree 3: a mode of two factors times phi_i.
FacetRule rule_of_facets(int dimension) {
  if (dimension == 2) {
    const double far = 0.5 + 0.5 / std::sqrt(3.0), near = 1 - far;
    return {{{far, near, 0}, {near, far, 0}}, {0.5, 0.5}};
  }
  constexpr double third = 1.0 / 3;
  return {{{third, third, third}, {0.6, 0.2, 0.2}, {0.2, 0.6, 0.2}, {0.2, 0.2, 0.6}},
          {-27.0 / 48, 25.0 / 48, 25.0 / 48, 25.0 / 48}};
}

// The monomial whose integral stands at this place of Moments.
double monomial(std::size_t place, const Vec3& xi) {
  const auto power = [](double x, std::size_t p) { return p == 0 ? 1 : p == 1 ? x : x * x; };
  return power(xi[0], place % 3) * power(xi[1], place / 3 % 3) * power(xi[2], place / 9);
}

}  // namespace

std::vector<BodyFacet> body_facets(const FineBody& body) {
  const std::vector<Side> sides = sorted_sides(body);
  std::vector<BodyFacet> facets;
  for (std::size_t k = 0; k < sides.size(); ++k) {
    const bool repeats = (k > 0 && sides[k].vertices == sides[k - 1].vertices) ||
                         (k + 1 < sides.size() && sides[k].vertices == sides[k + 1].vertices);
    if (!repeats) facets.push_back({sides[k].vertices, outward_area(body, sides[k])});
  }
  Groups groups = connected(body, facets);
  const Vec3 centre = frame_around(body).centre;
  std::vector<double> enclosed(facets.size(), 0);
  for (std::size_t k = 0; k < facets.size(); ++k) enclosed[groups.of(k)] += facets[k].area.dot(middle(body, facets[k]) - centre);
  for (std::size_t k = 0; k < facets.size(); ++k) facets[k].in_cavity = enclosed[groups.of(k)] < 0;
  return facets;
}

void add_traction(const FineBody& body, const BodyFacet& facet, const Vec3& area, std::span<const StressMode> modes,
                  const LocalFrame& frame, Eigen::MatrixXd& forces) {
  static const FacetRule rules[] = {rule_of_facets(2), rule_of_facets(3)};
  const int d = body.dimension();
  const FacetRule& rule = rules[d - 2];
  std::array<Vec3, 3> corners;
  for (int v = 0; v < d; ++v)
    corners[static_cast<std::size_t>(v)] = frame.coordinates(vertex(body.X, facet.vertices[static_cast<std::size_t>(v)]));
  for (std::size_t q = 0; q < rule.weights.size(); ++q) {
    Vec3 xi = Vec3::Zero();
    for (std::size_t v = 0; v < static_cast<std::size_t>(d); ++v) xi += rule.points[q][v] * corners[v];
    for (std::size_t b = 0; b < modes.size(); ++b) {
      const Vec3 pull = symmetric_tensor(Vec6::Unit(modes[b].component)) * area * monomial(modes[b].moment, xi);
      for (std::size_t v = 0; v < static_cast<std::size_t>(d); ++v)
        forces.col(static_cast<Eigen::Index>(b)).segment<3>(3 * Eigen::Index{facet.vertices[v]}) +=
            (rule.weights[q] * rule.points[q][v]) * pull;
    }
  }
}

}  // namespace lilyan
