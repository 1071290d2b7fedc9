#include <lilyan/core/platform/file_writer.hpp>
#include <lilyan/render/png.hpp>

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdlib>
#include <stdexcept>
#include <string_view>

namespace lilyan::render {

namespace {

using Bytes = std::vector<std::uint8_t>;

void append_number(std::string& text, std::uint32_t number) {
  for (int shift = 24; shift >= 0; shift -= 8) text += static_cast<char>(number >> shift & 0xff);
}

void append_chunk(std::string& png, std::string_view type, std::string_view data) {
  append_number(png, static_cast<std::uint32_t>(data.size()));
  const std::size_t start = png.size();
  png += type;
  png += data;
  const auto* checked = reinterpret_cast<const Bytef*>(png.data() + start);
  append_number(png, static_cast<std::uint32_t>(crc32_z(0, checked, png.size() - start)));
}

// Of a, b, c (left, above, above left) the one nearest to a + b - c.
int paeth(int a, int b, int c) {
  const int guess = a + b - c, to_a = std::abs(guess - a), to_b = std::abs(guess - b), to_c = std::abs(guess - c);
  return to_a <= to_b && to_a <= to_c ? a : to_b <= to_c ? b : c;
}

// A row as its differences to what stands left and above, by one of the format's five filters.
void filter_row(int filter, const Bytes& row, const Bytes& above, std::size_t channels, Bytes& filtered) {
  filtered[0] = static_cast<std::uint8_t>(filter);
  for (std::size_t i = 0; i < row.size(); ++i) {
    const int left = i < channels ? 0 : row[i - channels], up = above[i], corner = i < channels ? 0 : above[i - channels];
    const std::array<int, 5> guess = {0, left, up, (left + up) / 2, paeth(left, up, corner)};
    filtered[i + 1] = static_cast<std::uint8_t>(row[i] - guess[static_cast<std::size_t>(filter)]);
  }
}

// How much a row's differences are, as signed bytes: the filter with the least compresses best, as a rule.
long weight(const Bytes& filtered) {
  long sum = 0;
  for (std::size_t i = 1; i < filtered.size(); ++i) sum += std::abs(static_cast<std::int8_t>(filtered[i]));
  return sum;
}

Bytes filtered_rows(const Image& image, std::size_t channels) {
  const std::size_t size = channels * static_cast<std::size_t>(image.width);
  Bytes above(size, 0), row(size), best(size + 1), trial(size + 1), all;
  all.reserve((size + 1) * static_cast<std::size_t>(image.height));
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x)
      std::copy_n(image.at(x, y).begin(), channels, row.begin() + static_cast<std::ptrdiff_t>(channels) * x);
    filter_row(2, row, above, channels, best);  // "up" first: it wins wherever the picture is plain
    long least = weight(best);
    for (int filter : {1, 4}) {
      if (least == 0) break;
      filter_row(filter, row, above, channels, trial);
      if (const long now = weight(trial); now < least) {
        least = now;
        best.swap(trial);
      }
    }
    all.insert(all.end(), best.begin(), best.end());
    above.swap(row);
  }
  return all;
}

std::string compressed(const Bytes& bytes) {
  constexpr int kLevel = 7;  // beyond it, time grows and files hardly shrink
  uLongf size = compressBound(static_cast<uLong>(bytes.size()));
  std::string out(size, '\0');
  if (compress2(reinterpret_cast<Bytef*>(out.data()), &size, bytes.data(), static_cast<uLong>(bytes.size()), kLevel) != Z_OK)
    throw std::bad_alloc();  // the only way in which it can fail here
  out.resize(size);
  return out;
}

}  // namespace

std::string png_bytes(const Image& image) {
  assert(image.width > 0 && image.height > 0);
  const bool opaque = std::all_of(image.pixels.begin(), image.pixels.end(), [](const Pixel& pixel) { return pixel[3] == 255; });
  std::string header;
  append_number(header, static_cast<std::uint32_t>(image.width));
  append_number(header, static_cast<std::uint32_t>(image.height));
  header += {8, static_cast<char>(opaque ? 2 : 6), 0, 0, 0};  // bits a channel, colour type, and the only methods there are

  std::string png = "\x89PNG\r\n\x1a\n";
  append_chunk(png, "IHDR", header);
  append_chunk(png, "sRGB", std::string_view("\0", 1));
  append_chunk(png, "IDAT", compressed(filtered_rows(image, opaque ? 3 : 4)));
  append_chunk(png, "IEND", {});
  return png;
}

void write_png(const std::filesystem::path& file, const Image& image) { write_atomically(file, png_bytes(image)); }

}  // namespace lilyan::render
