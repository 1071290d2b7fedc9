// Another program, run as a child: no shell, its words kept, its time limited.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace lilyan {

struct OutsideRun {
  bool found = false;      // the program is installed
  bool timed_out = false;  // and was ended
  int status = 0;          // what it returned; 128 + signal where it died of one
  std::string words;       // standard output and error, the first megabyte
};

// `program` is looked up on the PATH; `folder` is where it runs; standard input is empty. `seconds` is wall time.
OutsideRun run_outside(const std::string& program, const std::vector<std::string>& arguments, const std::filesystem::path& folder,
                       double seconds);

}  // namespace lilyan
