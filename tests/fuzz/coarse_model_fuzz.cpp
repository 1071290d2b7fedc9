#include <lilyan/coarsening/model/coarse_model_file.hpp>

#include <tests/fuzz/model_bytes.hpp>

#include <cstdlib>

// Models of coarse bodies; one that is not refused can be written again, and its fine vertices have places.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  lilyan::fuzz::read_as_they_are_and_as_they_should_be(data, size, [](const std::string& bytes) {
    const lilyan::ModelFile file = lilyan::ModelFile::from_bytes(bytes, "a.model", lilyan::kCoarseModelKind);
    const lilyan::CoarseModel model = lilyan::coarse_model_of(file);
    if (lilyan::vertex_weights(model).size() != static_cast<std::size_t>(model.fine.vertices())) std::abort();
    lilyan::coarse_model_of(lilyan::to_model_file(model));
  });
  return 0;
}
