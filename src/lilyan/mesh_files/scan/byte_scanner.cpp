#include <lilyan/core/error.hpp>
#include <lilyan/mesh_files/scan/byte_scanner.hpp>
#include <lilyan/mesh_files/scan/numbers.hpp>

#include <fmt/format.h>

#include <limits>
#include <utility>

namespace lilyan {

namespace {

bool is_blank(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }

}  // namespace

ByteScanner::ByteScanner(const TextFile& file, std::size_t begin, std::size_t end, std::uint32_t line, char comment)
    : file_(file), at_(begin), end_(end), line_(line), comment_(comment) {}

ByteScanner::Position ByteScanner::next_word() const {
  const std::string& text = file_.text;
  Position next{at_, line_};
  for (; next.at < end_; ++next.at) {
    if (comment_ != '\0' && text[next.at] == comment_) next.at = std::min(text.find('\n', next.at), end_);
    if (next.at == end_ || !is_blank(text[next.at])) return next;
    next.line += text[next.at] == '\n';
  }
  return next;
}

std::string_view ByteScanner::peek() const {
  const std::size_t begin = next_word().at;
  std::size_t end = begin;
  while (end < end_ && !is_blank(file_.text[end])) ++end;
  return std::string_view(file_.text).substr(begin, end - begin);
}

std::string_view ByteScanner::word(std::string_view what) {
  const Position next = next_word();
  at_ = next.at;
  line_ = next.line;
  while (at_ < end_ && !is_blank(file_.text[at_])) ++at_;
  const std::string_view found = std::string_view(file_.text).substr(next.at, at_ - next.at);
  if (found.empty()) fail("mesh.truncated", fmt::format("the file ends where {} should stand", what), "is the file complete?");
  if (found.find('\0') != std::string_view::npos) fail("mesh.binary", "binary data where text is expected");
  return found;
}

double ByteScanner::number(std::string_view what) {
  return parse_finite(word(what), what, [this](const char* id, std::string message) { fail(id, std::move(message)); });
}

double ByteScanner::real(std::string_view what) {
  return parse_real(word(what), what, [this](const char* id, std::string message) { fail(id, std::move(message)); });
}

std::int64_t ByteScanner::integer(std::string_view what) {
  return parse_integer(word(what), what, [this](const char* id, std::string message) { fail(id, std::move(message)); });
}

Vec3 ByteScanner::position() {
  const double x = number("coordinate"), y = number("coordinate"), z = number("coordinate");
  return {x, y, z};
}

Index ByteScanner::believe(std::int64_t count, std::string_view what, std::size_t least_bytes, std::int64_t fewest) const {
  if (count < fewest) fail("mesh.count", fmt::format("the number of {} is {}, but must be at least {}", what, count, fewest));
  const std::size_t most = (left() + 1) / least_bytes;  // the last word may lack the blank behind it
  if (static_cast<std::uint64_t>(count) > most)
    fail("mesh.count", fmt::format("{} {} are announced, but the {} bytes that follow hold at most {}", count, what, left(), most),
         "is the file complete?");
  if (count > std::numeric_limits<Index>::max())
    fail("mesh.count",
         fmt::format("{} {} are more than the {} that can be counted", count, what, std::numeric_limits<Index>::max()));
  return static_cast<Index>(count);
}

Index ByteScanner::count(std::string_view what, std::size_t least_bytes, std::int64_t fewest) {
  return believe(integer(fmt::format("the number of {}", what)), what, least_bytes, fewest);
}

std::string_view ByteScanner::rest_of_line() const {
  const std::string_view rest = std::string_view(file_.text).substr(at_, left());
  const std::string_view found = rest.substr(0, rest.find('\n'));
  return found.ends_with('\r') ? found.substr(0, found.size() - 1) : found;
}

std::string_view ByteScanner::line() {
  const std::string_view found = rest_of_line();
  const std::size_t end = std::string_view(file_.text).substr(0, end_).find('\n', at_);
  line_ += end != std::string_view::npos;
  at_ = end == std::string_view::npos ? end_ : end + 1;
  return found;
}

std::string_view ByteScanner::bytes(std::size_t size, std::string_view what) {
  binary_ = true;
  if (size > left())
    fail("mesh.truncated", fmt::format("the file ends inside {}: {} bytes are needed, {} are left", what, size, left()),
         "is the file complete?");
  const std::string_view found = std::string_view(file_.text).substr(at_, size);
  at_ += size;
  return found;
}

Vec3 ByteScanner::position(std::endian order) {
  Vec3 x;
  for (int c = 0; c < 3; ++c) x[c] = value<double>(order, "coordinates");
  if (!x.allFinite()) fail("mesh.number", "a coordinate is not finite");
  return x;
}

std::string ByteScanner::place() const {
  return binary_ ? fmt::format("{}, byte {}", file_.name, at_) : fmt::format("{}:{}", file_.name, line_);
}

void ByteScanner::fail(std::string id, std::string message, std::string hint) const {
  throw InputError(Fault{std::move(id), place(), std::move(message), std::move(hint)});
}

}  // namespace lilyan
