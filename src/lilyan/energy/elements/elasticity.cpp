#include <lilyan/energy/elements/elasticity.hpp>

#include <lilyan/energy/elements/corotated_elasticity.hpp>
#include <lilyan/energy/elements/element_elasticity.hpp>
#include <lilyan/energy/step_term.hpp>

namespace lilyan {

namespace {

// Of elements that say nothing of their own: the force exactly, its Jacobian to the order of the step.
class BackwardDamping final : public ForceTerm {
 public:
  BackwardDamping(const Elasticity& elasticity, const Vector& x_n, double w, std::shared_ptr<const BlockPattern> pattern)
      : elasticity_(elasticity), x_n_(x_n), since_start_(elasticity.about(x_n)), w_(w), pattern_(std::move(pattern)) {}

  Value add_force(const Vector& x, double w, Vector& r) const override {
    elasticity_.about(x)->add_gradient(x_n_, 0, -w * w_, r);
    return {};
  }
  // That of the rest shape x_n at x: both are w K (x - x_n) to first order.
  using ForceTerm::add_slope;
  void add_slope(const Vector& x, double w, Slope& J) const override {
    BlockMatrix H(pattern_);
    since_start_->add_hessian(x, 0, w * w_, Definiteness::exact, H);
    J.blocks.add(1, H);
  }

 private:
  const Elasticity& elasticity_;
  const Vector& x_n_;
  std::unique_ptr<Elasticity> since_start_;  // its rest shape is x_n
  double w_;
  std::shared_ptr<const BlockPattern> pattern_;
};

template <class Cell>
void append_corotated(const Vector& X, const std::vector<Cell>& cells, const std::vector<double>& thickness, Index first,
                      const std::vector<Law>& laws, const std::vector<Index>& law_of_cell, const std::vector<bool>& held,
                      std::vector<std::unique_ptr<Elasticity>>& potentials) {
  const CellsOfLaw<Corotated> of(laws, law_of_cell, first, static_cast<Index>(cells.size()));
  if (!of.members.empty())
    potentials.push_back(
        std::make_unique<CorotatedElasticity<Cell>>(X, CorotatedMembers<Cell>{cells, thickness, of.members, of.laws, first}, held));
}

}  // namespace

std::vector<std::unique_ptr<Elasticity>> make_elasticity(const Vector& X, const std::vector<Tet>& tets,
                                                         const std::vector<Law>& laws, const std::vector<Index>& law_of_tet,
                                                         const std::vector<bool>& held) {
  Cells cells;
  cells.tets = tets;
  return make_elasticity(X, cells, laws, law_of_tet, held);
}

std::vector<std::unique_ptr<Elasticity>> make_elasticity(const Vector& X, const Cells& cells, const std::vector<Law>& laws,
                                                         const std::vector<Index>& law_of_cell, const std::vector<bool>& held) {
  std::vector<std::unique_ptr<Elasticity>> potentials;
  append_element_elasticity<TetElement>(X, cells.tets, {}, cells.first(CellKind::tet), laws, law_of_cell, potentials);
  append_corotated(X, cells.tets, {}, cells.first(CellKind::tet), laws, law_of_cell, held, potentials);
  append_element_elasticity<HexElement>(X, cells.hexes, {}, cells.first(CellKind::hex), laws, law_of_cell, potentials);
  append_corotated(X, cells.hexes, {}, cells.first(CellKind::hex), laws, law_of_cell, held, potentials);
  append_element_elasticity<TriangleElement>(X, cells.triangles, cells.thickness, cells.first(CellKind::triangle), laws,
                                             law_of_cell, potentials);
  append_corotated(X, cells.triangles, cells.thickness, cells.first(CellKind::triangle), laws, law_of_cell, held, potentials);
  return potentials;
}

std::unique_ptr<StepTerm> Elasticity::backward_damping(const Vector& x_n, double w,
                                                       std::shared_ptr<const BlockPattern> pattern) const {
  return std::make_unique<BackwardDamping>(*this, x_n, w, std::move(pattern));
}

}  // namespace lilyan
