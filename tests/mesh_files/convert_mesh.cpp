// convert_mesh IN OUT: reads a mesh and writes it in another format, for tests/mesh_files/extern_test.py.
#include <lilyan/core/error.hpp>
#include <lilyan/mesh_files/read.hpp>
#include <lilyan/mesh_files/write.hpp>

#include <algorithm>
#include <cstdio>

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const std::filesystem::path in = argv[1], out = argv[2];
  const auto& formats = lilyan::mesh_formats();
  const bool triangles = std::any_of(formats.begin(), formats.end(), [&](const lilyan::MeshFormat& format) {
    return out.extension() == "." + format.name && format.writes_triangles;
  });
  try {
    for (const std::string& note : triangles ? lilyan::write_triangle_mesh(out, lilyan::read_triangle_mesh(in))
                                             : lilyan::write_tet_mesh(out, lilyan::read_tet_mesh(in)))
      std::printf("note: %s\n", note.c_str());
  } catch (const lilyan::InputError& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
  return 0;
}
