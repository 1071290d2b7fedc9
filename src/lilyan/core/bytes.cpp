#include <lilyan/core/bytes.hpp>

#include <cstring>

namespace lilyan {

std::uint64_t checksum(std::string_view bytes) {
  // Every step is a bijection of the 64-bit state for given input, and of the input for a given state.
  std::uint64_t hash = 0x9e3779b97f4a7c15u ^ bytes.size();
  const auto mix = [&hash](std::uint64_t word) {
    hash = (hash ^ word) * 0xff51afd7ed558ccdu;
    hash ^= hash >> 32;
  };
  std::size_t at = 0;
  for (; at + sizeof hash <= bytes.size(); at += sizeof hash) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, sizeof word);
    mix(word);
  }
  for (; at < bytes.size(); ++at) mix(static_cast<unsigned char>(bytes[at]));
  return hash;
}

}  // namespace lilyan
