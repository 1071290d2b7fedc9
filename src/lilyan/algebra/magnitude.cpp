#include <lilyan/algebra/magnitude.hpp>

#include <cmath>

namespace lilyan {

namespace {

// `lower` and `upper` as in GeneralBlockMatrix.
Vector magnitudes(const BlockPattern& pattern, const std::vector<double>& lower, const std::vector<double>& upper,
                  const Vector& x) {
  const Vector sizes = x.cwiseAbs();
  Vector y = Vector::Zero(x.size());
  std::size_t entry = 0;
  for (Index column = 0; column < pattern.vertices(); ++column)
    for (Index row : pattern.rows(column))
      for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k, ++entry) {
          y[3 * row + i] += std::abs(lower[entry]) * sizes[3 * column + k];
          if (row != column) y[3 * column + k] += std::abs(upper[entry]) * sizes[3 * row + i];
        }
  return y;
}

}  // namespace

Vector magnitude_of_product(const BlockMatrix& A, const Vector& x) { return magnitudes(A.pattern(), A.values(), A.values(), x); }

Vector magnitude_of_product(const GeneralBlockMatrix& A, const Vector& x) {
  return magnitudes(A.pattern(), A.lower_values(), A.upper_values(), x);
}

Vector beyond(const Vector& v, const Vector& bound) { return v - v.cwiseMax(-bound).cwiseMin(bound); }

}  // namespace lilyan
