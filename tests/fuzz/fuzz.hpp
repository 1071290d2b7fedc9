// What every fuzzed reader of meshes does with its bytes: read them, and make of the mesh all that can be made.
#pragma once

#include <lilyan/mesh_files/describe.hpp>
#include <lilyan/mesh_files/formats.hpp>

#include <tests/fuzz/refused_or_fine.hpp>

#include <cstdint>
#include <string>

namespace lilyan::fuzz {

template <class Parse>
int mesh(const char* name, const std::uint8_t* data, std::size_t size, const Parse& parse) {
  expect_refused_or_fine([&] {
    const MeshContent content = parse(TextFile{name, std::string(reinterpret_cast<const char*>(data), size)});
    describe(content);
    expect_refused_or_fine([&] { to_tet_mesh(content); });
    expect_refused_or_fine([&] { to_triangle_mesh(content); });
  });
  return 0;
}

}  // namespace lilyan::fuzz
