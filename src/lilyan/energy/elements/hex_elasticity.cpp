#include <lilyan/energy/elements/element_kernel.hpp>

namespace lilyan {

template void append_element_elasticity<HexElement>(const Vector&, const std::vector<HexElement::Cell>&, const std::vector<double>&,
                                                    Index, const std::vector<Law>&, const std::vector<Index>&,
                                                    std::vector<std::unique_ptr<Elasticity>>&);

}  // namespace lilyan
