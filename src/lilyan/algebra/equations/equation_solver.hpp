// Solves a sequence of slowly changing, bordered, unsymmetric systems J d = b: GMRES with a preconditioner that is kept over many
// systems, and made again when that pays.
//
//   J = [A B]     the preconditioner is the inverse of [A_0 B_0]  of an earlier system:
//       [C D]                                          [C_0 D_0]
//
//   Cholesky   of the symmetric part of A, with the border as stiff springs (bordered.hpp): if that is positive definite
//   LU         of all of J, some three times as costly: if it is not, or if the skew part is so large that GMRES is slow
//
// Whether to make a new one is decided by counting iterations, never by a clock: once a digit of accuracy costs more iterations
// than it did on average since the preconditioner was made, the making included. `recall(memory())` rebuilds the very same
// preconditioner, so a restarted sequence goes on with the same bits; the number of threads changes none either.
#pragma once

#include <lilyan/algebra/equations/bordered.hpp>
#include <lilyan/algebra/reused_factor.hpp>

#include <initializer_list>
#include <memory>
#include <vector>

namespace lilyan {

// What the next system takes over from the last one; all of it numbers that can be written to a file.
struct EquationMemory {
  std::shared_ptr<const std::vector<double>> made_from;  // the system behind the preconditioner; nullptr where there is none
  double iterations = 0, digits = 0;                     // since it was made: spent, and gained in the residual
  double last_price = 0;                                 // iterations per digit of the last system
};

class BorderedCholesky;
class BorderedLu;

class EquationSolver {
 public:
  explicit EquationSolver(std::shared_ptr<const SymmetricPattern> pattern);
  ~EquationSolver();

  // |J d - b| <= tolerance |b|, or as near to it as rounding lets a fresh LU come. The norm is that of the rows as they are given:
  // scale them first, and the columns of A like its rows, so that its symmetric part stays definite. False where J is singular (to
  // rounding) or not finite; d means nothing then. A singular J may pass where b agrees with it, as two equal constraints do that
  // are equally violated: d then is a solution whose multipliers are small.
  bool solve(const GeneralMatrix& A, const Border& border, const Vector& b, double tolerance, Vector& d);

  const EquationMemory& memory() const { return memory_; }
  // False if no preconditioner can have been made from it: it comes from a file that was changed.
  bool recall(const EquationMemory& memory);

  int factorizations() const { return factorizations_; }  // tried, of both kinds; those of `recall` are not counted
  int iterations() const { return iterations_; }          // of GMRES, over all systems
  const SolverSeconds& seconds() const { return seconds_; }

 private:
  enum class Kind { none, cholesky, lu };
  bool iterate(const GeneralMatrix& A, const Border& border, const Vector& b, double tolerance, int most, Vector& d);
  bool is_worn() const;
  double price_of_making() const;  // in iterations
  bool make_cholesky(const GeneralMatrix& A, const Border& border);
  bool make_lu(const GeneralMatrix& A, const Border& border);
  void remember(Kind kind, const Border& border, std::initializer_list<const std::vector<double>*> A);
  void forget();

  std::shared_ptr<const SymmetricPattern> pattern_;
  std::unique_ptr<BorderedCholesky> cholesky_;  // made when first needed
  std::unique_ptr<BorderedLu> lu_;
  Kind kind_ = Kind::none;
  SymmetricMatrix symmetric_;  // behind the Cholesky factor
  Border border_;              // behind the preconditioner
  EquationMemory memory_;
  int factorizations_ = 0, iterations_ = 0;
  SolverSeconds seconds_;
};

}  // namespace lilyan
