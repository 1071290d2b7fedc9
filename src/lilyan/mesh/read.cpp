#include <lilyan/core/error.hpp>
#include <lilyan/mesh/read.hpp>
#include <lilyan/mesh/text_file.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace lilyan {

namespace {

struct Format {
  const char* extension;
  TetMesh (*read)(const std::filesystem::path&);
};

constexpr std::array<Format, 4> kFormats = {
    {{".msh", read_gmsh}, {".veg", read_veg}, {".node", read_tetgen}, {".ele", read_tetgen}}};

}  // namespace

TetMesh read_tet_mesh(const std::filesystem::path& file) {
  std::string extension = file.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  for (const Format& format : kFormats)
    if (extension == format.extension) return format.read(file);
  throw InputError(Fault{"mesh.extension", file.string(),
                         extension.empty() ? std::string("has no extension that tells its format")
                                           : fmt::format("files with the extension {} are not read as tets", shown(extension)),
                         "read are .msh (Gmsh 2.2 ASCII), .veg (VegaFEM), .node with .ele (TetGen)"});
}

}  // namespace lilyan
