#include <lilyan/reduction/vega_files.hpp>

#include <gtest/gtest.h>

#include <tests/reduction/reduced_full_body.hpp>
#include <tests/support/fault_of.hpp>
#include <tests/support/temporary_folder.hpp>

namespace lilyan::test {
namespace {

std::string sizes(std::int32_t rows, std::int32_t columns) {
  return std::string(reinterpret_cast<const char*>(&rows), 4) + std::string(reinterpret_cast<const char*>(&columns), 4);
}

TEST(DenseMatrixFile, GivesTheMatrixBackBitForBit) {
  const TemporaryFolder folder;
  const Eigen::MatrixXd matrix = random_columns(6, 4, 1);
  write_dense_matrix(folder / "a.U", matrix);
  EXPECT_TRUE(read_dense_matrix(folder / "a.U") == matrix);
}

TEST(DenseMatrixFile, IsTwoSizesAndTheColumns) {
  const Eigen::MatrixXd matrix = (Eigen::MatrixXd(2, 3) << 1, 3, 5, 2, 4, 6).finished();
  std::string wanted = sizes(2, 3);
  for (double value : {1, 2, 3, 4, 5, 6}) wanted.append(reinterpret_cast<const char*>(&value), 8);
  EXPECT_EQ(dense_matrix_bytes(matrix), wanted);
}

TEST(DenseMatrixFile, ThatIsMalformedIsRefused) {
  const TemporaryFolder folder;
  const std::string whole = dense_matrix_bytes(random_columns(3, 2, 1)), numbers = whole.substr(8);
  auto refused = [](const std::string& bytes) {
    const Fault fault = fault_of([&] { parse_dense_matrix(bytes, "a.U"); });
    EXPECT_EQ(fault.id, "reduction.file");
    EXPECT_EQ(fault.place, "a.U");
  };
  for (std::size_t size = 0; size < whole.size(); ++size) refused(whole.substr(0, size));
  refused(whole + "x");
  refused(sizes(0, 0));
  refused(sizes(0, 5));
  refused(sizes(5, 0));
  refused(sizes(-3, -2) + numbers);
  refused(sizes(-1, 6) + numbers);
  refused(sizes(3, 3) + numbers);
  refused(sizes(1, 5) + numbers);
  refused(sizes(2147483647, 2147483647) + numbers);
  refused(sizes(1 << 30, 1 << 30) + numbers);  // times eight bytes: beyond 64 bits
  refused(sizes(1 << 30, 1 << 30));
  refused(sizes(1 << 16, 1 << 16) + numbers);
  for (std::size_t k : {0, 5}) {
    std::string bytes = whole;
    const double bad = std::numeric_limits<double>::quiet_NaN();
    bytes.replace(8 + 8 * k, 8, reinterpret_cast<const char*>(&bad), 8);
    refused(bytes);
  }
  EXPECT_EQ(fault_of([&] { read_dense_matrix(folder / "none"); }).id, "model.missing");
}

}  // namespace
}  // namespace lilyan::test
