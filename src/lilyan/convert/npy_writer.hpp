// Arrays for numpy.load: NPY format 1.0, rows written one after the other.
//
//   "\x93NUMPY" 1 0 | header length (u16) | a Python dictionary, padded with spaces to a multiple of 64 bytes, newline | the
//   numbers
#pragma once

#include <lilyan/core/platform/file_writer.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace lilyan {

template <class Number>
constexpr const char* kNpyType = nullptr;
template <>
inline constexpr const char* kNpyType<double> = "<f8";
template <>
inline constexpr const char* kNpyType<std::int32_t> = "<i4";

// All bytes before the numbers.
std::string npy_header(const char* type, const std::vector<std::size_t>& shape);

template <class Number>
class NpyWriter {
 public:
  NpyWriter(const std::filesystem::path& file, const std::vector<std::size_t>& shape) : file_(file) {
    file_.write(npy_header(kNpyType<Number>, shape));
  }
  void write(std::span<const Number> numbers) { file_.write(numbers.data(), numbers.size_bytes()); }
  void commit() { file_.commit(); }  // once as many numbers are written as the shape says

 private:
  FileWriter file_;
};

}  // namespace lilyan
