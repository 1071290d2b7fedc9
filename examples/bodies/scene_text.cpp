#include "scene_text.hpp"

#include <lilyan/core/error.hpp>
#include <lilyan/core/platform/file_writer.hpp>
#include <lilyan/mesh/quality.hpp>

#include <algorithm>
#include <charconv>

namespace bodies {

std::string text(double number) {
  char digits[64];
  std::string written(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
  if (const auto power = written.find("e+0"); power != std::string::npos) written.erase(power + 1, 2);  // 5e7, not 5e+07
  return written;
}

std::string text(const Vec3& x) { return "[" + text(x[0]) + ", " + text(x[1]) + ", " + text(x[2]) + "]"; }

std::string count(std::size_t number) {
  constexpr const char* kWords[] = {"no",    "one",   "two",  "three", "four",   "five",  "six",
                                    "seven", "eight", "nine", "ten",   "eleven", "twelve"};
  return number < std::size(kWords) ? kWords[number] : std::to_string(number);
}

std::string domains_by_sets(const std::vector<Part>& parts) {
  std::string lines;
  for (const Part& part : parts) {
    lines += (lines.empty() ? "" : ",\n") + std::string("      {\"name\": \"") + part.name +
             "\", \"select\": {\"type\": \"set\", \"name\": \"" + part.name + "\"}, ";
    if (part.parent >= 0) lines += "\"parent\": \"" + parts[static_cast<std::size_t>(part.parent)].name + "\", ";
    lines += "\"modes\": " + std::to_string(part.modes) + "}";
  }
  return lines;
}

std::string regions_by_sets(const std::vector<Part>& parts, const std::vector<std::string>& beginnings, double youngs_modulus) {
  std::string lines;
  for (const Part& part : parts) {
    const auto begins = [&](const std::string& beginning) { return part.name.starts_with(beginning); };
    if (std::none_of(beginnings.begin(), beginnings.end(), begins)) continue;
    lines += (lines.empty() ? "" : ",\n") + std::string("      {\"select\": {\"type\": \"set\", \"name\": \"") + part.name +
             "\"}, \"material\": {\"type\": \"stvk\", \"youngs_modulus\": " + text(youngs_modulus) + ", \"poissons_ratio\": 0.3}}";
  }
  return lines;
}

Written written(const std::string& scene, const std::vector<Part>& parts, const lilyan::TetMesh& mesh) {
  const lilyan::MeshFigures figures = lilyan::figures(mesh);
  Written result{
      scene, static_cast<Index>(parts.size()), 0, figures.tets, "tets", figures.dihedral.smallest, figures.dihedral.largest};
  for (const Part& part : parts) result.coordinates += part.modes;
  return result;
}

void write_text(const std::filesystem::path& file, const std::string& content) { lilyan::write_atomically(file, content); }

}  // namespace bodies
