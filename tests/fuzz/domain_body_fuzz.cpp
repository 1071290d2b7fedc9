#include <lilyan/multidomain/body/domain_body_file.hpp>

#include <tests/fuzz/model_bytes.hpp>

// Models of bodies of domains.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  lilyan::fuzz::read_as_they_are_and_as_they_should_be(data, size, [](const std::string& bytes) {
    const lilyan::ModelFile file = lilyan::ModelFile::from_bytes(bytes, "a.model", lilyan::kDomainBodyKind);
    lilyan::domain_body_of(file);
  });
  return 0;
}
