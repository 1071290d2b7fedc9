#include <lilyan/algebra/multifrontal/kernels/kernel_bodies.hpp>

namespace lilyan {

const Kernels kKernelsAsBuilt = kBodies;

}  // namespace lilyan
