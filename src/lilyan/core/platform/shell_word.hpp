// Words of a command that a user can copy into a shell.
#pragma once

#include <string>

namespace lilyan {

// The word as it is where a shell leaves it alone, else in single quotes: a b -> 'a b'.
std::string shell_word(const std::string& word);

}  // namespace lilyan
