#include <lilyan/reduction/vega_files.hpp>

#include <lilyan/reduction/reduce_elasticity.hpp>

#include <gmock/gmock.h>

#include <cstring>

#include <tests/reduction/reduced_full_body.hpp>
#include <tests/support/fault_of.hpp>
#include <tests/support/temporary_folder.hpp>

namespace lilyan::test {
namespace {

QuarticEnergy some_energy(Index r) {
  const FullBody body = mixed_body<StVenantKirchhoff>();
  return reduce_stvk(body.X, body.cells, body.laws, body.law_of_cell, random_columns(body.components(), r, 2));
}

std::string cubic_header(std::int32_t r, std::int32_t n1, std::int32_t n2, std::int32_t n3) {
  std::string bytes;
  for (std::int32_t value : {r, n1, n2, n3}) bytes.append(reinterpret_cast<const char*>(&value), 4);
  return bytes;
}

double& number_in(std::string& bytes, std::size_t k) { return reinterpret_cast<double*>(bytes.data() + 16)[k]; }

TEST(CubicFile, HoldsThePolynomialOfEveryForceComponent) {
  // Evaluated here as the format says, against the energy's own forces.
  for (Index r : {1, 2, 5}) {
    const QuarticEnergy energy = some_energy(r);
    std::string bytes = cubic_bytes(energy);
    ASSERT_EQ(bytes.size(), 16 + 8u * static_cast<std::size_t>(r * (r + r * (r + 1) / 2 + r * (r + 1) * (r + 2) / 6)));
    EXPECT_EQ(bytes.substr(0, 16), cubic_header(r, r, r * (r + 1) / 2, r * (r + 1) * (r + 2) / 6));
    const Vector q = random_coordinates(r, 3);
    Vector found = Vector::Zero(r), f;
    std::size_t at = 0;
    for (Index l = 0; l < r; ++l)
      for (Index i = 0; i < r; ++i) found[l] += number_in(bytes, at++) * q[i];
    for (Index l = 0; l < r; ++l)
      for (Index i = 0; i < r; ++i)
        for (Index j = i; j < r; ++j) found[l] += number_in(bytes, at++) * q[i] * q[j];
    for (Index l = 0; l < r; ++l)
      for (Index i = 0; i < r; ++i)
        for (Index j = i; j < r; ++j)
          for (Index k = j; k < r; ++k) found[l] += number_in(bytes, at++) * q[i] * q[j] * q[k];
    EXPECT_EQ(16 + 8 * at, bytes.size());
    Eigen::MatrixXd K;
    QuarticEnergy::Scratch scratch;
    energy.evaluate(q, f, K, scratch);
    EXPECT_LT((found - f).norm(), 1e-13 * f.norm());
  }
}

TEST(CubicFile, GivesTheEnergyBack) {
  const TemporaryFolder folder;
  for (Index r : {1, 3, 7}) {
    const QuarticEnergy energy = some_energy(r);
    write_cubic_file(folder / "a.cub", energy);
    const QuarticEnergy again = read_cubic_file(folder / "a.cub");
    EXPECT_TRUE(again.linear() == energy.linear());
    EXPECT_TRUE(again.third() == energy.third());  // divided and multiplied by two
    EXPECT_LT((again.fourth() - energy.fourth()).cwiseAbs().maxCoeff(), 1e-15 * energy.fourth().cwiseAbs().maxCoeff());
  }
}

TEST(CubicFile, OfLinearForcesHasZerosForTheRest) {
  const QuarticEnergy energy(some_energy(4).linear());
  const QuarticEnergy again = parse_cubic(cubic_bytes(energy), "a");
  EXPECT_TRUE(again.linear() == energy.linear());
  EXPECT_TRUE(again.third().isZero(0));
  EXPECT_TRUE(again.fourth().isZero(0));
}

TEST(CubicFile, WhoseForcesAreNoGradientIsRefusedAndTheComponentNamed) {
  const QuarticEnergy energy = some_energy(4);
  const std::string whole = cubic_bytes(energy);
  const std::size_t linear = 16, quadratic = 40;
  // Every coefficient but those of q_l^n in component l, which no other one knows.
  for (const std::size_t changed :
       {std::size_t{1}, std::size_t{4}, linear + 1, linear + 13, linear + quadratic + 3, linear + quadratic + 45}) {
    std::string bytes = whole;
    number_in(bytes, changed) *= 1.01;
    const Fault fault = fault_of([&] { parse_cubic(bytes, "a.cub"); });
    EXPECT_EQ(fault.id, "reduction.gradient") << changed;
    EXPECT_EQ(fault.place, "a.cub");
    EXPECT_THAT(fault.message, testing::HasSubstr("component")) << changed;
  }
  std::string bytes = whole;
  number_in(bytes, linear + quadratic - 1 - 10 * 1) *= 1.01;  // component 2, q_3 q_3
  EXPECT_THAT(fault_of([&] { parse_cubic(bytes, "a.cub"); }).message, testing::HasSubstr("component 3 has the coefficient"));
  bytes = whole;
  number_in(bytes, 1) *= 1 + 1e-12;  // rounding of another program
  EXPECT_NO_THROW(parse_cubic(bytes, "a.cub"));
}

TEST(CubicFile, ThatIsMalformedIsRefused) {
  const std::string whole = cubic_bytes(some_energy(3));
  auto refused = [](const std::string& bytes) {
    const Fault fault = fault_of([&] { parse_cubic(bytes, "a.cub"); });
    EXPECT_EQ(fault.id, "reduction.file");
    EXPECT_EQ(fault.place, "a.cub");
  };
  for (std::size_t size = 0; size < whole.size(); ++size) refused(whole.substr(0, size));
  refused(whole + "x");
  refused(whole + std::string(8, '\0'));
  const std::string numbers = whole.substr(16);
  refused(cubic_header(0, 0, 0, 0));
  refused(cubic_header(0, 0, 0, 0) + numbers);
  refused(cubic_header(-3, -3, 3, -1) + numbers);
  refused(cubic_header(-3, 3, 6, 10) + numbers);
  refused(cubic_header(4, 3, 6, 10) + numbers);
  refused(cubic_header(3, 4, 6, 10) + numbers);
  refused(cubic_header(3, 3, 5, 10) + numbers);
  refused(cubic_header(3, 3, 6, 11) + numbers);
  refused(cubic_header(3, 3, 9, 27) + numbers);
  refused(cubic_header(129, 129, 8385, 366145));
  refused(cubic_header(128, 128, 8256, 357760) + numbers);
  refused(cubic_header(2147483647, 2147483647, -1, -1) + numbers);
  refused(cubic_header(0x03000000, 0x03000000, 0x06000000, 0x0a000000) + numbers);  // big-endian
  for (double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
    for (std::size_t k : {std::size_t{0}, std::size_t{10}, (whole.size() - 16) / 8 - 1}) {
      std::string bytes = whole;
      number_in(bytes, k) = bad;
      refused(bytes);
    }
}

TEST(CubicFile, ThatDoesNotExistIsRefused) {
  const TemporaryFolder folder;
  EXPECT_EQ(fault_of([&] { read_cubic_file(folder / "none.cub"); }).id, "model.missing");
}

}  // namespace
}  // namespace lilyan::test
