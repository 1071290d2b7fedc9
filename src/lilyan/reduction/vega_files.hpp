// Files of VegaFEM for reduced bodies: a few 32-bit integers, then doubles up to the end, all little-endian.
#pragma once

#include <lilyan/core/vector.hpp>
#include <lilyan/reduction/quartic_energy.hpp>

#include <filesystem>
#include <string>
#include <string_view>

namespace lilyan {

// Dense matrices, bases among them.
//
//   rows m (i32) | columns n (i32) | m n doubles, column after column

// Throws InputError if the file cannot be read (id "model.missing"), or is cut short or too long, or has sizes that are not
// positive or numbers that are not finite ("reduction.file").
Eigen::MatrixXd read_dense_matrix(const std::filesystem::path& file);
Eigen::MatrixXd parse_dense_matrix(std::string_view bytes, const std::string& place);

// Throws InputError (id "output.write").
void write_dense_matrix(const std::filesystem::path& file, const Eigen::MatrixXd& matrix);
std::string dense_matrix_bytes(const Eigen::MatrixXd& matrix);

// The reduced forces of a St. Venant-Kirchhoff body (.cub): a cubic polynomial for each component.
//
//   r, n1, n2, n3 (i32) | r n1 doubles | r n2 doubles | r n3 doubles
//   n1 = r, n2 = r (r + 1)/2, n3 = r (r + 1)(r + 2)/6
//
// The three lists have for each component of the force the coefficients of q_i, of q_i q_j with i <= j, and of q_i q_j q_k with
// i <= j <= k, the last index running fastest. Forces of an energy are its gradient: a coefficient of one component is then known
// from those of the others, f_l = A_li q_i + D3_lij q_i q_j/2 + D4_lijk q_i q_j q_k/6, and reading checks that they agree.

// Coefficients that must be alike may differ by this much of the largest of their degree.
inline constexpr double kGradientTolerance = 1e-8;

// Throws InputError if the file cannot be read (id "model.missing"), is not of this form or holds numbers that are not finite
// ("reduction.file"), or if its forces are not a gradient ("reduction.gradient").
QuarticEnergy read_cubic_file(const std::filesystem::path& file);
QuarticEnergy parse_cubic(std::string_view bytes, const std::string& place);

// Throws InputError (id "output.write").
void write_cubic_file(const std::filesystem::path& file, const QuarticEnergy& energy);
std::string cubic_bytes(const QuarticEnergy& energy);

}  // namespace lilyan
