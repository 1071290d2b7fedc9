#include <lilyan/energy/elements/cell_stiffness_elasticity.hpp>

#include <lilyan/algebra/element_schedule.hpp>
#include <lilyan/core/error.hpp>
#include <lilyan/core/lanes.hpp>

#include <array>
#include <cassert>
#include <limits>

namespace lilyan {

// Many cells with stiffnesses of their own (cell_stiffness.hpp), and sums over them that are the same for any number of threads.
template <int kDim>
class CellStiffnessElements {
 public:
  using Element = CellStiffness<kDim>;
  using Chunk = ElementSchedule::Chunk;  // at most kLanes cells

  explicit CellStiffnessElements(std::vector<Element> cells) : cells_(std::move(cells)) {
    schedule_ = ElementSchedule(vertices(), Element::kVertices, kLanes);
  }

  // How the cells of a chunk turn at x, by their numbers.
  class Fits {
   public:
    Fits(const CellStiffnessElements& elements, const Chunk& chunk, const Vector& x) : begin_(chunk.begin) {
      const auto count = static_cast<std::size_t>(chunk.end - chunk.begin);
      Element::fit(std::span(elements.cells_).subspan(static_cast<std::size_t>(begin_), count), x, std::span(fits_).first(count));
    }
    const typename Element::Fit& operator[](Index e) const { return fits_[static_cast<std::size_t>(e - begin_)]; }

   private:
    Index begin_;
    std::array<typename Element::Fit, kLanes> fits_;
  };

  const std::vector<Element>& cells() const { return cells_; }
  int connect(BlockPatternBuilder& pattern) const { return pattern.add(vertices(), Element::kVertices); }  // returns their group

  // What is to be done with each chunk, in any order.
  template <class Body>
  void for_each_chunk(const Body& body) const {
    schedule_.for_each(body);
  }

  // Sums over the cells. energies(chunk), states(chunk) and hessians(chunk) are functions of the cells of a chunk, by their
  // numbers.
  template <class EnergiesOf>
  double sum(const EnergiesOf& energies) const {
    return schedule_.sum([&](const Chunk& chunk) {
      const auto energy = energies(chunk);
      double W = 0;
      for (Index e = chunk.begin; e < chunk.end; ++e) W += energy(e);
      return W;
    });
  }

  template <class StatesOf>
  double add_gradient(double w, Vector& g, const StatesOf& states) const {
    return schedule_.scatter_and_sum([&](const Chunk& chunk) {
      const auto state = states(chunk);
      double W = 0;
      for (Index e = chunk.begin; e < chunk.end; ++e) {
        const typename Element::State here = state(e);
        const typename Element::Corners forces = w * here.gradient();
        for (int a = 0; a < Element::kVertices; ++a) vertex(g, cells_[e].vertices()[a]).template head<kDim>() += forces.col(a);
        W += here.W;
      }
      return W;
    });
  }

  template <class HessiansOf>
  void add_hessian(int group, BlockMatrix& H, const HessiansOf& hessians) const {
    constexpr int kBlocks = Element::kVertices * (Element::kVertices + 1) / 2;
    const Index* places = H.pattern().places(group).data();
    schedule_.for_each([&](const Chunk& chunk) {
      const auto hessian = hessians(chunk);
      for (Index e = chunk.begin; e < chunk.end; ++e) {
        const typename Element::Matrix K = hessian(e);
        const Index* place = places + kBlocks * static_cast<std::ptrdiff_t>(e);
        for (int a = 0; a < Element::kVertices; ++a)
          for (int b = 0; b <= a; ++b) {
            double* to = H.block(*place++);  // of 3 x 3 in both cases, row by row
            for (int i = 0; i < kDim; ++i)
              for (int j = 0; j < kDim; ++j) to[3 * i + j] += K(kDim * a + i, kDim * b + j);
          }
      }
    });
  }

 private:
  std::vector<Index> vertices() const {
    std::vector<Index> all;
    for (const Element& cell : cells_) all.insert(all.end(), cell.vertices().begin(), cell.vertices().end());
    return all;
  }

  std::vector<Element> cells_;
  ElementSchedule schedule_;
};

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
