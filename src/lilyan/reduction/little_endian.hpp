// The binary files of VegaFEM: a few 32-bit integers, then doubles up to the end, all little-endian.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace lilyan {

// Reads from the front. Whatever is wrong is an InputError (id "reduction.file").
class LittleEndianReader {
 public:
  LittleEndianReader(std::string_view bytes, const std::string& place) : rest_(bytes), place_(place) {}

  std::int32_t integer();
  // That just so many numbers follow; to be called before anything is allocated for them.
  void expect_numbers(std::int64_t count) const;
  // Takes numbers, all of them finite.
  void numbers(double* to, std::int64_t count);

  [[noreturn]] void refuse(const std::string& what) const;

 private:
  std::string_view rest_;
  std::string place_;
};

class LittleEndianWriter {
 public:
  void integer(std::int64_t value);  // of 32 bits
  void numbers(const double* values, std::int64_t count);
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

}  // namespace lilyan
