#include <lilyan/core/memory.hpp>

#include <lilyan/core/error.hpp>

namespace lilyan {

void refuse_memory(const std::string& section, const std::string& what) {
  throw InputError(
      {"checkpoint.content", "checkpoint", "its section \"" + section + "\" " + what, "start the run again without --resume"});
}

}  // namespace lilyan
