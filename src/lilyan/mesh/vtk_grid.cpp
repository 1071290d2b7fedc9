#include <lilyan/mesh/vtk_grid.hpp>

namespace lilyan {

VtkGrid parse_vtk_grid(const TextFile& file) {
  return file.text.starts_with("# vtk") ? parse_vtk_legacy(file) : parse_vtk_xml(file);
}

VtkGrid read_vtk_grid(const std::filesystem::path& file) { return parse_vtk_grid(read_text_file(file)); }

}  // namespace lilyan
