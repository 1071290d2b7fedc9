#include <lilyan/algebra/multigrid/rigid_modes.hpp>

namespace lilyan {

namespace {

// What is left of a motion after those before it were taken out, relative to it: less is taken for dependent.
constexpr double kDependent = 1e-4;

// B about c of what is B about `center`.
template <int N>
Eigen::Matrix<double, N, 6> about(const Eigen::Matrix<double, N, 6>& B, const Vec3& center, const Vec3& c) {
  Eigen::Matrix<double, N, 6> moved = B;
  const Vec3 d = center - c;
  // t = t' + w x d
  moved.col(3) += B.col(2) * d.y() - B.col(1) * d.z();
  moved.col(4) += B.col(0) * d.z() - B.col(2) * d.x();
  moved.col(5) += B.col(1) * d.x() - B.col(0) * d.y();
  return moved;
}

}  // namespace

template <int N>
AggregateBases<N> make_bases(const RigidModes<N>& modes, const Aggregates& aggregates) {
  using Modes = Eigen::Matrix<double, N, 6>;
  using Mat6x6 = Eigen::Matrix<double, 6, 6>;
  AggregateBases<N> bases;
  bases.of_row.assign(modes.of_row.size(), Modes::Zero());
  bases.coarse.of_row.assign(static_cast<std::size_t>(aggregates.count), Mat6x6::Zero());
  bases.coarse.center.assign(static_cast<std::size_t>(aggregates.count), Vec3::Zero());
  for_each_row_range(aggregates.count, [&](Index begin, Index end) {
    Eigen::Matrix<double, Eigen::Dynamic, 6> Q;
    for (Index a = begin; a < end; ++a) {
      const Index first = aggregates.first[a], size = aggregates.first[a + 1] - first;
      Vec3 c = Vec3::Zero();
      for (Index k = 0; k < size; ++k) c += modes.center[aggregates.row[first + k]];
      c /= size;
      Q.resize(N * size, 6);
      for (Index k = 0; k < size; ++k) {
        const Index i = aggregates.row[first + k];
        Q.template middleRows<N>(N * k) = about<N>(modes.of_row[i], modes.center[i], c);
      }
      Mat6x6& R = bases.coarse.of_row[a];
      bases.coarse.center[a] = c;
      for (int column = 0; column < 6; ++column) {
        const double length = Q.col(column).norm();
        for (int twice = 0; twice < 2; ++twice)
          for (int before = 0; before < column; ++before) {
            const double share = Q.col(before).dot(Q.col(column));
            Q.col(column) -= share * Q.col(before);
            R(before, column) += share;
          }
        const double left = Q.col(column).norm();
        if (left > kDependent * length) {
          R(column, column) = left;
          Q.col(column) /= left;
        } else {
          Q.col(column).setZero();
        }
      }
      for (Index k = 0; k < size; ++k) bases.of_row[aggregates.row[first + k]] = Q.template middleRows<N>(N * k);
    }
  });
  return bases;
}

template AggregateBases<3> make_bases(const RigidModes<3>&, const Aggregates&);
template AggregateBases<6> make_bases(const RigidModes<6>&, const Aggregates&);

}  // namespace lilyan
