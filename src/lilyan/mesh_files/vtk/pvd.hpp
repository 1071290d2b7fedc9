// The index of a time series of VTU files, valid XML after every instant.
//
// An instant is one file or several, its parts 0, 1, ...: a reader shows them together. A new instant overwrites the closing tags
// and writes them again behind itself, in one write, so that a reader (or a crash) between two instants finds a whole file and a
// long run never rewrites what stands. The offset of the last entry's end is all the state there is: a resumed run cuts the file
// there and goes on.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace lilyan {

class PvdIndex {
 public:
  // A new index without entries; replaces a file of that name.
  static PvdIndex create(std::filesystem::path file);
  // An index that goes on at `offset`, as an earlier one reported it; later entries are cut off. Throws InputError
  // where the file is not one that an index wrote up to there.
  static PvdIndex resume(std::filesystem::path file, std::int64_t offset);

  // The parts of one instant at `time` [s], in order; files are named relative to the index's folder. The last part may be given a
  // name, which readers show.
  void add(double time, const std::vector<std::string>& files, const std::string& name_of_last = {});
  std::int64_t offset() const { return offset_; }  // [bytes] to the end of the last entry, closing tags not counted

 private:
  PvdIndex(std::filesystem::path file, std::int64_t offset);

  std::filesystem::path file_;
  std::int64_t offset_;
};

struct PvdEntry {
  double time = 0;             // [s]
  int part = 0;                // of the instant
  std::filesystem::path file;  // as it can be opened
  std::uint32_t line = 0;      // of the index, for messages
  std::string name = {};       // of the part; most have none
};

// The entries of an index, ours or another program's, in its order. Throws InputError with the line where it is none (id
// "frames.index", or those of read_xml and read_text_file).
std::vector<PvdEntry> read_pvd(const std::filesystem::path& file);

}  // namespace lilyan
