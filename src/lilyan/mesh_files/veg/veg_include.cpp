#include <lilyan/core/error.hpp>
#include <lilyan/mesh_files/veg/veg_include.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <system_error>
#include <utility>

namespace lilyan {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kDeepest = 8;  // files that include each other
constexpr std::size_t kMost = 256;   // inclusions in all
constexpr std::string_view kKeyword = "*INCLUDE";

// Whether the line is an *INCLUDE, in any case, and not some longer word.
bool is_include(std::string_view line) {
  auto same = [](char a, char b) { return a == std::toupper(static_cast<unsigned char>(b)); };
  if (line.size() < kKeyword.size() || !std::equal(kKeyword.begin(), kKeyword.end(), line.begin(), same)) return false;
  return line.size() == kKeyword.size() || line[kKeyword.size()] == ' ' || line[kKeyword.size()] == '\t';
}

bool is_below(const fs::path& path, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\v\f";
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
}

class Expansion {
 public:
  Expansion(TextFile file, const fs::path& path);
  std::vector<TextPiece> pieces;

 private:
  void expand(std::shared_ptr<const TextFile> file);
  void include(std::string_view name, const std::string& place);

  fs::path given_folder_;       // as the user named it, for messages
  fs::path folder_;             // without symbolic links
  std::vector<fs::path> open_;  // the files that are being read, each included by the one before
  std::size_t inclusions_ = 0;
  std::uint64_t bytes_ = 0;
};

Expansion::Expansion(TextFile file, const fs::path& path) : given_folder_(path.parent_path()) {
  if (!path.empty()) {
    std::error_code error;
    const fs::path absolute = fs::absolute(path, error);
    if (!error) folder_ = fs::canonical(absolute.parent_path(), error);
    if (!error) open_.push_back(fs::canonical(absolute, error));
    if (error) throw InputError(Fault{"mesh.unreadable", file.name, "its folder cannot be found: " + error.message(), ""});
  }
  expand(std::make_shared<const TextFile>(std::move(file)));
}

void Expansion::expand(std::shared_ptr<const TextFile> file) {
  bytes_ += file->text.size();
  if (bytes_ > kLargestFile)
    throw InputError(Fault{"mesh.too-large", file->name,
                           fmt::format("with all that is included there are more than {} bytes", kLargestFile), ""});
  const std::string_view text = file->text;
  TextPiece piece{file, 0, 0, 1};
  std::uint32_t line = 1;
  for (std::size_t at = 0; at < text.size(); ++line) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::size_t next = std::min(end + 1, text.size());
    const std::string_view content = trimmed(text.substr(at, end - at));
    if (is_include(content)) {
      piece.end = at;
      pieces.push_back(piece);
      include(trimmed(content.substr(kKeyword.size())), fmt::format("{}:{}", file->name, line));
      piece.begin = next;
      piece.first_line = line + 1;
    }
    at = next;
  }
  piece.end = text.size();
  pieces.push_back(piece);
}

void Expansion::include(std::string_view name, const std::string& place) {
  auto refuse = [&place](std::string message, std::string hint = {}) {
    throw InputError(Fault{"mesh.include", place, std::move(message), std::move(hint)});
  };
  if (name.empty() || name.find('\0') != std::string_view::npos) refuse("*INCLUDE names no file");
  if (folder_.empty()) refuse("*INCLUDE in a file that lies in no folder");
  std::error_code error;
  const fs::path path = fs::weakly_canonical(folder_ / fs::path(name), error);
  if (error) refuse(fmt::format("the file {} cannot be found: {}", shown(name), error.message()));
  if (!is_below(path, folder_))
    refuse(fmt::format("the file {} lies outside the mesh's folder", shown(name)),
           "copy it beside the mesh; only files below its folder are included");
  if (std::find(open_.begin(), open_.end(), path) != open_.end())
    refuse(fmt::format("the file {} includes itself, directly or through others", shown(name)));
  if (open_.size() >= kDeepest) refuse(fmt::format("more than {} files include each other", kDeepest));
  if (++inclusions_ > kMost) refuse(fmt::format("more than {} files are included", kMost));

  std::shared_ptr<const TextFile> file;
  try {
    TextFile text = read_text_file(path);
    text.name = (given_folder_ / fs::path(name)).string();
    file = std::make_shared<const TextFile>(std::move(text));
  } catch (const InputError& failure) {
    // The line to mend is the one with the *INCLUDE.
    refuse(fmt::format("the included file {} {}", shown(name), failure.faults().front().message));
  }
  open_.push_back(path);
  expand(std::move(file));
  open_.pop_back();
}

}  // namespace

std::vector<TextPiece> expand_includes(TextFile file, const fs::path& path) { return Expansion(std::move(file), path).pieces; }

}  // namespace lilyan
