#include <lilyan/core/platform/folder_lock.hpp>

#include <apps/lilyan/folder_listing.hpp>

#include <algorithm>
#include <system_error>

namespace lilyan::app {
namespace {

namespace fs = std::filesystem;

FolderEntry describe(const fs::directory_entry& item, std::size_t& counted) {
  std::error_code ignored;
  FolderEntry entry{item.path().filename().string()};
  const fs::file_status status = item.symlink_status(ignored);
  if (fs::is_regular_file(status)) entry.bytes = item.file_size(ignored);
  if (!fs::is_directory(status)) return entry;
  entry.name += "/";
  entry.files = 0;
  for (fs::recursive_directory_iterator inner(item.path(), ignored), last; !ignored && inner != last; inner.increment(ignored)) {
    if (++counted > FolderListing::kMostCounted) {
      entry.is_all = false;
      break;
    }
    std::error_code unknown;
    if (!fs::is_regular_file(inner->symlink_status(unknown))) continue;
    ++entry.files;
    entry.bytes += inner->file_size(unknown);
  }
  return entry;
}

}  // namespace

FolderListing list_folder(const fs::path& folder) {
  FolderListing listing;
  // Names first, which the folder itself tells; sizes only of what is named.
  std::vector<fs::directory_entry> items;
  std::error_code error;
  std::size_t counted = 0;
  for (fs::directory_iterator item(folder, error), end; !error && item != end; item.increment(error)) {
    if (++counted > FolderListing::kMostCounted) {
      listing.is_all = false;
      break;
    }
    if (item->path().filename() != kFolderLockName) items.push_back(*item);
  }
  const std::size_t named = std::min(items.size(), FolderListing::kMostNamed);
  std::partial_sort(
      items.begin(), items.begin() + static_cast<std::ptrdiff_t>(named), items.end(),
      [](const fs::directory_entry& a, const fs::directory_entry& b) { return a.path().native() < b.path().native(); });
  for (std::size_t k = 0; k < named; ++k) listing.entries.push_back(describe(items[k], counted));
  listing.others = items.size() - named;
  return listing;
}

}  // namespace lilyan::app
