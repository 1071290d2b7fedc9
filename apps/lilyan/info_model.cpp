#include <apps/lilyan/info_model.hpp>

#include <lilyan/reduction/changed_coordinates.hpp>
#include <lilyan/reduction/cubic_file.hpp>
#include <lilyan/reduction/reduced_model.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace lilyan::app {
namespace {

struct FoundModel {
  std::string format;  // in words
  std::size_t bytes = 0;
  Index vertices = 0;  // 0: the file does not know
  double mass = 0;     // [kg]
  Index size = 0;      // r
  int degree = 0;      // of the energy
  Vector frequencies;  // [Hz]
  double left_out = 0;
};

FoundModel find_model(const std::filesystem::path& file) {
  const std::string bytes = read_model_bytes(file);
  if (file.extension() == ".cub") {
    const QuarticEnergy energy = parse_cubic(bytes, file.string());
    return {"VegaFEM's cubic coefficients", bytes.size(), 0, 0, energy.size(), 4, natural_frequencies(energy), 0};
  }
  const ReducedModel model = reduced_model_of(ModelFile::from_bytes(bytes, file.string(), kReducedModelKind));
  return {"reduced model",         bytes.size(),        static_cast<Index>(model.X.size() / 3),
          model.mass.vertex.sum(), model.size(),        model.energy.is_quadratic() ? 2 : 4,
          model.basis.frequencies, model.basis.left_out};
}

// Eight to a line.
std::string frequency_lines(const Vector& frequencies) {
  constexpr Eigen::Index kPerLine = 8;
  std::string text;
  for (Eigen::Index k = 0; k < frequencies.size(); ++k) {
    if (k % kPerLine == 0) text += k == 0 ? "  Hz       " : "\n           ";
    text += fmt::format(" {:.5g}", frequencies[k]);
  }
  return text.empty() ? text : text + "\n";
}

}  // namespace

bool is_model_file(const std::filesystem::path& file) { return file.extension() == ".model" || file.extension() == ".cub"; }

std::string text_of_model(const std::filesystem::path& file) {
  const FoundModel found = find_model(file);
  std::string text = fmt::format("{}\n  format    {}, {} bytes\n", file.string(), found.format, found.bytes);
  if (found.vertices > 0) text += fmt::format("  vertices  {}, {:.6g} kg\n", found.vertices, found.mass);
  text +=
      fmt::format("  energy    of degree {} in {} coordinates\n", found.degree, found.size) + frequency_lines(found.frequencies);
  if (found.vertices == 0) return text + "            if the basis is orthonormal with the masses\n";
  return text + fmt::format("  left out  {:.2g} of the displacements that the basis was made from\n", found.left_out);
}

std::string json_of_model(const std::filesystem::path& file) {
  using Json = nlohmann::ordered_json;
  const FoundModel found = find_model(file);
  Json json = {{"file", file.string()},  {"format", file.extension() == ".cub" ? "cub" : "model"},
               {"bytes", found.bytes},   {"coordinates", found.size},
               {"degree", found.degree}, {"frequencies", std::vector<double>(found.frequencies.begin(), found.frequencies.end())}};
  if (found.vertices > 0) {
    json["vertices"] = found.vertices;
    json["mass"] = found.mass;
    json["left_out"] = found.left_out;
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace lilyan::app
