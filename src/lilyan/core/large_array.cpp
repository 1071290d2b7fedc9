#include <lilyan/core/large_array.hpp>

#include <cstdlib>
#include <new>

namespace lilyan {

LargeArray::LargeArray(std::int64_t size) : size_(size) {
  constexpr std::size_t kLine = 64;
  const std::size_t bytes = (static_cast<std::size_t>(size) * sizeof(double) + kLine - 1) / kLine * kLine;
  if (bytes == 0) return;
  numbers_.reset(static_cast<double*>(std::aligned_alloc(kLine, bytes)));
  if (!numbers_) throw std::bad_alloc();
}

void LargeArray::Release::operator()(double* numbers) const { std::free(numbers); }

}  // namespace lilyan
