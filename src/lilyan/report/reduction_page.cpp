#include <lilyan/report/reduction_page.hpp>

#include <lilyan/render/picture.hpp>
#include <lilyan/render/png.hpp>
#include <lilyan/report/html.hpp>
#include <lilyan/report/page.hpp>
#include <lilyan/report/pictures.hpp>
#include <lilyan/run/scene.hpp>

#include <fmt/format.h>

namespace lilyan {
namespace {

std::string frequency_table(const Vector& frequencies) {
  std::string html = "<p>Frequencies of the coordinates at rest [Hz]: ";
  for (Eigen::Index k = 0; k < frequencies.size(); ++k) html += (k > 0 ? ", " : "") + number_text(frequencies[k], 5);
  return html + "</p>\n";
}

std::string pictures_of(const ReductionRecord& record) {
  if (record.pictures.empty()) return {};
  std::string html = "<div class=\"pictures\">\n";
  for (std::size_t k = 0; k < record.pictures.size(); ++k)
    html += picture_html(record.pictures[k], fmt::format("Coordinate {}: {} Hz", k + 1,
                                                         number_text(record.frequencies[static_cast<Eigen::Index>(k)], 5)));
  return html + "</div>\n";
}

std::string body_section(const ReductionRecord& record) {
  const Facts facts = {
      {"coordinates", fmt::format("{} in place of {}, of {} vertices", record.frequencies.size(), 3 * std::int64_t{record.vertices},
                                  record.vertices)},
      {"elastic energy", fmt::format("a polynomial of degree {}", record.degree)},
      {"left out", fmt::format("{} of the displacements that the basis was made from", number_text(record.left_out, 3))},
      {"made in", number_text(record.seconds, 3) + " s"},
      {"file", fmt::format("{}, {} bytes", html_escaped(record.file), record.bytes)}};
  return section_html(record.body, pictures_of(record) + facts_html(facts) + frequency_table(record.frequencies));
}

}  // namespace

std::string reduction_page(const std::string& scene, const std::string& file, const std::vector<ReductionRecord>& records,
                           const std::vector<TreeReductionRecord>& trees) {
  const std::size_t count = records.size() + trees.size();
  std::string body =
      fmt::format("<header><h1>{}</h1>\n<p>{} reduced {}; {} is the scene that moves with {}</p></header>\n", html_escaped(scene),
                  count, count == 1 ? "body" : "bodies", html_escaped(file), count == 1 ? "it" : "them");
  for (const ReductionRecord& record : records) body += body_section(record);
  for (const TreeReductionRecord& record : trees) body += domain_section(record);
  return page_html(scene + ": reduced bodies", body);
}

std::string shape_picture(const Inventory& inventory, const Body& body, const Vector& u) {
  constexpr double kLargest = 0.1;  // of the size
  Inventory alone;
  alone.bodies = {body};
  alone.cells = inventory.cells;
  alone.rest = inventory.rest;
  const auto corners = body.part_of(inventory.rest).reshaped(3, body.vertices);
  const double size = (corners.rowwise().maxCoeff() - corners.rowwise().minCoeff()).maxCoeff(), largest = u.cwiseAbs().maxCoeff();
  Vector x = inventory.rest;
  if (largest > 0) x.segment(3 * Eigen::Index{body.first_vertex}, u.size()) += kLargest * size / largest * u;
  const std::vector<Skin> resting = body_skins(alone, alone.rest), moved = body_skins(alone, x);
  render::PictureSettings settings;
  settings.width = 540, settings.height = 360;
  settings.shadows = render::Shadows::coarse;
  render::Framing framing(settings.width, settings.height);
  for (const std::vector<Skin>* skins : {&resting, &moved}) framing.add(skins->front());
  settings.camera = framing.camera();
  return render::png_bytes(render::render_picture(moved, settings));
}

}  // namespace lilyan
