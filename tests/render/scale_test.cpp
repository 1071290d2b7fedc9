#include "shapes.hpp"

#include <lilyan/render/scale.hpp>

#include <gmock/gmock.h>

#include <cmath>

namespace lilyan::render {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;

std::vector<std::string> written(const Range& range, int wished, const std::string& unit) {
  std::vector<std::string> texts;
  const std::vector<double> places = ticks(range, wished);
  for (double tick : places) texts.push_back(notation(places, unit).text(tick));
  texts.push_back(notation(places, unit).unit);
  return texts;
}

TEST(TheLegend, HasRoundNumbersWithASuitableUnit) {
  EXPECT_THAT(written({0, 10800}, 5, "Pa"), ElementsAre("0", "2", "4", "6", "8", "10", "kPa"));
  EXPECT_THAT(written({-0.93, 0.93}, 4, "m/s"), ElementsAre("-0.5", "0.0", "0.5", "m/s"));
  EXPECT_THAT(written({0, 0.0031}, 3, "m"), ElementsAre("0", "1", "2", "3", "mm"));
  EXPECT_THAT(written({0.98, 1.02}, 4, ""), ElementsAre("0.98", "0.99", "1.00", "1.01", "1.02", ""));
  EXPECT_THAT(written({0, 3e-30}, 3, "Pa"), ElementsAre("0", "1e-30", "2e-30", "3e-30", "Pa"));
  EXPECT_THAT(written({0, 2.5e7}, 2, "J/m^3"), ElementsAre("0", "10", "20", "MJ/m^3"));
  EXPECT_THAT(written({0, 2e-6}, 2, "m"), ElementsAre("0", "1", "2", "\xc2\xb5m"));
}

TEST(TheLegend, SurvivesAnyRange) {
  for (const Range& range : {Range{0, 5e-324}, Range{-1e308, 1e308}, Range{1, 1 + 1e-15}, Range{1e300, 2e300}})
    EXPECT_LE(written(range, 5, "Pa").size(), 101u);
}

TEST(TheRange, LeavesAFewSharpCornersOut) {
  std::vector<double> values;
  for (int k = 0; k <= 1000; ++k) values.push_back(k / 1000.0);
  values.push_back(50);
  const Range range = *robust_range("von_mises", values);
  EXPECT_EQ(range.low, 0);
  EXPECT_NEAR(range.high, 0.99, 0.01);
  values.back() = 1.1;
  EXPECT_EQ(robust_range("von_mises", values)->high, 1.1) << "but not what is almost as large";
}

TEST(TheRange, IsSymmetricWhereTheFieldHasAMiddle) {
  EXPECT_EQ(robust_range("J", {0.9, 1.0, 1.05})->low, 0.9);
  EXPECT_NEAR(robust_range("J", {0.9, 1.0, 1.05})->high, 1.1, 1e-12);
  EXPECT_EQ(robust_range("velocity.x", {-1, 3})->low, -3);
  EXPECT_EQ(robust_range("temperature", {280, 290})->low, 280) << "far from zero";
  EXPECT_EQ(robust_range("temperature", {1, 290})->low, 0) << "near zero";
}

TEST(TheRange, IsThatOfTheFiniteValues) {
  EXPECT_FALSE(robust_range("x", {}));
  EXPECT_FALSE(robust_range("x", {std::nan(""), HUGE_VAL}));
  EXPECT_EQ(robust_range("x", {std::nan(""), 2, 3})->high, 3);
}

TEST(AScale, PutsItsMiddleInTheMiddle) {
  const FieldScale scale("J", {0.8, 1.1});
  EXPECT_EQ(scale.map(), ColorMapKind::diverging);
  EXPECT_NEAR(scale.place(1), 0.5, 1e-12);
  EXPECT_NEAR(scale.place(0.8), 0, 1e-12);
  EXPECT_NEAR(scale.place(1.1), 0.75, 1e-12) << "the same distance has the same strength on both sides";
  EXPECT_EQ(FieldScale("J", {1.2, 1.4}).map(), ColorMapKind::sequential) << "1 is not in sight";
  EXPECT_EQ(FieldScale("von_mises", {0, 4}).label(), "von Mises stress, mean over cells");
  EXPECT_NEAR(FieldScale("von_mises", {0, 4}).place(1), 0.25, 1e-12);
}

TEST(AScale, OfAConstantFieldHasAWidth) {
  for (double value : {0.0, 7.0, -1e12}) {
    const FieldScale scale("x", {value, value});
    EXPECT_LT(scale.range().low, scale.range().high);
    EXPECT_TRUE(std::isfinite(scale.place(value)));
  }
}

TEST(AVectorField, IsItsLengthOrOneOfItsComponents) {
  Skin skin = test::cube();
  MeshField field{"velocity", 3, {}};
  for (Index i = 0; i < skin.vertices(); ++i) field.values.insert(field.values.end(), {3, 4.0 * i, 0});
  skin.fields.push_back(field);
  EXPECT_THAT(scalar_field(skin, "velocity")[1], DoubleNear(5, 1e-12));
  EXPECT_EQ(scalar_field(skin, "velocity.y")[2], 8);
  EXPECT_TRUE(scalar_field(skin, "velocity.w").empty());
  EXPECT_TRUE(scalar_field(skin, "J").empty());
  EXPECT_THAT(scalar_names(skin), ElementsAre("velocity", "velocity.x", "velocity.y", "velocity.z"));
}

TEST(AScale, OfAFieldThatIsZeroEverywhereGoesFromZeroToOne) {
  const FieldScale scale("contact_pressure", {0, 0});
  EXPECT_EQ(scale.range().low, 0);
  EXPECT_EQ(scale.range().high, 1);
  EXPECT_EQ(scale.place(0), 0);
  EXPECT_EQ(scale.unit(), "Pa");
}

TEST(ARange, OfASmallPatchUnderPressureIsThatOfThePatch) {
  std::vector<double> values(1000, 0.0);
  values[7] = 5;
  const std::optional<Range> range = robust_range("contact_pressure", values);
  ASSERT_TRUE(range);
  EXPECT_EQ(range->low, 0);
  EXPECT_EQ(range->high, 5);
}

}  // namespace
}  // namespace lilyan::render
