// Colours: linear light while a picture is computed, sRGB in its file, OKLab where a colour is chosen.
//
// OKLab [Ottosson 2020] is a space in which equal distances look about equally large: L is lightness (0 black, 1 white), chroma
// C the distance from grey and h the hue. sRGB's transfer function is that of IEC 61966-2-1.
#pragma once

#include <Eigen/Core>

#include <cstdint>

namespace lilyan::render {

using Color = Eigen::Array3f;  // red, green, blue in linear light; 1 is the screen's white

struct OkLab {
  double L = 0, a = 0, b = 0;
};

OkLab to_oklab(const Color& color);
Color from_oklab(const OkLab& lab);                                // may leave [0, 1] where the screen has no such colour
Color from_oklch(double L, double chroma, double hue_in_degrees);  // the same in polar form

double srgb_encoded(double linear);  // [0, 1] -> [0, 1]
double srgb_decoded(double encoded);
std::uint8_t to_byte(float linear);  // encoded and rounded; what lies outside [0, 1] is brought to its end

// A calm colour for body k; neighbours in the list are easy to tell apart.
Color body_color(int k);

// A light grey for what is no body.
Color obstacle_color();

}  // namespace lilyan::render
