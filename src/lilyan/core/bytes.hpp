// Numbers and texts to bytes and back, field by field: no padding, no struct dumps, lengths checked before they are used.
//
// A struct takes part by a function `fields(archive, value)` that hands its members to the archive; the same list
// then writes and reads it.
#pragma once

#include <lilyan/core/error.hpp>
#include <lilyan/core/vector.hpp>

#include <concepts>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace lilyan {

template <class T>
concept Number = std::is_arithmetic_v<T> && !std::same_as<T, bool>;

class ByteWriter {
 public:
  template <class... Values>
  void operator()(Values&... values) {
    (put(values), ...);
  }
  std::string take() { return std::move(bytes_); }

 private:
  template <class Value>
  void put(Value& value) {
    if constexpr (Number<Value>) {
      bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
    } else {
      fields(*this, value);
    }
  }
  void put(bool& value) { bytes_.push_back(value ? 1 : 0); }
  void put(std::string& value) {
    std::uint64_t size = value.size();
    put(size);
    bytes_ += value;
  }
  void put(Vec3& value) { (*this)(value[0], value[1], value[2]); }
  void put(Vector& value) { put_numbers(value.data(), static_cast<std::uint64_t>(value.size())); }
  void put(std::vector<double>& value) { put_numbers(value.data(), value.size()); }
  void put_numbers(const double* values, std::uint64_t count) {
    put(count);
    bytes_.append(reinterpret_cast<const char*>(values), count * sizeof(double));
  }
  template <class Value>
  void put(std::optional<Value>& value) {
    bool present = value.has_value();
    put(present);
    if (present) put(*value);
  }

  std::string bytes_;
};

class ByteReader {
 public:
  explicit ByteReader(std::span<const char> bytes) : rest_(bytes) {}
  // Throws `fault` where the bytes end too early.
  ByteReader(std::span<const char> bytes, Fault fault) : rest_(bytes), fault_(std::move(fault)) {}

  template <class... Values>
  void operator()(Values&... values) {
    (get(values), ...);
  }
  bool at_end() const { return rest_.empty(); }

 private:
  [[noreturn]] void fail() const { throw InputError(fault_); }
  std::span<const char> next(std::uint64_t size) {
    if (size > rest_.size()) fail();
    const auto bytes = rest_.first(size);
    rest_ = rest_.subspan(size);
    return bytes;
  }
  template <class Value>
  void get(Value& value) {
    if constexpr (Number<Value>) {
      std::memcpy(&value, next(sizeof value).data(), sizeof value);
    } else {
      fields(*this, value);
    }
  }
  void get(bool& value) { value = next(1)[0] != 0; }
  void get(std::string& value) {
    std::uint64_t size = 0;
    get(size);
    const auto bytes = next(size);
    value.assign(bytes.begin(), bytes.end());
  }
  void get(Vec3& value) { (*this)(value[0], value[1], value[2]); }
  void get(Vector& value) { get_numbers(value); }
  void get(std::vector<double>& value) { get_numbers(value); }
  template <class Numbers>
  void get_numbers(Numbers& value) {
    std::uint64_t count = 0;
    get(count);
    if (count > rest_.size() / sizeof(double)) fail();  // before anything is allocated
    const auto bytes = next(count * sizeof(double));
    value.resize(static_cast<std::ptrdiff_t>(count));
    if (count > 0) std::memcpy(value.data(), bytes.data(), bytes.size());
  }
  template <class Value>
  void get(std::optional<Value>& value) {
    bool present = false;
    get(present);
    value.reset();
    if (present) get(value.emplace());
  }

  std::span<const char> rest_;
  Fault fault_ = {"checkpoint.content", "checkpoint", "the content ends too early", {}};
};

// A 64-bit checksum of bytes; a change of any one byte changes it for certain, any other damage but for one chance in 2^64.
std::uint64_t checksum(std::string_view bytes);

}  // namespace lilyan
