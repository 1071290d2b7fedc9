#include <lilyan/mesh/file_writer.hpp>
#include <lilyan/output/convert_formats.hpp>
#include <lilyan/output/folder_writer.hpp>
#include <lilyan/output/obj_file.hpp>
#include <lilyan/output/skin_series.hpp>

#include <fmt/format.h>

namespace lilyan {

bool is_obj_output(std::string_view name) { return name.starts_with("frame_") && name.ends_with(".obj"); }

void convert_to_obj(Conversion& conversion) {
  SkinSeries series(conversion.frames);
  FolderWriter folder(conversion.out, [](const std::string& name) { return is_obj_output(name); });
  for (std::size_t k = 0; k < series.frames(); ++k) {
    write_obj(folder.path() / fmt::format("frame_{:06}.obj", k), series.t(k), series.x(k), series.triangles());
    conversion.tell(k + 1, series.frames());
  }
  folder.commit();
}

}  // namespace lilyan
