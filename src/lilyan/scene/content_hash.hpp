// A 64-bit FNV-1a hash of what a run depends on, to refuse resuming a run that has become another.
#pragma once

#include <cstdint>
#include <string_view>

namespace lilyan {

class ContentHash {
 public:
  // Adds a piece with its length, so that pieces cannot run into each other.
  void add(std::string_view piece);
  std::uint64_t value() const { return value_; }

 private:
  void add_byte(unsigned char byte) { value_ = (value_ ^ byte) * 0x100000001b3u; }
  std::uint64_t value_ = 0xcbf29ce484222325u;
};

}  // namespace lilyan
