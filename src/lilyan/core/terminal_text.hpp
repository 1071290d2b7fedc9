// Text of unknown origin, such as names of files and what a foreign file holds, fit to be shown on a terminal.
//
// A terminal acts on control characters: they could move the cursor, rename the window or hide what follows. They are shown as
// \u001b, which JSON reads as the character itself; bytes that are no UTF-8 as \xff; marks that turn the direction of text as
// \u202e.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace lilyan {

// Line ends and tabs stay.
std::string terminal_text(std::string_view text);

// On one line, too, and cut to about `most` bytes, with "..." where something is missing.
std::string terminal_line(std::string_view text, std::size_t most = 200);

// Cut to about `most` bytes at a character's end; of a path rather its end is kept.
std::string shortened(std::string_view text, std::size_t most);
std::string shortened_path(std::string_view path, std::size_t most);

// A word of a command that a user can copy: as it is if a shell leaves it alone, else in single quotes: a b -> 'a b'.
std::string shell_word(const std::string& word);

}  // namespace lilyan
