// Strict decimal numbers: the whole token and nothing else. What is wrong with a token goes to `fail(id, message)`, which throws.
#pragma once

#include <lilyan/core/platform/text_file.hpp>

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <system_error>

namespace lilyan {

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
  if (all && error == std::errc::result_out_of_range) fail("mesh.number", fmt::format("{} {} {}", what, shown(token), too_large));
  if (!all || error != std::errc()) fail("mesh.number", fmt::format("{} {} is not a {}", what, shown(token), kind));
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
  if (!std::isfinite(value)) fail("mesh.number", fmt::format("{} {} is not finite", what, shown(token)));
  return value;
}

template <class Fail>
std::int64_t parse_integer(std::string_view token, std::string_view what, const Fail& fail) {
  return parse_decimal<std::int64_t>(token, what, "is too large a number", "whole number", fail);
}

}  // namespace lilyan
