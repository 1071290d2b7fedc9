#include <lilyan/mesh_files/vtk/pvd.hpp>

#include <lilyan/core/error.hpp>
#include <lilyan/core/platform/file_reader.hpp>
#include <lilyan/core/platform/file_writer.hpp>
#include <lilyan/mesh_files/vtk/xml.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cmath>
#include <string>
#include <utility>

namespace lilyan {

// Writing

namespace {

constexpr std::string_view kHead = "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\">\n<Collection>\n";
constexpr std::string_view kTail = "</Collection>\n</VTKFile>\n";

// Opened for a moment only: entries are rare, and an index that holds no descriptor can be copied and kept.
class OpenFile {
 public:
  explicit OpenFile(const std::filesystem::path& file)
      : file_(file), number_(::open(file.c_str(), O_RDWR | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)) {
    if (number_ < 0 && errno == ELOOP) require_no_link(file_);
    if (number_ < 0) throw_file_error(file_, "write this file", errno);
  }
  ~OpenFile() { ::close(number_); }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;

  std::string read(std::int64_t at, std::size_t size) const {
    std::string text(size, '\0');
    const ssize_t got = ::pread(number_, text.data(), size, at);
    if (got < 0) throw_file_error(file_, "write this file", errno);
    text.resize(static_cast<std::size_t>(got));
    return text;
  }

  void write(std::int64_t at, std::string_view text) {
    while (!text.empty()) {
      const ssize_t put = ::pwrite(number_, text.data(), text.size(), at);
      if (put < 0 && errno == EINTR) continue;
      if (put < 0) throw_file_error(file_, "write this file", errno);
      at += put;
      text.remove_prefix(static_cast<std::size_t>(put));
    }
  }

  void cut(std::int64_t size) {
    if (::ftruncate(number_, size) != 0) throw_file_error(file_, "write this file", errno);
  }

 private:
  const std::filesystem::path& file_;
  int number_;
};

}  // namespace

PvdIndex::PvdIndex(std::filesystem::path file, std::int64_t offset) : file_(std::move(file)), offset_(offset) {}

PvdIndex PvdIndex::create(std::filesystem::path file) {
  write_atomically(file, std::string(kHead) + std::string(kTail));
  return PvdIndex(std::move(file), static_cast<std::int64_t>(kHead.size()));
}

PvdIndex PvdIndex::resume(std::filesystem::path file, std::int64_t offset) {
  OpenFile open(file);
  // Ours up to the offset: the head, then whole lines. (The head ends with a newline too.)
  const auto head = static_cast<std::int64_t>(kHead.size());
  if (offset < head || open.read(0, kHead.size()) != kHead || open.read(offset - 2, 2) != ">\n")
    throw InputError(Fault{"output.resume", file.string(), fmt::format("has no entry that ends at byte {}", offset),
                           "the file was changed since it was written; run again without --resume"});
  open.write(offset, kTail);
  open.cut(offset + static_cast<std::int64_t>(kTail.size()));
  return PvdIndex(std::move(file), offset);
}

void PvdIndex::add(double time, const std::vector<std::string>& files, const std::string& name_of_last) {
  std::string entry;
  for (std::size_t part = 0; part < files.size(); ++part) {
    const bool has_name = part + 1 == files.size() && !name_of_last.empty();
    entry += fmt::format("<DataSet timestep=\"{}\" part=\"{}\"{} file=\"{}\"/>\n", time, part,
                         has_name ? fmt::format(" name=\"{}\"", xml_escaped(name_of_last)) : "", xml_escaped(files[part]));
  }
  OpenFile open(file_);
  try {
    open.write(offset_, entry + std::string(kTail));
  } catch (const InputError&) {
    // A full disk took part of the entry; the tags that stood there still have their room.
    open.write(offset_, kTail);
    open.cut(offset_ + static_cast<std::int64_t>(kTail.size()));
    throw;
  }
  offset_ += static_cast<std::int64_t>(entry.size());
}

// Reading

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
