#include <lilyan/algebra/blas_buffer.hpp>

#include <lilyan/core/error.hpp>
#include <lilyan/core/platform/available_memory.hpp>

#include <cblas.h>
#include <fmt/format.h>

#include <mutex>
#include <vector>

namespace lilyan {
namespace {

// A product large enough that no version of the library makes it without its buffer.
void multiply_once() {
  constexpr int kSize = 32;
  const std::vector<double> A(kSize * kSize, 0.0);
  std::vector<double> C(kSize * kSize);
  cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, kSize, kSize, kSize, 1, A.data(), kSize, A.data(), kSize, 0, C.data(),
              kSize);
}

}  // namespace

void reserve_blas_buffer() {
  constexpr double kBuffer = 128 * 0x1p20, kBeside = 16 * 0x1p20;
  static std::mutex reserving;
  static bool is_reserved = false;
  const std::lock_guard lock(reserving);
  if (is_reserved) return;
  if (!can_map(kBuffer + kBeside))
    throw InputError({"algebra.memory", "",
                      fmt::format("BLAS needs {:.3g} GiB of address space for itself; {:.3g} GiB are free",
                                  (kBuffer + kBeside) / 0x1p30, available_memory() / 0x1p30),
                      "raise the limit (ulimit -v), use a coarser mesh or an explicit integrator"});
  multiply_once();
  is_reserved = true;
}

}  // namespace lilyan
