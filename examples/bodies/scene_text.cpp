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

Vec3 rounded(const Vec3& x) { return (1e4 * x).array().round() / 1e4 + 0.0; }

std::string count(std::size_t number) {
  constexpr const char* kWords[] = {"no",    "one",   "two",  "three", "four",   "five",  "six",
                                    "seven", "eight", "nine", "ten",   "eleven", "twelve"};
  return number < std::size(kWords) ? kWords[number] : std::to_string(number);
}

namespace {

std::string domains_by(const std::vector<Part>& parts, const std::string& select) {
  std::string lines;
  for (const Part& part : parts) {
    const std::string parent = part.parent < 0 ? "" : "\"parent\": \"" + parts[static_cast<std::size_t>(part.parent)].name + "\", ";
    lines += (lines.empty() ? "" : ",\n") +
             filled("      {\"name\": \"@name@\", \"select\": " + select + ", @parent@\"modes\": @modes@}",
                    {{"name", part.name}, {"parent", parent}, {"modes", std::to_string(part.modes)}});
  }
  return lines;
}

}  // namespace

std::string domains_by_sets(const std::vector<Part>& parts) { return domains_by(parts, R"({"type": "set", "name": "@name@"})"); }

std::string domains_by_files(const std::vector<Part>& parts, const std::string& folder) {
  return domains_by(parts, R"({"type": "file", "path": ")" + folder + R"(/@name@.txt"})");
}

std::string regions_by_sets(const std::vector<Part>& parts, const std::vector<std::string>& beginnings, double youngs_modulus) {
  std::string lines;
  for (const Part& part : parts) {
    const auto begins = [&](const std::string& beginning) { return part.name.starts_with(beginning); };
    if (std::none_of(beginnings.begin(), beginnings.end(), begins)) continue;
    lines +=
        (lines.empty() ? "" : ",\n") +
        filled(
            R"(      {"select": {"type": "set", "name": "@name@"}, "material": {"type": "stvk", "youngs_modulus": @modulus@, "poissons_ratio": 0.3}})",
            {{"name", part.name}, {"modulus", text(youngs_modulus)}});
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

std::string filled(const std::string& text, const std::map<std::string, std::string>& values) {
  std::string result;
  std::size_t from = 0;
  for (std::size_t mark; (mark = text.find('@', from)) != std::string::npos;) {
    const std::size_t end = text.find('@', mark + 1);
    result += text.substr(from, mark - from) + values.at(text.substr(mark + 1, end - mark - 1));
    from = end + 1;
  }
  return result + text.substr(from);
}

void write_text(const std::filesystem::path& file, const std::string& content) { lilyan::write_atomically(file, content); }

}  // namespace bodies
