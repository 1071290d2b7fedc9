#include <lilyan/reduction/vega_files.hpp>

#include <lilyan/core/error.hpp>
#include <lilyan/core/model_file.hpp>
#include <lilyan/core/platform/file_writer.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>

namespace lilyan {

namespace {

// Reads from the front. Whatever is wrong is an InputError (id "reduction.file").
class LittleEndianReader {
 public:
  LittleEndianReader(std::string_view bytes, const std::string& place) : rest_(bytes), place_(place) {}

  std::int32_t integer();
  // That just so many numbers follow; to be called before anything is allocated for them.
  void expect_numbers(std::int64_t count) const;
  // Takes numbers, all of them finite.
  void numbers(double* to, std::int64_t count);

  [[noreturn]] void refuse(const std::string& what) const;

 private:
  std::string_view rest_;
  std::string place_;
};

class LittleEndianWriter {
 public:
  void integer(std::int64_t value);  // of 32 bits
  void numbers(const double* values, std::int64_t count);
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

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

// How many ascending lists of `length` indices there are below r.
std::int64_t ascending_lists(std::int64_t r, std::size_t length) {
  std::int64_t count = 1;
  for (std::int64_t k = 1; k <= static_cast<std::int64_t>(length); ++k) count = count * (r + k - 1) / k;
  return count;
}

// The place of an ascending list among them, the last index running fastest.
template <std::size_t n>
std::int64_t place_of(const std::array<std::int64_t, n>& indices, std::int64_t r) {
  std::int64_t place = 0, least = 0;
  for (std::size_t k = 0; k < n; ++k) {  // lists with a smaller index here come before
    place += ascending_lists(r - least, n - k) - ascending_lists(r - indices[k], n - k);
    least = indices[k];
  }
  return place;
}

// In how many orders of its indices a product of coordinates is met, n! over those that leave it as it is, divided by n!.
template <std::size_t n>
double share(const std::array<std::int64_t, n>& indices) {
  double product = 1;
  for (std::size_t begin = 0, k = 0; k < n; ++k) {
    if (indices[k] != indices[begin]) begin = k;
    product *= static_cast<double>(k - begin + 1);
  }
  return 1 / product;
}

// f(indices) for all ascending lists of n indices below r, the last index running fastest.
template <std::size_t n, class F>
void for_each_ascending(std::int64_t r, F f) {
  std::array<std::int64_t, n> indices{};
  for (;;) {
    f(indices);
    std::size_t k = n;
    while (k > 0 && indices[k - 1] == r - 1) --k;
    if (k == 0) return;
    std::fill(indices.begin() + static_cast<std::ptrdiff_t>(k) - 1, indices.end(), indices[k - 1] + 1);
  }
}

template <std::size_t n>
std::array<std::int64_t, n - 1> without(const std::array<std::int64_t, n>& indices, std::size_t left_out) {
  std::array<std::int64_t, n - 1> others{};
  for (std::size_t k = 0, at = 0; k < n; ++k)
    if (k != left_out) others[at++] = indices[k];
  return others;
}

std::string product_text(std::span<const std::int64_t> indices) {
  std::string text;
  for (std::int64_t k : indices) text += fmt::format("{}q{}", text.empty() ? "" : " ", k);
  return text;
}

// The n-th derivatives of the energy from the coefficients of degree n - 1 of all components of the force.
template <std::size_t n>
Vector derivatives(const Vector& coefficients, std::int64_t r, const std::string& place) {
  const std::int64_t per_component = coefficients.size() / r;
  const double largest = coefficients.cwiseAbs().maxCoeff();
  Vector found(ascending_lists(r, n));
  std::int64_t at = 0;
  for_each_ascending<n>(r, [&](const std::array<std::int64_t, n>& indices) {
    double difference = 0, first = 0;
    int count = 0;
    for (std::size_t k = 0; k < n; ++k) {
      if (k > 0 && indices[k] == indices[k - 1]) continue;  // the same component again
      const auto others = without(indices, k);
      const double value = coefficients[indices[k] * per_component + place_of(others, r)] / share(others);
      if (count == 0) first = value;
      if (!(std::abs(value - first) <= kGradientTolerance * largest))
        throw InputError(
            {"reduction.gradient", place,
             fmt::format("the forces are not a gradient: component {} has the coefficient {} of {}, where component {} asks for {}",
                         indices[k], value * share(others), product_text(others), indices[0], first * share(others)),
             "use coefficients of an elastic energy, without damping or forces from outside"});
      difference += value - first;
      ++count;
    }
    found[at++] = first + difference / count;  // the mean, and just the value where all are alike
  });
  return found;
}

// The coefficients of degree n - 1 of all components, from the n-th derivatives.
template <std::size_t n>
void write_coefficients(const Vector& derivatives_of_energy, std::int64_t r, LittleEndianWriter& out) {
  for (std::int64_t component = 0; component < r; ++component)
    for_each_ascending<n - 1>(r, [&](const std::array<std::int64_t, n - 1>& others) {
      std::array<std::int64_t, n> indices{};
      std::copy(others.begin(), others.end(), indices.begin());
      indices[n - 1] = component;
      std::sort(indices.begin(), indices.end());
      const double coefficient =
          derivatives_of_energy.size() == 0 ? 0 : derivatives_of_energy[place_of(indices, r)] * share(others);
      out.numbers(&coefficient, 1);
    });
}

}  // namespace

Eigen::MatrixXd parse_dense_matrix(std::string_view bytes, const std::string& place) {
  LittleEndianReader in(bytes, place);
  const std::int64_t rows = in.integer(), columns = in.integer();
  if (rows <= 0 || columns <= 0) in.refuse(fmt::format("is a matrix of {} rows and {} columns", rows, columns));
  in.expect_numbers(rows * columns);  // both below 2^31
  Eigen::MatrixXd matrix(rows, columns);
  in.numbers(matrix.data(), matrix.size());
  return matrix;
}

Eigen::MatrixXd read_dense_matrix(const std::filesystem::path& file) {
  return parse_dense_matrix(read_model_bytes(file), file.string());
}

std::string dense_matrix_bytes(const Eigen::MatrixXd& matrix) {
  LittleEndianWriter out;
  out.integer(matrix.rows());
  out.integer(matrix.cols());
  out.numbers(matrix.data(), matrix.size());
  return out.take();
}

void write_dense_matrix(const std::filesystem::path& file, const Eigen::MatrixXd& matrix) {
  write_atomically(file, dense_matrix_bytes(matrix));
}

QuarticEnergy parse_cubic(std::string_view bytes, const std::string& place) {
  LittleEndianReader in(bytes, place);
  const std::int64_t r = in.integer();
  if (r < 1 || r > kMostQuarticCoordinates)
    in.refuse(fmt::format("has {} coordinates; 1 to {} are possible", r, kMostQuarticCoordinates));
  std::int64_t numbers = 0;
  for (const std::int64_t wanted : {r, QuarticEnergy::pairs(r), QuarticEnergy::third_derivatives(r)}) {
    if (const std::int64_t found = in.integer(); found != wanted)
      in.refuse(fmt::format("has {} coefficients for each component where {} coordinates have {}", found, r, wanted));
    numbers += r * wanted;
  }
  in.expect_numbers(numbers);
  Vector linear(r * r), quadratic(r * QuarticEnergy::pairs(r)), cubic(r * QuarticEnergy::third_derivatives(r));
  for (Vector* list : {&linear, &quadratic, &cubic}) in.numbers(list->data(), list->size());

  const Vector second = derivatives<2>(linear, r, place);
  Eigen::MatrixXd A(r, r);
  std::int64_t at = 0;
  for_each_ascending<2>(r, [&](const std::array<std::int64_t, 2>& ij) { A(ij[0], ij[1]) = A(ij[1], ij[0]) = second[at++]; });
  return QuarticEnergy(A, derivatives<3>(quadratic, r, place), derivatives<4>(cubic, r, place));
}

QuarticEnergy read_cubic_file(const std::filesystem::path& file) { return parse_cubic(read_model_bytes(file), file.string()); }

std::string cubic_bytes(const QuarticEnergy& energy) {
  const std::int64_t r = energy.size();
  LittleEndianWriter out;
  for (const std::int64_t size : {r, r, QuarticEnergy::pairs(r), QuarticEnergy::third_derivatives(r)}) out.integer(size);
  if (r == 0) return out.take();
  out.numbers(energy.linear().data(), energy.linear().size());  // symmetric
  write_coefficients<3>(energy.third(), r, out);
  write_coefficients<4>(energy.fourth(), r, out);
  return out.take();
}

void write_cubic_file(const std::filesystem::path& file, const QuarticEnergy& energy) {
  write_atomically(file, cubic_bytes(energy));
}

}  // namespace lilyan
