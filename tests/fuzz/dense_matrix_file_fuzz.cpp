#include <lilyan/reduction/vega_files.hpp>

#include <tests/fuzz/refused_or_fine.hpp>

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  lilyan::fuzz::expect_refused_or_fine([&] {
    if (lilyan::dense_matrix_bytes(lilyan::parse_dense_matrix(bytes, "a.U")) != bytes) std::abort();
  });
  return 0;
}
