#include <lilyan/multidomain/lanes/leaf_factors.hpp>

#include <lilyan/core/lanes.hpp>

namespace lilyan {

namespace {

constexpr Index kFewestLeaves = 3;  // the fewest leaves that are faster together
constexpr int kSides = 6;           // columns of Y

double* lane_of(std::vector<Lanes>& numbers, int lane) { return reinterpret_cast<double*>(numbers.data()) + lane; }

// L and Y in place of the lower triangle of M and of C^T; which lanes are positive definite.
LaneMask factor_lanes(Eigen::Index r, Lanes* L, Lanes* Y) {
  LaneMask is_positive = Lanes{} == Lanes{};
  Lanes* column = L;
  for (Eigen::Index k = 0; k < r; column += r - k, ++k) {
    is_positive &= column[0] > 0;
    const Lanes inverse = 1 / square_root(column[0]);
    column[0] = inverse;
    for (int c = 0; c < kSides; ++c) Y[kSides * k + c] *= inverse;
    for (Eigen::Index i = 1; i < r - k; ++i) column[i] *= inverse;
    Lanes* target = column + (r - k);
    for (Eigen::Index j = 1; j < r - k; ++j) {
      const Lanes factor = column[j];
      for (Eigen::Index i = j; i < r - k; ++i) *target++ -= factor * column[i];
      for (int c = 0; c < kSides; ++c) Y[kSides * (k + j) + c] -= factor * Y[kSides * k + c];
    }
  }
  return is_positive;
}

}  // namespace

void LeafFactors::arrange(const DomainTree& tree) {
  std::vector<bool> carries(static_cast<std::size_t>(tree.count()), false);
  for (Index j = 1; j < tree.count(); ++j) carries[static_cast<std::size_t>(tree.parent(j))] = true;
  const DomainPacks leaves = pack_domains(tree, kFewestLeaves, [&](Index j) {
    return carries[static_cast<std::size_t>(j)] || tree.size(j) == 0 || j == 0 ? -1 : tree.size(j);
  });
  is_held_.assign(static_cast<std::size_t>(tree.count()), 0);
  has_factor_.assign(static_cast<std::size_t>(tree.count()), 0);
  packs_.clear();
  for (const DomainPack& domains : leaves.packs) {
    for (Index j : domains.used()) is_held_[static_cast<std::size_t>(j)] = 1;
    const auto r = static_cast<std::size_t>(tree.size(domains.domains[0]));
    packs_.push_back({domains, static_cast<Eigen::Index>(r), std::vector<Lanes>(r * (r + 1) / 2), std::vector<Lanes>(kSides * r),
                      std::vector<Lanes>(r)});
  }
}

void LeafFactors::factor(TreeEquations& equations, std::vector<Mat6>& eliminated) {
  for (LeafPack& pack : packs_) {
    const Eigen::Index r = pack.r;
    for (int lane = 0; lane < kLanes; ++lane) {
      const Index j = pack.domains.domains[static_cast<std::size_t>(lane)];
      const double *M = equations.M(j).data(), *C = equations.C(j).data();
      double *L = lane_of(pack.L, lane), *Y = lane_of(pack.Y, lane);
      for (Eigen::Index k = 0; k < r; ++k)
        for (Eigen::Index i = k; i < r; ++i, L += kLanes) *L = M[k * r + i];
      for (Eigen::Index l = 0; l < r; ++l)
        for (int c = 0; c < kSides; ++c, Y += kLanes) *Y = C[c * r + l];
    }
    const LaneMask is_positive = factor_lanes(r, pack.L.data(), pack.Y.data());
    Lanes square[kSides][kSides] = {};
    for (const Lanes* y = pack.Y.data(); y != pack.Y.data() + pack.Y.size(); y += kSides)
      for (int a = 0; a < kSides; ++a)
        for (int b = 0; b <= a; ++b) square[a][b] += y[a] * y[b];
    for (Index lane = 0; lane < pack.domains.count; ++lane) {
      const Index j = pack.domains.domains[static_cast<std::size_t>(lane)];
      has_factor_[static_cast<std::size_t>(j)] = is_positive[lane] != 0;
      const double* L = lane_of(pack.L, lane);
      double* const M = equations.M(j).data();
      for (Eigen::Index k = 0; k < r; ++k)
        for (Eigen::Index i = k; i < r; ++i, L += kLanes) M[k * r + i] = *L;
      Mat6& own = eliminated[static_cast<std::size_t>(j)];
      for (int a = 0; a < kSides; ++a)
        for (int b = 0; b <= a; ++b) own(a, b) = own(b, a) = square[a][b][lane];
    }
  }
}

void LeafFactors::solve_forward(const TreeEquations& equations, std::vector<Vec6>& eliminated) {
  for (LeafPack& pack : packs_) {
    const Eigen::Index r = pack.r;
    for (int lane = 0; lane < kLanes; ++lane) {
      const double* pq = equations.pq(pack.domains.domains[static_cast<std::size_t>(lane)]).data();
      double* p = lane_of(pack.p, lane);
      for (Eigen::Index l = 0; l < r; ++l) p[kLanes * l] = pq[l];
    }
    const Lanes *column = pack.L.data(), *y = pack.Y.data();
    Lanes* const p = pack.p.data();
    Lanes sums[kSides] = {};
    for (Eigen::Index k = 0; k < r; column += r - k, y += kSides, ++k) {
      const Lanes value = p[k] *= column[0];
      for (Eigen::Index i = 1; i < r - k; ++i) p[k + i] -= value * column[i];
      for (int c = 0; c < kSides; ++c) sums[c] += y[c] * value;
    }
    for (Index lane = 0; lane < pack.domains.count; ++lane)
      for (int c = 0; c < kSides; ++c)
        eliminated[static_cast<std::size_t>(pack.domains.domains[static_cast<std::size_t>(lane)])][c] = sums[c][lane];
  }
}

void LeafFactors::solve_backward(const DomainTree& tree, const std::vector<Vec6>& A, Vector& qdd) {
  for (LeafPack& pack : packs_) {
    const Eigen::Index r = pack.r;
    Lanes a[kSides];
    for (int lane = 0; lane < kLanes; ++lane)
      for (int c = 0; c < kSides; ++c)
        a[c][lane] = A[static_cast<std::size_t>(pack.domains.domains[static_cast<std::size_t>(lane)])][c];
    const Lanes *column = pack.L.data() + pack.L.size(), *y = pack.Y.data() + pack.Y.size();
    Lanes* const p = pack.p.data();
    for (Eigen::Index k = r - 1; k >= 0; --k) {
      column -= r - k;
      y -= kSides;
      Lanes value = p[k];
      for (int c = 0; c < kSides; ++c) value += y[c] * a[c];
      for (Eigen::Index i = 1; i < r - k; ++i) value -= column[i] * p[k + i];
      p[k] = value * column[0];
    }
    for (Index lane = 0; lane < pack.domains.count; ++lane) {
      double* const own = qdd.data() + tree.first(pack.domains.domains[static_cast<std::size_t>(lane)]);
      const double* x = lane_of(pack.p, lane);
      for (Eigen::Index l = 0; l < r; ++l) own[l] = -x[kLanes * l];
    }
  }
}

}  // namespace lilyan
