#include <lilyan/coarsening/fine_stiffness.hpp>

#include <lilyan/algebra/dense.hpp>
#include <lilyan/core/groups.hpp>

#include <Eigen/Geometry>

#include <algorithm>
#include <map>

namespace lilyan {

namespace {

// The local numbers of a cell's vertices, by ascending vertex.
std::vector<int> ascending(std::span<const Index> corners) {
  std::vector<int> order(corners.size());
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = static_cast<int>(k);
  std::sort(order.begin(), order.end(),
            [&](int a, int b) { return corners[static_cast<std::size_t>(a)] < corners[static_cast<std::size_t>(b)]; });
  return order;
}

// The vertices of each connected part of the body; those without cells are in none.
std::vector<std::vector<Index>> connected_vertices(const FineBody& body) {
  Groups groups(static_cast<std::size_t>(body.vertices()));
  std::vector<bool> used(static_cast<std::size_t>(body.vertices()), false);
  for (Index e = 0; e < body.cells.count(); ++e) {
    const std::span<const Index> corners = body.cells.vertices(e);
    for (Index i : corners) {
      used[static_cast<std::size_t>(i)] = true;
      groups.join(static_cast<std::size_t>(i), static_cast<std::size_t>(corners[0]));
    }
  }
  std::map<std::size_t, std::vector<Index>> parts;
  for (Index i = 0; i < body.vertices(); ++i)
    if (used[static_cast<std::size_t>(i)]) parts[groups.of(static_cast<std::size_t>(i))].push_back(i);
  std::vector<std::vector<Index>> lists;
  for (auto& [name, vertices] : parts) lists.push_back(std::move(vertices));
  return lists;
}

// How the six rigid motions of a part move a component: translations, and rotations about the part's middle by an angle that moves
// its farthest vertex by 1.
class RigidRows {
 public:
  RigidRows(const Vector& X, const std::vector<Index>& vertices) : X_(X) {
    for (Index i : vertices) centre_ += vertex(X, i) / static_cast<double>(vertices.size());
    for (Index i : vertices) size_ = std::max(size_, (vertex(X, i) - centre_).norm());
  }
  Vec6 operator()(Index i, int axis) const {
    const Vec3 arm = (vertex(X_, i) - centre_) / size_;
    Vec6 row;
    row << Vec3::Unit(axis), arm.cross(Vec3::Unit(axis));
    return row;
  }

 private:
  const Vector& X_;
  Vec3 centre_ = Vec3::Zero();
  double size_ = 0;
};

// Marks as few components of a part as take away the rigid motions that `held` leaves it: each time the one that moves most.
void support(const FineBody& body, const std::vector<Index>& part, std::vector<bool>& held) {
  constexpr double kLoose = 1e-12;  // of the best held motion
  const RigidRows rows(body.X, part);
  Mat6 sum = Mat6::Zero();
  for (Index i : part)
    for (int axis = 0; axis < 3; ++axis)
      if (held[static_cast<std::size_t>(3 * i + axis)]) sum += rows(i, axis) * rows(i, axis).transpose();
  const FixedSpectrum<6> held_motions = symmetric_spectrum(sum);
  const double loose = kLoose * held_motions.values[5];
  Index left = 0;
  while (left < 6 && held_motions.values[left] <= loose) ++left;
  Eigen::MatrixXd motions = held_motions.vectors.leftCols(left);
  for (; left > 0; --left) {
    double most = 0;
    std::size_t best = 0;
    Vector turn;
    for (Index i : part)
      for (int axis = 0; axis < 3; ++axis) {
        const Vector moved = motions.transpose() * rows(i, axis);
        if (held[static_cast<std::size_t>(3 * i + axis)] || !(moved.norm() > most)) continue;
        most = moved.norm(), best = static_cast<std::size_t>(3 * i + axis), turn = moved;
      }
    held[best] = true;
    // What the others leave: the motions that do not move this component.
    motions = (motions * orthogonal_factor(turn)).rightCols(left - 1).eval();
  }
}

}  // namespace

BlockMatrix fine_stiffness(const FineBody& body) {
  const Index corners = body.dimension() + 1, count = body.cells.count();
  std::vector<Index> elements;
  elements.reserve(static_cast<std::size_t>(count) * static_cast<std::size_t>(corners));
  for (Index e = 0; e < count; ++e)
    for (int v : ascending(body.cells.vertices(e))) elements.push_back(body.cells.vertices(e)[static_cast<std::size_t>(v)]);
  BlockPatternBuilder builder(body.vertices());
  const int group = builder.add(std::move(elements), corners);
  BlockMatrix K(builder.build());
  const std::span<const Index> places = K.pattern().places(group);
  std::size_t next = 0;
  for (Index e = 0; e < count; ++e) {
    const StrainMatrix B = strain_matrix(body, e);
    const StrainMatrix stress = volume(body.X, body.cells, e) * body.stiffness_of(e) * B;
    const std::vector<int> order = ascending(body.cells.vertices(e));
    for (std::size_t a = 0; a < order.size(); ++a)
      for (std::size_t b = 0; b <= a; ++b) {
        const Mat3 block = B.middleCols<3>(3 * order[a]).transpose() * stress.middleCols<3>(3 * order[b]);
        double* into = K.block(places[next++]);
        for (int row = 0; row < 3; ++row)
          for (int column = 0; column < 3; ++column) into[3 * row + column] += block(row, column);
      }
  }
  return K;
}

std::vector<Index> supported_components(const FineBody& body, const std::vector<bool>& held) {
  std::vector<bool> fixed(held.size(), true);  // vertices without cells stay so
  const std::vector<std::vector<Index>> parts = connected_vertices(body);
  for (const std::vector<Index>& part : parts)
    for (Index i : part)
      for (Index axis = 0; axis < body.dimension(); ++axis) {
        const auto component = static_cast<std::size_t>(3 * i + axis);
        fixed[component] = held[component];
      }
  for (const std::vector<Index>& part : parts) support(body, part, fixed);
  std::vector<Index> free;
  for (std::size_t c = 0; c < fixed.size(); ++c)
    if (!fixed[c]) free.push_back(static_cast<Index>(c));
  return free;
}

}  // namespace lilyan
