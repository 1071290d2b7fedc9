#include <lilyan/convert/convert_formats.hpp>
#include <lilyan/convert/skin_series.hpp>
#include <lilyan/core/platform/file_writer.hpp>
#include <lilyan/mesh_files/write.hpp>

#include <fmt/format.h>

namespace lilyan {

bool is_obj_output(std::string_view name) {
  if (name == "times.csv") return true;
  if (!name.starts_with("frame_") || !name.ends_with(".obj") || name.size() < 16) return false;
  return name.substr(6, name.size() - 10).find_first_not_of("0123456789") == std::string_view::npos;
}

void convert_to_obj(Conversion& conversion) {
  SkinSeries series(conversion.frames);
  FolderWriter folder(conversion.out, [](const std::string& name) { return is_obj_output(name); });
  FileWriter times(folder.path() / "times.csv");
  times.write("file,time\n");
  for (std::size_t k = 0; k < series.frames(); ++k) {
    const std::string name = fmt::format("frame_{:06}.obj", k);
    write_triangle_mesh(folder.path() / name, {series.x(k), series.triangles(), {}});
    times.write(fmt::format("{},{}\n", name, series.t(k)));
    conversion.tell(k + 1, series.frames());
  }
  times.commit();
  folder.commit();
}

}  // namespace lilyan
