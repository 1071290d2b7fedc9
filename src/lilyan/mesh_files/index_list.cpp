#include <lilyan/mesh_files/index_list.hpp>
#include <lilyan/mesh_files/scan/text.hpp>

#include <fmt/format.h>

#include <limits>

namespace lilyan {

std::vector<Index> read_index_list(const std::filesystem::path& file, Index base) {
  TextScanner text(file, {.blanks = " \t\r\v\f,", .comment = '#'});
  std::vector<Index> indices;
  while (text.next_line())
    for (std::size_t k = 0; k < text.size(); ++k) {
      const std::int64_t index = text.integer(k, "index");
      if (index < base)
        text.fail("mesh.index", fmt::format("index {} is below {}, the first", index, base),
                  "the scene's `base` says what the first index is");
      if (index - base > std::numeric_limits<Index>::max()) text.fail("mesh.index", fmt::format("index {} is too large", index));
      indices.push_back(static_cast<Index>(index - base));
    }
  if (indices.empty()) text.fail("mesh.empty", "the file holds no index");
  return indices;
}

}  // namespace lilyan
