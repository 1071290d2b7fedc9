// Dense matrices as VegaFEM keeps them, its bases among them.
//
//   rows m (i32) | columns n (i32) | m n doubles, column after column        little-endian
#pragma once

#include <lilyan/core/vector.hpp>

#include <filesystem>
#include <string>
#include <string_view>

namespace lilyan {

// Throws InputError if the file cannot be read (id "model.missing"), or is cut short or too long, or has sizes that are not
// positive or numbers that are not finite ("reduction.file").
Eigen::MatrixXd read_dense_matrix(const std::filesystem::path& file);
Eigen::MatrixXd parse_dense_matrix(std::string_view bytes, const std::string& place);

// Throws InputError (id "output.write").
void write_dense_matrix(const std::filesystem::path& file, const Eigen::MatrixXd& matrix);
std::string dense_matrix_bytes(const Eigen::MatrixXd& matrix);

}  // namespace lilyan
