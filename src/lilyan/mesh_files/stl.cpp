// parse_stl of formats.hpp. Every triangle brings its own corners; those at the same place become one vertex.
//
//   ASCII   solid name, then  facet normal n n n  outer loop  vertex x y z (three times)  endloop  endfacet,  endsolid name
//   binary  80 bytes, the number of triangles, then each: normal, three corners (12 floats), two bytes; little-endian
#include <lilyan/mesh_files/formats.hpp>
#include <lilyan/mesh_files/scan/byte_scanner.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <limits>
#include <numeric>

namespace lilyan {

namespace {

constexpr std::size_t kHeader = 80, kTriangle = 50;  // [bytes]

using Corner = std::array<double, 3>;

// Vertices in the order in which their corners first appear.
void weld(const std::vector<Corner>& corners, MeshContent& content) {
  std::vector<std::size_t> order(corners.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return corners[a] != corners[b] ? corners[a] < corners[b] : a < b; });
  std::vector<std::size_t> first(corners.size());  // corner at the same place
  for (std::size_t k = 0; k < order.size(); ++k)
    first[order[k]] = k > 0 && corners[order[k]] == corners[order[k - 1]] ? first[order[k - 1]] : order[k];

  std::vector<Index> index(corners.size());
  std::vector<double> x;
  for (std::size_t c = 0; c < corners.size(); ++c) {
    index[c] = first[c] == c ? static_cast<Index>(x.size() / 3) : index[first[c]];
    if (first[c] == c) x.insert(x.end(), corners[c].begin(), corners[c].end());
  }
  content.X = Eigen::Map<const Vector>(x.data(), static_cast<Eigen::Index>(x.size()));
  content.triangles.reserve(corners.size() / 3);
  for (std::size_t c = 0; c + 2 < corners.size(); c += 3) content.triangles.push_back({index[c], index[c + 1], index[c + 2]});
}

std::vector<Corner> read_binary(ByteScanner& in, MeshContent& content) {
  in.bytes(kHeader, "the header");
  const Index count = in.believe(in.value<std::uint32_t>(std::endian::little, "the number of triangles"), "triangles", kTriangle);
  std::vector<Corner> corners;
  corners.reserve(3 * static_cast<std::size_t>(count));
  for (Index t = 0; t < count; ++t) {
    in.bytes(12, "a normal");
    for (int k = 0; k < 3; ++k) {
      Corner corner;
      // 0 is added so that -0 and 0 are the same place.
      for (double& x : corner) x = in.value<float>(std::endian::little, "a corner") + 0.0;
      if (!std::all_of(corner.begin(), corner.end(), [](double x) { return std::isfinite(x); }))
        in.fail("mesh.number", fmt::format("a coordinate of triangle {} is not finite", t));
      corners.push_back(corner);
    }
    in.bytes(2, "a triangle");
  }
  if (in.left() > 0) content.notes.push_back(fmt::format("{} bytes behind the last triangle are ignored", in.left()));
  return corners;
}

class AsciiStl {
 public:
  explicit AsciiStl(ByteScanner& in) : in_(in) {}
  std::vector<Corner> read();

 private:
  std::string word(const char* what);
  void expect(const char* expected);

  ByteScanner& in_;
};

std::string AsciiStl::word(const char* what) {
  std::string found(in_.word(what));
  std::transform(found.begin(), found.end(), found.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return found;
}

void AsciiStl::expect(const char* expected) {
  if (const std::string found = word(expected); found != expected)
    in_.fail("mesh.syntax", fmt::format("{} stands where {} is expected", shown_word(found), expected));
}

std::vector<Corner> AsciiStl::read() {
  std::vector<Corner> corners;
  while (!in_.at_end()) {  // a file may hold several solids
    expect("solid");
    in_.line();  // its name
    for (std::string next = word("facet or endsolid"); next != "endsolid"; next = word("facet or endsolid")) {
      if (next != "facet") in_.fail("mesh.syntax", fmt::format("{} stands where facet or endsolid is expected", shown_word(next)));
      expect("normal");
      for (int k = 0; k < 3; ++k) in_.real("normal");  // some writers give nan for a triangle without area
      expect("outer");
      expect("loop");
      for (int k = 0; k < 3; ++k) {
        expect("vertex");
        const Vec3 x = in_.position();
        corners.push_back({x[0] + 0.0, x[1] + 0.0, x[2] + 0.0});
      }
      expect("endloop");
      expect("endfacet");
    }
    in_.line();
  }
  return corners;
}

// A binary file may begin with "solid", too; but then its size gives it away.
bool is_binary(const std::string& text) {
  if (text.size() < kHeader + 4) return false;
  const std::uint64_t count = load<std::uint32_t>(text.data() + kHeader, std::endian::little);
  if (kHeader + 4 + kTriangle * count == text.size()) return true;
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  return begin == std::string::npos || !std::string_view(text).substr(begin).starts_with("solid");
}

}  // namespace

MeshContent parse_stl(TextFile file) {
  MeshContent content;
  content.origin.files = {file.name};
  ByteScanner in(file);
  const bool binary = is_binary(file.text);
  content.format = binary ? "STL binary" : "STL ASCII";
  const std::vector<Corner> corners = binary ? read_binary(in, content) : AsciiStl(in).read();
  if (corners.empty()) in.fail("mesh.empty", "the file has no triangles");
  if (corners.size() > static_cast<std::size_t>(std::numeric_limits<Index>::max()))
    in.fail("mesh.count", "more triangles than can be counted");
  weld(corners, content);
  return content;
}

}  // namespace lilyan
