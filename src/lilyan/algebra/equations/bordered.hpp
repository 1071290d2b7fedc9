// A sparse matrix with a border of a few more rows and columns, as constraints add them:
//
//   J = [A B]   A: n x n sparse;  B: n x m;  C: m x n;  D: m x m
//       [C D]
//
// and the two ways to solve with it.
#pragma once

#include <lilyan/algebra/direct_solver.hpp>
#include <lilyan/algebra/equations/general_solver.hpp>
#include <lilyan/algebra/general_matrix.hpp>

#include <memory>
#include <utility>
#include <vector>

namespace lilyan {

struct Border {
  Index rows = 0;     // m
  Entries B;          // row: an unknown of A; column: 0 .. m-1; entries of the same place add up
  Entries C;          // row: 0 .. m-1; column: an unknown of A
  Eigen::MatrixXd D;  // m x m; empty: zero
  Entries more;       // numbers that are added to A, at places that its pattern need not have
};

void multiply(const GeneralMatrix& A, const Border& border, const Vector& x, Vector& y);  // y = J x
bool have_same_structure(const Border& a, const Border& b);                               // the same places in the same order
bool all_finite(const Border& border);

// Sorts the rows of a border into light ones, which a preconditioner may treat as stiff springs, and heavy ones.
//
//   light   few unknowns, nothing in D, and B_k about parallel to C_k:  B_k = beta G_k,  C_k = G_k  but for the little that a
//           constraint's direction turns in a step
//   heavy   all others: a volume, which couples all vertices of a surface; rows with an entry of D
struct LightRow {
  Index row;                    // of the border
  std::vector<Index> unknowns;  // ascending
  std::vector<double> G;        // the mean of C_k and B_k/beta, at these unknowns
  double beta;                  // of either sign, not 0
};

struct BorderSplit {
  std::vector<LightRow> light;
  std::vector<Index> heavy;  // rows
};

BorderSplit split_border(const Border& border);

// Unknowns that a border joins; ascending.
struct JoinedUnknowns {
  std::vector<std::vector<Index>> by_rows;       // by each light row
  std::vector<std::pair<Index, Index>> by_more;  // by each of its additions to A
  bool operator==(const JoinedUnknowns&) const = default;
};

// Solves with a bordered matrix that is near to symmetric by one Cholesky factor, nearly exactly: a preconditioner.
//
// Light rows of the border become stiff springs: D = 0 is replaced by a small -1/gamma,
//
//   [A  beta G^T] [x]   [f]          (A + beta gamma G^T G) x = f + beta gamma G^T g,      y = gamma (G x - g)
//   [G  -1/gamma] [y] = [g]    <=>
//
// whose matrix is positive definite wherever A is so on the motions that the constraints allow, and hardly less sparse than A.
// Heavy rows are eliminated by their dense Schur complement, which costs a solve for each.
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

// Solves with any regular bordered matrix by sparse LU factorisation with pivoting.
//
// Rows and columns are scaled to entries of at most 1. The ordering is kept while the structure of the border is the same.
class BorderedLu {
 public:
  explicit BorderedLu(std::shared_ptr<const SymmetricPattern> pattern);
  ~BorderedLu();

  bool factorise(const GeneralMatrix& A, const Border& border);  // false where the matrix is singular, to rounding
  void solve(const Vector& b, Vector& x);                        // after a `factorise` that returned true

 private:
  struct Content;
  std::unique_ptr<Content> content_;
};

}  // namespace lilyan
