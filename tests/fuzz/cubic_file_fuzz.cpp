#include <lilyan/reduction/vega_files.hpp>

#include <tests/fuzz/refused_or_fine.hpp>

#include <cstdlib>

// What is read can be written, and read again.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  lilyan::fuzz::expect_refused_or_fine([&] {
    const lilyan::QuarticEnergy energy = lilyan::parse_cubic({reinterpret_cast<const char*>(data), size}, "a.cub");
    if (lilyan::cubic_bytes(energy).size() != size) std::abort();
  });
  return 0;
}
