// Text inside HTML, numbers as people read them, bytes as text.
#pragma once

#include <string>
#include <string_view>

namespace lilyan {

// Fit for the content of an element and for a quoted attribute, in HTML and in XML. What is no printable UTF-8 becomes a
// question mark; line breaks and tabs stay.
std::string html_escaped(std::string_view text);

// `digits` significant ones: "0.033", "1.5×10⁻¹²", "−3", "not finite".
std::string number_text(double value, int digits = 4);

std::string base64(std::string_view bytes);

}  // namespace lilyan
