#include <lilyan/core/error.hpp>
#include <lilyan/mesh_files/scan/byte_scanner.hpp>
#include <lilyan/mesh_files/vtk/vtk_array.hpp>

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <charconv>
#include <type_traits>
#include <utility>

namespace lilyan {

// Bytes as they lie in a file, or in base64. A header may be padded to a whole number of quartets: decoding goes on behind it.
class Payload {
 public:
  Payload(std::string_view text, bool base64) : text_(text), base64_(base64) {}

  // At least this many bytes cannot be missing; to be asked before memory is taken.
  bool may_hold(std::uint64_t size) const { return size <= held_.size() + (base64_ ? text_.size() / 4 * 3 : text_.size()); }
  // nullopt where the bytes end too early or are no base64.
  std::optional<std::string> take(std::uint64_t size);

 private:
  bool decode_quartet();

  std::string_view text_;
  bool base64_;
  std::string held_;  // decoded and not yet taken
};

std::optional<std::string> Payload::take(std::uint64_t size) {
  if (!may_hold(size)) return std::nullopt;
  if (!base64_) {
    const std::string found(text_.substr(0, size));
    text_.remove_prefix(size);
    return found;
  }
  held_.reserve(size + 3);
  while (held_.size() < size)
    if (!decode_quartet()) return std::nullopt;
  const std::string found = held_.substr(0, size);
  held_.erase(0, size);
  return found;
}

bool Payload::decode_quartet() {
  auto digit = [](char c) {
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
  };
  std::uint32_t bits = 0;
  int digits = 0;
  for (int k = 0; k < 4; ++k) {
    // Some writers break base64 into lines.
    while (!text_.empty() && (text_[0] == '\n' || text_[0] == '\r' || text_[0] == ' ' || text_[0] == '\t')) text_.remove_prefix(1);
    if (text_.empty()) return false;
    const int value = digit(text_[0]);
    if (value < 0 && (text_[0] != '=' || k < 2)) return false;
    if (value >= 0 && digits < k) return false;  // a digit behind the padding
    bits = bits << 6 | static_cast<std::uint32_t>(std::max(value, 0));
    digits += value >= 0;
    text_.remove_prefix(1);
  }
  for (int k = 0; k < digits - 1; ++k) held_ += static_cast<char>(bits >> (16 - 8 * k) & 0xff);
  return true;
}

namespace {

// How many bytes of memory a byte of the file may become, and what a small file may always take. A grid of a regular lattice
// compresses about thirtyfold; a thousandfold is a bomb.
constexpr std::uint64_t kMostExpansion = 100, kAlways = std::uint64_t{1} << 20;

}  // namespace

VtkArrays::VtkArrays(const TextFile& file, const XmlDocument& document)
    : file_(file), budget_((kMostExpansion * file.text.size() + kAlways) / sizeof(double)) {
  const XmlElement& root = document.root;
  if (const std::string* order = root.attribute("byte_order")) {
    if (*order != "LittleEndian" && *order != "BigEndian")
      fail(root, "mesh.syntax", fmt::format("the byte order {} is unknown", shown(*order)), "known are LittleEndian and BigEndian");
    order_ = *order == "BigEndian" ? std::endian::big : std::endian::little;
  }
  if (const std::string* header = root.attribute("header_type")) {
    if (*header != "UInt32" && *header != "UInt64")
      fail(root, "mesh.syntax", fmt::format("the header type {} is unknown", shown(*header)), "known are UInt32 and UInt64");
    header_bytes_ = *header == "UInt64" ? 8 : 4;
  }
  if (const std::string* compressor = root.attribute("compressor")) {
    if (*compressor != "vtkZLibDataCompressor")
      fail(root, "mesh.encoding",
           fmt::format("data compressed by {} is not read, only by vtkZLibDataCompressor", shown(*compressor)),
           "write the file without compression or with zlib");
    compressed_ = true;
  }
  if (document.appended == 0) return;

  const XmlElement* appended = root.child("AppendedData");
  const std::string* encoding = appended == nullptr ? nullptr : appended->attribute("encoding");
  if (encoding == nullptr || (*encoding != "raw" && *encoding != "base64"))
    fail(appended == nullptr ? root : *appended, "mesh.syntax", "the encoding of <AppendedData> must be raw or base64");
  appended_is_base64_ = *encoding == "base64";
  const std::size_t underscore = file.text.find_first_not_of(" \t\r\n", document.appended);
  if (underscore == std::string::npos || file.text[underscore] != '_')
    fail(*appended, "mesh.syntax", "the data inside <AppendedData> must begin with an underscore");
  appended_begin_ = underscore + 1;
  appended_end_ = appended_is_base64_ ? std::min(file.text.find('<', appended_begin_), file.text.size()) : file.text.size();
}

std::string VtkArrays::place(const XmlElement& element) const { return fmt::format("{}:{}", file_.name, element.line); }

void VtkArrays::fail(const XmlElement& element, std::string id, std::string message, std::string hint) const {
  throw InputError(Fault{std::move(id), place(element), std::move(message), std::move(hint)});
}

void VtkArrays::spend(const XmlElement& array, std::uint64_t items) {
  if (items > budget_)
    fail(array, "mesh.too-large",
         fmt::format("with this array the data becomes more than {} times as large as the file", kMostExpansion),
         "is the file damaged? if not, write it without compression");
  budget_ -= items;
}

void VtkArrays::require_count(const XmlElement& array, std::uint64_t found, std::optional<std::uint64_t> count) const {
  if (count && found != *count) fail(array, "mesh.count", fmt::format("the array has {} values, but must have {}", found, *count));
}

template <class Number>
std::vector<Number> VtkArrays::ascii(const XmlElement& array, std::optional<std::uint64_t> count) {
  ByteScanner text(file_, array.text_begin, array.text_end, array.text_line);
  const std::uint64_t most = (text.left() + 1) / 2;  // a digit and a blank
  if (count && *count > most)
    fail(array, "mesh.count", fmt::format("{} values are announced, but the array's text holds at most {}", *count, most));
  std::vector<Number> values;
  values.reserve(count ? *count : 0);
  while (!text.at_end()) {
    if (count && values.size() == *count) require_count(array, values.size() + 1, count);
    spend(array, 1);
    if constexpr (std::is_same_v<Number, double>)
      values.push_back(text.real("value"));
    else
      values.push_back(text.integer("value"));
  }
  require_count(array, values.size(), count);
  return values;
}

std::string VtkArrays::inflated(const XmlElement& array, Payload& payload, std::size_t item, std::optional<std::uint64_t> count) {
  auto integer = [&] {
    const std::optional<std::string> bytes = payload.take(header_bytes_);
    if (!bytes) fail(array, "mesh.truncated", "the array's data ends inside its header", "is the file complete?");
    return header_bytes_ == 8 ? load<std::uint64_t>(bytes->data(), order_) : load<std::uint32_t>(bytes->data(), order_);
  };
  const std::uint64_t blocks = integer();
  if (blocks == 0) {  // some writers leave the rest of the header out
    require_count(array, 0, count);
    return {};
  }
  const std::uint64_t block_size = integer(), last_size = integer();
  if (!payload.may_hold(blocks) || !payload.may_hold(blocks * header_bytes_))
    fail(array, "mesh.count", fmt::format("{} compressed blocks are announced, for which there is no room", blocks));
  std::vector<std::uint64_t> sizes(blocks);
  for (std::uint64_t& size : sizes) size = integer();

  const std::uint64_t most = (kMostExpansion * file_.text.size() + kAlways);
  if (last_size > block_size || block_size > most / blocks)
    fail(array, "mesh.too-large",
         fmt::format("{} blocks of {} bytes are not credible in a file of {}", blocks, block_size, file_.text.size()),
         "is the file damaged? if not, write it without compression");
  const std::uint64_t total = (blocks - 1) * block_size + (last_size == 0 ? block_size : last_size);
  if (total % item != 0) fail(array, "mesh.count", fmt::format("{} bytes are no whole number of values of {} bytes", total, item));
  require_count(array, total / item, count);
  spend(array, total / item);

  std::string result(total, '\0');
  std::uint64_t at = 0;
  for (std::uint64_t size : sizes) {
    const std::optional<std::string> block = payload.take(size);
    if (!block) fail(array, "mesh.truncated", "the array's data ends inside a compressed block", "is the file complete?");
    const std::uint64_t whole = std::min(block_size, total - at);
    uLongf got = whole;
    const int status = ::uncompress(reinterpret_cast<Bytef*>(result.data() + at), &got,
                                    reinterpret_cast<const Bytef*>(block->data()), static_cast<uLong>(block->size()));
    if (status != Z_OK || got != whole)
      fail(array, "mesh.encoding", fmt::format("a compressed block is not {} bytes compressed by zlib", whole),
           "is the file damaged?");
    at += whole;
  }
  return result;
}

std::string VtkArrays::decoded(const XmlElement& array, std::size_t item, std::optional<std::uint64_t> count) {
  const std::string_view text = file_.text;
  std::optional<Payload> payload;
  if (*array.attribute("format") == "binary") {
    if (array.text_end == array.text_begin && count == 0) return {};
    payload.emplace(text.substr(array.text_begin, array.text_end - array.text_begin), true);
  } else {
    const std::string* given = array.attribute("offset");
    std::uint64_t offset = 0;
    const bool whole = given != nullptr && std::from_chars(given->data(), given->data() + given->size(), offset).ec == std::errc();
    if (!whole) fail(array, "mesh.number", "an appended array needs an offset, a whole number");
    if (appended_begin_ == 0) fail(array, "mesh.syntax", "the file has no <AppendedData> for this array");
    if (offset >= appended_end_ - appended_begin_)
      fail(array, "mesh.index",
           fmt::format("the offset {} lies behind the {} bytes of appended data", offset, appended_end_ - appended_begin_),
           "is the file complete?");
    payload.emplace(text.substr(appended_begin_ + offset, appended_end_ - appended_begin_ - offset), appended_is_base64_);
  }
  if (compressed_) return inflated(array, *payload, item, count);

  const std::optional<std::string> header = payload->take(header_bytes_);
  if (!header) fail(array, "mesh.truncated", "the array's data ends inside its header, or is no base64", "is the file complete?");
  const std::uint64_t size =
      header_bytes_ == 8 ? load<std::uint64_t>(header->data(), order_) : load<std::uint32_t>(header->data(), order_);
  if (size % item != 0) fail(array, "mesh.count", fmt::format("{} bytes are no whole number of values of {} bytes", size, item));
  require_count(array, size / item, count);
  if (!payload->may_hold(size))
    fail(array, "mesh.truncated", fmt::format("{} bytes are announced, more than there are", size), "is the file complete?");
  spend(array, size / item);
  std::optional<std::string> data = payload->take(size);
  if (!data) fail(array, "mesh.encoding", "the array's data is no base64, or ends too early", "is the file complete?");
  return std::move(*data);
}

template <class Number, class Convert>
std::vector<Number> VtkArrays::values(const XmlElement& array, std::optional<std::uint64_t> count, const Convert& convert) {
  const std::string* name = array.attribute("type");
  const std::optional<NumberType> type = name == nullptr ? std::nullopt : vtk_xml_type(*name);
  if (!type) fail(array, "mesh.syntax", fmt::format("values of the type {} are not read", name == nullptr ? "\"\"" : shown(*name)));
  if (std::is_same_v<Number, std::int64_t> && !is_whole(*type))
    fail(array, "mesh.syntax", fmt::format("the array must be of a type of whole numbers, not {}", *name));
  const std::string* format = array.attribute("format");
  if (format == nullptr || *format == "ascii") return ascii<Number>(array, count);
  if (*format != "binary" && *format != "appended")
    fail(array, "mesh.syntax", fmt::format("the format {} is unknown", shown(*format)), "known are ascii, binary and appended");
  return convert(decoded(array, size_of(*type), count), *type, order_);
}

std::vector<double> VtkArrays::reals(const XmlElement& array, std::optional<std::uint64_t> count) {
  return values<double>(array, count, stored_reals);
}

std::vector<std::int64_t> VtkArrays::integers(const XmlElement& array, std::optional<std::uint64_t> count) {
  return values<std::int64_t>(array, count, stored_integers);
}

}  // namespace lilyan
