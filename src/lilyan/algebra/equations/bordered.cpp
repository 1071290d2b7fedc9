#include <lilyan/algebra/equations/bordered.hpp>

#include <algorithm>
#include <cmath>

namespace lilyan {
namespace {

bool have_same_places(const Entries& a, const Entries& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const Entry& one, const Entry& other) { return one.row == other.row && one.column == other.column; });
}

bool are_finite(const Entries& entries) {
  return std::all_of(entries.begin(), entries.end(), [](const Entry& entry) { return std::isfinite(entry.value); });
}

}  // namespace

void multiply(const GeneralMatrix& A, const Border& border, const Vector& x, Vector& y) {
  const Index n = A.size(), m = border.rows;
  if (m == 0) {
    A.multiply(x, y);
    for (const Entry& entry : border.more) y[entry.row] += entry.value * x[entry.column];
    return;
  }
  Vector Ax;
  A.multiply(x.head(n), Ax);
  y.resize(n + m);
  y.head(n) = Ax;
  if (border.D.size() > 0)
    y.tail(m).noalias() = border.D * x.tail(m);
  else
    y.tail(m).setZero();
  for (const Entry& entry : border.more) y[entry.row] += entry.value * x[entry.column];
  for (const Entry& entry : border.B) y[entry.row] += entry.value * x[n + entry.column];
  for (const Entry& entry : border.C) y[n + entry.row] += entry.value * x[entry.column];
}

bool have_same_structure(const Border& a, const Border& b) {
  return a.rows == b.rows && have_same_places(a.B, b.B) && have_same_places(a.C, b.C) && have_same_places(a.more, b.more) &&
         a.D.size() == b.D.size();
}

bool all_finite(const Border& border) {
  return are_finite(border.B) && are_finite(border.C) && are_finite(border.more) && border.D.allFinite();
}

}  // namespace lilyan
