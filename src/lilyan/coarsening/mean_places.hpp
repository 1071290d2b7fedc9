// Where fine vertices are that several coarse cells carry: in the mean of the places that these give them.
#pragma once

#include <lilyan/core/vector.hpp>

#include <vector>

namespace lilyan {

// wanted(q): the vertices that cell q carries; places[q]: a column for each of them [m]. Vertices without a cell stay at X.
template <class WantedOf>
Vector mean_places(const std::vector<Eigen::MatrixXd>& places, const WantedOf& wanted, const Vector& X) {
  Vector mean = Vector::Zero(X.size()), count = Vector::Zero(X.size() / 3);
  for (std::size_t q = 0; q < places.size(); ++q) {
    Eigen::Index column = 0;
    for (Index v : wanted(q)) {
      vertex(mean, v) += places[q].col(column++);
      count[v] += 1;
    }
  }
  for (Index v = 0; v < count.size(); ++v) {
    if (count[v] > 0)
      vertex(mean, v) /= count[v];
    else
      vertex(mean, v) = vertex(X, v);
  }
  return mean;
}

}  // namespace lilyan
