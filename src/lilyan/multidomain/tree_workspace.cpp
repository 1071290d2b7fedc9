#include <lilyan/multidomain/tree_workspace.hpp>

namespace lilyan {

namespace {

constexpr std::size_t kNumbers = 3;

bool has_shape(const std::vector<Index>& shape, const DomainTree& tree) {
  if (shape.size() != kNumbers * static_cast<std::size_t>(tree.count())) return false;
  for (Index j = 0; j < tree.count(); ++j) {
    const Index* domain = &shape[kNumbers * static_cast<std::size_t>(j)];
    if (domain[0] != tree.parent(j) || domain[1] != tree.size(j) || domain[2] != tree.model_number(j)) return false;
  }
  return true;
}

}  // namespace

void TreeWorkspace::fit(const DomainTree& tree) {
  if (has_shape(shape_, tree)) return;
  shape_.clear();  // until all has room: memory may run out on the way
  kinematics.arrange(tree);
  next.arrange(tree);
  equations.arrange(tree);
  elasticity.arrange(tree);
  solver.arrange(tree);
  scratch.resize(tree.models());
  for (Vector* vector : {&qdd, &y, &z, &q, &qd}) vector->resize(tree.size());
  std::vector<Index> shape;
  for (Index j = 0; j < tree.count(); ++j) shape.insert(shape.end(), {tree.parent(j), tree.size(j), tree.model_number(j)});
  shape_ = std::move(shape);
}

}  // namespace lilyan
