#include <lilyan/mesh/file_writer.hpp>
#include <lilyan/output/obj_file.hpp>

#include <fmt/format.h>

#include <iterator>

namespace lilyan {

void write_obj(const std::filesystem::path& file, double t, const Vector& x, const std::vector<Triangle>& triangles) {
  fmt::memory_buffer text;
  const auto end = std::back_inserter(text);
  fmt::format_to(end, "# Lilyan, t = {} s; y is up\n", t);
  for (Eigen::Index i = 0; i + 2 < x.size(); i += 3) fmt::format_to(end, "v {} {} {}\n", x[i], x[i + 1], x[i + 2]);
  // OBJ counts from 1.
  for (const Triangle& triangle : triangles) fmt::format_to(end, "f {} {} {}\n", triangle[0] + 1, triangle[1] + 1, triangle[2] + 1);
  FileWriter writer(file);
  writer.write(text.data(), text.size());
  writer.commit();
}

}  // namespace lilyan
