#include <lilyan/algebra/multifrontal/kernels/kernel_bodies.hpp>

namespace lilyan {

const Kernels kKernelsForAvx2 = kBodies;

}  // namespace lilyan
