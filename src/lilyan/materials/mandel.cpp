#include <lilyan/materials/mandel.hpp>

#include <numbers>

namespace lilyan {

namespace {

constexpr double kSqrt2 = std::numbers::sqrt2;
constexpr int kShear[3][2] = {{1, 2}, {0, 2}, {0, 1}};  // yz, xz, xy

Mat3 unit_tensor(int k) {
  Mat3 A = Mat3::Zero();
  if (k < 3)
    A(k, k) = 1;
  else
    A(kShear[k - 3][0], kShear[k - 3][1]) = A(kShear[k - 3][1], kShear[k - 3][0]) = 1 / kSqrt2;
  return A;
}

}  // namespace

Vec6 mandel(const Mat3& A) {
  Vec6 a;
  for (int k = 0; k < 3; ++k) {
    a[k] = A(k, k);
    a[k + 3] = kSqrt2 * A(kShear[k][0], kShear[k][1]);
  }
  return a;
}

Mat3 symmetric_tensor(const Vec6& a) {
  Mat3 A;
  for (int k = 0; k < 3; ++k) {
    A(k, k) = a[k];
    A(kShear[k][0], kShear[k][1]) = A(kShear[k][1], kShear[k][0]) = a[k + 3] / kSqrt2;
  }
  return A;
}

Mat6 mandel_rotation(const Mat3& R) {
  Mat6 Q;
  for (int k = 0; k < 6; ++k) Q.col(k) = mandel(R * unit_tensor(k) * R.transpose());
  return Q;
}

UpperTriangle upper_triangle(const Mat6& symmetric) {
  UpperTriangle upper;
  for (int i = 0; i < 6; ++i)
    for (int k = i; k < 6; ++k) upper[static_cast<std::size_t>(upper_place(i, k))] = symmetric(i, k);
  return upper;
}

Mat6 symmetric_matrix(const UpperTriangle& upper) {
  Mat6 C;
  for (int i = 0; i < 6; ++i)
    for (int k = 0; k < 6; ++k) C(i, k) = upper[static_cast<std::size_t>(upper_place(i, k))];
  return C;
}

}  // namespace lilyan
