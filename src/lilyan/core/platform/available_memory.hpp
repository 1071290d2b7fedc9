// How much memory this process can still take: the least of
//
//   MemAvailable                                   what the machine can give without swapping
//   limit - (usage - inactive file cache)          of the process's control group and of every group above it (cgroup v1 and v2)
//   RLIMIT_AS - VmSize, RLIMIT_DATA - VmData       what the process may still map (ulimit -v, ulimit -d)
//
// All of it is read from /proc and /sys/fs/cgroup. What cannot be read limits nothing.
#pragma once

#include <filesystem>

namespace lilyan {

// [bytes], at least 0; infinite where nothing limits it. `root` holds the folders proc/ and sys/.
double available_memory(const std::filesystem::path& root = "/");

// What the process may still map by its own limits alone [bytes]; infinite where it has none.
double available_address_space(const std::filesystem::path& root = "/");

}  // namespace lilyan
