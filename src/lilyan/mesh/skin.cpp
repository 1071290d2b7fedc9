#include <lilyan/mesh/skin.hpp>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>

namespace lilyan {

namespace {

constexpr int kTubeSides = 12;
constexpr double kBallRadius = 3;  // in radii of a tube

MeshField at_vertices(const MeshField& field, const std::vector<Index>& vertices) {
  const auto n = static_cast<std::size_t>(field.components);
  MeshField kept{field.name, field.components, {}};
  kept.values.reserve(n * vertices.size());
  for (Index i : vertices) {
    const auto first = field.values.begin() + static_cast<std::ptrdiff_t>(n * static_cast<std::size_t>(i));
    kept.values.insert(kept.values.end(), first, first + field.components);
  }
  return kept;
}

// The fields of cells at the vertices that are seen, `place` saying where each stands: the mean over the cells around, weighted by
// their volumes.
std::vector<MeshField> means(const Cells& cells, const Vector& x, const std::vector<Index>& place, std::size_t shown,
                             const std::vector<MeshField>& cell_fields) {
  if (cell_fields.empty()) return {};
  const auto count = static_cast<std::size_t>(cells.count());
  std::vector<double> volumes(count);
  std::vector<double> around(shown, 0);
  const auto seen = [&](Index i) { return place[static_cast<std::size_t>(i)]; };
  for (std::size_t e = 0; e < count; ++e) {
    volumes[e] = std::max(std::abs(volume(x, cells, static_cast<Index>(e))), 1e-300);  // a flat cell still has a value
    for (Index i : cells.vertices(static_cast<Index>(e)))
      if (seen(i) >= 0) around[static_cast<std::size_t>(seen(i))] += volumes[e];
  }
  std::vector<MeshField> result;
  for (const MeshField& field : cell_fields) {
    const auto n = static_cast<std::size_t>(field.components);
    assert(field.values.size() == n * count);
    MeshField mean{field.name, field.components, std::vector<double>(n * shown, 0)};
    for (std::size_t e = 0; e < count; ++e)
      for (Index i : cells.vertices(static_cast<Index>(e))) {
        if (seen(i) < 0) continue;
        const auto at = static_cast<std::size_t>(seen(i));
        for (std::size_t c = 0; c < n; ++c) mean.values[n * at + c] += volumes[e] / around[at] * field.values[n * e + c];
      }
    result.push_back(std::move(mean));
  }
  return result;
}

// Two unit vectors at right angles to the unit vector d and to each other, which turn with it as little as they can.
std::array<Vec3, 2> across(const Vec3& d) {
  if (d[2] < -0.9999) return {Vec3::UnitY(), Vec3::UnitX()};
  const double s = 1 / (1 + d[2]);
  return {Vec3(1 - d[0] * d[0] * s, -d[0] * d[1] * s, -d[0]), Vec3(-d[0] * d[1] * s, 1 - d[1] * d[1] * s, -d[1])};
}

Vec3 unit(const Vec3& d) { return d.norm() > 0 ? Vec3(d.normalized()) : Vec3::UnitX(); }

// Two rings a tube from the vertex `next` on. Where two tubes meet, both end in the plane that halves the angle between them.
Index place_tubes(const std::vector<VertexPair>& tubes, const Vector& x, double radius, Index next, Vector& skin) {
  Vector along = Vector::Zero(x.size());
  std::vector<int> meeting(static_cast<std::size_t>(x.size() / 3), 0);
  for (const auto& [a, b] : tubes) {
    const Vec3 d = unit(vertex(x, b) - vertex(x, a));
    for (Index i : {a, b}) {
      const double sign = meeting[static_cast<std::size_t>(i)]++ == 1 && vertex(along, i).dot(d) < 0 ? -1 : 1;
      vertex(along, i) += sign * d;
    }
  }
  for (const auto& [a, b] : tubes) {
    const Vec3 d = unit(vertex(x, b) - vertex(x, a));
    const auto [u, v] = across(d);
    for (Index i : {a, b}) {
      Vec3 plane = meeting[static_cast<std::size_t>(i)] == 2 ? unit(vertex(along, i)) : d;
      if (std::abs(plane.dot(d)) < 0.5) plane = d;  // a joint too sharp for a mitre
      for (int k = 0; k < kTubeSides; ++k) {
        const double angle = 2 * std::numbers::pi * k / kTubeSides;
        const Vec3 out = radius * (std::cos(angle) * u + std::sin(angle) * v);
        vertex(skin, next++) = vertex(x, i) + out - plane.dot(out) / plane.dot(d) * d;
      }
    }
  }
  return next;
}

// A unit sphere: an octahedron, its faces cut into four, twice.
struct Ball {
  std::vector<Vec3> vertices;
  std::vector<Triangle> triangles;
};

Ball make_ball() {
  Ball ball{{Vec3::UnitX(), -Vec3::UnitX(), Vec3::UnitY(), -Vec3::UnitY(), Vec3::UnitZ(), -Vec3::UnitZ()},
            {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}}};
  for (int round = 0; round < 2; ++round) {
    std::map<VertexPair, Index> middles;
    auto middle = [&](Index a, Index b) {
      const auto [at, is_new] = middles.try_emplace({std::min(a, b), std::max(a, b)}, static_cast<Index>(ball.vertices.size()));
      if (is_new)
        ball.vertices.push_back(
            (ball.vertices[static_cast<std::size_t>(a)] + ball.vertices[static_cast<std::size_t>(b)]).normalized());
      return at->second;
    };
    std::vector<Triangle> finer;
    for (const auto& [a, b, c] : ball.triangles) {
      const Index ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
      finer.insert(finer.end(), {{a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {ab, bc, ca}});
    }
    ball.triangles = std::move(finer);
  }
  return ball;
}

const Ball& unit_ball() {
  static const Ball ball = make_ball();
  return ball;
}

}  // namespace

const MeshField* find_field(const std::vector<MeshField>& fields, std::string_view name) {
  const auto found = std::find_if(fields.begin(), fields.end(), [&](const MeshField& field) { return field.name == name; });
  return found == fields.end() ? nullptr : &*found;
}

CellSkin::CellSkin(Cells cells, double radius) : cells_(std::move(cells)), radius_(radius) {
  Index count = 0;
  for (Index e = 0; e < cells_.count(); ++e)
    for (Index i : cells_.vertices(e)) count = std::max(count, i + 1);
  place_.assign(static_cast<std::size_t>(count), -1);
  show_faces();
  show_tubes();
  show_balls();
}

Index CellSkin::show(Index vertex) {
  Index& place = place_[static_cast<std::size_t>(vertex)];
  if (place < 0) {
    place = static_cast<Index>(shown_.size());
    shown_.push_back(vertex);
  }
  return place;
}

void CellSkin::show_faces() {
  triangles_ = surface(cells_);
  std::vector<bool> seen(place_.size(), false);
  for (const Triangle& triangle : triangles_)
    for (Index i : triangle) seen[static_cast<std::size_t>(i)] = true;
  for (std::size_t i = 0; i < seen.size(); ++i)
    if (seen[i]) stands_for_.push_back(show(static_cast<Index>(i)));
  for (Triangle& triangle : triangles_)
    for (Index& i : triangle) i = place_[static_cast<std::size_t>(i)];
}

void CellSkin::show_tubes() {
  std::vector<bool> in_a_face(place_.size(), false);
  for (Index e = 0; e < cells_.first(CellKind::edge); ++e)
    for (Index i : cells_.vertices(e)) in_a_face[static_cast<std::size_t>(i)] = true;
  for (const auto& [a, b] : cells_.edges) {
    if (in_a_face[static_cast<std::size_t>(a)] && in_a_face[static_cast<std::size_t>(b)]) continue;
    tubes_.push_back({show(a), show(b)});
    const auto first = static_cast<Index>(stands_for_.size());
    stands_for_.insert(stands_for_.end(), kTubeSides, tubes_.back()[0]);
    stands_for_.insert(stands_for_.end(), kTubeSides, tubes_.back()[1]);
    for (Index k = 0; k < kTubeSides; ++k) {
      const Index here = first + k, next = first + (k + 1) % kTubeSides;
      triangles_.push_back({here, next, next + kTubeSides});
      triangles_.push_back({here, next + kTubeSides, here + kTubeSides});
    }
    for (Index k = 2; k < kTubeSides; ++k) {  // the two ends
      triangles_.push_back({first, first + k, first + k - 1});
      triangles_.push_back({first + kTubeSides, first + kTubeSides + k - 1, first + kTubeSides + k});
    }
  }
}

void CellSkin::show_balls() {
  const Ball& ball = unit_ball();
  for (Index i : cells_.points) {
    if (place_[static_cast<std::size_t>(i)] >= 0) continue;
    balls_.push_back(show(i));
    const auto first = static_cast<Index>(stands_for_.size());
    stands_for_.insert(stands_for_.end(), ball.vertices.size(), balls_.back());
    for (const Triangle& t : ball.triangles) triangles_.push_back({first + t[0], first + t[1], first + t[2]});
  }
}

Skin CellSkin::at(const Vector& x, const std::vector<MeshField>& vertex_fields, const std::vector<MeshField>& cell_fields) const {
  Skin skin;
  skin.triangles = triangles_;
  skin.x.resize(3 * static_cast<Eigen::Index>(stands_for_.size()));
  const auto faces =
      static_cast<Index>(stands_for_.size() - 2 * kTubeSides * tubes_.size() - unit_ball().vertices.size() * balls_.size());
  for (Index k = 0; k < faces; ++k)
    vertex(skin.x, k) = vertex(x, shown_[static_cast<std::size_t>(stands_for_[static_cast<std::size_t>(k)])]);
  Index next = faces;
  Vector positions(3 * static_cast<Eigen::Index>(shown_.size()));
  for (std::size_t k = 0; k < shown_.size(); ++k) vertex(positions, static_cast<Index>(k)) = vertex(x, shown_[k]);
  next = place_tubes(tubes_, positions, radius_, next, skin.x);
  for (Index place : balls_)
    for (const Vec3& out : unit_ball().vertices) vertex(skin.x, next++) = vertex(positions, place) + kBallRadius * radius_ * out;

  std::vector<MeshField> at_shown;
  for (const MeshField& field : vertex_fields) at_shown.push_back(at_vertices(field, shown_));
  for (MeshField& mean : means(cells_, x, place_, shown_.size(), cell_fields)) at_shown.push_back(std::move(mean));
  for (const MeshField& field : at_shown) skin.fields.push_back(at_vertices(field, stands_for_));
  return skin;
}

double tube_radius(const Vector& x) {
  constexpr double kShare = 0.004;  // of the diagonal of all that is there
  if (x.size() == 0 || !x.allFinite()) return 0;
  const auto points = x.reshaped(3, x.size() / 3);
  const double diagonal = (points.rowwise().maxCoeff() - points.rowwise().minCoeff()).norm();
  return kShare * (diagonal > 0 ? diagonal : 1);
}

}  // namespace lilyan
