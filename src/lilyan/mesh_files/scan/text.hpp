// A scanner of line-based text files whose every complaint names file and line.
//
// It walks over pieces of files, so that an included file reads as if it stood in the place of its *INCLUDE. Numbers are
// strict: the whole token, decimal, finite. A count is believed only where the rest of the text can hold so many records.
#pragma once

#include <lilyan/core/platform/file_reader.hpp>
#include <lilyan/core/vector.hpp>
#include <lilyan/mesh/tet_mesh.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lilyan {

struct TextSyntax {
  std::string_view blanks = " \t\r\v\f";  // between the tokens of a line
  char comment = '\0';                    // begins a comment where a token could begin; '\0' = none
};

// Whole lines of a file.
struct TextPiece {
  std::shared_ptr<const TextFile> file;
  std::size_t begin = 0, end = 0;  // bytes of file->text
  std::uint32_t first_line = 1;
};

class TextScanner {
 public:
  TextScanner(const std::filesystem::path& file, TextSyntax syntax);
  TextScanner(TextFile file, TextSyntax syntax);
  TextScanner(std::vector<TextPiece> pieces, TextSyntax syntax);  // at least one piece

  // Moves to the next line that holds a token; false at the end of the text.
  bool next_line();
  // The same where a line must follow: "the file ends where <what> should stand".
  void require_line(std::string_view what);

  std::size_t size() const { return tokens_.size(); }  // tokens of the line
  std::string_view operator[](std::size_t k) const { return tokens_[k]; }
  std::string_view line() const;  // from the first token on, comments included, blanks at the end not

  // Throws unless the line has exactly `count` tokens; `layout` shows what is expected: "id x y z".
  void require_size(std::size_t count, std::string_view layout) const;

  double number(std::size_t k, std::string_view what) const;
  std::int64_t integer(std::size_t k, std::string_view what) const;
  Vec3 position(std::size_t k) const;  // from the tokens k, k + 1, k + 2
  std::string name(std::size_t k, std::string_view what) const;
  // How many records follow: at least 1, and no more than the text that is left can hold at `least_bytes` each.
  Index count(std::size_t k, std::string_view what, std::size_t least_bytes) const;

  std::string place() const;  // "bar.msh:17"
  MeshOrigin::Item origin(std::int64_t id) const;
  std::vector<std::string> file_names() const;  // what the `file` of an origin counts
  [[noreturn]] void fail(std::string id, std::string message, std::string hint = {}) const;

 private:
  bool next_text();
  void split();

  std::vector<TextPiece> pieces_;
  std::vector<std::uint32_t> file_of_piece_;
  TextSyntax syntax_;
  std::size_t piece_ = 0;
  std::size_t at_ = 0;  // the next byte of the piece
  std::uint32_t line_number_ = 0;
  std::string_view text_;  // the line
  std::vector<std::string_view> tokens_;
};

}  // namespace lilyan
