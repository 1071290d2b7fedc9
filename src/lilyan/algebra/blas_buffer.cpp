#include <lilyan/algebra/blas_buffer.hpp>

#include <lilyan/core/error.hpp>
#include <lilyan/core/platform/available_memory.hpp>

#include <cblas.h>
#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <vector>

// What OpenBLAS calls at the begin and the end of a product: the only way to map the buffers of several threads beforehand.
extern "C" {
[[gnu::weak]] void* blas_memory_alloc(int position);
[[gnu::weak]] void blas_memory_free(void* buffer);
}

namespace lilyan {
namespace {

// A product large enough that no version of the library makes it without its buffer.
void multiply_once() {
  constexpr int kSize = 128;
  const std::vector<double> A(kSize * kSize, 0.0);
  std::vector<double> C(kSize * kSize);
  cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, kSize, kSize, kSize, 1, A.data(), kSize, A.data(), kSize, 0, C.data(),
              kSize);
}

void map_buffers(int count) {
  if (blas_memory_alloc == nullptr || blas_memory_free == nullptr) return multiply_once();
  std::vector<void*> buffers;
  for (int k = 0; k < count; ++k) buffers.push_back(blas_memory_alloc(0));
  for (void* buffer : buffers) blas_memory_free(buffer);  // they stay mapped
}

}  // namespace

int reserve_blas_buffers(int threads) {
  constexpr double kBuffer = 128 * 0x1p20, kBeside = 16 * 0x1p20;
  static std::mutex reserving;
  static int reserved = 0;
  const std::lock_guard lock(reserving);
  // The setting belongs to the process: it is not written while another thread may be at work with it.
  if (openblas_get_num_threads() != 1) openblas_set_num_threads(1);
  if (threads <= reserved) return reserved;
  auto has_room = [&](int count) { return can_map((count - reserved) * kBuffer + kBeside); };
  const int count = has_room(threads) ? threads : std::max(reserved, 1);
  if (count > reserved && !has_room(count))
    throw InputError({"algebra.memory", "",
                      fmt::format("BLAS needs {:.3g} GiB of address space for itself; {:.3g} GiB are free",
                                  (kBuffer + kBeside) / 0x1p30, available_memory() / 0x1p30),
                      "raise the limit (ulimit -v), use a coarser mesh or an explicit integrator"});
  if (count > reserved) map_buffers(count);
  return reserved = count;
}

}  // namespace lilyan
