// CPU time of a picture of a body of about 50,000 tets, by part; one thread.
#include "bars.hpp"

#include <lilyan/mesh/box.hpp>
#include <lilyan/mesh/skin.hpp>
#include <lilyan/render/picture.hpp>
#include <lilyan/render/png.hpp>

#include <fmt/format.h>

int main() {
  using namespace lilyan;
  const TetMesh mesh = box({4, 1, 1}, {54, 14, 14}, Vec3::Zero(), Split::five);
  Skin skin;
  const double surface_ms = bench::once_ms([&] { skin = CellSkin(Cells{mesh.tets}).at(mesh.X); });
  MeshField height{"height", 1, {}};
  for (Index i = 0; i < skin.vertices(); ++i) height.values.push_back(vertex(skin.x, i)[1]);
  skin.fields.push_back(height);

  fmt::print("{} tets, {} triangles seen\n", mesh.tets.size(), skin.triangles.size());
  fmt::print("{:<34}{:>8.0f} ms\n", "surface of the tets", surface_ms);
  for (const auto& [width, height_in_pixels] : {std::pair{640, 360}, std::pair{1280, 720}, std::pair{1920, 1080}}) {
    render::PictureSettings settings;
    settings.width = width;
    settings.height = height_in_pixels;
    settings.field = "height";
    settings.ground = -0.7;
    render::Image image;
    const double picture_ms = bench::best_ms([&] { image = render::render_picture(skin, settings); }, 3);
    const double png_ms = bench::best_ms([&] { render::png_bytes(image); }, 3);
    fmt::print("{:<34}{:>8.0f} ms\n", fmt::format("picture, {} x {}", width, height_in_pixels), picture_ms);
    fmt::print("{:<34}{:>8.0f} ms\n", "  as PNG", png_ms);
  }
}
