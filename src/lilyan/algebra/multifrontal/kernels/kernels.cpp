#include <lilyan/algebra/multifrontal/kernels/kernels.hpp>

namespace lilyan {

std::vector<const Kernels*> runnable_kernels() {
  std::vector<const Kernels*> runnable;
#ifdef LILYAN_KERNELS_FOR_SEVERAL_PROCESSORS
  const bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (has_avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl")) runnable.push_back(&kKernelsForAvx512);
  if (has_avx2) runnable.push_back(&kKernelsForAvx2);
#endif
  runnable.push_back(&kKernelsAsBuilt);
  return runnable;
}

const Kernels& kernels() {
  static const Kernels& quickest = *runnable_kernels().front();
  return quickest;
}

}  // namespace lilyan
