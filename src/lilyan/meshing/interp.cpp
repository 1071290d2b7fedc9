#include <lilyan/mesh_files/scan/text.hpp>
#include <lilyan/meshing/interp.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lilyan {

namespace {

constexpr double kFarFromOne = 1e-3;  // a file with four digits a weight still passes

// The tets of a body by their vertices.
class TetIndex {
 public:
  explicit TetIndex(const TetMesh& mesh) {
    for (std::size_t t = 0; t < mesh.tets.size(); ++t) entries_.emplace_back(sorted(mesh.tets[t]), static_cast<Index>(t));
    std::sort(entries_.begin(), entries_.end());
  }
  Index find(const Tet& tet) const {  // -1: none
    const auto found = std::lower_bound(entries_.begin(), entries_.end(), std::pair(sorted(tet), Index{0}));
    return found != entries_.end() && found->first == sorted(tet) ? found->second : -1;
  }

 private:
  static Tet sorted(Tet tet) {
    std::sort(tet.begin(), tet.end());
    return tet;
  }
  std::vector<std::pair<Tet, Index>> entries_;
};

Index read_index(const TextScanner& text, std::size_t k, const char* what, Index count) {
  const std::int64_t index = text.integer(k, what);
  if (index < 0 || index >= count)
    text.fail("mesh.index", fmt::format("{} {} is not one of 0 ... {}", what, index, count - 1), "vertices are counted from 0");
  return static_cast<Index>(index);
}

TetEmbedding::Anchor read_anchor(const TextScanner& text, const TetMesh& body, const KeptNumbers& numbers, const TetIndex& tets) {
  Tet corners, given;
  std::array<double, 4> weights;
  for (std::size_t k = 0; k < 4; ++k) {
    given[k] = read_index(text, 1 + 2 * k, "vertex of the body", numbers.count_before(body.vertices()));
    corners[k] = numbers.now(given[k]);
    weights[k] = text.number(2 + 2 * k, "weight");
  }
  const double sum = weights[0] + weights[1] + weights[2] + weights[3];
  if (!(std::abs(sum - 1) < kFarFromOne)) text.fail("mesh.weights", fmt::format("the weights sum to {:.6g}, not to 1", sum));
  const Index t = tets.find(corners);
  if (t < 0)
    text.fail("mesh.no-tet",
              fmt::format("the vertices {} are not those of a tet {}", fmt::join(given, ", "),
                          numbers.old.empty() ? "of the body" : "that is left of the body"),
              "the file must have been made for this mesh; leave `interp` out to have the weights computed");
  TetEmbedding::Anchor anchor{t, {}};
  const Tet& tet = body.tets[static_cast<std::size_t>(t)];
  for (std::size_t k = 0; k < 4; ++k) {
    const auto place = std::find(tet.begin(), tet.end(), corners[k]) - tet.begin();
    anchor.weights[static_cast<std::size_t>(place)] = weights[k] / sum;
  }
  return anchor;
}

}  // namespace

TetEmbedding read_interp(const std::filesystem::path& file, TriangleMesh surface, const TetMesh& body, const KeptNumbers& numbers) {
  TextScanner text(file, {.comment = '#'});
  const TetIndex tets(body);
  std::vector<TetEmbedding::Anchor> anchors(static_cast<std::size_t>(surface.vertices()), {-1, {}});
  std::size_t known = 0;
  while (text.next_line()) {
    text.require_size(9, "vertex a weight b weight c weight d weight");
    const Index i = read_index(text, 0, "vertex of the surface", surface.vertices());
    TetEmbedding::Anchor& anchor = anchors[static_cast<std::size_t>(i)];
    if (anchor.cell >= 0) text.fail("mesh.duplicate", fmt::format("vertex {} of the surface stands here for the second time", i));
    anchor = read_anchor(text, body, numbers, tets);
    ++known;
  }
  if (known < anchors.size()) {
    const auto missing = std::find_if(anchors.begin(), anchors.end(), [](const auto& anchor) { return anchor.cell < 0; });
    text.fail("mesh.count",
              fmt::format("{} of the {} vertices of the surface are missing, the first is {}", anchors.size() - known,
                          anchors.size(), missing - anchors.begin()),
              "the file must have been made for this surface");
  }
  return {std::move(surface), body.tets, std::move(anchors)};
}

}  // namespace lilyan
