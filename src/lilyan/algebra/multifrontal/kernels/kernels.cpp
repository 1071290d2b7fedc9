#include <lilyan/algebra/multifrontal/kernels/kernels.hpp>

namespace lilyan {

const Kernels& kernels() {
#ifdef LILYAN_KERNELS_FOR_SEVERAL_PROCESSORS
  static const Kernels& chosen = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") ? kKernelsForAvx512
                                 : __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")       ? kKernelsForAvx2
                                                                                                         : kKernelsAsBuilt;
  return chosen;
#else
  return kKernelsAsBuilt;
#endif
}

}  // namespace lilyan
