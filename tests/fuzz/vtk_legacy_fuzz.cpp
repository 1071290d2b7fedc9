#include <lilyan/mesh_files/vtk/vtk_grid.hpp>
#include <tests/fuzz/fuzz.hpp>

// With all fields, which a mesh leaves out.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  lilyan::fuzz::expect_refused_or_fine([&] {
    lilyan::parse_vtk_legacy({"a.vtk", std::string(reinterpret_cast<const char*>(data), size)});
  });
  return 0;
}
