// Every pair of pieces that is near is found, once, and in an order that does not depend on where things are.
#include <lilyan/energy/contact/contact_search.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

namespace lilyan {
namespace {

// Triangles anywhere in a cube, with their edges and corners.
ContactSurface random_surface(Index triangles, std::mt19937& chance, Vector& X) {
  std::uniform_real_distribution<double> anywhere(-1, 1);
  ContactSurface surface;
  for (Index k = 0; k < triangles; ++k) {
    const auto first = static_cast<Index>(X.size() / 3);
    X.conservativeResize(X.size() + 9);
    const Vec3 centre(anywhere(chance), anywhere(chance), anywhere(chance));
    for (Index i = first; i < first + 3; ++i) {
      vertex(X, i) = centre + 0.2 * Vec3(anywhere(chance), anywhere(chance), anywhere(chance));
      surface.points.push_back(i);
    }
    surface.triangles.push_back({first, first + 1, first + 2});
  }
  surface.edges = edges_of(surface.triangles);
  return surface;
}

std::vector<Box> boxes_at(const Vector& X) {
  std::vector<Box> boxes;
  for (Index i = 0; i < X.size() / 3; ++i) boxes.push_back({vertex(X, i), vertex(X, i)});
  return boxes;
}

double distance_of(const NearPair& pair, const Vector& X) {
  PairPoints y = {Vec3::Zero(), Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};
  for (std::size_t i = 0; i < 4; ++i)
    if (pair.points[i] >= 0) y[i] = vertex(X, pair.points[i]);
  return std::sqrt(pair_distance(pair.kind, y).squared());
}

const auto kAll = [](const NearPair&) { return true; };

using Found = std::set<std::pair<int, std::array<Index, 4>>>;

// By trying all.
Found near_pairs(const ContactSurface& a, const ContactSurface& b, const Vector& X, double reach) {
  Found found;
  auto look = [&](const NearPair& pair) {
    std::set<Index> points(pair.points.begin(), pair.points.end());
    if (points.size() == 4 && distance_of(pair, X) < reach) found.insert({static_cast<int>(pair.kind), pair.points});
  };
  const bool is_self = &a == &b;
  auto triangles = [&](const ContactSurface& points, const ContactSurface& others) {
    for (Index p : points.points)
      for (const Triangle& t : others.triangles) look({.kind = PairKind::point_triangle, .points = {p, t[0], t[1], t[2]}});
  };
  triangles(a, b);
  if (!is_self) triangles(b, a);
  for (std::size_t i = 0; i < a.edges.size(); ++i)
    for (std::size_t j = is_self ? i + 1 : 0; j < b.edges.size(); ++j)
      look({.kind = PairKind::edge_edge, .points = {a.edges[i][0], a.edges[i][1], b.edges[j][0], b.edges[j][1]}});
  return found;
}

Found nearer_than(const std::vector<NearPair>& pairs, const Vector& X, double reach) {
  Found found;
  for (const NearPair& pair : pairs)
    if (distance_of(pair, X) < reach) {
      EXPECT_TRUE(found.insert({static_cast<int>(pair.kind), pair.points}).second) << "twice";
    }
  return found;
}

TEST(ContactSearch, FindsWhatIsNearBetweenTwoSurfacesAndWithinOne) {
  std::mt19937 chance(3);
  for (int k = 0; k < 5; ++k) {
    Vector X(0);
    const ContactSurface a = random_surface(60, chance, X), b = random_surface(40, chance, X);
    const double reach = 0.03 * (k + 1);
    const ContactSearch between({a, b}, {{0, 1, 0, reach}}, X), self({a}, {{0, 0, 0, reach}}, X);
    // The trees keep their shape while everything moves.
    Vector moved = X;
    for (double& value : moved) value += std::uniform_real_distribution<double>(-0.3, 0.3)(chance);
    for (const Vector& at : {X, moved}) {
      const Found expected = near_pairs(a, b, at, reach);
      EXPECT_GT(expected.size(), 0U);
      EXPECT_EQ(nearer_than(between.find(boxes_at(at), kAll), at, reach), expected);
      EXPECT_EQ(nearer_than(self.find(boxes_at(at), kAll), at, reach), near_pairs(a, a, at, reach));
    }
  }
}

TEST(ContactSearch, OrdersPairsByMeetingKindAndPointsWhateverTheBoxes) {
  std::mt19937 chance(5);
  Vector X(0);
  const ContactSurface a = random_surface(50, chance, X), b = random_surface(50, chance, X);
  const ContactSearch search({a, b}, {{0, 1, 0, 0.05}}, X);
  const std::vector<NearPair> few = search.find(boxes_at(X), kAll);
  std::vector<Box> large = boxes_at(X);
  for (Box& box : large) box = box.inflated(0.2);
  std::vector<NearPair> many = search.find(large, kAll);
  EXPECT_GT(many.size(), few.size());
  // What is left of the many when the others are taken out stands in the same order.
  auto same = [](const NearPair& p, const NearPair& q) { return p.kind == q.kind && p.points == q.points; };
  std::erase_if(many, [&](const NearPair& pair) {
    return std::none_of(few.begin(), few.end(), [&](const NearPair& other) { return same(pair, other); });
  });
  ASSERT_EQ(many.size(), few.size());
  for (std::size_t k = 0; k < few.size(); ++k) EXPECT_TRUE(same(many[k], few[k]));
}

TEST(ContactSearch, FindsOnlyWhatIsWantedAndTellsOfEachPairWhatItsMeetingIs) {
  std::mt19937 chance(7);
  Vector X(0);
  const ContactSurface a = random_surface(40, chance, X), b = random_surface(40, chance, X), c = random_surface(40, chance, X);
  Meetings meetings;
  meetings.push_back({.surfaces = {0, 1, 2}, .thickness = {0.02, 0.04, 0.06}, .law = 3, .distance = 0.02});
  const ContactSearch search({a, b, c}, std::move(meetings), X);
  const auto is_near = [&](const NearPair& pair) {
    return pair.gap([&] {
      PairPoints y = {Vec3::Zero(), Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};
      for (std::size_t i = 0; i < 4; ++i) y[i] = vertex(X, pair.points[i]);
      return y;
    }()) < 0.02;
  };
  std::vector<NearPair> all = search.find(boxes_at(X), kAll);
  const std::vector<NearPair> wanted = search.find(boxes_at(X), is_near);
  std::erase_if(all, [&](const NearPair& pair) { return !is_near(pair); });
  ASSERT_EQ(wanted.size(), all.size());
  std::set<std::int64_t> met;
  for (std::size_t k = 0; k < wanted.size(); ++k) {
    const NearPair& pair = wanted[k];
    EXPECT_EQ(pair.points, all[k].points);
    EXPECT_EQ(pair.law, 3);
    EXPECT_EQ(pair.is_reported, pair.meeting < 2);                                      // the first surface's
    EXPECT_DOUBLE_EQ(pair.thickness, 0.03 + 0.01 * static_cast<double>(pair.meeting));  // (0, 1), (0, 2), (1, 2)
    met.insert(pair.meeting);
  }
  EXPECT_EQ(met.size(), 3U);
}

TEST(ContactSearch, MeetsPointsWithEdgesAndPointsWhereThereIsNoSurface) {
  Vector X(12);
  X << 0, 0, 0, 1, 0, 0, 0.5, 0.05, 0, 0.5, 0.1, 0;  // an edge and two points above its middle
  ContactSurface rod, particles;
  rod.points = {0, 1};
  rod.edges = {{0, 1}};
  particles.points = {2, 3};
  const ContactSearch search({rod, particles}, {{0, 1, 0, 0.07}, {1, 1, 0, 0.07}}, X);
  const std::vector<NearPair> pairs = search.find(boxes_at(X), kAll);
  ASSERT_EQ(pairs.size(), 2U);
  EXPECT_EQ(pairs[0].kind, PairKind::point_edge);
  EXPECT_EQ(pairs[0].points, (std::array<Index, 4>{2, 0, 1, -1}));
  EXPECT_TRUE(pairs[0].is_turned);
  EXPECT_EQ(pairs[1].kind, PairKind::point_point);
  EXPECT_EQ(pairs[1].points, (std::array<Index, 4>{2, 3, -1, -1}));
}

}  // namespace
}  // namespace lilyan
