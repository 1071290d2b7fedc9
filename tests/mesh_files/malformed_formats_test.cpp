// Files of the formats that malformed_test.cpp does not cover, wrong in one way each, read from memory.
#include <lilyan/core/error.hpp>
#include <lilyan/mesh_files/content.hpp>
#include <tests/mesh_files/gmsh/gmsh_files.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using namespace lilyan;
using namespace lilyan::test;

struct BadFile {
  std::string what, name, text;
  std::string place;  // the end of the expected place
  std::string id;
};

// The text with its first `from` replaced; that `from` occurs is part of the test.
std::string changed(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

template <class T>
std::string raw(T value) {
  return std::string(reinterpret_cast<const char*>(&value), sizeof value);
}

const std::string kMedit =
    "MeshVersionFormatted 2\nDimension 3\nVertices\n4\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\nTriangles\n1\n1 2 3 5\nTetrahedra\n1\n"
    "1 2 3 4 7\nEnd\n";
const std::string kObj = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
const std::string kStl =
    "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid a\n";
const std::string kPly =
    "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 1\n"
    "property list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";
const std::string kVtk =
    "# vtk DataFile Version 2.0\ntitle\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 4 double\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n"
    "CELLS 1 5\n4 0 1 2 3\nCELL_TYPES 1\n10\nPOINT_DATA 4\nSCALARS a double 1\nLOOKUP_TABLE default\n1 2 3 4\n";
const std::string kVtu =
    "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" byte_order=\"LittleEndian\">\n<UnstructuredGrid>\n"
    "<Piece NumberOfPoints=\"4\" NumberOfCells=\"1\">\n<PointData>\n"
    "<DataArray type=\"Int32\" Name=\"a\" format=\"ascii\">1 2 3 4</DataArray>\n</PointData>\n<Points>\n"
    "<DataArray type=\"Float64\" NumberOfComponents=\"3\" format=\"ascii\">0 0 0 1 0 0 0 1 0 0 0 "
    "1</DataArray>\n</Points>\n<Cells>\n"
    "<DataArray type=\"Int32\" Name=\"connectivity\" format=\"ascii\">0 1 2 3</DataArray>\n"
    "<DataArray type=\"Int32\" Name=\"offsets\" format=\"ascii\">4</DataArray>\n"
    "<DataArray type=\"UInt8\" Name=\"types\" "
    "format=\"ascii\">10</DataArray>\n</Cells>\n</Piece>\n</UnstructuredGrid>\n</VTKFile>\n";

std::string binary_triangle_stl(std::uint32_t count, float coordinate) {
  std::string text(80, ' ');
  text += raw(count);
  for (float x : {0.f, 0.f, 1.f, 0.f, 0.f, 0.f, 1.f, 0.f, 0.f, 0.f, coordinate, 0.f}) text += raw(x);
  return text + std::string(2, '\0');
}

std::vector<BadFile> bad_files() {
  std::vector<BadFile> files;
  // Adds a file that differs from a good one in one place; the fault is in `line`, or, where that is 0, of the whole file.
  auto changes_of = [&files](const std::string& good, const std::string& name) {
    return [&files, good, name](const char* what, const std::string& from, const std::string& to, int line, const char* id) {
      files.push_back({what, name, changed(good, from, to), line == 0 ? name : name + ":" + std::to_string(line), id});
    };
  };

  const auto medit = changes_of(kMedit, "a.mesh");
  medit("another first word", "MeshVersionFormatted", "MeshVersionUnformatted", 1, "mesh.syntax");
  medit("two dimensions", "Dimension 3", "Dimension 2", 2, "mesh.syntax");
  medit("10^18 vertices", "Vertices\n4", "Vertices\n1000000000000000000", 4, "mesh.count");
  medit("no vertices", "Vertices\n4", "Vertices\n0", 4, "mesh.count");
  medit("a vertex too few announced", "Vertices\n4", "Vertices\n3", 8, "mesh.syntax");
  medit("infinite coordinate", "0 1 0 0", "0 inf 0 0", 7, "mesh.number");
  medit("vertex 0", "1 2 3 4 7", "0 2 3 4 7", 14, "mesh.index");
  medit("vertex beyond the last", "1 2 3 4 7", "1 2 3 5 7", 14, "mesh.index");
  medit("vertex beyond the last in a triangle", "1 2 3 5", "1 2 30 5", 11, "mesh.index");
  medit("negative number of tets", "Tetrahedra\n1", "Tetrahedra\n-1", 13, "mesh.count");
  medit("unknown keyword", "Triangles", "Circles", 9, "mesh.syntax");
  medit("tets first", "Vertices", "Tetrahedra", 5, "mesh.syntax");
  medit("second Vertices", "End", "Vertices\n1\n0 0 0 0\nEnd", 15, "mesh.syntax");
  medit("flat tet", "0 0 1 0", "1 1 0 0", 14, "mesh.degenerate");

  const auto obj = changes_of(kObj, "a.obj");
  obj("vertex 0 in a face", "f 1 2 3", "f 0 1 2", 4, "mesh.index");
  obj("vertex beyond the last in a face", "f 1 2 3", "f 1 2 4", 4, "mesh.index");
  obj("negative vertex beyond the first", "f 1 2 3", "f -1 -2 -4", 4, "mesh.index");
  obj("face of two vertices", "f 1 2 3", "f 1 2", 4, "mesh.syntax");
  obj("face of words", "f 1 2 3", "f a b c", 4, "mesh.number");
  obj("face with an empty index", "f 1 2 3", "f /1 2 3", 4, "mesh.number");
  obj("vertex of two numbers", "v 1 0 0", "v 1 0", 2, "mesh.syntax");
  obj("coordinate not a number", "v 1 0 0", "v 1 0 nan", 2, "mesh.number");
  obj("unknown keyword", "v 1 0 0", "vertex 1 0 0", 2, "mesh.syntax");
  obj("index of 10^19", "f 1 2 3", "f 1 2 10000000000000000000", 4, "mesh.number");
  obj("index of 10^18", "f 1 2 3", "f 1 2 1000000000000000000", 4, "mesh.index");
  obj("face that goes on beyond the end", "f 1 2 3", "f 1 2 \\", 4, "mesh.truncated");
  obj("only degenerate faces", "f 1 2 3", "f 1 1 2", 0, "mesh.empty");
  files.push_back({"no vertices", "a.obj", "g nothing\n", "a.obj:1", "mesh.empty"});
  files.push_back({"vertices only", "a.obj", "v 0 0 0\n", "a.obj", "mesh.empty"});

  const auto stl = changes_of(kStl, "a.stl");
  stl("misspelt vertex", "vertex 1", "vertx 1", 5, "mesh.syntax");
  stl("two corners", "vertex 0 1 0\n", "", 6, "mesh.syntax");
  stl("infinite coordinate", "vertex 1 0 0", "vertex 1 -inf 0", 5, "mesh.number");
  stl("no normal", "normal 0 0 1", "", 3, "mesh.syntax");
  stl("word as coordinate", "vertex 1 0 0", "vertex one 0 0", 5, "mesh.number");
  stl("no end of the solid", "endsolid a\n", "", 9, "mesh.truncated");
  stl("text behind the solid", "endsolid a\n", "endsolid a\nmore\n", 10, "mesh.syntax");
  files.push_back({"solid without triangles", "a.stl", "solid a\nendsolid a\n", "a.stl:3", "mesh.empty"});
  files.push_back(
      {"binary, too short for a triangle", "a.stl", binary_triangle_stl(1, 1).substr(0, 100), "a.stl, byte 84", "mesh.count"});
  files.push_back(
      {"binary, 4 thousand million triangles", "a.stl", binary_triangle_stl(0xffffffff, 1), "a.stl, byte 84", "mesh.count"});
  files.push_back({"binary, none", "a.stl", binary_triangle_stl(0, 1), "a.stl, byte 84", "mesh.count"});
  files.push_back({"binary, infinite coordinate", "a.stl", binary_triangle_stl(1, std::numeric_limits<float>::infinity()),
                   "a.stl, byte 132", "mesh.number"});
  files.push_back({"a few bytes", "a.stl", "abc", "a.stl:1", "mesh.syntax"});

  const auto ply = changes_of(kPly, "a.ply");
  ply("unknown format", "ascii", "text", 2, "mesh.version");
  ply("unknown type", "float x", "half x", 4, "mesh.syntax");
  ply("no z", "float z", "float w", 9, "mesh.syntax");
  ply("unknown word in the header", "element face", "elements face", 7, "mesh.syntax");
  ply("property before its element", "element vertex 3\n", "", 3, "mesh.syntax");
  ply("10^18 vertices", "vertex 3", "vertex 1000000000000000000", 9, "mesh.count");
  ply("negative number of vertices", "vertex 3", "vertex -3", 9, "mesh.count");
  ply("10^18 faces", "face 1", "face 1000000000000000000", 12, "mesh.count");
  ply("vertex beyond the last", "3 0 1 2", "3 0 1 3", 13, "mesh.index");
  ply("negative vertex", "3 0 1 2", "3 0 1 -2", 13, "mesh.index");
  ply("face of two vertices", "3 0 1 2", "2 0 1", 13, "mesh.syntax");
  ply("10^9 vertices in a face", "3 0 1 2", "1000000000 0 1 2", 13, "mesh.count");
  ply("infinite coordinate", "1 0 0", "1 0 inf", 11, "mesh.number");
  ply("length of a list as a float", "uchar int", "float int", 8, "mesh.syntax");
  ply("vertices of a face as floats", "uchar int", "uchar float", 12, "mesh.syntax");
  ply("the end is missing", "3 0 1 2\n", "3 0", 13, "mesh.count");
  ply("no end of the header", "end_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n", "", 9, "mesh.truncated");
  files.push_back({"binary, cut", "a.ply", changed(kPly.substr(0, kPly.find("0 0 0")), "ascii", "binary_big_endian") + "\x01\x02",
                   "a.ply:10", "mesh.count"});

  const auto vtk = changes_of(kVtk, "a.vtk");
  vtk("neither ASCII nor BINARY", "ASCII", "TEXT", 3, "mesh.syntax");
  vtk("a structured grid", "UNSTRUCTURED_GRID", "STRUCTURED_GRID", 4, "mesh.version");
  vtk("10^18 points", "POINTS 4", "POINTS 1000000000000000000", 5, "mesh.count");
  vtk("10^9 points", "POINTS 4", "POINTS 1000000000", 5, "mesh.count");
  vtk("negative number of points", "POINTS 4", "POINTS -4", 5, "mesh.count");
  vtk("unknown type", "4 double", "4 bit", 5, "mesh.syntax");
  vtk("infinite coordinate", "0 1 0", "0 inf 0", 9, "mesh.number");
  vtk("10^18 numbers in the cells", "CELLS 1 5", "CELLS 1 1000000000000000000", 10, "mesh.count");
  vtk("a cell that is longer than the list", "4 0 1 2 3", "9 0 1 2 3", 11, "mesh.count");
  vtk("a cell of negative length", "4 0 1 2 3", "-4 0 1 2 3", 11, "mesh.count");
  vtk("vertex beyond the last", "4 0 1 2 3", "4 0 1 2 4", 17, "mesh.index");
  vtk("a tet of three vertices", "CELLS 1 5\n4 0 1 2 3", "CELLS 1 4\n3 0 1 2", 17, "mesh.count");
  vtk("more types than cells", "CELL_TYPES 1\n10", "CELL_TYPES 2\n10 10", 17, "mesh.count");
  vtk("a field for other points", "POINT_DATA 4", "POINT_DATA 5", 14, "mesh.count");
  vtk("a field of 10^9 components", "double 1\n", "double 1000000000\n", 15, "mesh.count");
  vtk("unknown section", "CELL_TYPES", "CELL_KINDS", 12, "mesh.syntax");
  vtk("cells before points", "POINTS 4 double\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n", "", 5, "mesh.syntax");
  files.push_back({"binary, cut", "a.vtk", "# vtk DataFile Version 3.0\n\nBINARY\nDATASET POLYDATA\nPOINTS 3 float\nabc", "a.vtk:5",
                   "mesh.count"});

  const auto vtu = changes_of(kVtu, "a.vtu");
  vtu("another kind of file", "type=\"UnstructuredGrid\"", "type=\"ImageData\"", 2, "mesh.version");
  vtu("unknown byte order", "LittleEndian", "MiddleEndian", 2, "mesh.syntax");
  vtu("unknown header type", "version=\"1.0\" byte", "header_type=\"UInt16\" byte", 2, "mesh.syntax");
  vtu("unknown compressor", "version=\"1.0\" byte", "compressor=\"vtkLZ4DataCompressor\" byte", 2, "mesh.encoding");
  vtu("10^18 points", "NumberOfPoints=\"4\"", "NumberOfPoints=\"1000000000000000000\"", 4, "mesh.count");
  vtu("10^9 points", "NumberOfPoints=\"4\"", "NumberOfPoints=\"1000000000\"", 9, "mesh.count");
  vtu("negative number of points", "NumberOfPoints=\"4\"", "NumberOfPoints=\"-4\"", 4, "mesh.count");
  vtu("number of points is a word", "NumberOfPoints=\"4\"", "NumberOfPoints=\"four\"", 4, "mesh.number");
  vtu("a coordinate too many", "0 0 1<", "0 0 1 0<", 9, "mesh.count");
  vtu("infinite coordinate", "0 0 1<", "0 0 inf<", 9, "mesh.number");
  vtu("two components", "NumberOfComponents=\"3\"", "NumberOfComponents=\"2\"", 9, "mesh.syntax");
  vtu("vertex beyond the last", "0 1 2 3<", "0 1 2 4<", 11, "mesh.index");
  vtu("offset beyond the connectivity", "\"ascii\">4<", "\"ascii\">5<", 11, "mesh.index");
  vtu("negative offset", "\"ascii\">4<", "\"ascii\">-1<", 11, "mesh.index");
  vtu("no types", "Name=\"types\"", "Name=\"kinds\"", 11, "mesh.syntax");
  vtu("connectivity of floats", "type=\"Int32\" Name=\"connectivity\"", "type=\"Float32\" Name=\"connectivity\"", 12,
      "mesh.syntax");
  vtu("appended array without data", "format=\"ascii\">4<", "format=\"appended\" offset=\"0\">4<", 13, "mesh.syntax");
  vtu("what is no base64", "format=\"ascii\">4<", "format=\"binary\">?!*<", 13, "mesh.truncated");
  vtu("base64 that announces 10^9 bytes", "format=\"ascii\">4<", "format=\"binary\">AMqaO0AAAAA=<", 13, "mesh.count");
  vtu("a tag that is not closed", "</Cells>", "", 16, "mesh.syntax");
  vtu("attribute without quotes", "NumberOfCells=\"1\"", "NumberOfCells=1", 4, "mesh.syntax");
  vtu("unknown entity", "Name=\"a\"", "Name=\"&bomb;\"", 6, "mesh.syntax");
  vtu("document type", "<VTKFile", "<!DOCTYPE a [<!ENTITY b \"bb\">]><VTKFile", 2, "mesh.syntax");
  vtu("field without a name", "Name=\"a\"", "", 6, "mesh.name");
  files.push_back({"appended offset beyond the file", "a.vtu",
                   changed(changed(kVtu, "format=\"ascii\">4<", "format=\"appended\" offset=\"99\"><"), "</VTKFile>",
                           "<AppendedData encoding=\"raw\">_abcd</AppendedData></VTKFile>"),
                   "a.vtu:13", "mesh.index"});
  std::string deep;
  for (int k = 0; k < 100000; ++k) deep += "<a>";
  files.push_back({"elements very deep", "a.vtu", "<VTKFile type=\"PolyData\">" + deep, "a.vtu:1", "mesh.syntax"});

  const auto gmsh4 = changes_of(gmsh_4_ascii(), "a.msh");
  gmsh4("numbers of 4 bytes", "4.1 0 8", "4.1 0 4", 2, "mesh.version");
  gmsh4("10^18 points among the entities", "1 0 1 2\n", "1000000000000000000 0 1 2\n", 10, "mesh.count");
  gmsh4("10^18 groups of an entity", "1 1 1 1.25 1 3", "1 1 1 1.25 1000000000000000000 3", 11, "mesh.count");
  gmsh4("10^18 vertices", "2 5 1 5\n", "2 1000000000000000000 1 5\n", 17, "mesh.count");
  gmsh4("a vertex too few announced", "2 5 1 5\n", "2 4 1 5\n", 25, "mesh.count");
  gmsh4("a vertex too many announced", "2 5 1 5\n", "2 6 1 5\n", 29, "mesh.count");
  gmsh4("a vertex twice", "\n4\n5\n", "\n4\n4\n", 30, "mesh.index");
  gmsh4("a dimension of 7", "3 1 0 2\n4", "7 1 0 2\n4", 25, "mesh.number");
  gmsh4("neither parametric nor not", "3 1 0 2\n4", "3 1 5 2\n4", 25, "mesh.number");
  gmsh4("infinite coordinate", "0 0 1\n1 1 1.25", "0 0 inf\n1 1 1.25", 28, "mesh.number");
  gmsh4("unknown element type", "3 2 4 1\n", "3 2 99 1\n", 39, "mesh.element-type");
  gmsh4("unknown vertex", "4 2 3 4 5", "4 2 3 4 6", 40, "mesh.index");
  gmsh4("10^18 elements", "4 4 1 4\n", "4 1000000000000000000 1 4\n", 32, "mesh.count");
  gmsh4("an element too many announced", "4 4 1 4\n", "4 5 1 4\n", 40, "mesh.count");
  gmsh4("a second $Nodes", "$Elements", "$Nodes\n$EndNodes\n$Elements", 31, "mesh.syntax");
  gmsh4("no elements", "$Elements", "$Ignored", 42, "mesh.truncated");
  gmsh4("a name of dimension 4", "3 7 \"soft", "4 7 \"soft", 7, "mesh.number");
  gmsh4("a name without quotes", "\"skin\"", "skin", 6, "mesh.syntax");

  // Binary files: numbers replaced by their bytes.
  const std::string msh2 = gmsh_2_binary(std::endian::little), msh4b = gmsh_4_binary(std::endian::little);
  auto binary = [&](const std::string& good, const char* what, const std::string& from, const std::string& to, const char* id) {
    files.push_back({what, "a.msh", changed(good, from, to), "", id});
  };
  binary(msh2, "binary 2.2 without the number 1", raw(1) + "\n$EndM", raw(7) + "\n$EndM", "mesh.syntax");
  binary(msh2, "binary 2.2, 10^18 vertices", "$Nodes\n5", "$Nodes\n1000000000000000000", "mesh.count");
  binary(msh2, "binary 2.2, infinite coordinate", raw(1.25), raw(std::numeric_limits<double>::infinity()), "mesh.number");
  binary(msh2, "binary 2.2, a vertex too few announced", "$Nodes\n5", "$Nodes\n4", "mesh.binary");
  binary(msh2, "binary 2.2, 10^9 elements", "$Elements\n4", "$Elements\n1000000000", "mesh.count");
  binary(msh2, "binary 2.2, unknown element type", raw(15) + raw(1) + raw(2), raw(150) + raw(1) + raw(2), "mesh.element-type");
  binary(msh2, "binary 2.2, 10^9 elements in a block", raw(15) + raw(1) + raw(2), raw(15) + raw(1000000000) + raw(2), "mesh.count");
  binary(msh2, "binary 2.2, a block of none", raw(15) + raw(1) + raw(2), raw(15) + raw(0) + raw(2), "mesh.count");
  binary(msh2, "binary 2.2, negative number of tags", raw(15) + raw(1) + raw(2), raw(15) + raw(1) + raw(-2), "mesh.count");
  binary(msh2, "binary 2.2, unknown vertex", raw(2) + raw(3) + raw(4) + raw(5) + "\n", raw(2) + raw(3) + raw(4) + raw(50) + "\n",
         "mesh.index");
  binary(msh2, "binary 2.2, cut in an element", raw(4) + raw(5) + "\n$EndElements\n", raw(4), "mesh.count");
  binary(msh2, "binary 2.2, no end of the vertices", "$EndNodes", "$EndNudes", "mesh.syntax");
  const std::string nodes = "$Nodes\n" + raw(std::int64_t{2}) + raw(std::int64_t{5});
  binary(msh4b, "binary 4.1, 2^62 blocks", "$Nodes\n" + raw(std::int64_t{2}), "$Nodes\n" + raw(std::int64_t{1} << 62),
         "mesh.count");
  binary(msh4b, "binary 4.1, negative number of vertices", nodes, "$Nodes\n" + raw(std::int64_t{2}) + raw(std::int64_t{-5}),
         "mesh.count");
  binary(msh4b, "binary 4.1, 2^62 vertices", nodes, "$Nodes\n" + raw(std::int64_t{2}) + raw(std::int64_t{1} << 62), "mesh.count");
  binary(msh4b, "binary 4.1, infinite coordinate", raw(1.25) + "\n$EndNodes",
         raw(std::numeric_limits<double>::infinity()) + "\n$EndNodes", "mesh.number");
  binary(msh4b, "binary 4.1, cut in the vertices", raw(1.25) + "\n$EndNodes\n$Elements\n", "", "mesh.binary");
  return files;
}

class MalformedFormats : public testing::TestWithParam<BadFile> {};

TEST_P(MalformedFormats, FileIsRefusedWithItsPlace) {
  const BadFile& file = GetParam();
  try {
    MeshContent content = parse_mesh_content({file.name, file.text});
    const bool tets = !content.tets.empty();
    if (tets)
      to_tet_mesh(std::move(content));
    else
      to_triangle_mesh(std::move(content));
    ADD_FAILURE() << file.what << " was accepted";
  } catch (const InputError& error) {
    const Fault& fault = error.faults().front();
    EXPECT_EQ(fault.id, file.id) << file.what << ": " << error.what();
    EXPECT_THAT(fault.place, testing::EndsWith(file.place)) << file.what << ": " << error.what();
    EXPECT_THAT(fault.place, testing::StartsWith(file.name));
    EXPECT_LT(fault.message.size(), 300u);
    EXPECT_EQ(fault.message.find('\n'), std::string::npos);
  }
}

INSTANTIATE_TEST_SUITE_P(All, MalformedFormats, testing::ValuesIn(bad_files()), [](const auto& test) {
  std::string name = test.param.name.substr(2) + "_" + test.param.what;
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name;
});

TEST(MalformedFormats, TheGoodFilesOfThisFileAreGoodAndNoByteOfThemCrashesWhenChanged) {
  const std::pair<const char*, std::string> files[] = {{"a.mesh", kMedit},
                                                       {"a.obj", kObj},
                                                       {"a.stl", kStl},
                                                       {"b.stl", binary_triangle_stl(1, 1)},
                                                       {"a.ply", kPly},
                                                       {"a.vtk", kVtk},
                                                       {"a.vtu", kVtu},
                                                       {"a.msh", gmsh_4_ascii()},
                                                       {"b.msh", gmsh_4_binary(std::endian::big)},
                                                       {"c.msh", gmsh_2_binary(std::endian::little)}};
  for (const auto& [name, text] : files) {
    EXPECT_NO_THROW(to_triangle_mesh(parse_mesh_content({name, text}))) << name;
    for (std::size_t at = 0; at < text.size(); ++at)
      for (char change : {'-', '9', '\0', '\n', '\xff'}) {
        std::string bad = text;
        if (change == '\0')
          bad.resize(at);
        else
          bad[at] = change;
        try {
          MeshContent content = parse_mesh_content({name, std::move(bad)});
          to_triangle_mesh(content);
          to_tet_mesh(std::move(content));
        } catch (const InputError&) {
        }
      }
  }
}

// A file of somebody else's, named as a mesh by mistake or not: messages show a word of it and no line.
TEST(ForeignFiles, AreShownByOneWordAlone) {
  const std::string texts[] = {"root:$6$salt$secretsecret:19000:0:99999\nbin:secret\n", "password = secret # secret\n",
                               "1 2 secret\n", "abcdefghijklmnopqrstuvwxyzsecret\n"};
  for (const char* const name : {"a.msh", "a.mesh", "a.obj", "a.stl", "a.ply", "a.vtk", "a.vtu", "a.veg", "a.node"})
    for (const std::string& text : texts) {
      try {
        MeshContent content = parse_mesh_content({name, text});
        to_triangle_mesh(content);
        ADD_FAILURE() << name << " accepted " << text;
      } catch (const InputError& error) {
        EXPECT_EQ(std::string(error.what()).find("secret"), std::string::npos) << name << ": " << error.what();
      }
    }
}

}  // namespace
