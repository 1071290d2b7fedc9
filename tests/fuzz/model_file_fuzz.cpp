#include <lilyan/core/checksum.hpp>
#include <lilyan/reduction/reduced_model.hpp>

#include <tests/fuzz/refused_or_fine.hpp>

#include <cstdlib>
#include <cstring>

namespace {

void read(const std::string& bytes) {
  lilyan::fuzz::expect_refused_or_fine([&] {
    const lilyan::ModelFile file = lilyan::ModelFile::from_bytes(bytes, "a.model", lilyan::kReducedModelKind);
    if (file.version() == lilyan::kReducedModelKind.version && file.to_bytes() != bytes) std::abort();
    lilyan::reduced_model_of(file);
  });
}

}  // namespace

// The bytes as they are, and again with the length and the checksum that they should have, without which nothing is read.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string bytes(reinterpret_cast<const char*>(data), size);
  read(bytes);
  if (size < 24) return 0;
  const std::uint64_t length = size;
  std::memcpy(bytes.data() + 8, &length, 8);
  const std::uint64_t sum = lilyan::checksum(std::string_view(bytes).substr(0, size - 8));
  std::memcpy(bytes.data() + size - 8, &sum, 8);
  read(bytes);
  return 0;
}
