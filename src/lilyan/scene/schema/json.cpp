#include <lilyan/scene/schema/json.hpp>

#include <lilyan/core/error.hpp>
#include <lilyan/core/platform/file_reader.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <vector>

namespace lilyan {
namespace {

struct TextPosition {
  std::size_t line = 1, column = 1;  // from 1; columns count bytes
};

std::size_t offset_of(const std::string& text, std::size_t byte) { return std::min(byte == 0 ? 0 : byte - 1, text.size()); }

std::size_t line_start(const std::string& text, std::size_t offset) {
  if (offset == 0) return 0;
  const std::size_t newline = text.rfind('\n', offset - 1);
  return newline == std::string::npos ? 0 : newline + 1;
}

// `byte` counts from 1, as the JSON parser does; 0 and what lies beyond the end mean the nearest byte.
TextPosition position_of_byte(const std::string& text, std::size_t byte) {
  const std::size_t offset = offset_of(text, byte);
  const auto newlines = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(offset), '\n');
  return {static_cast<std::size_t>(newlines) + 1, offset - line_start(text, offset) + 1};
}

// Two indented lines: the line that holds the byte, cut to a width that fits a terminal, and a caret under the byte.
std::string excerpt_with_caret(const std::string& text, std::size_t byte) {
  constexpr std::size_t kBefore = 60, kAfter = 40;  // columns shown on either side of the caret
  const std::size_t offset = offset_of(text, byte);
  const std::size_t start = std::max(line_start(text, offset), offset > kBefore ? offset - kBefore : 0);
  const std::size_t end = std::min({text.find('\n', offset), text.size(), offset + kAfter});
  std::string line = text.substr(start, end - start);
  // Bytes outside printable ASCII would shift the caret or disturb the terminal.
  for (char& c : line)
    if (c == '\t' || c == '\r')
      c = ' ';
    else if (static_cast<unsigned char>(c) < 32 || static_cast<unsigned char>(c) > 126)
      c = '?';
  return "    " + line + "\n    " + std::string(offset - start, ' ') + "^";
}

// The first word of a text that does not even begin as JSON with comments does; none of others. No line of such a file is shown.
std::string foreign_word(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string::npos || text[begin] == '{' || text[begin] == '[' || text.compare(begin, 2, "//") == 0 ||
      text.compare(begin, 2, "/*") == 0)
    return {};
  return shown_word(std::string_view(text).substr(begin));
}

// Walks over the text and lets others see how far the parser has read.
struct CountingIterator {
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  const char* at;
  std::size_t* count;

  reference operator*() const { return *at; }
  CountingIterator& operator++() {
    ++at, ++*count;
    return *this;
  }
  CountingIterator operator++(int) {
    const CountingIterator before = *this;
    ++*this;
    return before;
  }
  bool operator==(const CountingIterator& other) const { return at == other.at; }
  bool operator!=(const CountingIterator& other) const { return at != other.at; }
};

// What the library's message means to someone who wrote the text by hand.
std::string syntax_hint(const std::string& message, const std::string& text, std::size_t byte) {
  const std::size_t last = text.find_last_not_of(" \t\r\n", byte == 0 ? 0 : byte - 1);
  if (message.find("unexpected end of input") != std::string::npos)
    return "the text ends too early; is a bracket or a quote not closed?";
  if (message.find("expected end of input") != std::string::npos) return "a scene is one object {...}; remove what follows it";
  if (last == std::string::npos) return {};
  const std::size_t before = last == 0 ? std::string::npos : text.find_last_not_of(" \t\r\n", last - 1);
  if ((text[last] == '}' || text[last] == ']') && before != std::string::npos && text[before] == ',')
    return "remove the comma before the closing bracket";
  if (text[last] == '\'') return "texts stand in double quotes";
  if (message.find("number overflow") != std::string::npos) return "numbers must be finite and below 1.8e308";
  if (message.find("invalid literal") != std::string::npos)
    return "names stand in double quotes; NaN and Infinity are not numbers of JSON";
  if (message.find("unexpected string literal") != std::string::npos) return "is a comma missing before it?";
  return {};
}

// Builds the value from the parser's events and stops at the first fault.
class ValueBuilder final : public nlohmann::json_sax<Json> {
 public:
  ValueBuilder(const std::string& text, const std::string& file, const std::size_t& read) : text_(text), file_(file), read_(read) {}

  Json take() { return std::move(root_); }

  bool null() override { return put(nullptr); }
  bool boolean(bool value) override { return put(value); }
  bool number_integer(std::int64_t value) override { return put(value); }
  bool number_unsigned(std::uint64_t value) override { return put(value); }
  bool number_float(double value, const std::string&) override { return put(value); }
  bool string(std::string& value) override { return put(std::move(value)); }
  bool binary(Json::binary_t&) override { return false; }

  bool start_object(std::size_t) override { return open(Json::object()); }
  bool start_array(std::size_t) override { return open(Json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(std::string& name) override {
    if (open_.back()->contains(name))
      fail("json.duplicate-key", read_, fmt::format("the key {} is given twice in one object", shown_value(name)),
           "keep one of them");
    key_ = std::move(name);
    return true;
  }

  bool parse_error(std::size_t byte, const std::string&, const nlohmann::detail::exception& error) override {
    if (const std::string word = foreign_word(text_); !word.empty())
      throw InputError({"json.syntax", place_of_byte(byte), fmt::format("{} stands where a scene should begin", word),
                        "a scene is one object {...}; is this a scene file?"});
    std::string message = error.what();
    if (const std::size_t colon = message.find(": "); colon != std::string::npos) message.erase(0, colon + 2);
    if (const std::size_t bracket = message.find("] "); message.starts_with('[') && bracket != std::string::npos)
      message.erase(0, bracket + 2);
    fail("json.syntax", byte, message, syntax_hint(message, text_, byte));
  }

 private:
  [[noreturn]] void fail(const std::string& id, std::size_t byte, const std::string& message, const std::string& hint) const {
    throw InputError({id, place_of_byte(byte), message + "\n" + excerpt_with_caret(text_, byte), hint});
  }

  std::string place_of_byte(std::size_t byte) const {
    const TextPosition position = position_of_byte(text_, byte);
    return fmt::format("{}:{}:{}", file_, position.line, position.column);
  }

  bool put(Json value) {
    place(std::move(value));
    return true;
  }

  Json* place(Json value) {
    if (open_.empty()) return &(root_ = std::move(value));
    Json& parent = *open_.back();
    if (parent.is_object()) return &(parent[key_] = std::move(value));
    parent.push_back(std::move(value));
    return &parent.back();
  }

  bool open(Json value) {
    if (open_.size() == kDeepestJson)
      fail("json.too-deep", read_, fmt::format("more than {} brackets are open at once", kDeepestJson), "is a bracket not closed?");
    open_.push_back(place(std::move(value)));
    return true;
  }

  bool close() {
    open_.pop_back();
    return true;
  }

  const std::string& text_;
  const std::string& file_;
  const std::size_t& read_;  // bytes the parser has taken
  Json root_;
  std::vector<Json*> open_;  // innermost last; a parent does not grow while its child is open
  std::string key_;
};

}  // namespace

Json parse_json(const std::string& text, const std::string& file) {
  std::size_t read = 0;
  ValueBuilder builder(text, file, read);
  const CountingIterator first{text.data(), &read}, last{text.data() + text.size(), &read};
  constexpr bool strict = true, ignore_comments = true;
  Json::sax_parse(first, last, &builder, nlohmann::detail::input_format_t::json, strict, ignore_comments);
  return builder.take();
}

std::string shown_value(const Json& value) {
  constexpr std::size_t kLongest = 60;
  std::string text = value.dump(-1, ' ', true, Json::error_handler_t::replace);
  if (text.size() > kLongest) text = text.substr(0, kLongest - 3) + "...";
  return text;
}

std::string printable(const std::string& text) {
  const std::string quoted = shown_value(text);
  return quoted.ends_with('"') ? quoted.substr(1, quoted.size() - 2) : quoted.substr(1);
}

}  // namespace lilyan
