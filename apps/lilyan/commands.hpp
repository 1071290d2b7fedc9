// The commands of the program. Each returns the exit status; InputError reaches main.
#pragma once

#include <apps/lilyan/exit_status.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace lilyan::app {

struct RunOptions {
  std::filesystem::path scene;
  std::optional<std::filesystem::path> folder;  // default: out/<scene name>
  std::vector<std::string> overrides;
  int threads = 0;  // 0: as many as the machine has
  bool resume = false;
  bool report = true;
  bool quiet = false;
};
ExitStatus run_command(const RunOptions& options);

struct CompareOptions {
  std::filesystem::path scene;
  std::vector<std::string> integrators;         // "avf", "variational:alpha=0.5"; empty: a list of our own
  std::optional<std::filesystem::path> folder;  // default: out/compare/<scene name>
  std::vector<std::string> overrides;
  int threads = 0;  // 0: as many as the machine has
  bool quiet = false;
};
ExitStatus compare_command(const CompareOptions& options);

struct ReportOptions {
  std::filesystem::path folder;  // of a run
};
ExitStatus report_command(const ReportOptions& options);

struct CheckOptions {
  std::filesystem::path scene;
  std::vector<std::string> overrides;
};
ExitStatus check_command(const CheckOptions& options);

struct ConvertOptions {
  std::filesystem::path run;  // its folder, a .pvd or a .vtu file
  std::string format;         // one of frame_format_names
  std::optional<std::filesystem::path> out;
  std::int64_t every = 1;
  std::optional<double> fps;
  bool quiet = false;
};
ExitStatus convert_command(const ConvertOptions& options);

struct ModesOptions {
  std::filesystem::path scene;
  int count = 10;                               // rigid ones among them
  std::optional<std::filesystem::path> folder;  // none: only print
  std::vector<std::string> overrides;
  int threads = 0;  // 0: as many as the machine has
  bool json = false;
};
ExitStatus modes_command(const ModesOptions& options);

struct ListOptions {
  std::string kind;  // "": what there is to list
  bool json = false;
};
ExitStatus list_command(const ListOptions& options);

struct InfoOptions {
  std::filesystem::path file;
};
ExitStatus info_command(const InfoOptions& options);

ExitStatus schema_command();

struct ReferenceOptions {
  std::string page;  // "": which there are
};
std::vector<std::string> reference_pages();
ExitStatus reference_command(const ReferenceOptions& options);

}  // namespace lilyan::app
