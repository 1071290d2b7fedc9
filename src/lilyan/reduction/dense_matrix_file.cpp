#include <lilyan/reduction/dense_matrix_file.hpp>

#include <lilyan/core/error.hpp>
#include <lilyan/core/model_file.hpp>
#include <lilyan/core/platform/file_writer.hpp>
#include <lilyan/reduction/little_endian.hpp>

#include <fmt/format.h>

namespace lilyan {

Eigen::MatrixXd parse_dense_matrix(std::string_view bytes, const std::string& place) {
  LittleEndianReader in(bytes, place);
  const std::int64_t rows = in.integer(), columns = in.integer();
  if (rows <= 0 || columns <= 0) in.refuse(fmt::format("is a matrix of {} rows and {} columns", rows, columns));
  in.expect_numbers(rows * columns);  // both below 2^31
  Eigen::MatrixXd matrix(rows, columns);
  in.numbers(matrix.data(), matrix.size());
  return matrix;
}

Eigen::MatrixXd read_dense_matrix(const std::filesystem::path& file) {
  return parse_dense_matrix(read_model_bytes(file), file.string());
}

std::string dense_matrix_bytes(const Eigen::MatrixXd& matrix) {
  LittleEndianWriter out;
  out.integer(matrix.rows());
  out.integer(matrix.cols());
  out.numbers(matrix.data(), matrix.size());
  return out.take();
}

void write_dense_matrix(const std::filesystem::path& file, const Eigen::MatrixXd& matrix) {
  write_atomically(file, dense_matrix_bytes(matrix));
}

}  // namespace lilyan
