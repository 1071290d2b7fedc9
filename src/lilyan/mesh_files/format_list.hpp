// The mesh formats that are read and written, for `lilyan list formats` and the reference pages.
#pragma once

#include <string>
#include <vector>

namespace lilyan {

struct MeshFormat {
  std::string name;     // the extension without its dot
  std::string meaning;  // program and versions
  bool reads_tets, reads_triangles;
  bool writes_tets, writes_triangles;
};

const std::vector<MeshFormat>& mesh_formats();

}  // namespace lilyan
