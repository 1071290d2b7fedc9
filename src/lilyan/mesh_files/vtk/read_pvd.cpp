#include <lilyan/core/error.hpp>
#include <lilyan/core/platform/text_file.hpp>
#include <lilyan/mesh_files/vtk/pvd.hpp>
#include <lilyan/mesh_files/vtk/xml.hpp>

#include <fmt/format.h>

#include <charconv>
#include <cmath>

namespace lilyan {

namespace {

[[noreturn]] void fail(const TextFile& file, const XmlElement& element, std::string message) {
  throw InputError(
      {"frames.index", fmt::format("{}:{}", file.name, element.line), std::move(message), "name a frames.pvd that a run wrote"});
}

// 0 where the element does not have the attribute.
template <class Number>
Number number_of(const TextFile& file, const XmlElement& element, const char* name) {
  const std::string* text = element.attribute(name);
  if (text == nullptr) return 0;
  Number value = 0;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), value);
  if (error != std::errc{} || end != text->data() + text->size() || !std::isfinite(static_cast<double>(value)))
    fail(file, element, fmt::format("{} is {}, not a number", name, shown(*text)));
  return value;
}

}  // namespace

std::vector<PvdEntry> read_pvd(const std::filesystem::path& path) {
  const TextFile file = read_text_file(path);
  const XmlElement root = read_xml(file).root;
  const std::string* type = root.attribute("type");
  const XmlElement* collection = root.child("Collection");
  if (root.name != "VTKFile" || type == nullptr || *type != "Collection" || collection == nullptr)
    fail(file, root, "is no index of frames: a <Collection> in a <VTKFile type=\"Collection\">");
  std::vector<PvdEntry> entries;
  for (const XmlElement& element : collection->children) {
    if (element.name != "DataSet") continue;
    const std::string *part_file = element.attribute("file"), *name = element.attribute("name");
    if (part_file == nullptr || part_file->empty()) fail(file, element, "a DataSet names no file");
    entries.push_back({number_of<double>(file, element, "timestep"), number_of<int>(file, element, "part"),
                       path.parent_path() / *part_file, element.line, name ? *name : ""});
  }
  return entries;
}

}  // namespace lilyan
