#include <lilyan/energy/elements/element_kernel.hpp>

namespace lilyan {

template class ElementElasticity<HexElement, Linear>;
template class ElementElasticity<HexElement, StVenantKirchhoff>;
template class ElementElasticity<HexElement, NeoHookean>;
template class ElementElasticity<HexElement, StableNeoHookean>;
template class ElementElasticity<HexElement, MooneyRivlin>;
template class ElementElasticity<HexElement, Anisotropic>;

}  // namespace lilyan
