#include <tests/fuzz/fuzz.hpp>

// A file in no folder: an *INCLUDE is refused and nothing else is read.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return lilyan::fuzz::mesh("a.veg", data, size, [](lilyan::TextFile file) { return lilyan::parse_veg(std::move(file), {}); });
}
