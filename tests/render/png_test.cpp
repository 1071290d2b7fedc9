// PNG files, read back by a decoder of the test's own: chunks, sums, zlib, filters.
#include <lilyan/core/error.hpp>
#include <lilyan/render/png.hpp>

#include <tests/render/png_decoder.hpp>
#include <tests/support/temporary_folder.hpp>

#include <gtest/gtest.h>

#include <random>

namespace lilyan::render {
namespace {

Image noise(int width, int height, bool opaque) {
  std::mt19937 random(5);
  Image image{width, height, {}};
  for (int k = 0; k < width * height; ++k) {
    const auto byte = [&] { return static_cast<std::uint8_t>(random()); };
    image.pixels.push_back({byte(), byte(), byte(), opaque ? std::uint8_t{255} : byte()});
  }
  return image;
}

Image gradient(int width, int height) {
  Image image{width, height, {}};
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      image.pixels.push_back({static_cast<std::uint8_t>(x), static_cast<std::uint8_t>(y), static_cast<std::uint8_t>(x + y), 255});
  return image;
}

TEST(APng, DecodesToTheSamePixels) {
  for (const Image& image : {noise(37, 21, true), noise(37, 21, false), gradient(200, 100), noise(1, 1, true), gradient(3, 300)}) {
    const Image again = test::decode_png(png_bytes(image));
    EXPECT_EQ(again.width, image.width);
    EXPECT_EQ(again.height, image.height);
    EXPECT_EQ(again.pixels, image.pixels);
  }
}

TEST(APng, IsSmallWhereThePictureIsPlain) { EXPECT_LT(png_bytes(gradient(256, 256)).size(), 4000u); }

TEST(APng, CarriesOpacityOnlyWhereItIsNeeded) {
  const auto color_type = [](const std::string& png) { return static_cast<int>(png[25]); };
  EXPECT_EQ(color_type(png_bytes(noise(4, 4, true))), 2);
  EXPECT_EQ(color_type(png_bytes(noise(4, 4, false))), 6);
}

TEST(APng, IsWrittenWholeOrNotAtAll) {
  const test::TemporaryFolder folder;
  write_png(folder / "a.png", gradient(10, 10));
  EXPECT_EQ(folder.read("a.png"), png_bytes(gradient(10, 10)));
  EXPECT_THROW(write_png(folder / "none/a.png", gradient(10, 10)), InputError);
}

}  // namespace
}  // namespace lilyan::render
