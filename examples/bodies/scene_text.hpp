// Pieces of scene files.
#pragma once

#include "cut_mesh.hpp"

#include <filesystem>
#include <map>
#include <string>

namespace bodies {

std::string text(double number);        // the shortest that reads back as the same double
std::string text(const Vec3& x);        // "[1, 2, 3]"
Vec3 rounded(const Vec3& x);            // to a tenth of a millimetre [m]
std::string count(std::size_t number);  // "twelve", from thirteen on "13"

// A line for each part, to stand in "domains": [...]. Its cells are a set of the mesh file, or listed in FOLDER/NAME.txt.
std::string domains_by_sets(const std::vector<Part>& parts);
std::string domains_by_files(const std::vector<Part>& parts, const std::string& folder);

// A line for each part whose name begins with one of `beginnings`, to stand in "regions": [...]; stvk, of that Young's modulus
// [Pa].
std::string regions_by_sets(const std::vector<Part>& parts, const std::vector<std::string>& beginnings, double youngs_modulus);

// What was written, for the table that the program prints.
struct Written {
  std::string scene;                              // its file name
  Index domains = 0, coordinates = 0, cells = 0;  // all copies counted; a body without domains has none of both
  std::string cell_kind = "tets";
  double smallest_angle = 0, largest_angle = 0;  // dihedral angles of the tets [degrees]
  Index vertices = 0;                            // of a body without domains
};
Written written(const std::string& scene, const std::vector<Part>& parts, const lilyan::TetMesh& mesh);

// The text with every @name@ in it replaced by the value of that name. A name without a value is an error of the program.
std::string filled(const std::string& text, const std::map<std::string, std::string>& values);

void write_text(const std::filesystem::path& file, const std::string& content);

}  // namespace bodies
