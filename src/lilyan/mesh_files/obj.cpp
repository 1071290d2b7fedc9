// parse_obj of formats.hpp: Wavefront OBJ, of which vertices and faces are read.
//
//   v x y z [w, or colours]            f 1 2 3    f 1/4/2 2//3 -1 ...    negative: counted back from the last vertex so far
#include <lilyan/core/error.hpp>
#include <lilyan/mesh_files/formats.hpp>
#include <lilyan/mesh_files/scan/numbers.hpp>
#include <lilyan/mesh_files/scan/text.hpp>

#include <fmt/format.h>

#include <limits>
#include <set>

namespace lilyan {

namespace {

// What else a line of a real file begins with; other words mean that this is no OBJ file.
const std::set<std::string_view> kPassed = {"vt",    "vn",       "vp",       "g",      "o",      "s",    "mg",         "l",
                                            "p",     "usemtl",   "mtllib",   "usemap", "maplib", "lod",  "shadow_obj", "trace_obj",
                                            "bevel", "c_interp", "d_interp", "cstype", "deg",    "bmat", "step",       "curv",
                                            "curv2", "surf",     "parm",     "trim",   "hole",   "scrv", "sp",         "end",
                                            "con",   "call",     "csh",      "ctech",  "stech"};

class ObjReader {
 public:
  explicit ObjReader(TextFile file) : text_(std::move(file), {.comment = '#'}) { content_.origin.files = text_.file_names(); }
  MeshContent read();

 private:
  void read_vertex();
  void read_face();
  std::int64_t corner(std::string_view token);

  TextScanner text_;
  MeshContent content_;
  std::vector<double> x_;
  std::int64_t highest_ = -1;  // index that a face names, and where
  std::string highest_place_;
};

MeshContent ObjReader::read() {
  while (text_.next_line()) {
    const std::string_view keyword = text_[0];
    if (keyword == "v") {
      read_vertex();
    } else if (keyword == "f" || keyword == "fo") {
      read_face();
    } else if (!kPassed.contains(keyword)) {
      text_.fail("mesh.syntax", fmt::format("{} is no keyword of an OBJ file", shown_word(keyword)),
                 "is this a Wavefront OBJ file?");
    }
  }
  if (x_.empty()) text_.fail("mesh.empty", "the file has no vertices");
  const auto vertices = static_cast<std::int64_t>(x_.size() / 3);
  if (highest_ >= vertices)
    throw InputError(
        Fault{"mesh.index", highest_place_, fmt::format("vertex {} is named, but the file has {}", highest_ + 1, vertices), ""});
  content_.X = Eigen::Map<const Vector>(x_.data(), static_cast<Eigen::Index>(x_.size()));
  content_.format = "Wavefront OBJ";
  content_.origin.first_id = 1;
  return std::move(content_);
}

void ObjReader::read_vertex() {
  if (text_.size() < 4) text_.require_size(4, "v x y z");
  const Vec3 x = text_.position(1);
  x_.insert(x_.end(), x.begin(), x.end());
}

std::int64_t ObjReader::corner(std::string_view token) {
  const std::int64_t given = parse_integer(token.substr(0, token.find('/')), "vertex index",
                                           [this](const char* id, std::string message) { text_.fail(id, std::move(message)); });
  const auto vertices = static_cast<std::int64_t>(x_.size() / 3);
  if (given == 0 || given < -vertices || given > std::numeric_limits<Index>::max())
    text_.fail("mesh.index", fmt::format("vertex index {} is named, but vertices count from 1, and {} so far", given, vertices));
  // A face may stand before its vertices; then only the end of the file tells whether they come.
  const std::int64_t index = given > 0 ? given - 1 : vertices + given;
  if (index > highest_) {
    highest_ = index;
    highest_place_ = index >= vertices ? text_.place() : std::string();
  }
  return index;
}

void ObjReader::read_face() {
  std::vector<Index> corners;
  for (std::size_t k = 1; k < text_.size(); ++k) {
    if (text_[k] == "\\" && k + 1 == text_.size()) {  // the face goes on in the next line
      text_.require_line("the rest of a face");
      k = static_cast<std::size_t>(-1);
      continue;
    }
    corners.push_back(static_cast<Index>(corner(text_[k])));
  }
  if (corners.size() < 3) text_.fail("mesh.syntax", fmt::format("a face has {} vertices, but needs 3", corners.size()));
  for (std::size_t k = 2; k < corners.size(); ++k) content_.triangles.push_back({corners[0], corners[k - 1], corners[k]});
}

}  // namespace

MeshContent parse_obj(TextFile file) { return ObjReader(std::move(file)).read(); }

}  // namespace lilyan
