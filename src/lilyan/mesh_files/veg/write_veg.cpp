// VegaFEM's .veg with sets, materials and regions, as veg.cpp reads it.
#include <lilyan/core/error.hpp>
#include <lilyan/core/platform/file_reader.hpp>
#include <lilyan/mesh_files/formats.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace lilyan {

namespace {

const std::string kAllTets = "allElements";

// A name is one word there; no blanks, commas and comments.
void require_word(const std::string& name, const std::filesystem::path& path) {
  if (name.empty() || name.find_first_of(" \t,#") != std::string::npos || name.starts_with('*') || name == kAllTets)
    throw InputError(Fault{"output.name", path.string(), fmt::format("the name {} cannot be written to a .veg file", shown(name)),
                           "rename it, or write another format such as .msh"});
}

void write_set(FileWriter& file, const std::string& name, const std::vector<Index>& tets) {
  file.write(fmt::format("*SET {}\n", name));
  for (Index t : tets) file.write(fmt::format("{}\n", t + 1));
}

// Nine entries of the rotation follow the moduli: its columns are the material's axes.
std::string moduli_line(const FileMaterial& material) {
  if (!material.orthotropy)
    return fmt::format("ENU, {}, {}, {}", material.density, material.youngs_modulus, material.poissons_ratio);
  std::string line = fmt::format("ORTHOTROPIC_N3G3R9, {}", material.density);
  for (const Vec3& three :
       {material.orthotropy->youngs_moduli, material.orthotropy->poissons_ratios, material.orthotropy->shear_moduli})
    line += fmt::format(", {}, {}, {}", three[0], three[1], three[2]);
  for (int row = 0; row < 3; ++row)
    for (int axis = 0; axis < 3; ++axis) line += fmt::format(", {}", material.orthotropy->axes(axis, row));
  return line;
}

}  // namespace

WriteNotes write_veg(const std::filesystem::path& path, const TetMesh& mesh) {
  for (const auto& [name, tets] : mesh.tet_sets) require_word(name, path);
  for (const FileMaterial& material : mesh.materials) require_word(material.name, path);

  FileWriter file(path);
  file.write(fmt::format("*VERTICES\n{} 3 0 0\n", mesh.vertices()));
  for (Index i = 0; i < mesh.vertices(); ++i) {
    const auto x = vertex(mesh.X, i);
    file.write(fmt::format("{} {} {} {}\n", i + 1, x[0], x[1], x[2]));
  }
  file.write(fmt::format("*ELEMENTS\nTET\n{} 4 0\n", mesh.tets.size()));
  for (std::size_t t = 0; t < mesh.tets.size(); ++t) {
    const Tet& tet = mesh.tets[t];
    file.write(fmt::format("{} {} {} {} {}\n", t + 1, tet[0] + 1, tet[1] + 1, tet[2] + 1, tet[3] + 1));
  }
  for (const auto& [name, tets] : mesh.tet_sets) write_set(file, name, tets);
  for (const FileMaterial& material : mesh.materials)
    file.write(fmt::format("*MATERIAL {}\n{}\n", material.name, moduli_line(material)));

  // A region names a set: one that is there where its tets are the same, else a new one.
  for (std::size_t m = 0; m < mesh.materials.size(); ++m) {
    std::vector<Index> tets;
    for (std::size_t t = 0; t < mesh.tet_material.size(); ++t)
      if (mesh.tet_material[t] == static_cast<Index>(m)) tets.push_back(static_cast<Index>(t));
    if (tets.empty()) continue;
    std::string name = mesh.materials[m].name + "_tets";
    const auto same = std::find_if(mesh.tet_sets.begin(), mesh.tet_sets.end(), [&](const auto& set) { return set.second == tets; });
    if (tets.size() == mesh.tets.size()) {
      name = kAllTets;
    } else if (same != mesh.tet_sets.end()) {
      name = same->first;
    } else {
      while (mesh.tet_sets.contains(name)) name += '_';
      write_set(file, name, tets);
    }
    file.write(fmt::format("*REGION\n{}, {}\n", name, mesh.materials[m].name));
  }
  file.commit();
  WriteNotes notes;
  note_lost_vertex_sets(mesh, ".veg", notes);
  return notes;
}

}  // namespace lilyan
