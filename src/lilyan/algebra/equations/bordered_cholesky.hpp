// Solves with a bordered matrix that is near to symmetric by one Cholesky factor, nearly exactly: a preconditioner.
//
// Light rows of the border (border_split.hpp) become stiff springs: D = 0 is replaced by a small -1/gamma,
//
//   [A  beta G^T] [x]   [f]          (A + beta gamma G^T G) x = f + beta gamma G^T g,      y = gamma (G x - g)
//   [G  -1/gamma] [y] = [g]    <=>
//
// whose matrix is positive definite wherever A is so on the motions that the constraints allow, and hardly less sparse than A.
// Heavy rows are eliminated by their dense Schur complement, which costs a solve for each.
#pragma once

#include <lilyan/algebra/direct_solver.hpp>
#include <lilyan/algebra/equations/border_split.hpp>

#include <memory>
#include <utility>
#include <vector>

namespace lilyan {

// Unknowns that a border joins; ascending.
struct JoinedUnknowns {
  std::vector<std::vector<Index>> by_rows;       // by each light row
  std::vector<std::pair<Index, Index>> by_more;  // by each of its additions to A
  bool operator==(const JoinedUnknowns&) const = default;
};

class BorderedCholesky {
 public:
  explicit BorderedCholesky(std::shared_ptr<const SymmetricPattern> pattern);
  ~BorderedCholesky();

  // False where the matrix with springs is not positive definite, or the complement is singular or close to it. The analysis is
  // kept while the light rows join the same unknowns. Of border.more it takes the symmetric part.
  bool factorise(const SymmetricMatrix& A, const Border& border);
  void solve(const Vector& b, Vector& x);  // after a `factorise` that returned true
  Index heavy_rows() const { return static_cast<Index>(parts_.heavy.size()); }

 private:
  struct Complement;
  void analyse();
  void weigh(const SymmetricMatrix& A);
  void assemble(const SymmetricMatrix& A, const Border& border);
  bool eliminate(const Border& border);

  std::shared_ptr<const SymmetricPattern> pattern_;
  BorderSplit parts_;
  JoinedUnknowns joined_;                    // as they were analysed
  std::unique_ptr<SymmetricMatrix> sprung_;  // A + beta gamma G^T G
  std::vector<std::int64_t> place_;          // in it, of every number of A, of border.more and of the springs
  std::vector<double> weight_;               // beta gamma of each light row
  std::unique_ptr<DirectSolver> direct_;
  std::unique_ptr<Complement> complement_;
};

}  // namespace lilyan
