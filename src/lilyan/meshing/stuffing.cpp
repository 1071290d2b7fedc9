#include <lilyan/meshing/stuffing.hpp>

#include <lilyan/algebra/threads.hpp>
#include <lilyan/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <utility>

namespace lilyan {

Lattice::Lattice(const Box& box, double a) : a_(a) {
  constexpr double kMostPoints = 6e7;  // a few GB with all that is kept for a point
  const Vec3 extent = box.high - box.low;
  const Vec3 cells = (extent / a).array().ceil() + 2;
  const double points = 2 * (cells[0] + 1) * (cells[1] + 1) * (cells[2] + 1);
  if (!(points < kMostPoints))
    throw InputError(Fault{"mesh.too-fine", "",
                           fmt::format("tets of {:.3g} m in a box of {:.3g} x {:.3g} x {:.3g} m need a lattice of {:.2g} points", a,
                                       extent[0], extent[1], extent[2], points),
                           "use larger or fewer tets"});
  for (std::size_t c = 0; c < 3; ++c) cells_[c] = static_cast<int>(cells[static_cast<Eigen::Index>(c)]) + 1;
  origin_ = box.centre() - 0.5 * a * cells;
  points_ = 2 * cells_[0] * cells_[1] * cells_[2];
}

Lattice::Place Lattice::place(Index point) const {
  const int parity = point % 2, k = point / 2 % cells_[2], j = point / 2 / cells_[2] % cells_[1],
            i = point / 2 / cells_[2] / cells_[1];
  return {2 * i + parity, 2 * j + parity, 2 * k + parity};
}

Index Lattice::point(const Place& place) const {
  const std::array<int, 3> cell = {place[0] >> 1, place[1] >> 1, place[2] >> 1};
  for (std::size_t c = 0; c < 3; ++c)
    if (cell[c] < 0 || cell[c] >= cells_[c]) return -1;
  return 2 * ((cell[0] * cells_[1] + cell[1]) * cells_[2] + cell[2]) + (place[0] & 1);
}

Vec3 Lattice::position(Index point) const {
  const Place at = place(point);
  return origin_ + 0.5 * a_ * Vec3(at[0], at[1], at[2]);
}

Index Lattice::neighbour(Index p, int edge) const {
  Place at = place(p);
  for (std::size_t c = 0; c < 3; ++c) at[c] += kEdges[static_cast<std::size_t>(edge)][c];
  return point(at);
}

namespace {

enum class Side : char { outside, surface, inside };

struct Cut {
  std::int64_t edge;    // 7 point + edge of the lattice
  double fraction = 0;  // of the way up the edge
  bool forgotten = false;
};

// A vertex of a piece of a tet. Where a quadrilateral is cut in two, the diagonal goes through its corner of highest rank (the
// lowest index on a tie): both tets that see it agree.
struct Corner {
  Index vertex = 0;  // of the mesh
  int rank = 0;
};
constexpr int kLongCut = 3, kShortCut = 0;  // points of the lattice have 1 or 2

bool outranks(const Corner& a, const Corner& b) { return a.rank != b.rank ? a.rank > b.rank : a.vertex < b.vertex; }

class Stuffing {
 public:
  Stuffing(const Lattice& lattice, const std::vector<double>& values, const FindCut& find_cut)
      : lattice_(lattice),
        find_cut_(find_cut),
        sides_(values.size()),
        moved_(values.size(), -1),
        vertex_of_point_(values.size(), -1) {
    for (std::size_t p = 0; p < values.size(); ++p) sides_[p] = values[p] > 0 ? Side::inside : Side::outside;
  }

  TetMesh run() {
    find_cuts();
    snap();
    vertex_of_cut_.assign(cuts_.size(), -1);
    lattice_.for_each_tet([&](const Tet& tet) { fill(tet); });
    mesh_.X.resize(3 * static_cast<Eigen::Index>(positions_.size()));
    for (std::size_t i = 0; i < positions_.size(); ++i) vertex(mesh_.X, static_cast<Index>(i)) = positions_[i];
    for (Tet& tet : mesh_.tets)
      if (volume(mesh_.X, tet) < 0) std::swap(tet[2], tet[3]);
    return std::move(mesh_);
  }

 private:
  Side side(Index point) const { return sides_[static_cast<std::size_t>(point)]; }

  void find_cuts() {
    for (Index p = 0; p < lattice_.points(); ++p)
      for (int edge = 0; edge < 7; ++edge) {
        const Index q = lattice_.neighbour(p, edge);
        if (q >= 0 && side(p) != side(q)) cuts_.push_back({7 * std::int64_t{p} + edge});
      }
    parallel_for(static_cast<Index>(cuts_.size()), [&](Index k) { place(cuts_[static_cast<std::size_t>(k)]); });
  }

  Index lower(const Cut& cut) const { return static_cast<Index>(cut.edge / 7); }
  Index upper(const Cut& cut) const { return lattice_.neighbour(lower(cut), static_cast<int>(cut.edge % 7)); }
  Vec3 position(const Cut& cut) const {
    const Vec3 low = lattice_.position(lower(cut)), high = lattice_.position(upper(cut));
    return low + cut.fraction * (high - low);
  }

  void place(Cut& cut) const {
    const Vec3 low = lattice_.position(lower(cut)), high = lattice_.position(upper(cut));
    cut.fraction = side(lower(cut)) == Side::inside ? find_cut_(low, high) : 1 - find_cut_(high, low);
  }

  void snap() {
    // The cuts around every point that has some, in the order of the points.
    std::vector<std::pair<Index, std::size_t>> around;
    for (std::size_t k = 0; k < cuts_.size(); ++k) {
      around.emplace_back(lower(cuts_[k]), k);
      around.emplace_back(upper(cuts_[k]), k);
    }
    std::sort(around.begin(), around.end());
    for (std::size_t begin = 0, end = 0; begin < around.size(); begin = end) {
      const Index point = around[begin].first;
      double nearest = 1;  // in units of a
      std::size_t target = 0;
      for (; end < around.size() && around[end].first == point; ++end) {
        const Cut& cut = cuts_[around[end].second];
        const double fraction = lower(cut) == point ? cut.fraction : 1 - cut.fraction;
        const bool is_long = Lattice::is_long(static_cast<int>(cut.edge % 7));
        if (cut.forgotten || fraction >= (is_long ? kSnapLong : kSnapShort)) continue;
        const double distance = is_long ? fraction : 0.866 * fraction;
        if (distance < nearest) nearest = distance, target = around[end].second;
      }
      if (nearest == 1) continue;
      sides_[static_cast<std::size_t>(point)] = Side::surface;
      moved_[static_cast<std::size_t>(point)] = static_cast<Index>(target);
      for (std::size_t k = begin; k < end; ++k) cuts_[around[k].second].forgotten = true;
    }
  }

  Corner at_point(Index point) {
    Index& index = vertex_of_point_[static_cast<std::size_t>(point)];
    if (index < 0) {
      const Index cut = moved_[static_cast<std::size_t>(point)];
      index = static_cast<Index>(positions_.size());
      positions_.push_back(cut < 0 ? lattice_.position(point) : position(cuts_[static_cast<std::size_t>(cut)]));
    }
    // The two ends of a long edge differ.
    const Lattice::Place place = lattice_.place(point);
    return {index, 1 + ((place[0] >> 1) + (place[1] >> 1) + (place[2] >> 1)) % 2};
  }

  Corner at_cut(Index p, Index q) {
    const Lattice::Place from = lattice_.place(p), to = lattice_.place(q);
    Lattice::Place up;
    for (std::size_t c = 0; c < 3; ++c) up[c] = to[c] - from[c];
    const auto& edges = Lattice::kEdges;
    auto edge = std::find(edges.begin(), edges.end(), up);
    if (edge == edges.end()) {
      for (int& component : up) component = -component;
      edge = std::find(edges.begin(), edges.end(), up);
      p = q;
    }
    const int number = static_cast<int>(edge - edges.begin());
    const auto cut = std::lower_bound(cuts_.begin(), cuts_.end(), 7 * std::int64_t{p} + number,
                                      [](const Cut& a, std::int64_t key) { return a.edge < key; });
    assert(cut != cuts_.end() && !cut->forgotten);
    Index& index = vertex_of_cut_[static_cast<std::size_t>(cut - cuts_.begin())];
    if (index < 0) {
      index = static_cast<Index>(positions_.size());
      positions_.push_back(position(*cut));
    }
    return {index, Lattice::is_long(number) ? kLongCut : kShortCut};
  }

  // The part of a lattice tet that is inside.
  void fill(const Tet& tet) {
    std::array<Index, 4> in, on, out;
    std::size_t ins = 0, ons = 0, outs = 0;
    for (Index p : tet) {
      if (side(p) == Side::inside) in[ins++] = p;
      if (side(p) == Side::surface) on[ons++] = p;
      if (side(p) == Side::outside) out[outs++] = p;
    }
    if (ins == 0) return;
    if (outs == 0) return add(at_point(tet[0]), at_point(tet[1]), at_point(tet[2]), at_point(tet[3]));
    if (ins == 1) {  // a corner of the tet
      std::array<Corner, 3> base;
      for (std::size_t k = 0; k < 3; ++k) base[k] = k < ons ? at_point(on[k]) : at_cut(in[0], out[k - ons]);
      return add(at_point(in[0]), base[0], base[1], base[2]);
    }
    if (ins == 2 && ons == 1)
      return add_pyramid(at_point(on[0]), {at_point(in[0]), at_point(in[1]), at_cut(in[1], out[0]), at_cut(in[0], out[0])});
    if (ins == 2)
      return add_prism({at_point(in[0]), at_cut(in[0], out[0]), at_cut(in[0], out[1])},
                       {at_point(in[1]), at_cut(in[1], out[0]), at_cut(in[1], out[1])});
    add_prism({at_point(in[0]), at_point(in[1]), at_point(in[2])},
              {at_cut(in[0], out[0]), at_cut(in[1], out[0]), at_cut(in[2], out[0])});
  }

  void add(const Corner& a, const Corner& b, const Corner& c, const Corner& d) {
    mesh_.tets.push_back({a.vertex, b.vertex, c.vertex, d.vertex});
  }

  void add_pyramid(const Corner& apex, const std::array<Corner, 4>& base) {
    const std::size_t k = static_cast<std::size_t>(std::min_element(base.begin(), base.end(), outranks) - base.begin());
    for (const std::size_t step : {1u, 2u}) add(apex, base[k], base[(k + step) % 4], base[(k + step + 1) % 4]);
  }

  // Pulled towards the corner of highest rank: the faces that do not touch it are a triangle and one quadrilateral.
  void add_prism(std::array<Corner, 3> a, std::array<Corner, 3> b) {
    const auto highest_a = std::min_element(a.begin(), a.end(), outranks),
               highest_b = std::min_element(b.begin(), b.end(), outranks);
    const bool in_a = outranks(*highest_a, *highest_b);
    const std::size_t k = static_cast<std::size_t>(in_a ? highest_a - a.begin() : highest_b - b.begin());
    if (!in_a) std::swap(a, b);
    const std::size_t i = (k + 1) % 3, j = (k + 2) % 3;
    add(a[k], b[0], b[1], b[2]);
    add_pyramid(a[k], {a[i], a[j], b[j], b[i]});
  }

  const Lattice& lattice_;
  const FindCut& find_cut_;
  std::vector<Side> sides_;                             // of the points
  std::vector<Index> moved_;                            // to this cut; -1: not at all
  std::vector<Cut> cuts_;                               // by ascending edge
  std::vector<Index> vertex_of_point_, vertex_of_cut_;  // -1: not used so far
  std::vector<Vec3> positions_;
  TetMesh mesh_;
};

}  // namespace

double bisect(const Field3& field, const Vec3& inside, const Vec3& outside) {
  constexpr int kHalvings = 26;
  double in = 0, out = 1;
  for (int k = 0; k < kHalvings; ++k) {
    const double middle = 0.5 * (in + out);
    (field(inside + middle * (outside - inside)) > 0 ? in : out) = middle;
  }
  return 0.5 * (in + out);
}

TetMesh stuff(const Lattice& lattice, const std::vector<double>& values, const FindCut& find_cut) {
  assert(values.size() == static_cast<std::size_t>(lattice.points()));
  return Stuffing(lattice, values, find_cut).run();
}

}  // namespace lilyan
