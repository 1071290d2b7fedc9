#include <lilyan/energy/elements/element_kernel.hpp>

namespace lilyan {

template class ElementElasticity<TriangleElement, Linear>;
template class ElementElasticity<TriangleElement, StVenantKirchhoff>;
template class ElementElasticity<TriangleElement, NeoHookean>;
template class ElementElasticity<TriangleElement, StableNeoHookean>;
template class ElementElasticity<TriangleElement, MooneyRivlin>;
template class ElementElasticity<TriangleElement, Anisotropic>;

}  // namespace lilyan
