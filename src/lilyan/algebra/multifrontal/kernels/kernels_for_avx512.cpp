#include <lilyan/algebra/multifrontal/kernels/kernel_bodies.hpp>

namespace lilyan {

const Kernels kKernelsForAvx512 = kBodies;

}  // namespace lilyan
