#include <lilyan/convert/convert.hpp>
#include <lilyan/convert/morph_targets.hpp>
#include <lilyan/convert/run_frames.hpp>
#include <lilyan/convert/run_obstacles.hpp>
#include <lilyan/mesh/box.hpp>
#include <lilyan/mesh_files/vtk/pvd.hpp>
#include <lilyan/mesh_files/vtk/vtu.hpp>
#include <lilyan/output/frame_content.hpp>
#include <tests/run/expect_fault.hpp>
#include <tests/run/obstacles.hpp>
#include <tests/support/temporary_folder.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

namespace lilyan::test {

// A GLB file taken apart as strictly as the specification [glTF 2.0, sec. 3.6 and 4.4] allows.
struct Glb {
  nlohmann::json json;
  std::string binary;

  static std::uint32_t word(const std::string& bytes, std::size_t at) {
    std::uint32_t value = 0;
    std::memcpy(&value, bytes.data() + at, 4);
    return value;
  }

  explicit Glb(const std::string& bytes) {
    EXPECT_EQ(bytes.substr(0, 4), "glTF");
    EXPECT_EQ(word(bytes, 4), 2u);
    EXPECT_EQ(word(bytes, 8), bytes.size());
    const std::size_t json_size = word(bytes, 12);
    EXPECT_EQ(json_size % 4, 0u);
    EXPECT_EQ(bytes.substr(16, 4), "JSON");
    json = nlohmann::json::parse(bytes.substr(20, json_size));
    const std::size_t chunk = 20 + json_size;
    EXPECT_EQ(word(bytes, chunk) % 4, 0u);
    EXPECT_EQ(bytes.substr(chunk + 4, 4), std::string("BIN\0", 4));
    EXPECT_EQ(chunk + 8 + word(bytes, chunk), bytes.size());
    binary = bytes.substr(chunk + 8);
    EXPECT_EQ(json.at("asset").at("version"), "2.0");
    EXPECT_EQ(json.at("buffers").size(), 1u);
    EXPECT_EQ(json.at("buffers")[0].at("byteLength"), binary.size());
    check_views();
  }

  // Views lie one behind the other and fill the buffer.
  void check_views() const {
    std::size_t end = 0;
    for (const auto& view : json.at("bufferViews")) {
      EXPECT_EQ(view.at("buffer"), 0);
      EXPECT_EQ(view.at("byteOffset"), end);
      EXPECT_EQ(end % 4, 0u);
      EXPECT_GT(view.at("byteLength").get<std::size_t>(), 0u);
      end += view.at("byteLength").get<std::size_t>();
    }
    EXPECT_EQ(end, binary.size());
  }

  // The numbers of an accessor, whose bounds, where it has some, are exactly theirs.
  template <class T>
  std::vector<T> numbers(std::size_t accessor) const {
    const auto& about = json.at("accessors").at(accessor);
    const auto& view = json.at("bufferViews").at(about.at("bufferView").get<std::size_t>());
    EXPECT_EQ(about.at("componentType"), (std::is_same_v<T, float> ? 5126 : 5125));
    const std::size_t width = about.at("type") == "VEC3" ? 3 : 1, count = width * about.at("count").get<std::size_t>();
    EXPECT_EQ(view.at("byteLength"), sizeof(T) * count);
    std::vector<T> values(count);
    std::memcpy(values.data(), binary.data() + view.at("byteOffset").get<std::size_t>(), sizeof(T) * count);
    EXPECT_EQ(about.contains("min"), about.contains("max"));
    if (about.contains("min")) {
      for (std::size_t c = 0; c < width; ++c) {
        T lowest = values[c], highest = values[c];
        for (std::size_t i = c; i < count; i += width) lowest = std::min(lowest, values[i]), highest = std::max(highest, values[i]);
        EXPECT_EQ(about.at("min").at(c).template get<T>(), lowest);
        EXPECT_EQ(about.at("max").at(c).template get<T>(), highest);
      }
    }
    return values;
  }

  const nlohmann::json& primitive() const { return json.at("meshes").at(0).at("primitives").at(0); }
};

// A ball-like or a sharp body whose frames turn and grow.
struct TurningBody {
  TemporaryFolder folder;
  TetMesh mesh = box(Vec3(1, 1, 1), {2, 2, 2}, Vec3::Zero(), Split::six);

  TurningBody(int frames, double dt) {
    PvdIndex index = PvdIndex::create(folder / "frames.pvd");
    for (int k = 0; k < frames; ++k) {
      const std::string name = std::to_string(k) + ".vtu";
      write_vtu(folder / name, x(k), mesh.tets, {}, {});
      index.add(1 + dt * k, {name});
    }
  }
  Vector x(int k) const {
    Vector turned = mesh.X;
    const double c = std::cos(0.2 * k), s = std::sin(0.2 * k);
    for (Index i = 0; i < mesh.vertices(); ++i) {
      const Vec3 X = vertex(mesh.X, i);
      vertex(turned, i) = (1 + 0.1 * k) * Vec3(c * X.x() - s * X.y(), s * X.x() + c * X.y(), X.z());
    }
    return turned;
  }
  Glb glb(std::optional<double> fps = {}) const {
    ConvertSettings settings;
    settings.fps = fps;
    convert_frames(folder.path(), FrameFormat::glb, settings);
    return Glb(folder.read("animation.glb"));
  }
};

TEST(ConvertToGlb, ShowsEveryFrameAtItsTime) {
  const TurningBody body(4, 0.125);
  const Glb glb = body.glb();
  const auto& primitive = glb.primitive();
  const auto base = glb.numbers<float>(primitive.at("attributes").at("POSITION"));
  const auto corners = glb.numbers<std::uint32_t>(primitive.at("indices"));
  ASSERT_EQ(primitive.at("targets").size(), 3u);
  EXPECT_EQ(glb.json.at("meshes")[0].at("weights"), (std::vector<int>{0, 0, 0}));

  const auto& animation = glb.json.at("animations").at(0);
  EXPECT_EQ(animation.at("channels")[0].at("target").at("path"), "weights");
  const auto& sampler = animation.at("samplers")[0];
  EXPECT_EQ(sampler.at("interpolation"), "LINEAR");
  EXPECT_TRUE(glb.json.at("accessors").at(sampler.at("input").get<std::size_t>()).contains("max"));
  EXPECT_EQ(glb.numbers<float>(sampler.at("input")), (std::vector<float>{0, 0.125f, 0.25f, 0.375f}));
  const auto weights = glb.numbers<float>(sampler.at("output"));
  ASSERT_EQ(weights.size(), 4u * 3u);

  SkinLoader loader;
  const std::vector<RunFrame> frames = list_frames(body.folder.path());
  for (std::size_t k = 0; k < 4; ++k) {
    std::vector<float> x = base;
    for (std::size_t target = 0; target < 3; ++target) {
      const auto displacement = glb.numbers<float>(primitive.at("targets")[target].at("POSITION"));
      EXPECT_TRUE(glb.json.at("accessors").at(primitive.at("targets")[target].at("POSITION").get<std::size_t>()).contains("min"));
      for (std::size_t i = 0; i < x.size(); ++i) x[i] += weights[3 * k + target] * displacement[i];
    }
    // Corner by corner, as the vertices of sharp edges are there more than once.
    const Skin skin = loader.load(frames[k]);
    ASSERT_EQ(corners.size(), 3 * skin.triangles.size());
    for (std::size_t corner = 0; corner < corners.size(); ++corner) {
      const Vec3 expected = vertex(skin.x, skin.triangles[corner / 3][corner % 3]);
      for (std::size_t c = 0; c < 3; ++c) ASSERT_NEAR(x[3 * corners[corner] + c], expected[static_cast<Eigen::Index>(c)], 2e-7);
    }
  }
}

TEST(ConvertToGlb, CarriesNormalsThatTurnWithTheBody) {
  const TurningBody body(3, 0.1);
  const Glb glb = body.glb();
  const auto& primitive = glb.primitive();
  const auto n0 = glb.numbers<float>(primitive.at("attributes").at("NORMAL"));
  EXPECT_EQ(n0.size(), 3u * (6 * 9));  // a cube has nine vertices on each of its six sides, none shared
  const auto change = glb.numbers<float>(primitive.at("targets")[1].at("NORMAL"));
  const double c = std::cos(0.4), s = std::sin(0.4);
  for (std::size_t i = 0; i < n0.size(); i += 3) {
    EXPECT_NEAR(std::hypot(n0[i], n0[i + 1], n0[i + 2]), 1, 1e-6);
    EXPECT_NEAR(n0[i] + change[i], c * n0[i] - s * n0[i + 1], 1e-6);
    EXPECT_NEAR(n0[i + 1] + change[i + 1], s * n0[i] + c * n0[i + 1], 1e-6);
  }
}

TEST(ConvertToGlb, PlaysAtTheRateThatIsAskedFor) {
  const TurningBody body(3, 0.1);
  const Glb glb = body.glb(10);
  EXPECT_EQ(glb.numbers<float>(glb.json.at("animations")[0].at("samplers")[0].at("input")), (std::vector<float>{0, 0.1f, 0.2f}));
}

TEST(ConvertToGlb, OfASingleFrameIsAStillPicture) {
  const Glb glb = TurningBody(1, 0.1).glb();
  EXPECT_FALSE(glb.json.contains("animations"));
  EXPECT_FALSE(glb.primitive().contains("targets"));
  EXPECT_EQ(glb.numbers<std::uint32_t>(glb.primitive().at("indices")).size(), 3u * 48u);
}

TEST(ConvertToGlb, RefusesTimesThatCannotBeToldApart) {
  const TurningBody body(3, 0);
  EXPECT_EQ(fault_of([&] { body.glb(); }), "convert.time");
  EXPECT_EQ(fault_of([&] { body.glb(24); }), "");
}

// The turning body beside obstacles 1 and 2, which may move.
Glb glb_with_obstacles(bool moves) {
  TurningBody body(3, 0.5);
  PvdIndex index = PvdIndex::create(body.folder / "frames.pvd");
  Inventory inventory;
  inventory.bodies.resize(1);
  inventory.obstacles = {box_obstacle("ram", Vec3(0, 3, 0), 1, moving_by(Vec3(0, -1, 0))), box_obstacle("post", Vec3(4, 0, 0), 0.5),
                         plane_obstacle("floor", Vec3(0, -1, 0), Vec3::UnitY())};
  write_obstacle_list(body.folder / "obstacles.json", inventory);
  for (int k = 0; k < 3; ++k) {
    const SeenObstacles seen = seen_obstacles(inventory, moves ? 0.5 * k : 0);
    const std::string name = moves ? "obstacles" + std::to_string(k) + ".vtu" : "obstacles.vtu";
    write_vtu(body.folder / name, seen.x, seen.triangles, {}, {{"body", 1, seen.body.values}});
    index.add(0.5 * k, {std::to_string(k) + ".vtu", name}, kObstaclesPartName);
  }
  return body.glb();
}

TEST(ConvertToGlb, ShowsObstaclesAsMeshesOfTheirOwn) {
  const Glb glb = glb_with_obstacles(false), alone = TurningBody(3, 0.5).glb();
  ASSERT_EQ(glb.json.at("nodes").size(), 3u);
  EXPECT_EQ(glb.json.at("scenes")[0].at("nodes"), (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(glb.json.at("nodes")[0], alone.json.at("nodes")[0]);
  EXPECT_EQ(glb.json.at("nodes")[1].at("name"), "ram");
  EXPECT_EQ(glb.json.at("nodes")[2].at("name"), "post");
  EXPECT_EQ(alone.json.at("materials").size(), 1u);
  ASSERT_EQ(glb.json.at("materials").size(), 2u);
  for (std::size_t mesh : {1u, 2u}) {
    const auto& primitive = glb.json.at("meshes").at(mesh).at("primitives")[0];
    EXPECT_EQ(glb.numbers<std::uint32_t>(primitive.at("indices")).size(), 3u * 12u);
    EXPECT_EQ(primitive.at("material"), 1);
    EXPECT_FALSE(primitive.contains("targets")) << "it does not move";
  }
  EXPECT_EQ(glb.json.at("animations")[0].at("channels").size(), 1u);
}

TEST(ConvertToGlb, MovesObstaclesWithTheBodies) {
  const Glb glb = glb_with_obstacles(true);
  ASSERT_EQ(glb.json.at("animations")[0].at("channels").size(), 3u);
  EXPECT_EQ(glb.json.at("animations")[0].at("channels")[1].at("target").at("node"), 1);
  const auto& targets = glb.json.at("meshes")[1].at("primitives")[0].at("targets");
  ASSERT_EQ(targets.size(), 2u);
  EXPECT_EQ(glb.json.at("meshes")[1].at("weights"), (std::vector<int>{0, 0}));
  const auto down = glb.numbers<float>(targets[1].at("POSITION")), turned = glb.numbers<float>(targets[1].at("NORMAL"));
  for (std::size_t i = 0; i < down.size(); ++i) {
    EXPECT_NEAR(down[i], i % 3 == 1 ? -1 : 0, 1e-6);
    EXPECT_NEAR(turned[i], 0, 1e-6);
  }
}

TEST(CreasedSurface, SplitsOnlySharpEdges) {
  const TetMesh mesh = box(Vec3(1, 1, 1), {3, 3, 3}, Vec3::Zero(), Split::six);
  const std::vector<Triangle> triangles = surface(mesh);
  const CreasedSurface sharp(mesh.X, triangles, 40), smooth(mesh.X, triangles, 100);
  EXPECT_EQ(sharp.source().size(), 6u * 16u);
  EXPECT_EQ(smooth.source().size(), 64u - 8u);  // all vertices but the inner ones
  EXPECT_TRUE(std::is_sorted(sharp.source().begin(), sharp.source().end()));
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    for (std::size_t k = 0; k < 3; ++k)
      EXPECT_EQ(sharp.source()[static_cast<std::size_t>(sharp.triangles()[t][k])], triangles[t][k]);
  }
  const Vector n = sharp.normals(mesh.X);
  for (Index i = 0; i < static_cast<Index>(sharp.source().size()); ++i) {
    EXPECT_NEAR(vertex(n, i).cwiseAbs().maxCoeff(), 1, 1e-12);                      // along an axis
    EXPECT_NEAR(vertex(n, i).dot(vertex(sharp.positions(mesh.X), i)), 0.5, 1e-12);  // outwards
  }
}

TEST(CreasedSurface, HasANormalWhereTrianglesVanish) {
  const Vector x = Vector::Zero(9);
  const CreasedSurface flat(x, {{0, 1, 2}}, 40);
  for (Index i = 0; i < 3; ++i) EXPECT_EQ(vertex(flat.normals(x), i), Vec3::UnitY());
}

}  // namespace lilyan::test
