// Triangles for other programs: Wavefront .obj, binary .stl and .ply.
#include <lilyan/mesh_files/scan/byte_scanner.hpp>
#include <lilyan/mesh_files/write_formats.hpp>

#include <fmt/format.h>
#include <Eigen/Geometry>

namespace lilyan {

namespace {

// Both binary formats are little-endian.
template <class T>
void put(std::string& bytes, T value) {
  std::array<char, sizeof(T)> raw = std::bit_cast<std::array<char, sizeof(T)>>(value);
  if (std::endian::native != std::endian::little) std::reverse(raw.begin(), raw.end());
  bytes.append(raw.data(), raw.size());
}

}  // namespace

WriteNotes write_obj(const std::filesystem::path& path, const TriangleMesh& mesh) {
  FileWriter file(path);
  for (Index i = 0; i < mesh.vertices(); ++i) {
    const auto x = vertex(mesh.X, i);
    file.write(fmt::format("v {} {} {}\n", x[0], x[1], x[2]));
  }
  for (const Triangle& t : mesh.triangles) file.write(fmt::format("f {} {} {}\n", t[0] + 1, t[1] + 1, t[2] + 1));
  file.commit();
  return {};
}

// 80 bytes of header, the number of triangles, then normal, three corners (single precision) and two bytes each.
WriteNotes write_stl(const std::filesystem::path& path, const TriangleMesh& mesh) {
  FileWriter file(path);
  std::string bytes = "binary STL, written by Lilyan";  // must not begin with "solid"
  bytes.resize(80, ' ');
  put(bytes, static_cast<std::uint32_t>(mesh.triangles.size()));
  file.write(bytes);
  for (const Triangle& t : mesh.triangles) {
    const Vec3 a = vertex(mesh.X, t[0]), b = vertex(mesh.X, t[1]), c = vertex(mesh.X, t[2]);
    bytes.clear();
    for (const Vec3& x : {Vec3((b - a).cross(c - a).stableNormalized()), a, b, c})
      for (double component : x) put(bytes, static_cast<float>(component));
    put(bytes, std::uint16_t{0});
    file.write(bytes);
  }
  file.commit();
  return {"an .stl file holds single precision, and every triangle for itself"};
}

WriteNotes write_ply(const std::filesystem::path& path, const TriangleMesh& mesh) {
  FileWriter file(path);
  file.write(fmt::format(
      "ply\nformat binary_little_endian 1.0\nelement vertex {}\nproperty double x\nproperty double y\nproperty double z\n"
      "element face {}\nproperty list uchar int vertex_indices\nend_header\n",
      mesh.vertices(), mesh.triangles.size()));
  std::string bytes;
  for (double component : mesh.X) {
    bytes.clear();
    put(bytes, component);
    file.write(bytes);
  }
  for (const Triangle& t : mesh.triangles) {
    bytes.clear();
    put(bytes, std::uint8_t{3});
    for (Index i : t) put(bytes, i);
    file.write(bytes);
  }
  file.commit();
  return {};
}

}  // namespace lilyan
