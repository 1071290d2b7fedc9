#include <lilyan/core/error.hpp>
#include <lilyan/mesh_files/scan/numbers.hpp>
#include <lilyan/mesh_files/scan/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace lilyan {

namespace {

std::vector<TextPiece> whole(TextFile text) {
  auto file = std::make_shared<const TextFile>(std::move(text));
  const std::size_t size = file->text.size();
  return {{std::move(file), 0, size, 1}};
}

}  // namespace

TextScanner::TextScanner(const std::filesystem::path& file, TextSyntax syntax) : TextScanner(read_text_file(file), syntax) {}

TextScanner::TextScanner(TextFile file, TextSyntax syntax) : TextScanner(whole(std::move(file)), syntax) {}

TextScanner::TextScanner(std::vector<TextPiece> pieces, TextSyntax syntax) : pieces_(std::move(pieces)), syntax_(syntax) {
  // Files are numbered in the order in which they first appear.
  std::vector<const TextFile*> files;
  for (const TextPiece& piece : pieces_) {
    const auto found = std::find(files.begin(), files.end(), piece.file.get());
    file_of_piece_.push_back(static_cast<std::uint32_t>(found - files.begin()));
    if (found == files.end()) files.push_back(piece.file.get());
  }
  at_ = pieces_[0].begin;
}

std::vector<std::string> TextScanner::file_names() const {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < pieces_.size(); ++i)
    if (file_of_piece_[i] == names.size()) names.push_back(pieces_[i].file->name);
  return names;
}

bool TextScanner::next_text() {
  while (at_ == pieces_[piece_].end) {
    if (piece_ + 1 == pieces_.size()) return false;
    ++piece_;
    at_ = pieces_[piece_].begin;
    line_number_ = pieces_[piece_].first_line - 1;
  }
  const std::string_view rest = std::string_view(pieces_[piece_].file->text).substr(at_, pieces_[piece_].end - at_);
  const std::size_t length = std::min(rest.find('\n'), rest.size());
  text_ = rest.substr(0, length);
  at_ += std::min(length + 1, rest.size());
  ++line_number_;
  return true;
}

void TextScanner::split() {
  // A bound on what a line may cost: token views take more memory than the short tokens they show.
  constexpr std::size_t kMostTokens = std::size_t{1} << 24;
  tokens_.clear();
  for (std::size_t at = 0; at < text_.size();) {
    const std::size_t begin = text_.find_first_not_of(syntax_.blanks, at);
    if (begin == std::string_view::npos || (syntax_.comment != '\0' && text_[begin] == syntax_.comment)) return;
    const std::size_t end = std::min(text_.find_first_of(syntax_.blanks, begin), text_.size());
    if (tokens_.size() == kMostTokens)
      fail("mesh.syntax", fmt::format("a line has more than {} values", kMostTokens), "break the line");
    tokens_.push_back(text_.substr(begin, end - begin));
    at = end;
  }
}

bool TextScanner::next_line() {
  while (next_text()) {
    if (text_.find('\0') != std::string_view::npos) fail("mesh.binary", "binary data where text is expected");
    split();
    if (!tokens_.empty()) return true;
  }
  tokens_.clear();
  return false;
}

void TextScanner::require_line(std::string_view what) {
  if (!next_line()) fail("mesh.truncated", fmt::format("the file ends where {} should stand", what), "is the file complete?");
}

std::string_view TextScanner::line() const {
  const std::size_t begin = text_.find_first_not_of(syntax_.blanks);
  if (begin == std::string_view::npos) return {};
  return text_.substr(begin, text_.find_last_not_of(syntax_.blanks) + 1 - begin);
}

void TextScanner::require_size(std::size_t count, std::string_view layout) const {
  if (size() != count)
    fail("mesh.syntax",
         fmt::format("{} is not of the form {}: {} values instead of {}", shown_word(line()), layout, size(), count));
}

double TextScanner::number(std::size_t k, std::string_view what) const {
  return parse_finite(tokens_[k], what, [this](const char* id, std::string message) { fail(id, std::move(message)); });
}

std::int64_t TextScanner::integer(std::size_t k, std::string_view what) const {
  return parse_integer(tokens_[k], what, [this](const char* id, std::string message) { fail(id, std::move(message)); });
}

Vec3 TextScanner::position(std::size_t k) const {
  const double x = number(k, "coordinate"), y = number(k + 1, "coordinate"), z = number(k + 2, "coordinate");
  return {x, y, z};
}

std::string TextScanner::name(std::size_t k, std::string_view what) const {
  if (!is_printable_utf8(tokens_[k])) fail("mesh.name", fmt::format("{} {} is not UTF-8 text", what, shown(tokens_[k])));
  return std::string(tokens_[k]);
}

Index TextScanner::count(std::size_t k, std::string_view what, std::size_t least_bytes) const {
  const std::int64_t value = integer(k, fmt::format("the number of {}", what));
  if (value < 1) fail("mesh.count", fmt::format("the number of {} is {}, but must be at least 1", what, value));
  std::size_t left = pieces_[piece_].end - at_;
  for (std::size_t i = piece_ + 1; i < pieces_.size(); ++i) left += pieces_[i].end - pieces_[i].begin;
  const std::size_t most = (left + 1) / least_bytes;  // the last line may lack its newline
  if (static_cast<std::uint64_t>(value) > most)
    fail("mesh.count", fmt::format("{} {} are announced, but the {} bytes that follow hold at most {}", value, what, left, most),
         "is the file complete?");
  if (value > std::numeric_limits<Index>::max())
    fail("mesh.count",
         fmt::format("{} {} are more than the {} that can be counted", value, what, std::numeric_limits<Index>::max()));
  return static_cast<Index>(value);
}

std::string TextScanner::place() const {
  const std::string& name = pieces_[piece_].file->name;
  return line_number_ == 0 ? name : fmt::format("{}:{}", name, line_number_);
}

MeshOrigin::Item TextScanner::origin(std::int64_t id) const { return {id, file_of_piece_[piece_], line_number_}; }

void TextScanner::fail(std::string id, std::string message, std::string hint) const {
  throw InputError({std::move(id), place(), std::move(message), std::move(hint)});
}

}  // namespace lilyan
