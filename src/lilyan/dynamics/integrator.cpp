#include <lilyan/dynamics/integrator.hpp>

namespace lilyan {

double Stage::A() const {
  double sum = mean_a;
  for (const Node& node : nodes) sum += node.a;
  return sum;
}

double Stage::B() const {
  double sum = mean_b;
  for (const Node& node : nodes) sum += node.b;
  return sum;
}

}  // namespace lilyan
