// Lists of indices in text files, such as the fixed vertices in VegaFEM's .bou.
#pragma once

#include <lilyan/core/vector.hpp>

#include <filesystem>
#include <vector>

namespace lilyan {

// Indices separated by commas, blanks or new lines, in the file's order; `base` is what the file calls index 0 (.bou: 1).
// Comments begin with #. An index below `base` and a list without any throw InputError.
std::vector<Index> read_index_list(const std::filesystem::path& file, Index base);

}  // namespace lilyan
