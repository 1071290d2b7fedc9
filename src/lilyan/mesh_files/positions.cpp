#include <lilyan/mesh_files/positions.hpp>
#include <lilyan/mesh_files/scan/text.hpp>

#include <fmt/format.h>

namespace lilyan {

Vector read_positions(const std::filesystem::path& file, Index vertices) {
  TextScanner text(file, {.comment = '#'});
  Vector x(3 * Eigen::Index{vertices});
  for (Index i = 0; i < vertices; ++i) {
    text.require_line(fmt::format("vertex {} of {}", i + 1, vertices));
    text.require_size(3, "x y z");
    vertex(x, i) = text.position(0);
  }
  if (text.next_line()) text.fail("mesh.count", fmt::format("more lines than the {} vertices of the body", vertices));
  return x;
}

}  // namespace lilyan
