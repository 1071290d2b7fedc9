#include <lilyan/reduction/little_endian.hpp>

#include <lilyan/core/error.hpp>

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstring>

namespace lilyan {

static_assert(std::endian::native == std::endian::little, "files are read as they are stored");

void LittleEndianReader::refuse(const std::string& what) const {
  throw InputError({"reduction.file", place_, what, "name a file that VegaFEM or lilyan wrote"});
}

std::int32_t LittleEndianReader::integer() {
  std::int32_t value = 0;
  if (rest_.size() < sizeof value) refuse("is cut short: its sizes are not all there");
  std::memcpy(&value, rest_.data(), sizeof value);
  rest_.remove_prefix(sizeof value);
  return value;
}

void LittleEndianReader::expect_numbers(std::int64_t count) const {
  const auto there = static_cast<std::int64_t>(rest_.size() / sizeof(double));
  if (count == there && rest_.size() % sizeof(double) == 0) return;
  refuse(fmt::format("is {}: {} numbers are announced, and {} bytes follow", there < count ? "cut short" : "too long", count,
                     rest_.size()));
}

void LittleEndianReader::numbers(double* to, std::int64_t count) {
  if (count == 0) return;
  const auto size = static_cast<std::size_t>(count) * sizeof(double);
  std::memcpy(to, rest_.data(), size);
  rest_.remove_prefix(size);
  for (std::int64_t k = 0; k < count; ++k)
    if (!std::isfinite(to[k])) refuse(fmt::format("holds the number {}", to[k]));
}

void LittleEndianWriter::integer(std::int64_t value) {
  const auto narrow = static_cast<std::int32_t>(value);
  bytes_.append(reinterpret_cast<const char*>(&narrow), sizeof narrow);
}

void LittleEndianWriter::numbers(const double* values, std::int64_t count) {
  bytes_.append(reinterpret_cast<const char*>(values), static_cast<std::size_t>(count) * sizeof(double));
}

}  // namespace lilyan
