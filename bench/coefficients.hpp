// What the coefficients of a reduced body cost, beside a product of matrices with as many operations as their Gram matrix needs.
#pragma once

#include <lilyan/core/vector.hpp>

#include <string>

namespace lilyan::bench {

// dgemm of OpenBLAS, or Eigen's product if CHOLMOD and OpenBLAS are not installed.
std::string product_name();
double product_ms(double flops);  // of matrices that fit the cache, one thread

// Any columns will do: the time does not depend on their values.
Eigen::MatrixXd waves(const Vector& X, Index r);

// Of a body of 7,560 tets.
struct CoefficientTimes {
  std::size_t tets;
  double ms, product_ms, linear_ms;  // linear: of linear elasticity
};
CoefficientTimes time_coefficients(Index r);

}  // namespace lilyan::bench
