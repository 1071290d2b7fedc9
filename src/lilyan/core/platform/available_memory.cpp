#include <lilyan/core/platform/available_memory.hpp>

#include <algorithm>
#include <fstream>
#include <limits>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

namespace lilyan {
namespace {

namespace fs = std::filesystem;

constexpr double kUnlimited = std::numeric_limits<double>::infinity();

// A file that holds one number; none where it cannot be read or holds a word instead, as "max".
std::optional<double> number_in(const fs::path& file) {
  std::ifstream in(file);
  double value = 0;
  if (in >> value) return value;
  return std::nullopt;
}

// The number after `name` at the beginning of a line.
std::optional<double> number_after(const fs::path& file, const std::string& name) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with(name)) continue;
    double value = 0;
    if (std::istringstream(line.substr(name.size())) >> value) return value;
  }
  return std::nullopt;
}

// The files of a control group: version 2 and version 1 name them differently.
struct GroupFiles {
  std::vector<const char*> limits;
  const char *usage, *cache;
};
const GroupFiles kVersion2 = {{"memory.max", "memory.high"}, "memory.current", "inactive_file "};
const GroupFiles kVersion1 = {{"memory.limit_in_bytes"}, "memory.usage_in_bytes", "total_inactive_file "};

double available_in_group(const fs::path& group, const GroupFiles& files) {
  double limit = kUnlimited;
  for (const char* name : files.limits) limit = std::min(limit, number_in(group / name).value_or(kUnlimited));
  const double used = number_in(group / files.usage).value_or(0);
  const double cache = number_after(group / "memory.stat", files.cache).value_or(0);  // given up where memory runs short
  return limit - std::max(0.0, used - cache);
}

// From the group up to the place where the hierarchy is mounted. In a container the group's path may be the one outside, of which
// nothing but the mounted folder itself is to be seen.
double available_in_groups(const fs::path& mounted, const std::string& path, const GroupFiles& files) {
  double available = available_in_group(mounted, files);
  fs::path group = mounted;
  for (const fs::path& part : fs::path(path).relative_path()) {
    if (part == ".." || part.empty()) break;  // a group outside this namespace
    group /= part;
    available = std::min(available, available_in_group(group, files));
  }
  return available;
}

// /proc/self/cgroup has lines "number:controllers:path"; version 2 has the number 0 and no controllers.
double available_in_container(const fs::path& root) {
  const fs::path mounted = root / "sys/fs/cgroup";
  double available = std::min(available_in_group(mounted, kVersion2), available_in_group(mounted / "memory", kVersion1));
  std::ifstream in(root / "proc/self/cgroup");
  for (std::string line; std::getline(in, line);) {
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",", path = line.substr(second + 1);
    if (controllers == ",,") {
      for (const fs::path& place : {mounted, mounted / "unified"})
        available = std::min(available, available_in_groups(place, path, kVersion2));
    } else if (controllers.find(",memory,") != std::string::npos) {
      available = std::min(available, available_in_groups(mounted / "memory", path, kVersion1));
    }
  }
  return available;
}

}  // namespace

double available_address_space(const fs::path& root) {
  const auto left = [&](const char* limit_name, const char* used_name) {
    const auto limit = number_after(root / "proc/self/limits", limit_name);
    return limit ? *limit - 1024 * number_after(root / "proc/self/status", used_name).value_or(0) : kUnlimited;
  };
  return std::max(0.0, std::min(left("Max address space", "VmSize:"), left("Max data size", "VmData:")));
}

double available_memory(const fs::path& root) {
  const std::optional<double> machine = number_after(root / "proc/meminfo", "MemAvailable:");
  return std::max(0.0,
                  std::min({machine ? 1024 * *machine : kUnlimited, available_in_container(root), available_address_space(root)}));
}

}  // namespace lilyan
