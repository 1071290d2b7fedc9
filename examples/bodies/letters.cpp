// Letters of a word on rigid links, which fly and tumble: a chain of soft and stiff domains.
#include "bodies.hpp"

#include <lilyan/mesh_files/write.hpp>

#include <array>
#include <cmath>
#include <map>
#include <numbers>

namespace bodies {

namespace {

using Point = Eigen::Vector2d;

// A letter of height 1: strokes along the middles of its lines, and where links may be fixed to it on its left and right.
struct Glyph {
  double width;
  std::vector<std::vector<Point>> strokes;
  Point left, right;
};

// Points on the ellipse about `centre`, from one angle to another [degrees].
std::vector<Point> arc(const Point& centre, const Point& half_axes, double from, double to) {
  constexpr int kPieces = 12;
  std::vector<Point> points;
  for (int k = 0; k <= kPieces; ++k) {
    const double angle = (from + (to - from) * k / kPieces) * std::numbers::pi / 180;
    points.push_back(centre + Point(half_axes.x() * std::cos(angle), half_axes.y() * std::sin(angle)));
  }
  return points;
}

std::vector<Point> joined(std::vector<Point> first, const std::vector<Point>& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

const std::map<char, Glyph>& alphabet() {
  static const std::map<char, Glyph> glyphs = {
      {'A', {0.8, {{{0, 0}, {0.4, 1}, {0.8, 0}}, {{0.16, 0.36}, {0.64, 0.36}}}, {0.1, 0.25}, {0.7, 0.25}}},
      {'C', {0.7, {arc({0.42, 0.5}, {0.42, 0.5}, 45, 315)}, {0, 0.5}, {0.7, 0.14}}},
      {'D', {0.72, {joined({{0.2, 1}, {0, 1}, {0, 0}, {0.2, 0}}, arc({0.2, 0.5}, {0.52, 0.5}, -90, 90))}, {0, 0.5}, {0.72, 0.5}}},
      {'I', {0.5, {{{0.25, 0}, {0.25, 1}}, {{0, 0}, {0.5, 0}}, {{0, 1}, {0.5, 1}}}, {0, 0}, {0.5, 0}}},
      {'L', {0.55, {{{0, 1}, {0, 0}, {0.55, 0}}}, {0, 0.3}, {0.55, 0}}},
      {'M', {0.95, {{{0, 0}, {0.06, 1}, {0.475, 0.25}, {0.89, 1}, {0.95, 0}}}, {0.02, 0.3}, {0.93, 0.3}}},
      {'N', {0.75, {{{0, 0}, {0, 1}, {0.75, 0}, {0.75, 1}}}, {0, 0.8}, {0.75, 0.2}}},
      {'S',
       {0.66,
        {joined(arc({0.33, 0.76}, {0.3, 0.24}, 30, 250), arc({0.33, 0.25}, {0.33, 0.25}, 100, -150))},
        {0.06, 0.1},
        {0.66, 0.25}}},
      {'Y', {0.8, {{{0, 1}, {0.4, 0.48}, {0.8, 1}}, {{0.4, 0.48}, {0.4, 0}}}, {0.08, 0.9}, {0.72, 0.9}}},
  };
  return glyphs;
}

struct Pen {
  double width, depth;  // of strokes [m]
  double gap;           // between letters, from middle line to middle line [m]
  double link_radius;
};

// Strokes of a square section, about the plane z = 0.
Solid letter(const Glyph& glyph, double x, const Pen& pen) {
  std::vector<std::vector<Point>> strokes = glyph.strokes;
  for (auto& stroke : strokes)
    for (Point& point : stroke) point.x() += x;
  const Vec3 out(pen.width / 2, pen.width / 2, pen.depth / 2);
  return {[strokes, pen](const Vec3& at) {
            double least = std::numeric_limits<double>::infinity();
            for (const auto& stroke : strokes)
              for (std::size_t k = 0; k + 1 < stroke.size(); ++k) {
                const Point along = stroke[k + 1] - stroke[k], from = Point(at.x(), at.y()) - stroke[k];
                const double t = along.squaredNorm() > 0 ? std::clamp(from.dot(along) / along.squaredNorm(), 0.0, 1.0) : 0;
                least = std::min(least, (from - t * along).norm());
              }
            return within_both(pen.width / 2 - least, pen.depth / 2 - std::abs(at.z()), 0.25 * pen.depth);
          },
          {Vec3(x, 0, 0) - out, Vec3(x + glyph.width, 1, 0) + out}};
}

std::vector<Part> parts_of_word(const std::string& word, const Pen& pen, Index modes) {
  std::vector<Part> parts;
  double x = 0, end = 0;
  Point last = Point::Zero();
  for (std::size_t k = 0; k < word.size(); ++k) {
    const Glyph& glyph = alphabet().at(word[k]);
    const std::string name = std::string(1, word[k]) + std::to_string(k + 1);
    if (k > 0) {
      x = end + pen.gap;
      const Point next = glyph.left + Point(x, 0);
      parts.push_back({"link" + std::to_string(k), static_cast<Index>(parts.size()) - 1, 0,
                       rod({last.x(), last.y(), 0}, pen.link_radius, {next.x(), next.y(), 0}, pen.link_radius), -0.01});
    }
    parts.push_back({name, static_cast<Index>(parts.size()) - 1, modes, letter(glyph, x, pen), 0});
    end = x + glyph.width;
    last = glyph.right + Point(x, 0);
  }
  return parts;
}

// The root of a chain is best in its middle: what hangs on it is then short. Parents are turned round up to there.
void hang_on(std::vector<Part>& parts, Index root) {
  for (Index p = 0; p < static_cast<Index>(parts.size()); ++p)
    parts[static_cast<std::size_t>(p)].parent = p == root ? -1 : p < root ? p + 1 : p - 1;
}

constexpr const char* kLettersScene =
    R"(// The letters of @word@ are soft, the links between them rigid ("modes": 0). Nothing holds them: they tumble, and keep
// their momenta to the last digits (px to lz of ledger.csv).
//
// Try {"type": "multidomain_variational"} without damping: the energy is kept, too.
{
  "lilyan": 1,
  "name": "letters",
  "gravity": [0, 0, 0],
  "bodies": [{
    "name": "word",
    "mesh": {"type": "file", "path": "letters.msh"},
    "material": {"type": "stvk", "youngs_modulus": @modulus@, "poissons_ratio": 0.3},
    "density": 500,
    "velocity": {"linear": [0.2, 0.3, 0], "angular": @spin@},
    "domains": [
@domains@
    ]
  }],
  "damping": [{"type": "rayleigh", "stiffness": 0.005}],
  "integrator": {"type": "multidomain_newmark"},
  "time": {"step": 0.01, "duration": 8},
  "output": {"interval": @interval@, "frames": ["vtu"], "probes": [
    {"name": "first", "body": "word", "nearest": [0, 1, 0]},
    {"name": "last", "body": "word", "nearest": [20, 0, 0]}
  ]}
}
)";

}  // namespace

Written write_letters(const Request& request) {
  Random random(request.seed);
  const bool is_small = request.size == Size::small;
  const std::string word = is_small ? "LILY" : "DYNAMICS";
  const Pen pen = is_small ? Pen{0.3, 0.3, 0.65, 0.12} : Pen{0.22, 0.24, 0.5, 0.075};
  std::vector<Part> parts = parts_of_word(word, pen, is_small ? 12 : 20);
  hang_on(parts, 2 * (static_cast<Index>(word.size()) / 2));
  const lilyan::TetMesh mesh = mesh_of(parts, {is_small ? 2500.0 : 84000.0, 0});
  lilyan::write_tet_mesh(request.folder / "letters.msh", mesh);
  Vec3 spin(random.about(1.2, 0.2), random.about(0.5, 0.1), random.about(0.8, 0.1));  // [rad/s]
  spin = (100 * spin).array().round() / 100;
  write_text(request.folder / "letters.json", filled(kLettersScene, {{"word", word},
                                                                     {"modulus", text(is_small ? 3e5 : 1.5e6)},
                                                                     {"spin", text(spin)},
                                                                     {"domains", domains_by_sets(parts)},
                                                                     {"interval", text(is_small ? 0.04 : 0.2)}}));
  return written("letters.json", parts, mesh);
}

}  // namespace bodies
