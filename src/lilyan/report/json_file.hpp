// A small JSON file of a run's folder, read back. Included by few .cpp files: the JSON library is large.
#pragma once

#include <lilyan/core/error.hpp>
#include <lilyan/core/platform/file_reader.hpp>
#include <lilyan/core/terminal_text.hpp>

#include <filesystem>
#include <nlohmann/json.hpp>

namespace lilyan {

// What `take` makes of the file's content. Throws InputError (ids "report.missing", "report.syntax").
template <class Content, class Take>
Content read_json_file(const std::filesystem::path& file, Take&& take) {
  if (std::error_code ignored; !std::filesystem::exists(file, ignored))
    throw InputError({"report.missing", file.string(), "is not there: this is no folder of a run that has ended",
                      "`lilyan run SCENE -o DIR --resume` brings a run that was killed to its end"});
  try {
    return take(nlohmann::ordered_json::parse(read_text_file(file).text));
  } catch (const nlohmann::json::exception& error) {
    throw InputError({"report.syntax", file.string(), "is not what a run writes", shortened(error.what(), 200)});
  }
}

}  // namespace lilyan
