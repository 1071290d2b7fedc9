#include <lilyan/report/chart.hpp>
#include <tests/report/ledgers.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
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

TEST(Chart, SaysWhereItsScaleIsLogarithmic) {
  Chart chart{"", "J", {{"a", {point(0, 107), point(1, 1e6), point(2, 1.5e295)}, 0, false}}};
  EXPECT_THAT(chart_html(chart), HasSubstr("[J], logarithmic<"));
  EXPECT_EQ(path_in(chart_html(chart)).substr(0, 2), "M6");
  chart.curves[0].bands.push_back(point(3, -1e200));
  EXPECT_THAT(chart_html(chart), HasSubstr("[J], logarithmic beyond ±100<"));
  chart.curves[0].bands = {point(0, 1), point(1, 2)};
  EXPECT_THAT(chart_html(chart), Not(HasSubstr("logarithmic")));
}

TEST(Chart, OfAnExplosionShowsTheStartAboveTheLowEnd) {
  const std::string html = chart_html({"", "J", {{"a", {point(0, 107), point(1, 1.5e295)}, 0, false}}});
  const std::regex numbers("M([0-9.]+) ([0-9.]+)L([0-9.]+) ([0-9.]+)");
  const std::string path = path_in(html);
  std::smatch found;
  ASSERT_TRUE(std::regex_match(path, found, numbers)) << path;
  EXPECT_LE(std::stod(found[2]), 214);
  EXPECT_LT(std::stod(found[4]), 20);
  EXPECT_THAT(html, HasSubstr(">10²⁰⁰</text>"));
}

// Where labels of a class stand: x of times, y of values.
std::vector<double> places_of(const std::string& html, const std::string& kind) {
  std::vector<double> places;
  const std::regex label("class=\"" + kind + "\" x=\"([0-9.]+)\" y=\"([0-9.]+)\"");
  for (auto found = std::sregex_iterator(html.begin(), html.end(), label); found != std::sregex_iterator(); ++found)
    places.push_back(std::stod((*found)[kind == "tx" ? 1 : 2]));
  if (kind == "tx") places.pop_back();  // the name of the axis
  std::sort(places.begin(), places.end());
  return places;
}

TEST(Chart, LabelsNeverOverlap) {
  for (const double t : {1e-12, 0.3, 7.0, 123456.0, 3.3e152})
    for (const double low : {0.0, -1e-12, -1e49, 1e-3, 1e20})
      for (const double high : {1e-12, 3.0, 1e20, 1e295}) {
        if (low > high) continue;
        const std::string html =
            chart_html({"", "", {{"a", {point(0, low), point(0.5 * t, low / 2 + high / 2), point(t, high)}, 0, false}}});
        for (const auto& [kind, least] : {std::pair{"ty", 14.0}, {"tx", 30.0}}) {
          const std::vector<double> places = places_of(html, kind);
          for (std::size_t k = 1; k < places.size(); ++k)
            EXPECT_GE(places[k] - places[k - 1], least) << kind << " up to " << t << ", " << low << " to " << high;
        }
      }
}

TEST(Chart, LeavesRoomForWideLabels) {
  const std::string html = chart_html({"", "", {{"a", {point(0, -2.5e-130), point(1, 1.5e-130)}, 0, false}}});
  const std::regex left("class=\"ty\" x=\"([0-9.]+)\"");
  std::smatch found;
  ASSERT_TRUE(std::regex_search(html, found, left));
  EXPECT_GT(std::stod(found[1]), 70);
}

TEST(Chart, EscapesNames) {
  const std::string html = chart_html({"<b>", "\"", {{"</script><script>", {point(0, 0)}, 0, false}}});
  EXPECT_THAT(html, Not(HasSubstr("<b>")));
  EXPECT_THAT(html, Not(HasSubstr("<script>")));
}

}  // namespace lilyan::test
