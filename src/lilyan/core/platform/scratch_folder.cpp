#include <lilyan/core/platform/file.hpp>
#include <lilyan/core/platform/scratch_folder.hpp>

#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>

namespace lilyan {

ScratchFolder::ScratchFolder() {
  std::error_code error;
  const std::filesystem::path temporary = std::filesystem::temp_directory_path(error);
  if (error) throw_file_error("TMPDIR", "use the folder for temporary files", error.value());
  std::string name = (temporary / "lilyan-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw_file_error(temporary, "make a folder here", errno);
  path_ = name;
  left_behind_ = LeftBehind::folder(path_);
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace lilyan
