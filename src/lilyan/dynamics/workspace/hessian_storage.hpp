// Matrices of a system's steps, kept from one to the next while the same vertices meet.
#pragma once

#include <lilyan/algebra/equations/equation_solver.hpp>
#include <lilyan/algebra/general_matrix.hpp>
#include <lilyan/algebra/symmetric_matrix.hpp>
#include <lilyan/dynamics/system.hpp>

#include <memory>

namespace lilyan {

// What steps that are systems of equations need besides.
struct EquationStorage {
  explicit EquationStorage(const std::shared_ptr<const SymmetricPattern>& pattern) : H(pattern), J(pattern), solver(pattern) {}
  SymmetricMatrix H;  // of the terms that are gradients
  GeneralMatrix J;    // of all terms
  double assembly_seconds = 0;
  EquationSolver solver;  // keeps its preconditioner from step to step
};

class HessianStorage {
 public:
  // What equations cost so far.
  struct Spent {
    double assembly = 0;  // [s]
    SolverSeconds solver;
    int factorizations = 0;
  };

  HessianStorage(const std::shared_ptr<const BlockPattern>& pattern, const std::vector<Index>& free)
      : blocks(pattern), restriction(*pattern, free) {}
  explicit HessianStorage(const System& system) : HessianStorage(system.pattern(), system.coordinates().free()) {}

  EquationStorage& equations() {
    if (!equations_) equations_ = std::make_unique<EquationStorage>(restriction.pattern());
    return *equations_;
  }
  const EquationStorage* made_equations() const { return equations_.get(); }  // nullptr if none were asked for yet

  // Starts anew with another pattern; what was spent and counted so far is kept.
  void adopt(const std::shared_ptr<const BlockPattern>& pattern, const std::vector<Index>& free);
  Spent spent() const;  // on equations

  BlockMatrix blocks;       // over all components
  Restriction restriction;  // to the unknowns

 private:
  std::unique_ptr<EquationStorage> equations_;
  Spent former_;  // on equations of patterns that are gone
};

inline HessianStorage::Spent HessianStorage::spent() const {
  Spent sum = former_;
  if (!equations_) return sum;
  sum.assembly += equations_->assembly_seconds;
  sum.solver.factorisation += equations_->solver.seconds().factorisation;
  sum.solver.solve += equations_->solver.seconds().solve;
  sum.factorizations += equations_->solver.factorizations();
  return sum;
}

inline void HessianStorage::adopt(const std::shared_ptr<const BlockPattern>& pattern, const std::vector<Index>& free) {
  former_ = spent();
  equations_ = nullptr;
  blocks = BlockMatrix(pattern);
  restriction = Restriction(*pattern, free);
}

}  // namespace lilyan
