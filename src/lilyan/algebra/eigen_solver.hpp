// The smallest eigenpairs of K u = lambda M u: K sparse, symmetric and positive semi-definite, M diagonal or sparse and positive
// definite, M = R^T R (mass_root.hpp).
//
//   w = R u,   R (K - sigma M)^-1 R^T w = w / (lambda - sigma)        (shift and invert, in symmetric form)
//
// Under constraints G u = 0 the inverse is that of the bordered system (constrained_solver.hpp), and what they hold is its null
// space.
//
// sigma lies below zero by a hair of the largest eigenvalue, so that Cholesky's factorisation exists also where K is singular; the
// smallest lambda become the largest eigenvalues of the inverse, which Lanczos' method finds in a few dozen solves.
//
// No eigenvalue may be missed, also of several that coincide. So what was found is locked, and its complement is searched, from
// another start, until the largest eigenvalue there lies beyond those found. Where the factorisation is cheap enough, the number of
// eigenvalues is counted as well: K - s M has as many negative pivots as there are lambda < s.
#pragma once

#include <lilyan/algebra/constrained_solver.hpp>
#include <lilyan/algebra/lanczos.hpp>
#include <lilyan/algebra/mass_root.hpp>
#include <lilyan/algebra/symmetric_matrix.hpp>

#include <functional>
#include <string>

namespace lilyan {

struct EigenSettings {
  LanczosSettings lanczos;
  std::function<void(const std::string& stage)> progress;  // told what begins; may be empty
};

// How it is known that no eigenvalue below the highest one found is missing.
enum class Completeness {
  unknown,     // the search did not converge
  dense,       // all eigenvalues were computed
  complement,  // the complement of what was found was searched
  counted,     // and the pivots of K - s M counted
};

// What a search has done with factors.
struct EigenWork {
  Index factorisations = 0;  // that of a count of pivots among them
  Index solves = 0;          // of one right-hand side each
};

struct EigenPairs {
  Vector values;            // ascending
  Eigen::MatrixXd vectors;  // a column each, u^T M u = 1, the largest component positive
  Index missing = 0;        // asked for, but not found: the iteration did not converge
  Completeness completeness = Completeness::unknown;
  EigenWork work = {};  // none if all eigenvalues were computed
};

// sum_j |K_ij| / M_i at its largest: no eigenvalue is larger, if M is diagonal; else none is larger than `spread` times this.
double eigenvalue_bound(const SymmetricMatrix& K, const Vector& mass);

// The `count` smallest eigenpairs besides `known`, the columns of an M-orthonormal basis of eigenvectors with smaller eigenvalues
// (as rigid motions). count + known columns <= the size of K. Throws InputError (id "algebra.memory") where the factor does not
// fit.
EigenPairs smallest_eigenpairs(const SymmetricMatrix& K, const Vector& mass, const Eigen::MatrixXd& known, Index count,
                               const EigenSettings& settings = {});

// The same among the motions that constraints leave free: P (K - lambda M) u = 0, G u = 0. The known ones are such motions; K need
// be positive semi-definite only among them. count + known columns + rows of the tangent space <= the size of K.
EigenPairs smallest_eigenpairs(const SymmetricMatrix& K, const Vector& mass, const TangentSpace& tangent,
                               const Eigen::MatrixXd& known, Index count, const EigenSettings& settings = {});

// With any M, on the pattern of K; a sparse one and constraints do not go together.
EigenPairs smallest_eigenpairs(const SymmetricMatrix& K, const MassRoot& mass, const TangentSpace& tangent,
                               const Eigen::MatrixXd& known, Index count, const EigenSettings& settings = {});

}  // namespace lilyan
