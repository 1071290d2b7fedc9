#include <lilyan/materials/anisotropic.hpp>

#include <lilyan/algebra/dense.hpp>
#include <lilyan/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lilyan {

Anisotropic anisotropic(const UpperTriangle& coefficients) {
  // Below this share of the largest eigenvalue the sign of the lowest is rounding.
  constexpr double kNothing = 1e-14;
  // Scaled first, so that the squares of an eigensolver neither overflow nor vanish.
  double largest = 0;
  for (double c : coefficients) largest = std::max(largest, std::abs(c));
  const Mat6 scaled = symmetric_matrix(coefficients) / (largest > 0 ? largest : 1);
  const Vec6 eigenvalues = symmetric_spectrum(scaled).values;
  if (!(eigenvalues[0] > kNothing * eigenvalues[5]))
    throw InputError(
        {"material.unstable", "coefficients",
         fmt::format("the stiffness is not positive definite: its lowest eigenvalue is {:.6g} Pa, its highest {:.6g} Pa",
                     largest * eigenvalues[0], largest * eigenvalues[5]),
         "some strain would cost no energy; the order is the upper triangle, row by row, of xx, yy, zz, yz, xz, xy"});
  return {coefficients};
}

}  // namespace lilyan
