#include <lilyan/core/error.hpp>
#include <lilyan/core/formula/expression.hpp>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>

// A formula: refused, or evaluated with its derivatives; both ways to its value lead to the same one.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const lilyan::ExpressionNames names = {{"a", "b"}, {"x"}, {"t"}, {{"k", 2.5}}};
  static const double at[] = {0.3, -0.7, 1.1, 0.9, 0.4, -0.2, 0.6, 0.25};
  try {
    const lilyan::Expression f = lilyan::parse_expression({reinterpret_cast<const char*>(data), size}, names);
    lilyan::Expression::Derivatives d;
    f.second(at, d);
    const double value = f.value(at);
    if (value != d.value && !(std::isnan(value) && std::isnan(d.value))) std::abort();
    if (f.degree().value_or(0) < 0 || f.magnitude(at) < std::abs(value)) std::abort();
  } catch (const lilyan::InputError&) {
  }
  return 0;
}
