#include <lilyan/energy/elements/element_batches.hpp>

#include <algorithm>
#include <bit>
#include <cmath>

namespace lilyan {

namespace {

// One lane of a struct that consists of lanes.
template <class Rest>
void copy_lane(const Rest& from, Rest& to, int lane) {
  using AllLanes = std::array<Lanes, sizeof(Rest) / sizeof(Lanes)>;
  const AllLanes source = std::bit_cast<AllLanes>(from);
  AllLanes result = std::bit_cast<AllLanes>(to);
  for (std::size_t k = 0; k < result.size(); ++k) result[k][lane] = source[k][lane];
  to = std::bit_cast<Rest>(result);
}

// Interleaves the bits of a point's cell in a 1024^3 grid: elements near in space become near in number.
std::uint64_t morton_code(const Vec3& cell) {
  std::uint64_t code = 0;
  for (int bit = 0; bit < 10; ++bit)
    for (int i = 0; i < 3; ++i) code |= ((static_cast<std::uint64_t>(cell[i]) >> bit) & 1) << (3 * bit + i);
  return code;
}

template <class Cell>
std::vector<Index> spatial_order(const Vector& X, const std::vector<Cell>& cells, const std::vector<Index>& members) {
  Vec3 lowest = Vec3::Constant(HUGE_VAL), highest = -lowest;
  std::vector<Vec3> centres;
  for (Index e : members) {
    Vec3 sum = Vec3::Zero();
    for (Index v : cells[e]) sum += vertex(X, v);
    centres.push_back(sum / static_cast<double>(std::tuple_size_v<Cell>));
    lowest = lowest.cwiseMin(centres.back());
    highest = highest.cwiseMax(centres.back());
  }
  const double cells_per_metre = 1023.0 / std::max((highest - lowest).maxCoeff(), 1e-300);
  std::vector<std::uint64_t> codes;
  for (const Vec3& centre : centres) codes.push_back(morton_code(cells_per_metre * (centre - lowest)));
  std::vector<Index> order(members.size());
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = static_cast<Index>(k);
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return codes[a] < codes[b]; });
  return order;
}

}  // namespace

template <class E>
ElementBatches<E>::ElementBatches(const Vector& X, const std::vector<typename E::Cell>& cells, const std::vector<double>& thickness,
                                  const std::vector<Index>& members)
    : elements_(static_cast<Index>(members.size())), member_(spatial_order(X, cells, members)) {
  batches_.resize((static_cast<std::size_t>(elements_) + kLanes - 1) / kLanes);
  member_.resize(batches_.size() * kLanes, member_.back());
  std::vector<Index> batch_vertices;
  for (std::size_t slot = 0; slot < member_.size(); ++slot) {
    const Index k = member_[slot];
    const bool padding = slot >= members.size();
    ElementBatch<E>& batch = batches_[slot / kLanes];
    const int lane = static_cast<int>(slot % kLanes);

    typename E::Cell cell = cells[members[k]];
    E::arrange(cell, thickness.empty() ? 1.0 : thickness[members[k]], batch.rest, lane);
    for (int a = 0; a < E::kVertices; ++a) batch.vertex[a][lane] = cell[a], batch_vertices.push_back(cell[a]);
    const auto volumes = E::shape(X, cell, batch.rest, lane);
    for (int q = 0; q < E::kPoints; ++q) batch.V[q][lane] = padding ? 0.0 : volumes[q];
  }
  schedule_ = std::make_shared<const ElementSchedule>(batch_vertices, E::kVertices * kLanes, E::kBatchesPerChunk);
}

template <class E>
void ElementBatches<E>::connect(BlockPatternBuilder& pattern) {
  std::vector<Index> elements;
  elements.reserve(E::kVertices * static_cast<std::size_t>(elements_));
  for (Index e = 0; e < elements_; ++e)
    for (int a = 0; a < E::kVertices; ++a) elements.push_back(batches_[e / kLanes].vertex[a][e % kLanes]);
  group_ = pattern.add(std::move(elements), E::kVertices);
}

template <class E>
void ElementBatches<E>::set_rest_shape(const Vector& X) {
  constexpr double kFlat = 1e-9;  // of the volume that the point had
  for (ElementBatch<E>& batch : batches_) {
    const typename E::Rest before = batch.rest;
    for (int lane = 0; lane < kLanes; ++lane) {
      typename E::Cell cell;
      for (int a = 0; a < E::kVertices; ++a) cell[a] = batch.vertex[a][lane];
      const auto volumes = E::shape(X, cell, batch.rest, lane);
      bool is_flat = false;
      for (int q = 0; q < E::kPoints; ++q) is_flat = is_flat || !(volumes[q] > kFlat * batch.V[q][lane]);
      if (is_flat) copy_lane(before, batch.rest, lane);  // finite numbers where nothing counts
      for (int q = 0; q < E::kPoints; ++q)
        if (batch.V[q][lane] > 0) batch.V[q][lane] = is_flat ? 0 : volumes[q];  // padding stays padding
    }
  }
}

template class ElementBatches<TetElement>;
template class ElementBatches<HexElement>;
template class ElementBatches<TriangleElement>;

}  // namespace lilyan
