#include <lilyan/report/html.hpp>

#include <gtest/gtest.h>

#include <limits>

namespace lilyan::test {

TEST(Html, EscapesWhatWouldBeMarkup) {
  EXPECT_EQ(html_escaped("<script>alert('1 & \"2\"')</script>"),
            "&lt;script&gt;alert(&#39;1 &amp; &quot;2&quot;&#39;)&lt;/script&gt;");
  EXPECT_EQ(html_escaped("Grüße, 10⁻³"), "Grüße, 10⁻³");
}

TEST(Html, KeepsLineBreaksAndReplacesWhatIsNotText) {
  EXPECT_EQ(html_escaped("a\n\tb"), "a\n\tb");
  EXPECT_EQ(html_escaped(std::string("a\0b\x7f\x1b", 5)), "a?b??");
  EXPECT_EQ(html_escaped("\xff\xfe"), "??");
}

TEST(Html, WritesNumbersAsPeopleReadThem) {
  EXPECT_EQ(number_text(0), "0");
  EXPECT_EQ(number_text(-0.033), "−0.033");
  EXPECT_EQ(number_text(1.5e-12), "1.5×10⁻¹²");
  EXPECT_EQ(number_text(123456789, 3), "1.23×10⁸");
  EXPECT_EQ(number_text(std::numeric_limits<double>::quiet_NaN()), "not finite");
}

TEST(Html, WritesBytesInBase64) {
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foo"), "Zm9v");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
  EXPECT_EQ(base64(std::string("\xff\x00\xfe", 3)), "/wD+");
}

}  // namespace lilyan::test
