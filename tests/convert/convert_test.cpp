#include <lilyan/convert/convert.hpp>
#include <lilyan/convert/run_frames.hpp>
#include <lilyan/mesh/box.hpp>
#include <lilyan/mesh_files/vtk/pvd.hpp>
#include <lilyan/mesh_files/vtk/vtu.hpp>
#include <tests/run/expect_fault.hpp>
#include <tests/run/run_files.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <sstream>

namespace lilyan::test {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

// A box that is stretched and lifted frame by frame: small enough to know every number, with vertices inside.
class StretchingBox {
 public:
  explicit StretchingBox(int frames, Index cells = 2) : mesh(box(Vec3(1, 1, 1), {cells, cells, cells}, Vec3::Zero(), Split::five)) {
    PvdIndex index = PvdIndex::create(folder / "frames.pvd");
    std::filesystem::create_directories(folder / "frames");
    for (int k = 0; k < frames; ++k) {
      const std::string name = "frames/" + std::to_string(k) + ".vtu";
      write_vtu(folder / name, x(k), mesh.tets, {}, {});
      index.add(0.25 * k, {name});
    }
  }
  Vector x(int frame) const {
    Vector moved = mesh.X;
    for (Index i = 0; i < mesh.vertices(); ++i)
      vertex(moved, i) = Vec3(1 + 0.1 * frame, 1, 1).cwiseProduct(vertex(mesh.X, i)) + Vec3(0, 0.3 * frame, 0);
    return moved;
  }
  Converted to(FrameFormat format, ConvertSettings settings = {}) const { return convert_frames(folder.path(), format, settings); }

  TemporaryFolder folder;
  TetMesh mesh;
};

template <class T>
std::vector<T> numbers_in(const std::string& bytes, std::size_t at) {
  std::vector<T> numbers((bytes.size() - at) / sizeof(T));
  std::memcpy(numbers.data(), bytes.data() + at, numbers.size() * sizeof(T));
  return numbers;
}

std::vector<float> as_float(const Vector& x) { return {x.begin(), x.end()}; }

constexpr std::array<FrameFormat, 4> kAllFormats = {FrameFormat::obj, FrameFormat::pc2, FrameFormat::glb, FrameFormat::npy};

TEST(ConvertToNpy, WritesTheQuadsOfAFlatBody) {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "frames");
  Vector x(12);
  x << 0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0;
  write_vtu(folder / "frames/0.vtu", x, Cells{.quads = {{0, 1, 2, 3}}}, {}, {});
  PvdIndex::create(folder / "frames.pvd").add(0, {"frames/0.vtu"});
  convert_frames(folder.path(), FrameFormat::npy, {});
  const auto written = [&](const char* file) { return numbers_in<Index>(folder.read(file), 128); };
  EXPECT_THAT(written("npy/quads.npy"), ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(written("npy/triangles.npy"), ElementsAre(0, 1, 2, 0, 2, 3));
  convert_frames(folder.path(), FrameFormat::obj, {});
  EXPECT_THAT(folder.read("obj/frame_000000.obj"), HasSubstr("f 1 2 3\nf 1 3 4\n"));
}

TEST(ConvertToObj, WritesTheSurfaceOfEveryFrameToTheLastBit) {
  const StretchingBox box(3);
  const Converted converted = box.to(FrameFormat::obj);
  EXPECT_EQ(converted.out, box.folder / "obj");
  EXPECT_EQ(converted.frames, 3);
  const std::vector<RunFrame> frames = list_frames(box.folder.path());
  for (std::size_t k = 0; k < 3; ++k) {
    const Skin skin = load_skin(frames[k]);
    std::istringstream in(box.folder.read("obj/frame_00000" + std::to_string(k) + ".obj"));
    std::vector<double> x;
    std::vector<Triangle> triangles;
    for (std::string line; std::getline(in, line);) {
      std::istringstream words(line);
      std::string kind, a, b, c;
      words >> kind >> a >> b >> c;
      if (kind == "v") x.insert(x.end(), {std::stod(a), std::stod(b), std::stod(c)});
      if (kind == "f") triangles.push_back({std::stoi(a) - 1, std::stoi(b) - 1, std::stoi(c) - 1});
    }
    EXPECT_EQ(x, std::vector<double>(skin.x.begin(), skin.x.end()));
    EXPECT_EQ(triangles, skin.triangles);
  }
  EXPECT_EQ(box.folder.read("obj/times.csv"), "file,time\nframe_000000.obj,0\nframe_000001.obj,0.25\nframe_000002.obj,0.5\n");
}

TEST(ConvertToPc2, HasTheHeaderAndAllSamplesInSinglePrecision) {
  const StretchingBox box(4);
  box.to(FrameFormat::pc2);
  const std::string bytes = box.folder.read("pc2/mesh.pc2");
  const std::vector<RunFrame> frames = list_frames(box.folder.path());
  const Index vertices = load_skin(frames[0]).vertices();
  ASSERT_EQ(bytes.size(), 32u + 4u * 3u * 4u * static_cast<std::size_t>(vertices));
  EXPECT_EQ(bytes.substr(0, 12), std::string("POINTCACHE2\0", 12));
  EXPECT_THAT(numbers_in<std::int32_t>(bytes.substr(0, 20), 12), ElementsAre(1, vertices));
  EXPECT_THAT(numbers_in<float>(bytes.substr(0, 28), 20), ElementsAre(0.f, 1.f));
  EXPECT_EQ(numbers_in<std::int32_t>(bytes.substr(0, 32), 28).front(), 4);
  std::vector<float> expected;
  for (const RunFrame& frame : frames) {
    const std::vector<float> x = as_float(load_skin(frame).x);
    expected.insert(expected.end(), x.begin(), x.end());
  }
  EXPECT_EQ(numbers_in<float>(bytes, 32), expected);
  EXPECT_THAT(box.folder.read("pc2/mesh.json"), HasSubstr("\"fps\": 4.0,"));
  EXPECT_THAT(box.folder.read("pc2/mesh.obj"), HasSubstr("\nf "));
}

TEST(ConvertToPc2, PlaysAtTheRateThatIsAskedFor) {
  const StretchingBox box(5);
  ConvertSettings settings;
  settings.every = 2;
  box.to(FrameFormat::pc2, settings);
  EXPECT_THAT(box.folder.read("pc2/mesh.json"), HasSubstr("\"fps\": 2.0,"));
  settings.fps = 24;
  EXPECT_EQ(box.to(FrameFormat::pc2, settings).frames, 3);
  EXPECT_THAT(box.folder.read("pc2/mesh.json"), HasSubstr("\"fps\": 24.0,"));
}

// The dictionary and the number of bytes before the numbers of an .npy file.
std::pair<std::string, std::size_t> npy_head(const std::string& bytes) {
  EXPECT_EQ(bytes.substr(0, 8), std::string("\x93NUMPY\x01\x00", 8));
  const std::size_t length = static_cast<unsigned char>(bytes[8]) + 256u * static_cast<unsigned char>(bytes[9]);
  EXPECT_EQ((10 + length) % 64, 0u);
  EXPECT_EQ(bytes[9 + length], '\n');
  return {bytes.substr(10, length), 10 + length};
}

TEST(ConvertToNpy, HoldsAllVerticesInTheSimulationsOrder) {
  const StretchingBox box(3);
  box.to(FrameFormat::npy);
  const std::string positions = box.folder.read("npy/positions.npy");
  const auto [head, at] = npy_head(positions);
  EXPECT_THAT(head, HasSubstr("{'descr': '<f8', 'fortran_order': False, 'shape': (3, 27, 3), }"));
  std::vector<double> expected;
  for (int k = 0; k < 3; ++k) {
    const Vector x = box.x(k);
    expected.insert(expected.end(), x.begin(), x.end());
  }
  EXPECT_EQ(numbers_in<double>(positions, at), expected);

  const std::string times = box.folder.read("npy/times.npy"), tets = box.folder.read("npy/tets.npy");
  EXPECT_THAT(npy_head(times).first, HasSubstr("'shape': (3,), }"));
  EXPECT_THAT(numbers_in<double>(times, npy_head(times).second), ElementsAre(0, 0.25, 0.5));
  EXPECT_THAT(npy_head(tets).first, HasSubstr("'<i4', 'fortran_order': False, 'shape': (40, 4), }"));
  EXPECT_EQ(numbers_in<Index>(tets, npy_head(tets).second)[5], box.mesh.tets[1][1]);
  const std::string triangles = box.folder.read("npy/triangles.npy");
  EXPECT_EQ(numbers_in<Triangle>(triangles, npy_head(triangles).second), surface(box.mesh));
  EXPECT_FALSE(std::filesystem::exists(box.folder / "npy/skin_positions.npy"));
}

TEST(ConvertToNpy, HoldsTheRenderMeshWhereThereIsOne) {
  const StretchingBox box(1);
  const Vector x = Vector::LinSpaced(9, 0, 8);
  const std::vector<Triangle> triangles = {{0, 1, 2}};
  write_vtu(box.folder / "frames/skin.vtu", x, triangles, {}, {});
  PvdIndex::create(box.folder / "frames.pvd").add(0, {"frames/0.vtu", "frames/skin.vtu"});
  box.to(FrameFormat::npy);
  const std::string positions = box.folder.read("npy/skin_positions.npy"), corners = box.folder.read("npy/skin_triangles.npy");
  EXPECT_EQ(numbers_in<double>(positions, npy_head(positions).second), std::vector<double>(x.begin(), x.end()));
  EXPECT_EQ(numbers_in<Triangle>(corners, npy_head(corners).second), triangles);
  EXPECT_THAT(npy_head(box.folder.read("npy/positions.npy")).first, HasSubstr("(1, 27, 3)"));
}

TEST(Convert, GivesTheSameBytesAgain) {
  const StretchingBox box(3);
  for (const FrameFormat format : kAllFormats) box.to(format);
  const auto once = all_files(box.folder.path());
  for (const FrameFormat format : kAllFormats) box.to(format);
  EXPECT_EQ(all_files(box.folder.path()), once);
}

TEST(Convert, TakesEveryNthFrameAndGoesWhereItIsTold) {
  const StretchingBox box(5);
  ConvertSettings settings;
  settings.every = 2;
  settings.out = box.folder / "there/deep/";
  EXPECT_EQ(box.to(FrameFormat::obj, settings).frames, 3);
  EXPECT_THAT(box.folder.read("there/deep/times.csv"), HasSubstr("\nframe_000002.obj,1\n"));
  EXPECT_FALSE(std::filesystem::exists(box.folder / "there/deep/frame_000003.obj"));
  EXPECT_FALSE(std::filesystem::exists(box.folder / "there/deep.part"));
}

TEST(Convert, ReplacesAnEarlierConversionAndKeepsWhatOthersPutBesideIt) {
  const StretchingBox box(5);
  box.to(FrameFormat::obj);
  box.folder.write("obj/notes.txt", "mine");
  box.folder.write("obj/scene/bar.blend", "mine, too");
  ConvertSettings settings;
  settings.every = 4;
  box.to(FrameFormat::obj, settings);
  EXPECT_EQ(box.folder.read("obj/notes.txt"), "mine");
  EXPECT_EQ(box.folder.read("obj/scene/bar.blend"), "mine, too");
  EXPECT_TRUE(std::filesystem::exists(box.folder / "obj/frame_000001.obj"));
  EXPECT_FALSE(std::filesystem::exists(box.folder / "obj/frame_000002.obj"));
  EXPECT_FALSE(std::filesystem::exists(box.folder / "obj.part"));
}

TEST(Convert, LeavesAFolderThatIsThereInItsPlace) {
  namespace fs = std::filesystem;
  const StretchingBox box(2);
  const fs::path real = box.folder / "real", link = box.folder / "link";
  fs::create_directory(real);
  fs::permissions(real, fs::perms::owner_all);
  fs::create_directory_symlink(real, link);
  box.folder.write("real/frame_hero.obj", "a user's own");
  ConvertSettings settings;
  settings.out = link;
  box.to(FrameFormat::obj, settings);
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_EQ(fs::status(real).permissions(), fs::perms::owner_all);
  EXPECT_EQ(box.folder.read("real/frame_hero.obj"), "a user's own");
  EXPECT_TRUE(fs::exists(real / "frame_000000.obj"));
  EXPECT_FALSE(fs::exists(real / ".lilyan.part"));
}

TEST(Convert, CleansUpAfterOneThatWasKilled) {
  const StretchingBox box(2);
  box.folder.write("pc2.part/mesh.obj", "half");
  box.folder.write("pc2.part/mesh.pc2.part", "half");
  box.folder.write("animation.glb.part", "half");
  box.to(FrameFormat::pc2);
  box.to(FrameFormat::glb);
  EXPECT_FALSE(std::filesystem::exists(box.folder / "pc2.part"));
  EXPECT_FALSE(std::filesystem::exists(box.folder / "pc2/mesh.pc2.part"));
  EXPECT_FALSE(std::filesystem::exists(box.folder / "animation.glb.part"));
}

TEST(Convert, TellsHowFarItIs) {
  const StretchingBox box(3);
  for (const FrameFormat format : kAllFormats) {
    std::vector<std::int64_t> done;
    ConvertSettings settings;
    std::int64_t all = 0;
    settings.progress = [&](const ConvertProgress& progress) {
      done.push_back(progress.done);
      all = progress.all;
    };
    box.to(format, settings);
    ASSERT_EQ(done.size(), static_cast<std::size_t>(all)) << to_text(format);
    for (std::size_t k = 0; k < done.size(); ++k) EXPECT_EQ(done[k], static_cast<std::int64_t>(k) + 1);
  }
}

// Every format refuses, with that id (of some fault, at least), and leaves all files as they were: those of the run and those of an
// earlier conversion.
void expect_refused(const StretchingBox& box, const std::string& id) {
  EXPECT_NE(id, "");
  const auto before = all_files(box.folder.path());
  for (const FrameFormat format : kAllFormats) {
    EXPECT_EQ(fault_of([&] { box.to(format); }), id) << to_text(format);
    EXPECT_EQ(all_files(box.folder.path()), before) << to_text(format);
  }
}

class HostileFolder : public testing::Test {
 protected:
  HostileFolder() {
    for (const FrameFormat format : kAllFormats) box.to(format);
  }
  StretchingBox box{4};
};

TEST_F(HostileFolder, WithAMissingFrameIsRefused) {
  std::filesystem::remove(box.folder / "frames/2.vtu");
  expect_refused(box, "frames.missing");
}

TEST_F(HostileFolder, WithATruncatedFrameIsRefused) {
  const std::string whole = box.folder.read("frames/3.vtu");
  write_text(box.folder / "frames/3.vtu", whole.substr(0, whole.size() - 100));
  const std::string id = fault_of([&] { load_skin(list_frames(box.folder.path())[3]); });
  EXPECT_THAT(id, StartsWith("mesh."));
  expect_refused(box, id);
}

TEST_F(HostileFolder, WithAnotherMeshInAFrameIsRefused) {
  std::vector<Tet> tets = box.mesh.tets;
  tets.pop_back();
  write_vtu(box.folder / "frames/2.vtu", box.x(2), tets, {}, {});
  expect_refused(box, "frames.topology");
  const StretchingBox finer(1, 3);
  write_vtu(box.folder / "frames/2.vtu", finer.mesh.X, finer.mesh.tets, {}, {});
  expect_refused(box, "frames.topology");
}

TEST_F(HostileFolder, WithoutFramesIsRefused) {
  PvdIndex::create(box.folder / "frames.pvd");
  expect_refused(box, "frames.none");
  std::filesystem::remove(box.folder / "frames.pvd");
  expect_refused(box, "frames.none");
}

TEST_F(HostileFolder, WithPositionsThatAreNoNumbersIsRefused) {
  Vector x = box.x(1);
  x[4] = std::numeric_limits<double>::quiet_NaN();
  write_vtu(box.folder / "frames/1.vtu", x, box.mesh.tets, {}, {});
  expect_refused(box, fault_of([&] { load_skin(list_frames(box.folder.path())[1]); }));
}

TEST_F(HostileFolder, OfARunThatExplodedFitsOnlyIntoDoublePrecision) {
  Vector x = box.x(3);
  x[0] = 1e200;
  write_vtu(box.folder / "frames/3.vtu", x, box.mesh.tets, {}, {});
  for (const FrameFormat format : {FrameFormat::pc2, FrameFormat::glb})
    EXPECT_EQ(fault_of([&] { box.to(format); }), "convert.range") << to_text(format);
  for (const FrameFormat format : {FrameFormat::obj, FrameFormat::npy})
    EXPECT_EQ(fault_of([&] { box.to(format); }), "") << to_text(format);
}

TEST_F(HostileFolder, WithNothingToSeeIsRefusedByFormatsThatShowIt) {
  for (int k = 0; k < 4; ++k)
    write_vtu(box.folder / ("frames/" + std::to_string(k) + ".vtu"), box.x(k), std::vector<Tet>{}, {}, {});
  for (const FrameFormat format : {FrameFormat::obj, FrameFormat::pc2, FrameFormat::glb})
    EXPECT_EQ(fault_of([&] { box.to(format); }), "frames.empty") << to_text(format);
}

TEST_F(HostileFolder, IsNeverReplacedByItsOwnConversion) {
  const auto before = all_files(box.folder.path());
  for (const std::filesystem::path& out : {box.folder.path(), box.folder / "frames", box.folder.path().parent_path()}) {
    ConvertSettings settings;
    settings.out = out;
    EXPECT_EQ(fault_of([&] { box.to(FrameFormat::obj, settings); }), "convert.place") << out;
  }
  ConvertSettings settings;
  settings.out = box.folder / "frames";
  EXPECT_EQ(fault_of([&] { box.to(FrameFormat::glb, settings); }), "convert.place");
  settings.out = box.folder / "frames.pvd";
  EXPECT_EQ(fault_of([&] { box.to(FrameFormat::npy, settings); }), "convert.place");
  EXPECT_EQ(all_files(box.folder.path()), before);
}

TEST_F(HostileFolder, KeepsTheEarlierConversionWhereOneGivesUp) {
  const auto before = all_files(box.folder.path());
  for (const FrameFormat format : kAllFormats) {
    ConvertSettings settings;
    settings.every = 2;
    settings.progress = [](const ConvertProgress& progress) {
      if (progress.done == 2) throw std::runtime_error("enough");
    };
    EXPECT_THROW(box.to(format, settings), std::runtime_error);
    EXPECT_EQ(all_files(box.folder.path()), before) << to_text(format);
  }
}

TEST(Convert, SaysWhyItCannotWrite) {
  const StretchingBox box(2);
  box.folder.write("file", "");
  for (const FrameFormat format : kAllFormats) {
    ConvertSettings settings;
    settings.out = box.folder / "file/out";
    EXPECT_EQ(fault_of([&] { box.to(format, settings); }), "output.write") << to_text(format);
  }
}

TEST(Convert, KnowsWhatItWrote) {
  const StretchingBox box(2);
  const auto before = all_files(box.folder.path());
  for (const FrameFormat format : kAllFormats) box.to(format);
  box.folder.write("npy/mine.npy", "mine");
  for (const std::filesystem::path& file : converted_files(box.folder.path())) std::filesystem::remove(file);
  auto after = all_files(box.folder.path());
  EXPECT_EQ(after.erase("npy/mine.npy"), 1u);
  EXPECT_EQ(after, before);
}

}  // namespace lilyan::test
