#include <lilyan/core/platform/large_array.hpp>

#include <sys/mman.h>

#include <cstdlib>
#include <new>

namespace lilyan {

LargeArray::LargeArray(std::int64_t size) : size_(size) {
  constexpr std::size_t kLine = 64, kPage = 4096, kLarge = 8 << 20;
  const std::size_t bytes = (static_cast<std::size_t>(size) * sizeof(double) + kLine - 1) / kLine * kLine;
  if (bytes == 0) return;
  numbers_.reset(static_cast<double*>(std::aligned_alloc(kLine, bytes)));
  if (!numbers_) throw std::bad_alloc();
  if (bytes < kLarge) return;
  // A wish for all whole pages of it: where it is not granted, pages are small.
  const std::size_t before_page = (kPage - reinterpret_cast<std::uintptr_t>(numbers_.get()) % kPage) % kPage;
  madvise(reinterpret_cast<char*>(numbers_.get()) + before_page, (bytes - before_page) / kPage * kPage, MADV_HUGEPAGE);
}

void LargeArray::Release::operator()(double* numbers) const { std::free(numbers); }

}  // namespace lilyan
