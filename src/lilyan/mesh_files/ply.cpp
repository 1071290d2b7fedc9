// parse_ply of formats.hpp: the Stanford PLY format, as text and in binary of either byte order.
//
//   ply, format ascii|binary_little_endian|binary_big_endian 1.0
//   element vertex <count>, property <type> x, ...      element face <count>, property list <type> <type> vertex_indices
//   end_header, then the elements in that order, their properties in that order
#include <lilyan/mesh_files/formats.hpp>
#include <lilyan/mesh_files/scan/byte_scanner.hpp>
#include <lilyan/mesh_files/scan/numbers.hpp>

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <optional>

namespace lilyan {

namespace {

constexpr std::size_t kMostProperties = 1000;

struct Property {
  std::string name;
  NumberType type;
  std::optional<NumberType> count;  // of a list: the type of its length
};

struct Element {
  std::string name;
  std::int64_t count = 0;
  std::vector<Property> properties;
};

class PlyReader {
 public:
  explicit PlyReader(const TextFile& file) : in_(file) { content_.origin.files = {file.name}; }
  MeshContent read();

 private:
  void read_header();
  NumberType type();
  void read_element(const Element& element);
  void read_vertex(const Element& element, Index i);
  void read_face(const Element& element);
  void pass_row(const Element& element);

  double real(NumberType type, const char* what);
  std::int64_t integer(NumberType type, const char* what);
  Index length(const Property& list);

  ByteScanner in_;
  MeshContent content_;
  std::vector<Element> elements_;
  bool binary_ = false;
  std::endian order_ = std::endian::little;
};

NumberType PlyReader::type() {
  const std::string_view name = in_.word("a type");
  const std::optional<NumberType> found = ply_type(name);
  if (!found) in_.fail("mesh.syntax", fmt::format("the type {} is unknown", shown_word(name)));
  return *found;
}

void PlyReader::read_header() {
  if (const std::string_view magic = in_.word("ply"); magic != "ply") in_.fail("mesh.syntax", "the file does not begin with ply");
  if (const std::string_view word = in_.word("format"); word != "format")
    in_.fail("mesh.syntax", fmt::format("{} stands where format is expected", shown_word(word)));
  const std::string_view format = in_.word("the format");
  if (format != "ascii" && format != "binary_little_endian" && format != "binary_big_endian")
    in_.fail("mesh.version", fmt::format("the format {} is unknown", shown_word(format)),
             "known are ascii, binary_little_endian and binary_big_endian");
  binary_ = format != "ascii";
  order_ = format == "binary_big_endian" ? std::endian::big : std::endian::little;
  in_.line();  // the version
  while (true) {
    const std::string_view word = in_.word("end_header");
    if (word == "end_header") break;
    if (word == "comment" || word == "obj_info") {
      in_.line();
    } else if (word == "element") {
      Element element{std::string(in_.word("the name of an element")), 0, {}};
      element.count = in_.integer("the number of elements");
      elements_.push_back(std::move(element));
    } else if (word == "property") {
      if (elements_.empty()) in_.fail("mesh.syntax", "a property stands before its element");
      std::vector<Property>& properties = elements_.back().properties;
      if (properties.size() == kMostProperties)
        in_.fail("mesh.count", fmt::format("an element has more than {} properties", kMostProperties));
      Property property;
      if (in_.peek() == "list") {
        in_.word("list");
        property.count = type();
        if (!is_whole(*property.count)) in_.fail("mesh.syntax", "the length of a list must be of a type of whole numbers");
      }
      property.type = type();
      property.name = in_.word("the name of a property");
      properties.push_back(std::move(property));
    } else {
      in_.fail("mesh.syntax", fmt::format("{} stands where element, property or end_header is expected", shown_word(word)));
    }
  }
  if (binary_) in_.line();
}

double PlyReader::real(NumberType stored, const char* what) {
  return binary_ ? stored_real(in_.bytes(size_of(stored), what).data(), stored, order_) : in_.real(what);
}

std::int64_t PlyReader::integer(NumberType stored, const char* what) {
  return binary_ ? stored_integer(in_.bytes(size_of(stored), what).data(), stored, order_) : in_.integer(what);
}

Index PlyReader::length(const Property& list) {
  const std::int64_t count = integer(*list.count, "the length of a list");
  return in_.believe(count, "entries of a list", binary_ ? size_of(list.type) : 2, 0);
}

void PlyReader::read_vertex(const Element& element, Index i) {
  for (const Property& property : element.properties) {
    if (property.count) {
      for (Index k = length(property); k > 0; --k) real(property.type, "an entry of a list");
      continue;
    }
    const double value = real(property.type, "a property of a vertex");
    if (property.name.size() != 1 || property.name[0] < 'x' || property.name[0] > 'z') continue;
    if (!std::isfinite(value)) in_.fail("mesh.number", fmt::format("coordinate {} of vertex {} is not finite", property.name, i));
    vertex(content_.X, i)[property.name[0] - 'x'] = value;
  }
}

void PlyReader::read_face(const Element& element) {
  for (const Property& property : element.properties) {
    if (!property.count) {
      real(property.type, "a property of a face");
      continue;
    }
    const bool corners = property.name == "vertex_indices" || property.name == "vertex_index";
    const Index count = length(property);
    if (corners && count < 3) in_.fail("mesh.syntax", fmt::format("a face has {} vertices, but needs 3", count));
    Triangle fan{};
    for (Index k = 0; k < count; ++k) {
      if (!corners) {
        real(property.type, "an entry of a list");
        continue;
      }
      const std::int64_t index = integer(property.type, "vertex index");
      if (index < 0 || index >= content_.vertices())
        in_.fail("mesh.index", fmt::format("vertex {} is named, but there are {}", index, content_.vertices()));
      if (k > 1) fan[1] = fan[2];
      (k == 0 ? fan[0] : fan[2]) = static_cast<Index>(index);
      if (k >= 2) content_.triangles.push_back(fan);
    }
  }
}

void PlyReader::pass_row(const Element& element) {
  for (const Property& property : element.properties)
    for (Index k = property.count ? length(property) : 1; k > 0; --k) real(property.type, "a property");
}

void PlyReader::read_element(const Element& element) {
  if (element.properties.empty()) return;  // whose rows are nothing
  // What a row takes at the least; a list may be empty.
  std::size_t least = 0;
  for (const Property& property : element.properties) least += binary_ ? size_of(property.count.value_or(property.type)) : 2;
  const Index count = in_.believe(element.count, fmt::format("elements {}", shown(element.name)), least, 0);
  auto has = [&](std::string_view name, bool list) {
    for (const Property& property : element.properties)
      if (property.name == name && property.count.has_value() == list) return true;
    return false;
  };
  if (element.name == "vertex") {
    if (content_.X.size() > 0) in_.fail("mesh.syntax", "a second element vertex");
    if (!has("x", false) || !has("y", false) || !has("z", false))
      in_.fail("mesh.syntax", "a vertex must have the properties x, y and z");
    content_.X.resize(3 * Eigen::Index{count});
    for (Index i = 0; i < count; ++i) read_vertex(element, i);
  } else if (element.name == "face") {
    for (const Property& property : element.properties)
      if (property.name.starts_with("vertex_ind") && !is_whole(property.type))
        in_.fail("mesh.syntax", "vertices of a face must be whole numbers");
    for (Index t = 0; t < count; ++t) read_face(element);
  } else {
    for (Index row = 0; row < count; ++row) pass_row(element);
    if (count > 0) content_.notes.push_back(fmt::format("left out {} elements {}", count, shown(element.name)));
  }
}

MeshContent PlyReader::read() {
  read_header();
  for (const Element& element : elements_) read_element(element);
  if (content_.X.size() == 0) in_.fail("mesh.empty", "the file has no vertices");
  if (content_.triangles.size() > static_cast<std::size_t>(std::numeric_limits<Index>::max()))
    in_.fail("mesh.count", "more triangles than can be counted");
  content_.format = !binary_ ? "PLY ASCII" : order_ == std::endian::big ? "PLY binary, big-endian" : "PLY binary, little-endian";
  return std::move(content_);
}

}  // namespace

MeshContent parse_ply(TextFile file) { return PlyReader(file).read(); }

}  // namespace lilyan
