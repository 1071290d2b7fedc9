#include <lilyan/coarsening/cell_cuts.hpp>

#include <lilyan/algebra/threads.hpp>
#include <lilyan/core/error.hpp>
#include <lilyan/mesh/box_tree.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace lilyan {

namespace {

constexpr double kCovered = 1e-9;   // of a fine cell, may be missing or counted twice
constexpr double kTouched = 1e-13;  // of a fine cell: less of it is round-off
constexpr Index kChunk = 2048;      // fine cells at a time

Simplex simplex_of(const FineBody& body, Index cell) {
  Simplex simplex;
  simplex.dimension = body.dimension();
  const std::span<const Index> corners = body.cells.vertices(cell);
  for (std::size_t v = 0; v < corners.size(); ++v) simplex.corners[v] = vertex(body.X, corners[v]);
  return simplex;
}

double thickness_of(const FineBody& body, Index cell) {
  return body.dimension() == 3 || body.cells.thickness.empty() ? 1 : body.cells.thickness[static_cast<std::size_t>(cell)];
}

Box box_of(const CuttingCell& cell) { return {cell.frame.centre - cell.frame.half, cell.frame.centre + cell.frame.half}; }

// Which fine cells may reach into each coarse cell, by their boxes; ascending.
std::vector<std::vector<Index>> candidates(const FineBody& body, std::span<const CuttingCell> cells, double tolerance) {
  std::vector<Box> boxes;
  for (const CuttingCell& cell : cells) boxes.push_back(box_of(cell).inflated(-tolerance));
  const BoxTree tree(boxes);
  const std::vector<Box> fitted = tree.fitted(boxes);
  const Index count = body.cells.count(), chunks = (count + kChunk - 1) / kChunk;
  std::vector<std::vector<std::pair<Index, Index>>> found(static_cast<std::size_t>(chunks));  // coarse, fine
  parallel_for(chunks, [&](Index chunk) {
    for (Index e = chunk * kChunk; e < std::min(count, (chunk + 1) * kChunk); ++e) {
      Box box = Box::nothing();
      for (Index i : body.cells.vertices(e)) box.add(vertex(body.X, i));
      tree.for_each_overlap(box, fitted, [&](Index q) {
        if (boxes[static_cast<std::size_t>(q)].overlaps(box)) found[static_cast<std::size_t>(chunk)].emplace_back(q, e);
      });
    }
  });
  std::vector<std::vector<Index>> fine(cells.size());
  for (const auto& pairs : found)
    for (const auto& [q, e] : pairs) fine[static_cast<std::size_t>(q)].push_back(e);
  return fine;
}

bool lies_in(const Simplex& simplex, const CuttingCell& cell, double tolerance) {
  for (const HalfSpace& side : cell.sides)
    for (std::size_t v = 0; v <= static_cast<std::size_t>(simplex.dimension); ++v)
      if (side.normal.dot(simplex.corners[v]) - side.offset > tolerance) return false;
  return true;
}

CellCut cut(const FineBody& body, const CuttingCell& cell, const std::vector<Index>& fine, double tolerance) {
  CellCut result;
  std::vector<Simplex> parts, next;
  double filled = 0;
  for (Index e : fine) {
    const Simplex simplex = simplex_of(body, e);
    const double thickness = thickness_of(body, e);
    Piece piece{e, lies_in(simplex, cell, tolerance), {}};
    parts.assign(1, simplex);
    for (const HalfSpace& side : cell.sides) {
      if (piece.whole || parts.empty()) break;
      next.clear();
      for (const Simplex& part : parts) clip(part, side, tolerance, next);
      parts.swap(next);
    }
    for (const Simplex& part : parts) add_moments(part, cell.frame, thickness, piece.moments);
    if (!(piece.volume() > kTouched * thickness * simplex.measure())) continue;
    filled += piece.volume() / thickness;
    result.pieces.push_back(piece);
  }
  result.fill = filled / cell.measure;
  return result;
}

void check_coverage(const FineBody& body, const std::vector<CellCut>& cuts) {
  std::vector<double> covered(static_cast<std::size_t>(body.cells.count()), 0);
  for (const CellCut& cut : cuts)
    for (const Piece& piece : cut.pieces) covered[static_cast<std::size_t>(piece.cell)] += piece.volume();
  Index outside = 0, twice = 0;
  double volume_outside = 0, volume_twice = 0, total = 0;
  for (Index e = 0; e < body.cells.count(); ++e) {
    const double whole = volume(body.X, body.cells, e), part = covered[static_cast<std::size_t>(e)];
    total += whole;
    if (part < (1 - kCovered) * whole) ++outside, volume_outside += whole - part;
    if (part > (1 + kCovered) * whole) ++twice, volume_twice += part - whole;
  }
  if (outside > 0)
    throw InputError({"coarsening.outside", "",
                      fmt::format("{} of {} fine cells lie outside the coarse cells, whole or in part: {:.3g} of {:.6g} m^3",
                                  outside, body.cells.count(), volume_outside, total),
                      "let the coarse cells cover the whole body"});
  if (twice > 0)
    throw InputError(
        {"coarsening.overlap", "",
         fmt::format("{} of {} fine cells lie in more than one coarse cell at once: {:.3g} of {:.6g} m^3 are covered twice", twice,
                     body.cells.count(), volume_twice, total),
         "use coarse cells that do not overlap"});
}

// How near a point counts as lying on a side of a coarse cell [m]: the round-off of positions.
double cut_tolerance(const FineBody& body) {
  const auto X = body.X.reshaped(3, body.vertices());
  const double size = (X.rowwise().maxCoeff() - X.rowwise().minCoeff()).norm();
  return 1e-13 * size + 8 * std::numeric_limits<double>::epsilon() * body.X.cwiseAbs().maxCoeff();
}

}  // namespace

bool CellCut::is_nested() const {
  return std::all_of(pieces.begin(), pieces.end(), [](const Piece& piece) { return piece.whole; });
}

std::vector<CellCut> cut_body(const FineBody& body, std::span<const CuttingCell> cells) {
  if (cells.size() > static_cast<std::size_t>(body.cells.count()))
    throw InputError({"coarsening.finer", "",
                      fmt::format("the coarse mesh has {} cells, the body only {}", cells.size(), body.cells.count()),
                      "use larger coarse cells, or simulate the body as it is"});
  const double tolerance = cut_tolerance(body);
  const std::vector<std::vector<Index>> fine = candidates(body, cells, tolerance);
  std::vector<CellCut> cuts(cells.size());
  parallel_for(static_cast<Index>(cells.size()), [&](Index q) {
    const auto at = static_cast<std::size_t>(q);
    cuts[at] = cut(body, cells[at], fine[at], tolerance);
  });
  check_coverage(body, cuts);
  return cuts;
}

std::vector<CellCut> cut_body(const FineBody& body, const std::vector<BoxCell>& cells) {
  const std::vector<CuttingCell> cutting(cells.begin(), cells.end());
  return cut_body(body, cutting);
}

}  // namespace lilyan
