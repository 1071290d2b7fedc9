#include <lilyan/energy/elements/cell_stiffness_elasticity.hpp>

#include <lilyan/core/error.hpp>

#include <cassert>
#include <limits>

namespace lilyan {

namespace {

template <int kDim>
std::vector<CellStiffness<kDim>> made_cells(const Vector& X, const StiffCells<kDim>& of) {
  assert(of.cells.size() == of.stiffness.size() && of.cells.size() == of.volume.size());
  std::vector<CellStiffness<kDim>> made;
  made.reserve(of.cells.size());
  for (std::size_t e = 0; e < of.cells.size(); ++e) made.emplace_back(X, of.cells[e], of.stiffness[e]);
  return made;
}

// The same cells with rotations that do not turn: quadratic in x.
template <int kDim>
class HeldCellStiffness final : public Potential {
 public:
  HeldCellStiffness(std::shared_ptr<const CellStiffnessElements<kDim>> elements, const Vector& x, int group)
      : elements_(std::move(elements)), R_(elements_->cells().size()), group_(group) {
    elements_->for_each_chunk([&](const Chunk& chunk) {
      const typename CellStiffnessElements<kDim>::Fits fits(*elements_, chunk, x);
      for (Index e = chunk.begin; e < chunk.end; ++e) R_[e] = fits[e].R;
    });
  }

  EnergyKind kind() const override { return EnergyKind::elastic; }
  std::optional<int> degree() const override { return 2; }
  double value(const Vector& x, double) const override {
    return elements_->sum([&](const Chunk&) { return [&](Index e) { return elements_->cells()[e].at(x, R_[e]).W; }; });
  }
  double add_gradient(const Vector& x, double, double w, Vector& g) const override {
    return elements_->add_gradient(w, g, [&](const Chunk&) { return [&](Index e) { return elements_->cells()[e].at(x, R_[e]); }; });
  }
  void add_hessian(const Vector&, double, double w, Definiteness, BlockMatrix& H) const override {
    elements_->add_hessian(
        group_, H, [&](const Chunk&) { return [&](Index e) { return (w * elements_->cells()[e].hessian(R_[e])).eval(); }; });
  }
  void connect(BlockPatternBuilder& pattern) override { group_ = elements_->connect(pattern); }

 private:
  using Chunk = typename CellStiffnessElements<kDim>::Chunk;

  std::shared_ptr<const CellStiffnessElements<kDim>> elements_;
  std::vector<typename CellStiffness<kDim>::Rotation> R_;
  int group_;
};

// of(cell, how it turns at x) for the cells of a chunk.
template <int kDim, class Of>
auto turned(const CellStiffnessElements<kDim>& elements, const Vector& x, const Of& of) {
  return [&](const typename CellStiffnessElements<kDim>::Chunk& chunk) {
    return [&, fits = typename CellStiffnessElements<kDim>::Fits(elements, chunk, x)](Index e) {
      return of(elements.cells()[e], fits[e]);
    };
  };
}

}  // namespace

template <int kDim>
CellStiffnessElasticity<kDim>::CellStiffnessElasticity(const Vector& X, const StiffCells<kDim>& cells)
    : elements_(std::make_shared<const CellStiffnessElements<kDim>>(made_cells(X, cells))),
      volume_(cells.volume),
      first_(cells.first) {}

template <int kDim>
double CellStiffnessElasticity<kDim>::value(const Vector& x, double) const {
  return elements_->sum(
      turned(*elements_, x, [&](const CellStiffness<kDim>& cell, const auto& fit) { return cell.at(x, fit.R).W; }));
}

template <int kDim>
void CellStiffnessElasticity<kDim>::add_energies(const Vector& x, double, Vector& per_vertex) const {
  for (const CellStiffness<kDim>& cell : elements_->cells()) per_vertex[cell.vertices()[0]] += cell.at(x).W;
}

template <int kDim>
double CellStiffnessElasticity<kDim>::add_gradient(const Vector& x, double, double w, Vector& g) const {
  return elements_->add_gradient(
      w, g, turned(*elements_, x, [&](const CellStiffness<kDim>& cell, const auto& fit) { return cell.at(x, fit); }));
}

template <int kDim>
void CellStiffnessElasticity<kDim>::add_hessian(const Vector& x, double, double w, Definiteness definiteness,
                                                BlockMatrix& H) const {
  elements_->add_hessian(group_, H, turned(*elements_, x, [&](const CellStiffness<kDim>& cell, const auto& fit) {
                           return (w * cell.hessian(cell.at(x, fit), definiteness)).eval();
                         }));
}

template <int kDim>
void CellStiffnessElasticity<kDim>::connect(BlockPatternBuilder& pattern) {
  group_ = elements_->connect(pattern);
}

template <int kDim>
void CellStiffnessElasticity<kDim>::states(const Vector& x, std::span<CellState> states) const {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  for (std::size_t e = 0; e < volume_.size(); ++e) {
    const typename CellStiffness<kDim>::State here = elements_->cells()[e].at(x);
    states[static_cast<std::size_t>(first_) + e] = {here.J, here.W / volume_[e], kNone};
  }
}

template <int kDim>
std::unique_ptr<Elasticity> CellStiffnessElasticity<kDim>::about(const Vector&) const {
  throw InputError({"damping.rest-shape", "",
                    "the stiffness of a coarse cell belongs to its own rest shape, and strain damping needs one about another",
                    "use viscous or rayleigh damping"});
}

template <int kDim>
std::unique_ptr<Potential> CellStiffnessElasticity<kDim>::with_rotations_of(const Vector& x) const {
  return std::make_unique<HeldCellStiffness<kDim>>(elements_, x, group_);
}

std::unique_ptr<Elasticity> make_cell_stiffness(const Vector& X, const Cells& cells, const std::vector<Eigen::MatrixXd>& matrices,
                                                const std::vector<double>& volume, Index first) {
  const auto make = [&]<int kDim>(const std::vector<typename CellStiffness<kDim>::Cell>& list) -> std::unique_ptr<Elasticity> {
    const std::vector<typename CellStiffness<kDim>::Matrix> K(matrices.begin(), matrices.end());
    return std::make_unique<CellStiffnessElasticity<kDim>>(X, StiffCells<kDim>{list, K, volume, first});
  };
  return cells.hexes.empty() ? make.template operator()<2>(cells.quads) : make.template operator()<3>(cells.hexes);
}

template class CellStiffnessElasticity<2>;
template class CellStiffnessElasticity<3>;

}  // namespace lilyan
