#include <lilyan/core/platform/file_reader.hpp>
#include <lilyan/report/html.hpp>

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdint>

namespace lilyan {
namespace {

std::string escaped(char c, bool is_utf8) {
  switch (c) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '"': return "&quot;";
    case '\'': return "&#39;";
    case '\n':
    case '\t': return {c};
    default: break;
  }
  const auto byte = static_cast<unsigned char>(c);
  const bool is_control = byte < 0x20 || byte == 0x7f;
  return is_control || (byte >= 0x80 && !is_utf8) ? std::string("?") : std::string(1, c);
}

std::string superscript(int number) {
  static constexpr std::array<const char*, 10> kDigits = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text;
  for (const char c : std::to_string(number)) text += c == '-' ? "⁻" : kDigits[static_cast<std::size_t>(c - '0')];
  return text;
}

std::string with_true_minus(std::string text) {
  if (text.starts_with('-')) text.replace(0, 1, "−");
  return text;
}

}  // namespace

std::string html_escaped(std::string_view text) {
  std::string printable;  // the text without what may be in it beside printable characters
  for (const char c : text)
    if (c != '\n' && c != '\t') printable += c;
  const bool is_utf8 = is_printable_utf8(printable);
  std::string result;
  result.reserve(text.size());
  for (const char c : text) result += escaped(c, is_utf8);
  return result;
}

std::string number_text(double value, int digits) {
  if (!std::isfinite(value)) return "not finite";
  if (value == 0) return "0";
  const std::string text = fmt::format("{:.{}g}", value, digits);
  const std::size_t e = text.find('e');
  if (e == std::string::npos) return with_true_minus(text);
  return with_true_minus(text.substr(0, e)) + "×10" + superscript(std::stoi(text.substr(e + 1)));
}

std::string base64(std::string_view bytes) {
  static constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t k = 0; k < bytes.size(); k += 3) {
    std::uint32_t three = 0;
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - k);
    for (std::size_t i = 0; i < 3; ++i) three = three << 8 | (i < count ? static_cast<unsigned char>(bytes[k + i]) : 0u);
    for (std::size_t i = 0; i < 4; ++i) text += i <= count ? kLetters[three >> (18 - 6 * i) & 63] : '=';
  }
  return text;
}

}  // namespace lilyan
