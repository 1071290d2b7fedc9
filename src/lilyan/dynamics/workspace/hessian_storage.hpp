// Matrices of a system's steps, kept from one to the next while the same vertices meet.
#pragma once

#include <lilyan/algebra/equations/equation_solver.hpp>
#include <lilyan/algebra/general_block_matrix.hpp>
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

struct HessianStorage {
  HessianStorage(const std::shared_ptr<const BlockPattern>& pattern, const std::vector<Index>& free)
      : blocks(pattern), restriction(*pattern, free) {}
  explicit HessianStorage(const System& system) : HessianStorage(system.pattern(), system.coordinates().free()) {}

  EquationStorage& equations() {
    if (!equations_) equations_ = std::make_unique<EquationStorage>(restriction.pattern());
    return *equations_;
  }
  const EquationStorage* made_equations() const { return equations_.get(); }  // nullptr if none were asked for yet

  BlockMatrix blocks;       // over all components
  Restriction restriction;  // to the unknowns

 private:
  std::unique_ptr<EquationStorage> equations_;
};

}  // namespace lilyan
