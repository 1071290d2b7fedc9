#include <lilyan/reduction/reduced_model.hpp>

#include <tests/fuzz/model_bytes.hpp>

#include <cstdlib>

// Models of reduced bodies, and the container of all models.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  lilyan::fuzz::read_as_they_are_and_as_they_should_be(data, size, [](const std::string& bytes) {
    const lilyan::ModelFile file = lilyan::ModelFile::from_bytes(bytes, "a.model", lilyan::kReducedModelKind);
    if (file.version() == lilyan::kReducedModelKind.version && file.to_bytes() != bytes) std::abort();
    lilyan::reduced_model_of(file);
  });
  return 0;
}
