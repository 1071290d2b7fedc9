// Formats for programs that import OBJ: one file per frame, or the first frame with a point cache of all.
#include <lilyan/convert/convert_formats.hpp>
#include <lilyan/convert/surface_series.hpp>
#include <lilyan/core/error.hpp>
#include <lilyan/core/platform/file_writer.hpp>
#include <lilyan/mesh_files/write.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <bit>
#include <limits>

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

// PC2, the point cache of 3ds Max, that Blender's Mesh Cache modifier and others play. Little-endian:
//
//   "POINTCACHE2\0" | version = 1 (i32) | points (i32) | first frame (f32) | frames a sample (f32) | samples (i32)
//   samples x points x (x, y, z) (f32)
//
// It knows no time: mesh.json says how many samples a second there are.

namespace {

static_assert(std::endian::native == std::endian::little, "bytes are written as they are in memory");

void write_header(FileWriter& file, std::int32_t points, std::int32_t samples) {
  constexpr std::int32_t kVersion = 1;
  constexpr float kFirstFrame = 0, kFramesASample = 1;
  file.write(std::string_view("POINTCACHE2\0", 12));
  file.write(&kVersion, sizeof kVersion);
  file.write(&points, sizeof points);
  file.write(&kFirstFrame, sizeof kFirstFrame);
  file.write(&kFramesASample, sizeof kFramesASample);
  file.write(&samples, sizeof samples);
}

}  // namespace

bool is_pc2_output(std::string_view name) { return name == "mesh.obj" || name == "mesh.pc2" || name == "mesh.json"; }

void convert_to_pc2(Conversion& conversion) {
  SkinSeries series(conversion.frames);
  if (series.frames() > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()))
    throw InputError(
        {"convert.size", conversion.out.string(), "a point cache holds at most 2147483647 frames", "take fewer with --every"});

  FolderWriter folder(conversion.out, [](const std::string& name) { return is_pc2_output(name); });
  FileWriter cache(folder.path() / "mesh.pc2");
  write_header(cache, series.vertices(), static_cast<std::int32_t>(series.frames()));
  for (std::size_t k = 0; k < series.frames(); ++k) {
    const Vector x = series.x(k);
    if (k == 0) write_triangle_mesh(folder.path() / "mesh.obj", {x, series.triangles(), {}});
    const std::vector<float> values = in_single_precision(x);
    cache.write(values.data(), values.size() * sizeof(float));
    conversion.tell(k + 1, series.frames());
  }
  cache.commit();

  nlohmann::ordered_json about;
  about["fps"] = conversion.fps.value_or(real_time_rate(conversion.frames).value_or(24));
  about["frames"] = series.frames();
  about["vertices"] = series.vertices();
  about["from"] = conversion.frames.front().t;
  about["to"] = conversion.frames.back().t;
  write_atomically(folder.path() / "mesh.json", about.dump(2) + "\n");
  folder.commit();
}

}  // namespace lilyan
