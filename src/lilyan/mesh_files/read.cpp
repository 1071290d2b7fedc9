#include <lilyan/mesh_files/read.hpp>

#include <lilyan/core/error.hpp>
#include <lilyan/mesh_files/formats.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace lilyan {
namespace {

MeshContent parse_veg_alone(TextFile file) { return parse_veg(std::move(file), {}); }

struct Format {
  const char* name;
  MeshContent (*parse)(TextFile);
  std::array<const char*, 3> extensions;
  std::array<const char*, 2> begins;  // bytes that no other format begins with
};

const Format kFormats[] = {
    {"Gmsh", parse_gmsh, {".msh"}, {"$MeshFormat", "$NOD"}},
    {"VTK", parse_vtk, {".vtu", ".vtk", ".vtp"}, {"# vtk", "<VTKFile"}},
    {"Medit", parse_medit, {".mesh"}, {"MeshVersionFormatted"}},
    {"VegaFEM", parse_veg_alone, {".veg"}, {"*VERTICES"}},
    {"Wavefront OBJ", parse_obj, {".obj"}, {}},
    {"PLY", parse_ply, {".ply"}, {"ply\n", "ply\r\n"}},
    {"STL", parse_stl, {".stl"}, {}},
};

constexpr const char* kKnown =
    "read are .msh (Gmsh), .vtu, .vtk and .vtp, .mesh (Medit), .veg (VegaFEM), .node with .ele (TetGen), .obj, .stl and .ply";

std::string extension_of(const std::filesystem::path& file) {
  std::string extension = file.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return extension;
}

template <class Texts>
bool contains(const Texts& texts, std::string_view text) {
  return std::any_of(texts.begin(), texts.end(), [&](const char* entry) { return entry != nullptr && text == entry; });
}

const Format* by_extension(const std::string& extension) {
  const auto found =
      std::find_if(std::begin(kFormats), std::end(kFormats), [&](const Format& f) { return contains(f.extensions, extension); });
  return found == std::end(kFormats) ? nullptr : found;
}

const Format* by_content(std::string_view text) {
  for (const Format& format : kFormats)
    for (const char* begin : format.begins)
      if (begin != nullptr && text.starts_with(begin)) return &format;
  return nullptr;
}

[[noreturn]] void fail_extension(const std::string& name, const std::string& extension) {
  throw InputError(Fault{"mesh.extension", name,
                         extension.empty() ? std::string("has no extension that tells its format")
                                           : fmt::format("files with the extension {} are not read", shown(extension)),
                         kKnown});
}

// The other of TetGen's two files: the extension keeps the case of the one the user named.
TextFile read_part(std::filesystem::path file, std::string extension) {
  const std::string own = file.extension().string();
  const bool upper = own.size() > 1 && own[1] >= 'A' && own[1] <= 'Z';
  if (upper)
    std::transform(extension.begin(), extension.end(), extension.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  try {
    return read_text_file(file.replace_extension(extension));
  } catch (const InputError& error) {
    Fault fault = error.faults().front();
    if (fault.id == "mesh.missing") fault.hint = "a TetGen mesh is two files, .node and .ele, side by side";
    throw InputError(fault);
  }
}

}  // namespace

MeshContent parse_mesh_content(TextFile file) {
  const std::string extension = extension_of(file.name);
  const Format *named = by_extension(extension), *found = by_content(file.text);
  const Format* format = found != nullptr ? found : named;
  if (format == nullptr) fail_extension(file.name, extension);
  MeshContent content = format->parse(std::move(file));
  if (format != named) content.notes.push_back(fmt::format("read as a {} file, as its first bytes tell", format->name));
  return content;
}

MeshContent read_mesh_content(const std::filesystem::path& file) {
  const std::string extension = extension_of(file);
  if (extension == ".node" || extension == ".ele") {
    TextFile vertices = read_part(file, ".node");
    return parse_tetgen(std::move(vertices), read_part(file, ".ele"));
  }
  if (extension == ".veg") return parse_veg(read_text_file(file), file);
  return parse_mesh_content(read_text_file(file));
}

TetMesh read_tet_mesh(const std::filesystem::path& file) { return to_tet_mesh(read_mesh_content(file)); }

BodyMesh read_body_mesh(const std::filesystem::path& file) { return to_body_mesh(read_mesh_content(file)); }

TriangleMesh read_triangle_mesh(const std::filesystem::path& file) { return to_triangle_mesh(read_mesh_content(file)); }

const std::vector<MeshFormat>& mesh_formats() {
  static const std::vector<MeshFormat> formats = {
      {"msh", "Gmsh 2.2 and 4.1, ASCII and binary, physical groups as sets; written as 2.2 ASCII", true, true, true, false},
      {"vtu", "VTK's XML unstructured grids, every encoding, plain or compressed by zlib", true, true, true, false},
      {"vtk", "VTK's legacy unstructured grids and PolyData, ASCII and binary; written as ASCII", true, true, true, false},
      {"vtp", "VTK's XML PolyData", false, true, false, false},
      {"mesh", "Medit, ASCII, references as sets", true, true, true, false},
      {"veg", "VegaFEM, with sets, materials and regions", true, true, true, false},
      {"node", "TetGen, with the tets in an .ele file beside it", true, true, true, false},
      {"ele", "TetGen, with the vertices in a .node file beside it", true, true, true, false},
      {"obj", "Wavefront OBJ, polygons cut into triangles", false, true, false, true},
      {"stl", "STL, ASCII and binary, corners at the same place joined; written as binary", false, true, false, true},
      {"ply", "Stanford PLY, ASCII and binary of either byte order; written as little-endian binary", false, true, false, true},
  };
  return formats;
}

}  // namespace lilyan
