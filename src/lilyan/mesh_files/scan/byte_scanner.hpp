// A scanner of files that mix words, lines and binary values, beside the scanner of plain lines in text.hpp.
//
// As long as only text has been read a complaint names the line ("a.vtk:17"); from the first binary value on, the byte
// ("a.vtk, byte 4096"). A count is believed only where the rest of the file can hold so many records.
#pragma once

#include <lilyan/core/platform/file_reader.hpp>
#include <lilyan/core/vector.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace lilyan {

// A number as it lies in a file.
template <class T>
T load(const char* bytes, std::endian order) {
  std::array<char, sizeof(T)> raw;
  std::memcpy(raw.data(), bytes, sizeof(T));
  if (order != std::endian::native) std::reverse(raw.begin(), raw.end());
  return std::bit_cast<T>(raw);
}

class ByteScanner {
 public:
  // The file outlives the scanner. A `comment` runs from where a word could begin to the end of its line; '\0' = none.
  explicit ByteScanner(const TextFile& file, char comment = '\0') : ByteScanner(file, 0, file.text.size(), 1, comment) {}
  // A part of the file: the bytes `begin` to `end`, the first of them in line `line`.
  ByteScanner(const TextFile& file, std::size_t begin, std::size_t end, std::uint32_t line, char comment = '\0');

  // Words, between blanks and line ends.
  std::string_view peek() const;  // the next word; "" at the end. Nothing is passed over, so that binary data may follow
  std::string_view word(std::string_view what);
  bool at_end() const { return peek().empty(); }
  double number(std::string_view what);  // finite
  double real(std::string_view what);    // any, nan and inf included
  std::int64_t integer(std::string_view what);
  Vec3 position();
  // A number of records that is believed: at least `fewest`, no more than what is left can hold at `least_bytes` each.
  Index count(std::string_view what, std::size_t least_bytes, std::int64_t fewest = 1);
  std::string_view rest_of_line() const;  // without its end; nothing is passed over
  std::string_view line();                // the same; the next word is on the next line

  // Binary values.
  template <class T>
  T value(std::endian order, std::string_view what) {
    return load<T>(bytes(sizeof(T), what).data(), order);
  }
  Vec3 position(std::endian order);  // three finite doubles
  std::string_view bytes(std::size_t size, std::string_view what);

  // Throws unless `count` records of `least_bytes` can follow and be counted.
  Index believe(std::int64_t count, std::string_view what, std::size_t least_bytes, std::int64_t fewest = 1) const;

  std::size_t at() const { return at_; }
  std::size_t left() const { return end_ - at_; }
  std::uint32_t line_number() const { return binary_ ? 0 : line_; }
  std::string place() const;
  [[noreturn]] void fail(std::string id, std::string message, std::string hint = {}) const;

 private:
  struct Position {
    std::size_t at;
    std::uint32_t line;
  };
  Position next_word() const;  // where it begins

  const TextFile& file_;
  std::size_t at_, end_;
  std::uint32_t line_;  // of the byte at_
  char comment_;
  bool binary_ = false;
};

}  // namespace lilyan
