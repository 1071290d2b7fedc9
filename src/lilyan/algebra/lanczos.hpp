// The largest eigenvalues of a symmetric operator that can only be applied: Lanczos with implicit restarts (Spectra).
#pragma once

#include <lilyan/core/vector.hpp>

#include <functional>

namespace lilyan {

struct LanczosSettings {
  double tolerance = 1e-10;  // on the residual of an eigenpair, relative to its eigenvalue
  int most_restarts = 300;
};

// Eigenpairs that converged, the largest first; the vectors have unit length. Those that did not are left out.
struct LanczosPairs {
  Vector values;
  Eigen::MatrixXd vectors;
};

// 0 < count, and 2 count + 20 at most as large as the operator. One vector is iterated, so copies of a multiple eigenvalue may
// be left out: the caller searches again in the complement of what was found.
LanczosPairs largest_eigenpairs(const std::function<void(const Vector& x, Vector& y)>& apply, const Vector& start, Index count,
                                const LanczosSettings& settings);

}  // namespace lilyan
