// Reads the PNG files that tests are about; throws where anything in them is not as the format wants it.
#pragma once

#include <lilyan/render/image.hpp>

#include <zlib.h>

#include <cstdlib>
#include <stdexcept>
#include <string>

namespace lilyan::test {

inline std::uint32_t png_number(const std::string& bytes, std::size_t at) {
  std::uint32_t number = 0;
  for (std::size_t k = 0; k < 4; ++k) number = number << 8 | static_cast<unsigned char>(bytes.at(at + k));
  return number;
}

inline render::Image decode_png(const std::string& png) {
  const auto expect = [](bool holds, const char* what) {
    if (!holds) throw std::runtime_error(what);
  };
  expect(png.substr(0, 8) == "\x89PNG\r\n\x1a\n", "signature");
  render::Image image;
  std::size_t channels = 0;
  std::string packed, last;
  for (std::size_t at = 8; at < png.size();) {
    const std::size_t size = png_number(png, at);
    const std::string type = png.substr(at + 4, 4), data = png.substr(at + 8, size);
    const auto sum = crc32(0, reinterpret_cast<const Bytef*>(png.data() + at + 4), static_cast<uInt>(size + 4));
    expect(sum == png_number(png, at + 8 + size), "check sum");
    if (type == "IHDR") {
      image.width = static_cast<int>(png_number(data, 0));
      image.height = static_cast<int>(png_number(data, 4));
      channels = data[9] == 2 ? 3 : 4;
    }
    if (type == "IDAT") packed += data;
    last = type;
    at += 12 + size;
  }
  expect(last == "IEND", "end");

  const std::size_t row = channels * static_cast<std::size_t>(image.width);
  std::string raw((row + 1) * static_cast<std::size_t>(image.height), '\0');
  uLongf size = raw.size();
  expect(uncompress(reinterpret_cast<Bytef*>(raw.data()), &size, reinterpret_cast<const Bytef*>(packed.data()), packed.size()) ==
                 Z_OK &&
             size == raw.size(),
         "zlib");
  std::vector<int> above(row, 0), here(row);
  for (std::size_t y = 0; y < static_cast<std::size_t>(image.height); ++y) {
    const char filter = raw[y * (row + 1)];
    for (std::size_t i = 0; i < row; ++i) {
      const int a = i < channels ? 0 : here[i - channels], b = above[i], c = i < channels ? 0 : above[i - channels];
      const int p = a + b - c, pa = std::abs(p - a), pb = std::abs(p - b), pc = std::abs(p - c);
      const int guesses[] = {0, a, b, (a + b) / 2, pa <= pb && pa <= pc ? a : pb <= pc ? b : c};
      expect(filter >= 0 && filter < 5, "filter");
      here[i] = (static_cast<unsigned char>(raw[y * (row + 1) + 1 + i]) + guesses[static_cast<int>(filter)]) & 255;
    }
    for (std::size_t x = 0; x < row; x += channels) {
      const auto byte = [&](std::size_t k) { return static_cast<std::uint8_t>(here[x + k]); };
      image.pixels.push_back({byte(0), byte(1), byte(2), channels == 4 ? byte(3) : std::uint8_t{255}});
    }
    above = here;
  }
  return image;
}

}  // namespace lilyan::test
