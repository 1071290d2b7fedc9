// The index of a time series of VTU files, valid XML after every entry.
//
// A new entry overwrites the closing tags and writes them again behind itself, in one write, so that a reader (or a
// crash) between two entries finds a whole file and a long run never rewrites what stands. The offset of the last entry's
// end is all the state there is: a resumed run cuts the file there and goes on.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace lilyan {

class PvdIndex {
 public:
  // A new index without entries; replaces a file of that name.
  static PvdIndex create(std::filesystem::path file);
  // An index that goes on at `offset`, as an earlier one reported it; later entries are cut off. Throws InputError
  // where the file is not one that an index wrote up to there.
  static PvdIndex resume(std::filesystem::path file, std::int64_t offset);

  // `file` is relative to the index's folder.
  void add(double time, std::string_view file);    // [s]
  std::int64_t offset() const { return offset_; }  // [bytes] to the end of the last entry, closing tags not counted

 private:
  PvdIndex(std::filesystem::path file, std::int64_t offset);

  std::filesystem::path file_;
  std::int64_t offset_;
};

}  // namespace lilyan
