#include <tests/fuzz/fuzz.hpp>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return lilyan::fuzz::mesh("a.stl", data, size, lilyan::parse_stl);
}
