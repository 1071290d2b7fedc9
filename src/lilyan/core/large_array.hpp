// A large array of numbers, aligned to cache lines; its numbers are not set at first.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

namespace lilyan {

class LargeArray {
 public:
  LargeArray() = default;
  explicit LargeArray(std::int64_t size) : size_(size) {  // throws std::bad_alloc where the memory is not to be had
    constexpr std::size_t kLine = 64;
    const std::size_t bytes = (static_cast<std::size_t>(size) * sizeof(double) + kLine - 1) / kLine * kLine;
    if (bytes == 0) return;
    numbers_.reset(static_cast<double*>(std::aligned_alloc(kLine, bytes)));
    if (!numbers_) throw std::bad_alloc();
  }
  double* data() const { return numbers_.get(); }
  std::int64_t size() const { return size_; }

 private:
  struct Release {
    void operator()(double* numbers) const { std::free(numbers); }
  };
  std::unique_ptr<double[], Release> numbers_;
  std::int64_t size_ = 0;
};

}  // namespace lilyan
