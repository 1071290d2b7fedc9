#include <lilyan/energy/elements/element_kernel.hpp>

namespace lilyan {

template void append_element_elasticity<TriangleElement>(const Vector&, const std::vector<TriangleElement::Cell>&,
                                                         const std::vector<double>&, Index, const std::vector<Law>&,
                                                         const std::vector<Index>&, std::vector<std::unique_ptr<Elasticity>>&);

}  // namespace lilyan
