#include <lilyan/render/picture_text.hpp>
#include <lilyan/render/stroke_font.hpp>

#include <gtest/gtest.h>

#include <algorithm>

namespace lilyan::render {
namespace {

Image paper(int width, int height) {
  return {width, height, std::vector<Pixel>(static_cast<std::size_t>(width * height), Pixel{255, 255, 255, 255})};
}

// How much of the paper is inked, in pixels.
double inked(const Image& image) {
  double sum = 0;
  for (const Pixel& pixel : image.pixels) sum += (255 - pixel[0]) / 255.0;
  return sum;
}

const Ink kBlack{{0, 0, 0}, 1};

TEST(TheTypeface, HasEveryPrintableCharacterInItsPlace) {
  const Glyph& unknown = glyph(0x1f600);
  for (char32_t c = '!'; c <= '~'; ++c) {
    const Glyph& shape = glyph(c);
    EXPECT_NE(&shape, &unknown) << static_cast<char>(c);
    EXPECT_FALSE(shape.strokes.empty()) << static_cast<char>(c);
    for (const auto& stroke : shape.strokes) {
      EXPECT_GE(stroke.size(), 2u) << static_cast<char>(c);
      for (const Eigen::Vector2d& p : stroke)
        EXPECT_TRUE(p[0] >= -0.3 && p[0] <= shape.width + 0.3 && p[1] >= -2.9 && p[1] <= 8.9)
            << static_cast<char>(c) << p.transpose();
    }
  }
  EXPECT_FALSE(unknown.strokes.empty()) << "an empty box";
}

TEST(TheTypeface, HasDigitsOfOneWidthAndNoTwoAlike) {
  for (char32_t c = '0'; c <= '9'; ++c) EXPECT_EQ(glyph(c).width, glyph('0').width);
  for (char32_t c = '!'; c <= '~'; ++c)
    for (char32_t other = '!'; other < c; ++other)
      EXPECT_NE(glyph(c).strokes, glyph(other).strokes) << static_cast<char>(c) << static_cast<char>(other);
}

TEST(Text, IsInkedAsMuchAsItsPenIsLong) {
  Image image = paper(60, 60);
  draw_text(image, 30, 50, 35, "I", kBlack);  // a line of 7 units, each 5 pixels
  EXPECT_NEAR(inked(image), 0.98 * 5 * 35 + 3.14 * 6, 6);
  EXPECT_EQ(image.at(32, 32)[0], 0);
  EXPECT_EQ(image.at(5, 5)[0], 255);
}

TEST(Text, RaisesExponents) {
  EXPECT_LT(text_width("m^3", 20), text_width("m3", 20));
  Image image = paper(80, 40), plain = image;
  draw_text(image, 10, 30, 20, "^3", kBlack);
  draw_text(plain, 10, 30, 20, "3", kBlack);
  EXPECT_LT(inked(image), inked(plain));
  const auto lowest = [](const Image& picture) {
    int row = 0;
    for (int y = 0; y < picture.height; ++y)
      for (int x = 0; x < picture.width; ++x)
        if (picture.at(x, y)[0] < 128) row = y;
    return row;
  };
  EXPECT_LT(lowest(image), lowest(plain) - 5);
}

TEST(Text, MayLeaveThePictureAndHoldAnyBytes) {
  Image image = paper(20, 20);
  for (const char* text : {"\xff\xfe", "\xc2", "\xf0\x9f\x98", "\xc2\xb5m", "^", "a^", "", "\n\t"})
    for (double x : {-1000.0, 0.0, 15.0, 1e6}) draw_text(image, x, 10, 12, text, kBlack);
  EXPECT_GT(inked(image), 0);
  EXPECT_EQ(text_width("", 10), 0);
  EXPECT_EQ(text_width("\xc2\xb5", 10), text_width("n", 10));
}

TEST(Ink, OnATransparentPictureKeepsItsColour) {
  Image image{1, 1, {{0, 0, 0, 0}}};
  blend(image, 0, 0, {{200, 100, 50}, 1}, 0.5);
  EXPECT_EQ(image.pixels[0], (Pixel{200, 100, 50, 128}));
  blend(image, 5, 5, {{200, 100, 50}, 1}, 0.5);
  blend(image, -1, 0, {{200, 100, 50}, 1}, 0.5);
}

TEST(ABox, CoversPartsOfPixels) {
  Image image = paper(10, 10);
  fill_box(image, 2.5, 3, 5.25, 5, kBlack);
  EXPECT_NEAR(inked(image), 2.75 * 2, 0.02);
  fill_box(image, -5, -5, 100, 100, kBlack);
  EXPECT_NEAR(inked(image), 100, 1e-9);
}

}  // namespace
}  // namespace lilyan::render
