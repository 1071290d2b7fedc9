#include <lilyan/core/model_file.hpp>

#include <lilyan/core/bytes.hpp>
#include <lilyan/core/platform/file_reader.hpp>
#include <lilyan/core/platform/file_writer.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cstring>

namespace lilyan {

namespace {

constexpr std::string_view kMagic = "LILYANMF";
constexpr std::uint32_t kModelFileFormat = 1;
constexpr std::size_t kLengthPlace = 8, kChecksumSize = 8, kShortest = 8 + 8 + 4 + 1 + 4 + 4 + kChecksumSize;
constexpr std::size_t kLongestName = 255;
constexpr std::uint32_t kMostSections = 1024;

template <class Number>
void put(std::string& bytes, Number value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

void put_text(std::string& bytes, const std::string& text) {
  assert(text.size() <= kLongestName);
  put(bytes, static_cast<std::uint8_t>(text.size()));
  bytes += text;
}

template <class Number>
Number number_at(std::string_view bytes, std::size_t at) {
  Number value;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

// Takes numbers and texts from the front of bytes that are whole.
class Front {
 public:
  Front(std::string_view rest, const std::string& place) : rest_(rest), place_(place) {}

  template <class Number>
  Number number() {
    return number_at<Number>(next(sizeof(Number)), 0);
  }
  std::string text() { return std::string(next(number<std::uint8_t>())); }
  std::string_view rest() const { return rest_; }

 private:
  std::string_view next(std::size_t size) {
    if (size > rest_.size())
      throw InputError({"model.content", place_, "the table of its sections ends too early", "make the model again"});
    const std::string_view bytes = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return bytes;
  }

  std::string_view rest_;
  const std::string& place_;
};

// Everything that can be said without understanding what is inside.
void check_whole(std::string_view bytes, const std::string& place) {
  if (!bytes.starts_with(kMagic.substr(0, bytes.size())))
    throw InputError({"model.foreign", place, fmt::format("is no model of lilyan: it begins with {}", shown(bytes.substr(0, 8))),
                      "name a file that lilyan made"});
  auto damaged = [&](const std::string& what) { throw InputError({"model.damaged", place, what, "make the model again"}); };
  if (bytes.size() < kShortest) damaged(fmt::format("is cut short: {} bytes", bytes.size()));
  const auto length = number_at<std::uint64_t>(bytes, kLengthPlace);
  if (bytes.size() < length) damaged(fmt::format("is cut short: {} of {} bytes", bytes.size(), length));
  if (bytes.size() > length) damaged(fmt::format("has {} bytes where it says {}", bytes.size(), length));
  const std::size_t end = bytes.size() - kChecksumSize;
  if (number_at<std::uint64_t>(bytes, end) != checksum(bytes.substr(0, end))) damaged("does not match its checksum");
}

void check_version(const std::string& what, std::uint32_t found, std::uint32_t newest, const std::string& place) {
  if (found >= 1 && found <= newest) return;
  throw InputError({"model.version", place, fmt::format("has {} {}; this program reads 1 to {}", what, found, newest),
                    "use the version of lilyan that wrote it, or make the model again"});
}

}  // namespace

ModelFile ModelFile::from_bytes(std::string bytes, const std::string& place, const ModelKind& kind) {
  return from_bytes(std::move(bytes), place, std::vector{kind});
}

ModelFile ModelFile::from_bytes(std::string bytes, const std::string& place, const std::vector<ModelKind>& kinds) {
  check_whole(bytes, place);
  const std::size_t header = kLengthPlace + 8;
  Front front(std::string_view(bytes).substr(header, bytes.size() - header - kChecksumSize), place);
  check_version("format", front.number<std::uint32_t>(), kModelFileFormat, place);
  ModelFile model(kinds.front());
  model.place_ = place;
  model.kind_ = front.text();
  const auto kind = std::find_if(kinds.begin(), kinds.end(), [&](const ModelKind& known) { return known.name == model.kind_; });
  if (kind == kinds.end()) {
    std::string wanted;
    for (const ModelKind& known : kinds) wanted += (wanted.empty() ? "" : " or ") + shown(known.name);
    throw InputError(
        {"model.kind", place, fmt::format("is a model of kind {}; wanted is {}", shown(model.kind_), wanted), "name another file"});
  }
  model.version_ = front.number<std::uint32_t>();
  check_version("version", model.version_, kind->version, place);

  const auto count = front.number<std::uint32_t>();
  std::uint64_t begin = 0;
  if (count > kMostSections) model.refuse(fmt::format("has {} sections; at most {} are read", count, kMostSections));
  for (std::uint32_t k = 0; k < count; ++k) {
    std::string name = front.text();
    const auto size = front.number<std::uint64_t>();
    if (size > bytes.size() || begin + size > bytes.size())
      model.refuse(fmt::format("section {} has {} bytes, more than are there", shown(name), size));
    if (model.has(name)) model.refuse(fmt::format("section {} is there twice", shown(name)));
    model.sections_.push_back({std::move(name), begin, size});
    begin += size;
  }
  if (front.rest().size() != begin)
    model.refuse(fmt::format("its sections have {} bytes; {} are there", begin, front.rest().size()));
  const std::size_t before = bytes.size() - kChecksumSize - front.rest().size();
  bytes.resize(bytes.size() - kChecksumSize);
  bytes.erase(0, before);
  model.contents_ = std::move(bytes);
  return model;
}

std::string ModelFile::to_bytes() const {
  std::string bytes(kMagic);
  put(bytes, std::uint64_t{0});  // the length, known in the end
  put(bytes, kModelFileFormat);
  put_text(bytes, kind_);
  put(bytes, version_);
  put(bytes, static_cast<std::uint32_t>(sections_.size()));
  for (const Section& section : sections_) {
    put_text(bytes, section.name);
    put(bytes, std::uint64_t{section.size});
  }
  bytes += contents_;
  const std::uint64_t length = bytes.size() + kChecksumSize;
  std::memcpy(bytes.data() + kLengthPlace, &length, sizeof length);
  put(bytes, checksum(bytes));
  return bytes;
}

void ModelFile::add(const std::string& name, std::string_view bytes) {
  assert(!has(name));
  sections_.push_back({name, contents_.size(), bytes.size()});
  contents_ += bytes;
}

const ModelFile::Section* ModelFile::find(std::string_view name) const {
  for (const Section& section : sections_)
    if (section.name == name) return &section;
  return nullptr;
}

bool ModelFile::has(std::string_view name) const { return find(name) != nullptr; }

std::span<const char> ModelFile::section(std::string_view name) const {
  const Section* found = find(name);
  if (found == nullptr) refuse(fmt::format("has no section \"{}\"", name));
  return std::span<const char>(contents_).subspan(found->begin, found->size);
}

Fault ModelFile::fault(const std::string& what) const { return {"model.content", place_, what, "make the model again"}; }

void ModelFile::refuse(const std::string& what) const { throw InputError(fault(what)); }

void write_model_file(const std::filesystem::path& file, const ModelFile& model) { write_atomically(file, model.to_bytes()); }

ModelFile read_model_file(const std::filesystem::path& file, const ModelKind& kind) {
  return ModelFile::from_bytes(read_model_bytes(file), file.string(), kind);
}

std::string read_model_bytes(const std::filesystem::path& file) {
  FileReader in(file);
  auto missing = [&](const std::string& what) {
    throw InputError({"model.missing", file.string(), what, "name a file that exists"});
  };
  if (!in.is_open()) missing("does not exist, is not a regular file, or may not be read");
  if (in.size() > kLargestFile) missing(fmt::format("has {} bytes; at most {} are read", in.size(), kLargestFile));
  std::string bytes = in.read(in.size());
  if (bytes.size() < in.size()) missing("cannot be read to its end");
  return bytes;
}

}  // namespace lilyan
