// Numbers as they stand in files: decimal words and binary values.
#pragma once

#include <lilyan/core/platform/file_reader.hpp>

#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <system_error>
#include <vector>

namespace lilyan {

// Strict decimal numbers: the whole token and nothing else. What is wrong with a token goes to `fail(id, message)`, which throws.

// from_chars knows no leading plus; some programs write one.
inline std::string_view without_plus(std::string_view token) {
  const bool plus = token.size() > 1 && token[0] == '+' && token[1] != '-' && token[1] != '+';
  return plus ? token.substr(1) : token;
}

template <class Number, class Fail>
Number parse_decimal(std::string_view token, std::string_view what, const char* too_large, const char* kind, const Fail& fail) {
  const std::string_view plain = without_plus(token);
  Number value = 0;
  const auto [end, error] = std::from_chars(plain.data(), plain.data() + plain.size(), value);
  const bool all = end == plain.data() + plain.size();
  if (all && error == std::errc::result_out_of_range)
    fail("mesh.number", fmt::format("{} {} {}", what, shown_word(token), too_large));
  if (!all || error != std::errc()) fail("mesh.number", fmt::format("{} {} is not a {}", what, shown_word(token), kind));
  return value;
}

// Any number that a double can be, nan and inf included.
template <class Fail>
double parse_real(std::string_view token, std::string_view what, const Fail& fail) {
  return parse_decimal<double>(token, what, "is beyond the range of a double", "decimal number", fail);
}

template <class Fail>
double parse_finite(std::string_view token, std::string_view what, const Fail& fail) {
  const double value = parse_real(token, what, fail);
  if (!std::isfinite(value)) fail("mesh.number", fmt::format("{} {} is not finite", what, shown_word(token)));
  return value;
}

template <class Fail>
std::int64_t parse_integer(std::string_view token, std::string_view what, const Fail& fail) {
  return parse_decimal<std::int64_t>(token, what, "is too large a number", "whole number", fail);
}

// The types of numbers that binary files hold, by the names that VTK's and PLY files give them.
enum class NumberType : std::uint8_t { int8, uint8, int16, uint16, int32, uint32, int64, uint64, float32, float64 };

std::optional<NumberType> vtk_xml_type(std::string_view name);     // "Float64"
std::optional<NumberType> vtk_legacy_type(std::string_view name);  // "double"
std::optional<NumberType> ply_type(std::string_view name);         // "double", "float64"
std::size_t size_of(NumberType type);                              // [bytes]
bool is_whole(NumberType type);

// Numbers from their bytes, of which there is a multiple of the type's size. Integers above the range become negative ones,
// which no index is.
double stored_real(const char* bytes, NumberType type, std::endian order);
std::int64_t stored_integer(const char* bytes, NumberType type, std::endian order);  // of a whole type
std::vector<double> stored_reals(std::string_view bytes, NumberType type, std::endian order);
std::vector<std::int64_t> stored_integers(std::string_view bytes, NumberType type, std::endian order);

}  // namespace lilyan
