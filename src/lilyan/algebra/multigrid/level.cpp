#include <lilyan/algebra/multigrid/level.hpp>

#include <lilyan/algebra/multigrid/block_rows.hpp>

#include <Eigen/Cholesky>

#include <atomic>
#include <cmath>

namespace lilyan {

namespace {

// Chebyshev's recurrence for a D^-1 A with eigenvalues in [a, b]: factors of the move before and of D^-1 times what is left.
struct Chebyshev {
  double theta, delta, rho;
  explicit Chebyshev(double lambda) {
    const double a = lambda / 6, b = 1.1 * lambda;
    theta = (b + a) / 2;
    delta = (b - a) / 2;
    rho = delta / theta;
  }
  double first() const { return 1 / theta; }
  struct Factors {
    double keep, take;
  };
  Factors next() {
    const double following = 1 / (2 * theta / delta - rho);
    const Factors factors = {following * rho, 2 * following / delta};
    rho = following;
    return factors;
  }
};

}  // namespace

template <int N, class Scalar>
bool Level<N, Scalar>::set_up(Matrix A) {
  A_ = std::move(A);
  const std::size_t size = static_cast<std::size_t>(N) * static_cast<std::size_t>(rows());
  inverse_.assign(N * size + Matrix::Packs::kLanes, Scalar(0));
  left_.assign(size + Matrix::Packs::kLanes, Scalar(0));
  moved_ = next_ = left_;
  std::atomic<bool> is_definite = true;
  for_each_row_range(rows(), [&](Index begin, Index end) {
    using Block = Eigen::Matrix<double, N, N>;
    for (Index i = begin; i < end; ++i)
      for (std::int64_t k = A_.row_begin[i]; k < A_.row_begin[i + 1]; ++k) {
        if (A_.column[k] != i) continue;
        const Block D = Eigen::Map<const Eigen::Matrix<Scalar, N, N>>(A_.block(k)).template cast<double>();
        const Eigen::LLT<Block> factor(D);
        if (factor.info() != Eigen::Success) is_definite = false;
        Eigen::Map<Eigen::Matrix<Scalar, N, N>>(inverse_.data() + N * N * static_cast<std::size_t>(i)) =
            Block(factor.solve(Block::Identity())).template cast<Scalar>();
      }
  });
  if (!is_definite) return false;
  estimate_lambda();
  return std::isfinite(lambda_) && lambda_ > 0;
}

template <int N, class Scalar>
typename Level<N, Scalar>::Pack Level<N, Scalar>::times_inverse(Index i, const Pack& r) const {
  const Scalar* inverse = inverse_.data() + N * N * static_cast<std::size_t>(i);
  Pack sum = Matrix::Packs::load(inverse) * r[0];
  for (int c = 1; c < N; ++c) sum += Matrix::Packs::load(inverse + N * c) * r[c];
  return sum;
}

// By powers of D^-1 A on a vector without a pattern, the same every time.
template <int N, class Scalar>
void Level<N, Scalar>::estimate_lambda() {
  constexpr int kPowers = 12;
  std::uint32_t random = 12345;
  for (std::size_t i = 0; i < N * static_cast<std::size_t>(rows()); ++i) {
    random = random * 1664525u + 1013904223u;
    moved_[i] = static_cast<Scalar>(random >> 8) / Scalar(1 << 24) - Scalar(0.5);
  }
  const Index ranges = (rows() + kRowsAtOnce - 1) / kRowsAtOnce;
  std::vector<double> squares(static_cast<std::size_t>(ranges));
  double before = 1;
  for (int power = 0; power <= kPowers; ++power) {
    const Scalar scale = static_cast<Scalar>(1 / before);
    for_each_row_range(rows(), [&](Index begin, Index end) {
      double square = 0;
      for (Index i = begin; i < end; ++i) {
        const Pack image = times_inverse(i, A_.times(i, moved_.data())) * scale;
        store<N>(image, next_.data() + N * static_cast<std::size_t>(i));
        for (int a = 0; a < N; ++a) square += static_cast<double>(image[a]) * image[a];
      }
      squares[begin / kRowsAtOnce] = square;
    });
    double sum = 0;
    for (double square : squares) sum += square;
    lambda_ = before = std::sqrt(sum);
    std::swap(moved_, next_);
  }
}

template <int N, class Scalar>
std::optional<CoarseMatrix<Scalar>> Level<N, Scalar>::coarsen(const RigidModes<N>& modes) {
  constexpr double kStrength = 0.02;
  const Aggregates aggregates = make_aggregates(A_, kStrength);
  if (aggregates.count == 0) return std::nullopt;
  AggregateBases<N> bases = make_bases(modes, aggregates);
  make_prolongation(bases, aggregates);
  return CoarseMatrix<Scalar>{coarse_matrix(aggregates.count), std::move(bases.coarse)};
}

template <int N, class Scalar>
void Level<N, Scalar>::make_prolongation(const AggregateBases<N>& bases, const Aggregates& aggregates) {
  const Scalar omega = static_cast<Scalar>(4 / (3 * lambda_));
  std::vector<Scalar> basis(6 * N * static_cast<std::size_t>(rows()));
  for (std::size_t i = 0; i < bases.of_row.size(); ++i)
    Eigen::Map<Eigen::Matrix<Scalar, N, 6>>(basis.data() + 6 * N * i) = bases.of_row[i].template cast<Scalar>();

  make_pattern(rows(), aggregates.count, P_, [&](Index i, const auto& take) {
    for (std::int64_t k = A_.row_begin[i]; k < A_.row_begin[i + 1]; ++k)
      if (aggregates.of_row[A_.column[k]] >= 0) take(aggregates.of_row[A_.column[k]]);
  });
  for_each_row_range(rows(), [&](Index begin, Index end) {
    RowMarks place(aggregates.count);
    std::vector<Scalar> sums;
    for (Index i = begin; i < end; ++i) {
      const std::int64_t first = P_.row_begin[i], count = P_.row_begin[i + 1] - first;
      sums.assign(static_cast<std::size_t>(count) * 6 * N + Matrix::Packs::kLanes, Scalar(0));
      for (std::int64_t k = 0; k < count; ++k) place[P_.column[first + k]] = k;
      for (std::int64_t k = A_.row_begin[i]; k < A_.row_begin[i + 1]; ++k) {
        const Index a = aggregates.of_row[A_.column[k]];
        if (a < 0) continue;
        add_product<N, N, 6>(A_.block(k), basis.data() + 6 * N * static_cast<std::size_t>(A_.column[k]),
                             sums.data() + 6 * N * place[a]);
      }
      const Index own = aggregates.of_row[i];
      for (std::int64_t k = 0; k < count; ++k)
        for (int c = 0; c < 6; ++c) {
          const std::size_t at = static_cast<std::size_t>(6 * N * k + N * c);
          const Pack smoothed = times_inverse(i, Matrix::Packs::load(sums.data() + at)) * -omega;
          Scalar* to = P_.block(first + k) + N * c;
          for (int r = 0; r < N; ++r)
            to[r] =
                smoothed[r] + (P_.column[first + k] == own ? basis[6 * N * static_cast<std::size_t>(i) + N * c + r] : Scalar(0));
        }
      place.clear(P_.columns_of(i));
    }
  });
  transposed_ = transpose(P_, aggregates.count);
}

// P^T (A P). A motion that depends on others is nobody's: its row is empty, and its unknown is kept at zero.
template <int N, class Scalar>
BlockRows<6, 6, Scalar> Level<N, Scalar>::coarse_matrix(Index count) const {
  BlockRows<6, 6, Scalar> coarse = product(transposed_, product(A_, P_, count), count);
  for (Index a = 0; a < count; ++a)
    for (std::int64_t m = coarse.row_begin[a]; m < coarse.row_begin[a + 1]; ++m)
      if (coarse.column[m] == a)
        for (int c = 0; c < 6; ++c)
          if (coarse.block(m)[7 * c] == Scalar(0)) coarse.block(m)[7 * c] = Scalar(1);
  return coarse;
}

template <int N, class Scalar>
void Level<N, Scalar>::advance(Scalar keep, Scalar take, Scalar* x) {
  for_each_row_range(rows(), [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      const std::size_t at = N * static_cast<std::size_t>(i);
      const Pack left = Matrix::Packs::load_row(left_.data() + at) - A_.times(i, moved_.data());
      const Pack move = Matrix::Packs::load(moved_.data() + at) * keep + times_inverse(i, left) * take;
      store<N>(left, left_.data() + at);
      store<N>(move, next_.data() + at);
      for (int a = 0; a < N; ++a) x[at + a] += move[a];
    }
  });
  std::swap(moved_, next_);
}

template <int N, class Scalar>
void Level<N, Scalar>::smooth_first(const Scalar* b, Scalar* x) {
  smooth_alone(b, x, 2);
  for_each_row_range(rows(), [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      const std::size_t at = N * static_cast<std::size_t>(i);
      store<N>(Matrix::Packs::load_row(left_.data() + at) - A_.times(i, moved_.data()), left_.data() + at);
    }
  });
}

template <int N, class Scalar>
void Level<N, Scalar>::smooth_alone(const Scalar* b, Scalar* x, int degree) {
  Chebyshev polynomial(lambda_);
  const Scalar first = static_cast<Scalar>(polynomial.first());
  for_each_row_range(rows(), [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      const std::size_t at = N * static_cast<std::size_t>(i);
      for (int a = 0; a < N; ++a) left_[at + a] = b[at + a];
      const Pack move = times_inverse(i, Matrix::Packs::load_row(left_.data() + at)) * first;
      store<N>(move, moved_.data() + at);
      store<N>(move, x + at);
    }
  });
  for (int k = 1; k < degree; ++k) {
    const auto [keep, take] = polynomial.next();
    advance(static_cast<Scalar>(keep), static_cast<Scalar>(take), x);
  }
}

template <int N, class Scalar>
void Level<N, Scalar>::smooth_again(const Scalar* b, Scalar* x) {
  Chebyshev polynomial(lambda_);
  const Scalar first = static_cast<Scalar>(polynomial.first());
  for_each_row_range(rows(), [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      const std::size_t at = N * static_cast<std::size_t>(i);
      const Pack image = A_.times(i, x);
      for (int a = 0; a < N; ++a) left_[at + a] = b[at + a] - image[a];
      store<N>(times_inverse(i, Matrix::Packs::load_row(left_.data() + at)) * first, moved_.data() + at);
    }
  });
  for (std::size_t at = 0; at < N * static_cast<std::size_t>(rows()); ++at) x[at] += moved_[at];
  const auto [keep, take] = polynomial.next();
  advance(static_cast<Scalar>(keep), static_cast<Scalar>(take), x);
}

template <int N, class Scalar>
void Level<N, Scalar>::restrict_left(Scalar* coarse) const {
  for_each_row_range(transposed_.rows(), [&](Index begin, Index end) {
    for (Index a = begin; a < end; ++a) store<6>(transposed_.times(a, left_.data()), coarse + 6 * static_cast<std::size_t>(a));
  });
}

template <int N, class Scalar>
void Level<N, Scalar>::prolong(const Scalar* coarse, Scalar* x) const {
  for_each_row_range(rows(), [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      const Pack correction = P_.times(i, coarse);
      for (int a = 0; a < N; ++a) x[N * static_cast<std::size_t>(i) + a] += correction[a];
    }
  });
}

template class Level<3, float>;
template class Level<6, float>;
template class Level<3, double>;
template class Level<6, double>;

}  // namespace lilyan
