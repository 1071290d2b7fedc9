// The text of one regular file, read whole and with care.
//
// Missing and unreadable files, folders, pipes, devices, empty files and files above kLargestFile throw
// InputError; opening one never blocks. Nothing is known here of what the text means.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace lilyan {

// About fifty million tets as text; more is most likely not meant, and would be held in memory.
inline constexpr std::uint64_t kLargestFile = std::uint64_t{2} << 30;  // [bytes]

struct TextFile {
  std::string name;  // as the user gave it, for messages
  std::string text;  // a UTF-8 byte order mark is left out
};

TextFile read_text_file(const std::filesystem::path& file);

// A piece of a file inside a message: quoted, shortened, everything but printable ASCII as \xNN.
std::string shown(std::string_view text);

// Well-formed UTF-8 without control characters: fit to be a name in reports and JSON.
bool is_printable_utf8(std::string_view text);

}  // namespace lilyan
