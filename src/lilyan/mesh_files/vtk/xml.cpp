#include <lilyan/core/error.hpp>
#include <lilyan/mesh_files/vtk/xml.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace lilyan {

namespace {

// Bounds on what a small file may cost; real files have a depth of 6 and a few dozen elements, or an element a frame.
constexpr std::size_t kDeepest = 32, kMostElements = 1'000'000, kMostAttributes = 64;

bool is_blank(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }
bool is_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.' || c == ':';
}

class XmlReader {
 public:
  explicit XmlReader(const TextFile& file) : file_(file), text_(file.text) {}
  XmlDocument read();

 private:
  bool starts(std::string_view word) const { return text_.substr(at_).starts_with(word); }
  void advance(std::size_t to);  // counting lines
  void skip_blanks();
  void skip_past(std::string_view end, const char* what);
  void character_data(XmlElement* parent);
  std::string name(const char* what);
  std::string attribute_value();
  void attributes(XmlElement& element);
  [[noreturn]] void fail(const char* id, std::string message, std::string hint = {}) const {
    throw InputError(Fault{id, fmt::format("{}:{}", file_.name, line_), std::move(message), std::move(hint)});
  }
  [[noreturn]] void fail_end(const char* what) const {
    fail("mesh.truncated", fmt::format("the file ends inside {}", what), "is the file complete?");
  }

  const TextFile& file_;
  std::string_view text_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 1;
};

void XmlReader::advance(std::size_t to) {
  line_ += static_cast<std::uint32_t>(
      std::count(text_.begin() + static_cast<std::ptrdiff_t>(at_), text_.begin() + static_cast<std::ptrdiff_t>(to), '\n'));
  at_ = to;
}

void XmlReader::skip_blanks() {
  std::size_t to = at_;
  while (to < text_.size() && is_blank(text_[to])) ++to;
  advance(to);
}

void XmlReader::skip_past(std::string_view end, const char* what) {
  const std::size_t found = text_.find(end, at_);
  if (found == std::string_view::npos) fail_end(what);
  advance(found + end.size());
}

void XmlReader::character_data(XmlElement* parent) {
  skip_blanks();
  const std::size_t begin = at_;
  const std::uint32_t line = line_;
  std::size_t end = std::min(text_.find('<', at_), text_.size());
  advance(end);
  while (end > begin && is_blank(text_[end - 1])) --end;
  if (end == begin) return;
  if (parent == nullptr)
    fail("mesh.syntax",
         fmt::format("{} stands where an element such as <VTKFile> should begin", shown_word(text_.substr(begin, end - begin))),
         "is this an XML file?");
  if (parent->text_end > 0) return;
  parent->text_begin = begin;
  parent->text_end = end;
  parent->text_line = line;
}

std::string XmlReader::name(const char* what) {
  std::size_t end = at_;
  while (end < text_.size() && is_name(text_[end])) ++end;
  if (end == text_.size()) fail_end(what);
  if (end == at_) fail("mesh.syntax", fmt::format("{} stands where {} is expected", shown_word(text_.substr(at_, 10)), what));
  const std::string found(text_.substr(at_, end - at_));
  at_ = end;
  return found;
}

std::string XmlReader::attribute_value() {
  skip_blanks();
  if (at_ == text_.size()) fail_end("a tag");
  const char quote = text_[at_];
  if (quote != '"' && quote != '\'') fail("mesh.syntax", "the value of an attribute stands in no quotes");
  const std::size_t end = text_.find(quote, at_ + 1);
  if (end == std::string_view::npos) fail_end("the value of an attribute");
  std::string value;
  for (std::size_t i = at_ + 1; i < end; ++i) {
    if (text_[i] == '<') fail("mesh.syntax", "a < stands inside the value of an attribute");
    if (text_[i] != '&') {
      value += text_[i];
      continue;
    }
    constexpr std::pair<std::string_view, char> kEntities[] = {
        {"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}};
    const auto found = std::find_if(std::begin(kEntities), std::end(kEntities),
                                    [&](const auto& entity) { return text_.substr(i, end - i).starts_with(entity.first); });
    if (found == std::end(kEntities))
      fail("mesh.syntax", fmt::format("unknown entity {}", shown_word(text_.substr(i, std::min<std::size_t>(end - i, 12)))));
    value += found->second;
    i += found->first.size() - 1;
  }
  advance(end + 1);
  return value;
}

void XmlReader::attributes(XmlElement& element) {
  for (skip_blanks(); at_ < text_.size() && text_[at_] != '>' && text_[at_] != '/'; skip_blanks()) {
    const std::string key = name("the name of an attribute");
    skip_blanks();
    if (!starts("=")) fail("mesh.syntax", fmt::format("the attribute {} has no value", shown(key)));
    ++at_;
    if (element.attributes.size() == kMostAttributes) fail("mesh.count", fmt::format("more than {} attributes", kMostAttributes));
    if (element.attribute(key) != nullptr) fail("mesh.syntax", fmt::format("a second attribute {}", shown(key)));
    element.attributes.emplace_back(key, attribute_value());
  }
}

XmlDocument XmlReader::read() {
  XmlDocument document;
  std::vector<XmlElement> open;  // each inside the one before
  std::size_t elements = 0;
  bool done = false;
  while (true) {
    character_data(open.empty() ? nullptr : &open.back());
    if (at_ == text_.size()) break;
    if (starts("<!--")) {
      skip_past("-->", "a comment");
      continue;
    }
    if (starts("<?")) {
      skip_past("?>", "a processing instruction");
      continue;
    }
    if (starts("<!")) fail("mesh.syntax", "document types and CDATA are not read");
    ++at_;
    if (starts("/")) {
      ++at_;
      const std::string closed = name("the name of an element");
      skip_blanks();
      if (open.empty() || open.back().name != closed || !starts(">"))
        fail("mesh.syntax", fmt::format("</{}> closes an element that is not open", closed.substr(0, 40)));
      ++at_;
    } else {
      if (done) fail("mesh.syntax", "a second element stands at the top");
      if (++elements > kMostElements) fail("mesh.count", fmt::format("more than {} elements", kMostElements));
      if (open.size() == kDeepest) fail("mesh.syntax", fmt::format("elements lie more than {} deep", kDeepest));
      open.emplace_back().line = line_;
      open.back().name = name("the name of an element");
      attributes(open.back());
      const bool closes = starts("/");
      at_ += closes;
      if (at_ == text_.size()) fail_end("a tag");
      if (!starts(">")) fail("mesh.syntax", fmt::format("the tag <{}> has no end", open.back().name.substr(0, 40)));
      ++at_;
      if (open.back().name == "AppendedData" && !closes) {
        document.appended = at_;
        for (; open.size() > 1; open.pop_back()) open[open.size() - 2].children.push_back(std::move(open.back()));
        document.root = std::move(open.front());
        return document;
      }
      if (!closes) continue;
    }
    // The innermost element is complete.
    XmlElement element = std::move(open.back());
    open.pop_back();
    if (open.empty()) {
      document.root = std::move(element);
      done = true;
    } else {
      open.back().children.push_back(std::move(element));
    }
  }
  if (!open.empty()) fail_end(("<" + open.back().name.substr(0, 40) + ">").c_str());
  if (!done) fail("mesh.truncated", "the file ends without an element", "is the file complete?");
  return document;
}

}  // namespace

const std::string* XmlElement::attribute(std::string_view key) const {
  const auto found = std::find_if(attributes.begin(), attributes.end(), [&](const auto& entry) { return entry.first == key; });
  return found == attributes.end() ? nullptr : &found->second;
}

const XmlElement* XmlElement::child(std::string_view key) const {
  const auto found = std::find_if(children.begin(), children.end(), [&](const XmlElement& entry) { return entry.name == key; });
  return found == children.end() ? nullptr : &*found;
}

XmlDocument read_xml(const TextFile& file) { return XmlReader(file).read(); }

std::string xml_escaped(std::string_view text) {
  std::string escaped;
  for (char c : text) {
    switch (c) {
      case '&': escaped += "&amp;"; break;
      case '<': escaped += "&lt;"; break;
      case '>': escaped += "&gt;"; break;
      case '"': escaped += "&quot;"; break;
      default: escaped += c;
    }
  }
  return escaped;
}

}  // namespace lilyan
