#include <lilyan/core/error.hpp>
#include <lilyan/mesh/pvd.hpp>
#include <lilyan/mesh/text_file.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

namespace lilyan {

namespace {

// Walks over the tags of an index. Only what such a file holds is understood: tags with attributes, comments, declarations.
class PvdScanner {
 public:
  explicit PvdScanner(const TextFile& file) : name_(file.name), text_(file.text) {}

  // Moves to the next opening tag; false at the end.
  bool next_tag() {
    for (at_ = text_.find('<', at_); at_ != std::string_view::npos; at_ = text_.find('<', at_)) {
      line_ += static_cast<int>(std::count(text_.begin() + counted_, text_.begin() + static_cast<std::ptrdiff_t>(at_), '\n'));
      counted_ = static_cast<std::ptrdiff_t>(at_);
      if (text_.substr(at_).starts_with("<!--")) {
        skip_past("-->", "a comment");
      } else if (text_.substr(at_).starts_with("<?") || text_.substr(at_).starts_with("</")) {
        skip_past(">", "a tag");
      } else {
        read_tag();
        return true;
      }
    }
    return false;
  }

  std::string_view tag() const { return tag_; }
  std::optional<std::string> attribute(std::string_view name) const {
    const auto found = std::find_if(attributes_.begin(), attributes_.end(), [&](const auto& a) { return a.first == name; });
    return found == attributes_.end() ? std::nullopt : std::optional(found->second);
  }

  int line() const { return line_; }  // where the tag begins
  [[noreturn]] void fail(const char* id, std::string message, std::string hint = {}) const {
    throw InputError({id, fmt::format("{}:{}", name_, line_), std::move(message), std::move(hint)});
  }

 private:
  void skip_past(std::string_view end, const char* what) {
    const std::size_t found = text_.find(end, at_);
    if (found == std::string_view::npos) fail("pvd.syntax", fmt::format("the file ends inside {}", what));
    at_ = found + end.size();
  }

  static constexpr std::string_view kBlanks = " \t\r\n";
  void skip_blanks() { at_ = std::min(text_.find_first_not_of(kBlanks, at_), text_.size()); }
  std::string_view word() {
    const std::size_t end = std::min(text_.find_first_of(" \t\r\n=/<>\"'", at_), text_.size());
    return text_.substr(std::exchange(at_, end), end - at_);
  }

  void read_tag() {
    ++at_;
    tag_ = word();
    attributes_.clear();
    while (true) {
      skip_blanks();
      if (at_ < text_.size() && text_[at_] == '/') ++at_;
      if (at_ >= text_.size()) fail("pvd.syntax", "the file ends inside a tag");
      if (text_[at_] == '>') return void(++at_);
      const std::string_view name = word();
      skip_blanks();
      const bool has_value = !name.empty() && at_ < text_.size() && text_[at_] == '=';
      if (has_value) {
        ++at_;
        skip_blanks();
      }
      const char quote = at_ < text_.size() ? text_[at_] : '\0';
      if (!has_value || (quote != '"' && quote != '\'')) fail("pvd.syntax", "a tag should hold attributes like file=\"name\"");
      const std::size_t first = ++at_;
      skip_past(std::string_view(&quote, 1), "an attribute");
      attributes_.emplace_back(name, unescaped(text_.substr(first, at_ - 1 - first)));
    }
  }

  static std::string unescaped(std::string_view text) {
    static constexpr std::array<std::pair<std::string_view, char>, 5> kEntities = {
        {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}}};
    std::string plain;
    while (!text.empty()) {
      const auto entity =
          std::find_if(kEntities.begin(), kEntities.end(), [&](const auto& e) { return text.starts_with(e.first); });
      const bool is_entity = entity != kEntities.end();
      plain += is_entity ? entity->second : text.front();
      text.remove_prefix(is_entity ? entity->first.size() : 1);
    }
    return plain;
  }

  std::string name_;
  std::string_view text_;
  std::size_t at_ = 0;
  std::ptrdiff_t counted_ = 0;  // up to where `line_` has counted
  int line_ = 1;
  std::string_view tag_;
  std::vector<std::pair<std::string, std::string>> attributes_;
};

template <class Number>
Number number_of(const PvdScanner& scanner, const char* name, const std::string& text) {
  Number value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(static_cast<double>(value)))
    scanner.fail("pvd.value", fmt::format("{} is {}, not a number", name, shown(text)));
  return value;
}

}  // namespace

std::vector<PvdEntry> read_pvd(const std::filesystem::path& file) {
  const TextFile text = read_text_file(file);
  PvdScanner scanner(text);
  if (!scanner.next_tag() || scanner.tag() != "VTKFile" || scanner.attribute("type") != "Collection")
    scanner.fail("pvd.syntax", "is no index of frames: it should begin with <VTKFile type=\"Collection\" ...>");
  std::vector<PvdEntry> entries;
  while (scanner.next_tag()) {
    if (scanner.tag() != "DataSet") continue;
    const std::optional<std::string> name = scanner.attribute("file");
    if (!name || name->empty()) scanner.fail("pvd.value", "a DataSet names no file");
    PvdEntry entry;
    entry.time = number_of<double>(scanner, "timestep", scanner.attribute("timestep").value_or("0"));
    entry.part = number_of<int>(scanner, "part", scanner.attribute("part").value_or("0"));
    entry.file = file.parent_path() / *name;
    entry.line = scanner.line();
    entries.push_back(std::move(entry));
  }
  return entries;
}

}  // namespace lilyan
