#include <lilyan/core/error.hpp>
#include <lilyan/mesh/box.hpp>
#include <lilyan/mesh_files/vtk/vtk_grid.hpp>
#include <lilyan/mesh_files/vtk/vtu.hpp>
#include <tests/support/temporary_folder.hpp>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <bit>
#include <cmath>
#include <limits>

namespace {

using namespace lilyan;
using lilyan::test::TemporaryFolder;
using testing::ElementsAre;
using testing::HasSubstr;

// Two tets that share a face, a quad, a hex-like nothing (a line), with fields; written in every way VTK knows.
const std::vector<double> kPoints = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1.25};
const std::vector<int> kConnectivity = {0, 1, 2, 3, 1, 2, 3, 4, 0, 1, 2, 4, 0, 4};
const std::vector<int> kOffsets = {4, 8, 12, 14};
const std::vector<int> kTypes = {10, 10, 9, 3};
const std::vector<double> kWeight = {1.5, 2.5, 3.5, 4.5};

template <class T>
std::string bytes_of(const std::vector<T>& values, std::endian order) {
  std::string bytes;
  for (T value : values) {
    std::string raw(reinterpret_cast<const char*>(&value), sizeof value);
    if (order != std::endian::native) std::reverse(raw.begin(), raw.end());
    bytes += raw;
  }
  return bytes;
}

std::string base64(const std::string& bytes) {
  static const char* digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    unsigned bits = 0;
    for (std::size_t k = 0; k < 3; ++k) bits = bits << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    for (std::size_t k = 0; k < 4; ++k) text += i + k > bytes.size() ? '=' : digits[bits >> (18 - 6 * k) & 63];
  }
  return text;
}

std::string deflated(const std::string& bytes) {
  uLongf size = compressBound(bytes.size());
  std::string result(size, '\0');
  compress(reinterpret_cast<Bytef*>(result.data()), &size, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
  result.resize(size);
  return result;
}

struct Way {
  const char* format;  // ascii, binary, raw, base64 (the last two appended)
  bool wide;           // header UInt64
  bool compressed;
  std::endian order;
  bool one_stream;  // in base64, header and data as one stream
};

class VtuText {
 public:
  explicit VtuText(const Way& way) : way_(way) {}

  std::string file() {
    std::string body = "<Piece NumberOfPoints=\"5\" NumberOfCells=\"4\">\n<PointData>";
    std::vector<float> heat = {1, 2, 3, 4, 0.5f};
    body += array("Float32", "heat", 1, heat);
    body += "</PointData><CellData Scalars='weight'>" + array("Float64", "weight", 1, kWeight) + "</CellData><Points>";
    body += array("Float64", "Points", 3, kPoints) + "</Points><Cells>";
    body += array("Int32", "connectivity", 1, kConnectivity) + array("Int32", "offsets", 1, kOffsets);
    body += array("UInt8", "types", 1, std::vector<std::uint8_t>(kTypes.begin(), kTypes.end())) + "</Cells></Piece>\n";
    std::string text = fmt::format(
        "<?xml version=\"1.0\"?>\n<!-- a comment -->\n<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" byte_order=\"{}\"{}{}>\n",
        way_.order == std::endian::little ? "LittleEndian" : "BigEndian", way_.wide ? " header_type=\"UInt64\"" : "",
        way_.compressed ? " compressor=\"vtkZLibDataCompressor\"" : "");
    text += "<UnstructuredGrid>\n" + body + "</UnstructuredGrid>\n";
    if (!appended_.empty())
      text += fmt::format("<AppendedData encoding=\"{}\">\n  _", way_.format) + appended_ + "\n</AppendedData>\n";
    return text + "</VTKFile>\n";
  }

 private:
  std::string header(const std::vector<std::size_t>& values) const {
    return way_.wide ? bytes_of(std::vector<std::uint64_t>(values.begin(), values.end()), way_.order)
                     : bytes_of(std::vector<std::uint32_t>(values.begin(), values.end()), way_.order);
  }

  template <class T>
  std::string array(const char* type, const char* name, int components, const std::vector<T>& values) {
    std::string text = fmt::format("<DataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\" format=", type, name, components);
    const std::string format = way_.format;
    if (format == "ascii") {
      text += "\"ascii\">\n";
      for (T value : values) text += fmt::format("{} ", +value);
      return text + "\n<InformationKey name=\"x\"><Value index=\"0\">1</Value></InformationKey></DataArray>\n";
    }
    const std::string bytes = bytes_of(values, way_.order);
    std::string head = header({bytes.size()}), data = bytes;
    if (way_.compressed) {  // in blocks of 16 bytes
      std::vector<std::size_t> sizes = {(bytes.size() + 15) / 16, 16, bytes.size() % 16};
      data.clear();
      for (std::size_t at = 0; at < bytes.size(); at += 16) {
        const std::string block = deflated(bytes.substr(at, 16));
        sizes.push_back(block.size());
        data += block;
      }
      head = header(sizes);
    }
    const std::string coded = format == "raw" ? head + data : way_.one_stream ? base64(head + data) : base64(head) + base64(data);
    if (format == "binary") return text + "\"binary\">\n" + coded + "\n</DataArray>\n";
    text += fmt::format("\"appended\" offset=\"{}\"/>\n", appended_.size());
    appended_ += coded;
    return text;
  }

  Way way_;
  std::string appended_;
};

void expect_the_grid(const VtkGrid& grid) {
  EXPECT_EQ(std::vector<double>(grid.X.begin(), grid.X.end()), kPoints);
  EXPECT_THAT(grid.tets, ElementsAre(Tet{0, 1, 2, 3}, Tet{1, 2, 3, 4}));
  EXPECT_THAT(grid.triangles, ElementsAre(Triangle{0, 1, 2}, Triangle{0, 2, 4}));
  ASSERT_EQ(grid.vertex_fields.size(), 1u);
  EXPECT_EQ(grid.vertex_fields[0].name, "heat");
  EXPECT_THAT(grid.vertex_fields[0].values, ElementsAre(1, 2, 3, 4, 0.5));
  ASSERT_EQ(grid.tet_fields.size(), 1u);
  EXPECT_THAT(grid.tet_fields[0].values, ElementsAre(1.5, 2.5));
  EXPECT_THAT(grid.triangle_fields[0].values, ElementsAre(3.5, 3.5));
  EXPECT_THAT(grid.notes, ElementsAre(HasSubstr("1 lines")));
}

TEST(VtkGrid, ReadsEveryEncodingOfAVtuFile) {
  for (const char* format : {"ascii", "binary", "raw", "base64"})
    for (bool wide : {false, true})
      for (bool compressed : {false, true})
        for (std::endian order : {std::endian::little, std::endian::big})
          for (bool one_stream : {false, true}) {
            SCOPED_TRACE(fmt::format("{} wide {} compressed {} little {} one stream {}", format, wide, compressed,
                                     order == std::endian::little, one_stream));
            expect_the_grid(parse_vtk_grid({"a.vtu", VtuText({format, wide, compressed, order, one_stream}).file()}));
          }
}

TEST(VtkGrid, ReadsBackWhatWriteVtuWrote) {
  const TemporaryFolder folder;
  const TetMesh mesh = box(Vec3(1, 2, 3), {2, 2, 1}, Vec3(0.1, 0.2, 0.3), Split::five);
  std::vector<double> v(static_cast<std::size_t>(mesh.X.size())), J(mesh.tets.size());
  for (std::size_t i = 0; i < v.size(); ++i) v[i] = std::sin(double(i));
  for (std::size_t i = 0; i < J.size(); ++i) J[i] = 1.0 / (1 + double(i));
  J[3] = std::numeric_limits<double>::infinity();  // fields may hold any number
  write_vtu(folder / "a.vtu", mesh.X, mesh.tets, {{"velocity", 3, v}, {"empty name? <\"&", 1, std::span(v).first(v.size() / 3)}},
            {{"J", 1, J}});
  const VtkGrid grid = read_vtk_grid(folder / "a.vtu");
  EXPECT_EQ(grid.X, mesh.X);
  EXPECT_EQ(grid.tets, mesh.tets);
  EXPECT_TRUE(grid.triangles.empty());
  ASSERT_NE(find_field(grid.vertex_fields, "velocity"), nullptr);
  EXPECT_EQ(find_field(grid.vertex_fields, "velocity")->values, v);
  EXPECT_EQ(find_field(grid.vertex_fields, "velocity")->components, 3);
  ASSERT_NE(find_field(grid.vertex_fields, "empty name? <\"&"), nullptr);
  ASSERT_NE(find_field(grid.tet_fields, "J"), nullptr);
  EXPECT_EQ(find_field(grid.tet_fields, "J")->values, J);
  EXPECT_TRUE(grid.notes.empty());
}

std::string legacy(bool binary, bool offsets) {
  auto numbers = [&](const auto& values) {
    if (binary) return bytes_of(values, std::endian::big) + "\n";
    std::string text;
    for (auto value : values) text += fmt::format("{}\n", value);
    return text;
  };
  std::string text = fmt::format("# vtk DataFile Version {}\na title\n{}\nDATASET UNSTRUCTURED_GRID\nPOINTS 5 double\n",
                                 offsets ? "5.1" : "2.0", binary ? "BINARY" : "ASCII");
  text += numbers(kPoints);
  if (offsets) {
    std::vector<std::int64_t> starts = {0};
    starts.insert(starts.end(), kOffsets.begin(), kOffsets.end());
    text += "CELLS 5 14\nOFFSETS vtktypeint64\n" + numbers(starts) + "CONNECTIVITY vtktypeint64\n" +
            numbers(std::vector<std::int64_t>(kConnectivity.begin(), kConnectivity.end()));
  } else {
    text += "CELLS 4 18\n" + numbers(std::vector<int>{4, 0, 1, 2, 3, 4, 1, 2, 3, 4, 4, 0, 1, 2, 4, 2, 0, 4});
  }
  text += "CELL_TYPES 4\n" + numbers(kTypes) + "\nPOINT_DATA 5\nSCALARS heat float\nLOOKUP_TABLE default\n" +
          numbers(std::vector<float>{1, 2, 3, 4, 0.5f}) + "CELL_DATA 4\nFIELD FieldData 1\nweight 1 4 double\n" + numbers(kWeight);
  return text + "METADATA\nINFORMATION 0\n\n";
}

TEST(VtkGrid, ReadsLegacyFilesOldAndNewInAsciiAndBinary) {
  for (bool binary : {false, true})
    for (bool offsets : {false, true}) {
      SCOPED_TRACE(fmt::format("binary {} offsets {}", binary, offsets));
      expect_the_grid(parse_vtk_grid({"a.vtk", legacy(binary, offsets)}));
    }
}

TEST(VtkGrid, ReadsPolyDataWithStripsAndOrdersTheFieldsAsVtkDoes) {
  const VtkGrid legacy_grid = parse_vtk_grid(
      {"a.vtk",
       "# vtk DataFile Version 3.0\n\nASCII\nDATASET POLYDATA\nPOINTS 4 float\n0 0 0 1 0 0 0 1 0 1 1 0\n"
       "TRIANGLE_STRIPS 1 5\n4 0 1 2 3\nPOLYGONS 1 4\n3 0 1 2\nVERTICES 1 2\n1 3\nCELL_DATA 3\nSCALARS a%20b int 1\nLOOKUP_TABLE "
       "default\n7 8 9\n"});
  EXPECT_THAT(legacy_grid.triangles, ElementsAre(Triangle{0, 1, 2}, Triangle{0, 1, 2}, Triangle{2, 1, 3}));
  EXPECT_EQ(legacy_grid.triangle_fields[0].name, "a b");
  EXPECT_THAT(legacy_grid.triangle_fields[0].values, ElementsAre(8, 9, 9));
}

TEST(VtkGrid, ReadsVtpFilesAndJoinsPieces) {
  const std::string piece =
      "<Piece NumberOfPoints=\"3\" NumberOfVerts=\"0\" NumberOfLines=\"0\" NumberOfStrips=\"0\" NumberOfPolys=\"1\">"
      "<PointData><DataArray type=\"Int8\" Name=\"a\" format=\"ascii\">1 2 3</DataArray></PointData>"
      "<Points><DataArray type=\"Float32\" NumberOfComponents=\"3\" format=\"ascii\">0 0 0 1 0 0 0 1 0</DataArray></Points>"
      "<Polys><DataArray type=\"Int64\" Name=\"connectivity\" format=\"ascii\">0 1 2</DataArray>"
      "<DataArray type=\"Int64\" Name=\"offsets\" format=\"ascii\">3</DataArray></Polys></Piece>";
  const VtkGrid grid = parse_vtk_grid({"a.vtp", "<VTKFile type=\"PolyData\"><PolyData>" + piece + piece + "</PolyData></VTKFile>"});
  EXPECT_EQ(grid.X.size(), 18);
  EXPECT_THAT(grid.triangles, ElementsAre(Triangle{0, 1, 2}, Triangle{3, 4, 5}));
  EXPECT_THAT(grid.vertex_fields[0].values, ElementsAre(1, 2, 3, 1, 2, 3));
}

std::string fault_id(const std::string& name, const std::string& text) {
  try {
    parse_vtk_grid({name, text});
  } catch (const InputError& error) {
    return error.faults().front().id;
  }
  return "accepted";
}

TEST(VtkGrid, RefusesABombBeforeItTakesMemory) {
  // 4 GB of zeros that zlib makes 4 MB of would be the honest kind; a header that only says so is the same to us.
  const std::string block = deflated(std::string(1 << 20, '\0'));
  std::vector<std::uint32_t> header = {4000, 1 << 20, 0};
  header.insert(header.end(), 4000, static_cast<std::uint32_t>(block.size()));
  std::string appended = bytes_of(header, std::endian::little);
  for (int i = 0; i < 4000; ++i) appended += block;
  const std::string text =
      "<VTKFile type=\"UnstructuredGrid\" compressor=\"vtkZLibDataCompressor\"><UnstructuredGrid>"
      "<Piece NumberOfPoints=\"174762666\" NumberOfCells=\"0\"><Points><DataArray type=\"Float64\" NumberOfComponents=\"3\" "
      "format=\"appended\" offset=\"0\"/></Points></Piece></UnstructuredGrid><AppendedData encoding=\"raw\">_" +
      appended;
  EXPECT_EQ(fault_id("a.vtu", text), "mesh.too-large");
}

TEST(VtkGrid, RefusesAFileThatReadsTheSameBytesOverAndOver) {
  std::string text =
      "<VTKFile type=\"UnstructuredGrid\"><UnstructuredGrid><Piece NumberOfPoints=\"60000\" NumberOfCells=\"0\"><PointData>";
  for (int i = 0; i < 20000; ++i)
    text += fmt::format("<DataArray type=\"Int8\" Name=\"f{}\" format=\"appended\" offset=\"0\"/>", i);
  text += "</PointData><Points><DataArray type=\"Int8\" NumberOfComponents=\"3\" format=\"appended\" offset=\"60004\"/></Points>";
  text += "</Piece></UnstructuredGrid><AppendedData encoding=\"raw\">_" +
          bytes_of(std::vector<std::uint32_t>{60000}, std::endian::little) + std::string(60000, '\1') +
          bytes_of(std::vector<std::uint32_t>{180000}, std::endian::little) + std::string(180000, '\1');
  EXPECT_EQ(fault_id("a.vtu", text), "mesh.too-large");
}

}  // namespace
