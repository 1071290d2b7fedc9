// A large array of numbers, aligned to cache lines; its numbers are not set at first.
#pragma once

#include <cstdint>
#include <memory>

namespace lilyan {

class LargeArray {
 public:
  LargeArray() = default;
  explicit LargeArray(std::int64_t size);  // throws std::bad_alloc where the memory is not to be had
  double* data() const { return numbers_.get(); }
  std::int64_t size() const { return size_; }

 private:
  struct Release {
    void operator()(double* numbers) const;
  };
  std::unique_ptr<double[], Release> numbers_;
  std::int64_t size_ = 0;
};

}  // namespace lilyan
