// The elimination of domains that carry no others, eight of equal r at a time, one per lane.
//
//   M = L L^T,   Y = L^-1 C^T,   p = L^-1 pq         what the parent sees: I - Y^T Y and pV - Y^T p
//   qdd = -L^-T (p + Y A)                            once the acceleration A of the frame is known
//
// These domains need nothing of others before their factor is made, and no one needs their accelerations; see
// articulated_solver.hpp.
#pragma once

#include <lilyan/multidomain/lanes/domain_packs.hpp>
#include <lilyan/multidomain/tree_equations.hpp>

namespace lilyan {

class LeafFactors {
 public:
  void arrange(const DomainTree& tree);

  // Whether domain j is one of those treated here: a leaf for which there are others of its size.
  bool holds(Index j) const { return is_held_[static_cast<std::size_t>(j)] != 0; }

  // M becomes the factor, as factor_in_place leaves it. Sets Y^T Y. A domain whose M is not positive definite has no factor.
  void factor(TreeEquations& equations, std::vector<Mat6>& eliminated);
  bool has_factor(Index j) const { return has_factor_[static_cast<std::size_t>(j)] != 0; }

  // p, kept here, and Y^T p.
  void solve_forward(const TreeEquations& equations, std::vector<Vec6>& eliminated);
  // qdd.
  void solve_backward(const DomainTree& tree, const std::vector<Vec6>& A, Vector& qdd);

 private:
  struct LeafPack {
    DomainPack domains;
    Eigen::Index r = 0;
    std::vector<Lanes> L;  // the lower triangle, column after column, with 1/L_kk on the diagonal
    std::vector<Lanes> Y;  // 6 for each coordinate
    std::vector<Lanes> p;
  };
  std::vector<LeafPack> packs_;
  std::vector<char> is_held_, has_factor_;
};

}  // namespace lilyan
