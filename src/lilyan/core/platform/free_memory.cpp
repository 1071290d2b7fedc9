#include <lilyan/core/platform/free_memory.hpp>

#include <fstream>
#include <limits>
#include <string>

namespace lilyan {

double free_memory() {
  std::ifstream meminfo("/proc/meminfo");
  std::string name, unit;
  double kilobytes = 0;
  while (meminfo >> name >> kilobytes) {
    if (name == "MemAvailable:") return 1024 * kilobytes;
    std::getline(meminfo, unit);
  }
  return std::numeric_limits<double>::infinity();
}

}  // namespace lilyan
