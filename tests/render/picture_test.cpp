// Whole pictures: what must be seen in them, whatever they are of.
#include "shapes.hpp"

#include <lilyan/algebra/threads.hpp>
#include <lilyan/core/error.hpp>
#include <lilyan/render/color.hpp>
#include <lilyan/render/picture.hpp>
#include <lilyan/render/png.hpp>

#include <gmock/gmock.h>

#include <cmath>

namespace lilyan::render {
namespace {

using ::testing::HasSubstr;

PictureSettings small(int width = 160, int height = 120) {
  PictureSettings settings;
  settings.width = width;
  settings.height = height;
  return settings;
}

int apart(const Pixel& a, const Pixel& b) {
  int most = 0;
  for (std::size_t c = 0; c < 4; ++c) most = std::max(most, std::abs(a[c] - b[c]));
  return most;
}

// From 0, black, to 1, white.
double lightness(const Pixel& pixel) {
  return to_oklab(Color(static_cast<float>(srgb_decoded(pixel[0] / 255.0)), static_cast<float>(srgb_decoded(pixel[1] / 255.0)),
                        static_cast<float>(srgb_decoded(pixel[2] / 255.0))))
      .L;
}

std::string fault_of(const Skin& skin, const PictureSettings& settings) {
  try {
    render_picture(skin, settings);
  } catch (const InputError& error) {
    return error.faults().front().id + ": " + error.what();
  }
  return "";
}

TEST(APicture, ShowsTheBodyInFrontOfTheBackground) {
  PictureSettings settings = small();
  const Image empty = render_picture(std::vector<Skin>{}, settings), image = render_picture(test::cube(), settings);
  EXPECT_GT(apart(image.at(80, 60), empty.at(80, 60)), 40);
  EXPECT_EQ(apart(image.at(2, 2), empty.at(2, 2)), 0);
  EXPECT_EQ(image.at(2, 2)[3], 255);
  EXPECT_GT(image.at(80, 60)[2], image.at(80, 60)[0] + 20) << "the first body is blue";
}

TEST(APicture, IsTheSameForAnyNumberOfThreads) {
  PictureSettings settings = small(320, 200);
  Skin skin = test::ball(30);
  test::add_field(skin, "J", [](const Vec3& p) { return 1 + 0.1 * p[0] * p[1]; });
  settings.field = "J";
  settings.ground = -1.2;
  settings.edges = true;
  settings.title = "ball";
  const std::string one = png_bytes(render_picture(skin, settings));
  for (int count : {2, 3}) {
    set_threads(count);
    EXPECT_EQ(png_bytes(render_picture(skin, settings)), one) << count;
  }
  set_threads(1);
}

TEST(APicture, GivesBodiesColoursOfTheirOwn) {
  const Image image = render_picture({test::cube({-1, 0, 0}), test::cube({1, 0, 0})}, small());
  EXPECT_GT(apart(image.at(45, 60), image.at(115, 60)), 40);
  Skin both = test::cube({-1, 0, 0});
  test::add_field(both, "body", [](const Vec3& p) { return p[0] < -0.99 ? 0.0 : 1.0; });
  const Image halves = render_picture(both, small());
  EXPECT_GT(apart(halves.at(55, 60), halves.at(105, 60)), 40) << "by the field \"body\"";
}

TEST(APicture, ColoursByAFieldAndSaysSo) {
  Skin skin = test::cube();
  test::add_field(skin, "von_mises", [](const Vec3& p) { return p[0] > 0 ? 1e4 : 0; });
  PictureSettings settings = small(320, 200);
  settings.field = "von_mises";
  const Image image = render_picture(skin, settings);
  EXPECT_GT(lightness(image.at(170, 100)), lightness(image.at(100, 100)) + 0.3) << "where x > 0 the values are high: light";
  // The legend's bar goes from dark below to light above, without a step back: the first column of full height beside the body.
  int bar = 250;
  const auto rises = [&](int x) {
    for (int y = 65; y < 140; ++y)
      if (!(lightness(image.at(x, y)) >= lightness(image.at(x, y + 3)))) return false;
    return lightness(image.at(x, 65)) > lightness(image.at(x, 140)) + 0.4;
  };
  while (bar < 320 && !rises(bar)) ++bar;
  EXPECT_LT(bar, 310);
  EXPECT_TRUE(rises(bar + 3)) << "it is some pixels wide";
  settings.range = Range{0, 1e9};
  const Image dark = render_picture(skin, settings);
  EXPECT_LT(dark.at(170, 100)[0], 60) << "all values lie at the dark end of a large range";
}

TEST(APicture, OfATransparentBackgroundHasOnlyTheBodyAndItsShadow) {
  PictureSettings settings = small();
  settings.background = Background::transparent;
  settings.ground = -0.6;
  const Image image = render_picture(test::cube(), settings);
  EXPECT_EQ(image.at(1, 1)[3], 0);
  EXPECT_EQ(image.at(80, 60)[3], 255);
  // The shadow is black, half there, and lies on the ground: below the body's middle, in one piece with what is below the body.
  const auto is_shadow = [&](int x, int y) { return image.at(x, y)[3] > 40 && image.at(x, y)[3] < 200 && image.at(x, y)[0] == 0; };
  int shadow = 0, above = 0;
  for (int y = 0; y < 120; ++y)
    for (int x = 0; x < 160; ++x) (y < 50 ? above : shadow) += is_shadow(x, y);
  EXPECT_GT(shadow, 100);
  EXPECT_EQ(above, 0);
  for (const Pixel& pixel : image.pixels) EXPECT_TRUE(pixel[3] > 0 || pixel == Pixel{}) << "what is not there has no colour";
}

TEST(APicture, HasAShadowOnlyWhereThereIsGround) {
  PictureSettings settings = small();
  settings.background = Background::white;
  const auto grey = [&] {
    int count = 0;
    const Image image = render_picture(test::cube(), settings);
    for (const Pixel& pixel : image.pixels) count += std::abs(pixel[0] - pixel[2]) < 12 && pixel[0] < 240;
    return count;
  };
  EXPECT_LT(grey(), 100) << "only where the body's rim is mixed with white";
  settings.ground = -0.6;
  EXPECT_GT(grey(), 400);
}

TEST(APicture, ShowsTheSameAtAnySizeOfTheBody) {
  const Image image = render_picture(test::cube(), small());
  for (double size : {1e-300, 1e-9, 1e9, 1e150}) {
    const Image other = render_picture(test::cube(Vec3::Zero(), size), small());
    EXPECT_LE(apart(other.at(80, 60), image.at(80, 60)), 3) << size;
    EXPECT_LE(apart(other.at(50, 80), image.at(50, 80)), 3) << size;
  }
}

TEST(APicture, OfOddBodiesIsStillAPicture) {
  const double nan = std::nan(""), inf = HUGE_VAL;
  PictureSettings settings = small(64, 48);
  settings.ground = -1;
  settings.edges = true;
  for (const auto& [a, b, c] :
       std::vector<std::array<Vec3, 3>>{{Vec3(0, 0, 0), Vec3(0, 0, 0), Vec3(0, 0, 0)},
                                        {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(2, 0, 0)},
                                        {Vec3(nan, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)},
                                        {Vec3(inf, 0, 0), Vec3(1, -inf, 0), Vec3(0, 1, 0)},
                                        {Vec3(1e300, 0, 0), Vec3(-1e300, 0, 0), Vec3(0, 1e300, 0)},
                                        {Vec3(1e-310, 0, 0), Vec3(0, 1e-310, 0), Vec3(0, 0, 0)},
                                        {Vec3(1e9, 1e9, 1e9), Vec3(1e9, 1e9 + 1e-6, 1e9), Vec3(1e9 + 1e-6, 1e9, 1e9)}}) {
    Skin skin;
    skin.x.resize(9);
    skin.x << a, b, c;
    skin.triangles = {{0, 1, 2}, {0, 0, 0}};
    skin.fields.push_back({"J", 1, {nan, inf, -1e308}});
    for (const char* field : {"", "J"}) {
      settings.field = field;
      EXPECT_EQ(render_picture(skin, settings).pixels.size(), 64u * 48u);
    }
  }
  settings.field = "";
  EXPECT_EQ(render_picture(std::vector<Skin>{}, settings).pixels.size(), 64u * 48u);
  EXPECT_EQ(render_picture(Skin{}, settings).pixels.size(), 64u * 48u);
}

TEST(APicture, CanBeTakenFromAnywhere) {
  PictureSettings settings = small(64, 48);
  settings.ground = -0.5;
  for (const Vec3& from : {Vec3(0.1, 0.1, 0.1), Vec3(0.5, 0.5, 0.5), Vec3(1, 1e3, 0), Vec3(0, -3, 1), Vec3(0.2, 0, 0.51)}) {
    settings.camera = Camera{from, {0, 0, -0.3}};
    EXPECT_EQ(render_picture(test::cube(), settings).pixels.size(), 64u * 48u);
  }
}

TEST(APicture, ThatCannotBeIsAnErrorWithAHint) {
  PictureSettings settings = small(8, 120);
  EXPECT_THAT(fault_of(test::cube(), settings), HasSubstr("render.size"));
  settings = small(160, 20000);
  EXPECT_THAT(fault_of(test::cube(), settings), HasSubstr("from 16 to 16384"));
  settings = small();
  settings.range = Range{2, 2};
  EXPECT_THAT(fault_of(test::cube(), settings), HasSubstr("render.range"));
  settings = small();
  settings.ground = HUGE_VAL;
  EXPECT_THAT(fault_of(test::cube(), settings), HasSubstr("render.ground"));
  settings = small();
  settings.camera = Camera{{0, 0, 0}, {0, 0, 0}};
  EXPECT_THAT(fault_of(test::cube(), settings), HasSubstr("render.camera"));
  settings = small();
  settings.field = "von_miss";
  Skin skin = test::cube();
  test::add_field(skin, "von_mises", [](const Vec3&) { return 1; });
  EXPECT_THAT(fault_of(skin, settings), HasSubstr("did you mean \"von_mises\"?"));
  EXPECT_THAT(fault_of(test::cube(), settings), HasSubstr("has no fields"));
}

}  // namespace
}  // namespace lilyan::render
