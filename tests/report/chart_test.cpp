#include <lilyan/report/chart.hpp>
#include <tests/report/ledgers.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <regex>

namespace lilyan::test {

using testing::HasSubstr;
using testing::Not;

constexpr double kNotFinite = std::numeric_limits<double>::infinity();

Band point(double t, double value) { return {t, value, t, value}; }
Band no_point(double t) { return {t, kNotFinite, t, -kNotFinite}; }

// The d of the k-th curve.
std::string path_in(const std::string& html, int k = 0) {
  const std::regex curve("class=\"curve[^\"]*\" d=\"([^\"]*)\"");
  auto found = std::sregex_iterator(html.begin(), html.end(), curve);
  std::advance(found, k);
  return (*found)[1];
}

TEST(Chart, DrawsALineThroughTheValues) {
  const std::string html = chart_html({"Energy", "J", {{"total", {point(0, 0), point(1, 10), point(2, 5)}, 0, false}}});
  EXPECT_EQ(path_in(html), "M62.0 214.0L266.0 10.0L470.0 112.0");
  EXPECT_THAT(html, HasSubstr("Energy"));
  EXPECT_THAT(html, HasSubstr("[J]"));
  EXPECT_THAT(html, HasSubstr("\"v\":[0,10,5],\"t\":[0,1,2]"));
}

TEST(Chart, GoesThroughBothEndsOfABandInTheOrderOfTime) {
  const std::string html = chart_html({"", "", {{"a", {point(0, 0), {1.5, 2, 1, 10}, point(2, 5)}, 0, false}}});
  EXPECT_EQ(path_in(html), "M62.0 214.0L266.0 10.0L368.0 173.2L470.0 112.0");
  EXPECT_THAT(html, HasSubstr("\"w\":[0,10,5]"));
}

TEST(Chart, IsInterruptedWhereThereIsNoValue) {
  const std::string html = chart_html({"", "", {{"a", {point(0, 0), no_point(1), point(2, 10), point(3, 0)}, 0, false}}});
  EXPECT_THAT(path_in(html), testing::MatchesRegex("M[^M]*h\\.01M[^M]*"));
  EXPECT_THAT(html, HasSubstr("null"));
  EXPECT_THAT(html, Not(HasSubstr("inf")));
}

TEST(Chart, OfNoValueSaysSo) {
  EXPECT_THAT(chart_html({"Energy", "J", {}}), HasSubstr("no finite value"));
  EXPECT_THAT(chart_html({"Energy", "J", {{"a", {no_point(0)}, 0, false}}}), HasSubstr("no finite value"));
}

TEST(Chart, OfOneValueShowsADot) {
  EXPECT_THAT(path_in(chart_html({"", "", {{"a", {point(0, 3)}, 0, false}}})), testing::EndsWith("h.01"));
}

TEST(Chart, OnALogarithmShowsZeroAtTheLowEnd) {
  Chart chart{"", "", {{"a", {point(0, 0), point(1, 1e-12), point(2, 1e-10)}, 0, false}}};
  chart.scale = ChartScale::logarithmic;
  EXPECT_EQ(path_in(chart_html(chart)), "M62.0 214.0L266.0 214.0L470.0 10.0");
}

TEST(Chart, EscapesNames) {
  const std::string html = chart_html({"<b>", "\"", {{"</script><script>", {point(0, 0)}, 0, false}}});
  EXPECT_THAT(html, Not(HasSubstr("<b>")));
  EXPECT_THAT(html, Not(HasSubstr("<script>")));
}

}  // namespace lilyan::test
