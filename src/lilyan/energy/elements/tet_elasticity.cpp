#include <lilyan/energy/elements/element_kernel.hpp>

namespace lilyan {

template class ElementElasticity<TetElement, Linear>;
template class ElementElasticity<TetElement, StVenantKirchhoff>;
template class ElementElasticity<TetElement, NeoHookean>;
template class ElementElasticity<TetElement, StableNeoHookean>;
template class ElementElasticity<TetElement, MooneyRivlin>;
template class ElementElasticity<TetElement, Anisotropic>;

}  // namespace lilyan
