// Bytes for readers of model files.
#pragma once

#include <lilyan/core/bytes.hpp>

#include <cstring>

#include <tests/fuzz/refused_or_fine.hpp>

namespace lilyan::fuzz {

// Reads the bytes as they are, and again with the length and the checksum that they should have, without which nothing is read.
template <class Read>
void read_as_they_are_and_as_they_should_be(const std::uint8_t* data, std::size_t size, const Read& read) {
  std::string bytes(reinterpret_cast<const char*>(data), size);
  expect_refused_or_fine([&] { read(bytes); });
  if (size < 24) return;
  const std::uint64_t length = size;
  std::memcpy(bytes.data() + 8, &length, 8);
  const std::uint64_t sum = checksum(std::string_view(bytes).substr(0, size - 8));
  std::memcpy(bytes.data() + size - 8, &sum, 8);
  expect_refused_or_fine([&] { read(bytes); });
}

}  // namespace lilyan::fuzz
