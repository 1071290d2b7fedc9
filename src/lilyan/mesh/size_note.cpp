#include <lilyan/mesh/size_note.hpp>

#include <fmt/format.h>

namespace lilyan {

std::string size_note(const Vector& X, const std::string& millimetres, const std::string& factor) {
  constexpr double kLongest = 50, kShortest = 1e-3;  // [m]
  if (X.size() == 0) return {};
  const auto points = X.reshaped(3, X.size() / 3);
  const double length = (points.rowwise().maxCoeff() - points.rowwise().minCoeff()).maxCoeff();
  if (length > kLongest)
    return fmt::format("the body is {:.4g} m long; if the file is in millimetres, give {}", length, millimetres);
  if (length < kShortest)
    return fmt::format("the body is only {:.3g} m long; lengths are in metres, and {} multiplies those of the file", length,
                       factor);
  return {};
}

}  // namespace lilyan
