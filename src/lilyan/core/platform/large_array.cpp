#include <lilyan/core/platform/large_array.hpp>

#include <sys/mman.h>

#include <cstdlib>
#include <new>

namespace lilyan {

LargeArray::LargeArray(std::int64_t size) : size_(size) {
  constexpr std::size_t kLine = 64, kLargePage = 2 << 20;
  std::size_t bytes = static_cast<std::size_t>(size) * sizeof(double);
  const bool is_large = bytes >= 4 * kLargePage;
  const std::size_t unit = is_large ? kLargePage : kLine;
  bytes = (bytes + unit - 1) / unit * unit;
  if (bytes == 0) return;
  void* place = std::aligned_alloc(unit, bytes);
  if (place == nullptr) throw std::bad_alloc();
  if (is_large) madvise(place, bytes, MADV_HUGEPAGE);  // a wish: where it is not granted, pages are small
  numbers_.reset(static_cast<double*>(place));
}

void LargeArray::Release::operator()(double* numbers) const { std::free(numbers); }

}  // namespace lilyan
