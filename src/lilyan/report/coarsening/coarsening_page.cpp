#include <lilyan/report/coarsening/coarsening_page.hpp>

#include <lilyan/report/chart.hpp>
#include <lilyan/report/html.hpp>
#include <lilyan/report/page.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace lilyan {
namespace {

constexpr std::array<char, 3> kAxes = {'x', 'y', 'z'};
constexpr double kFar = 1;  // relative error: off by a factor of two

double ratio(double coarse, double fine) { return coarse / fine; }

// How far a ratio is from 1, alike for a half and for two.
double off_by(double of) { return std::max(of, 1 / of) - 1; }

// A value, and below it what it is of that of the fine body.
std::string compared_cell(double value, const double* fine) {
  if (!fine) return fmt::format("<td>{}</td>", number_text(value));
  const double of = ratio(value, *fine);
  return fmt::format("<td>{}<br><small{}>{} of fine</small></td>", number_text(value),
                     off_by(of) <= kNearEnough ? "" : " style=\"color: var(--bad)\"", number_text(of, 3));
}

// One row per body: sag or pulls, and frequencies.
std::string rest_table(const CoarseningRecord& record) {
  const RestBehaviour& fine = record.fine.rest;
  std::string html = "<div class=\"card\"><table class=\"wide\">\n<thead><tr><th>body</th><th>unknowns</th>";
  if (fine.sag) html += "<th>sag [J]</th>";
  for (std::size_t k = 0; k < fine.pulls.size(); ++k) html += fmt::format("<th>pull along {} [J]</th>", kAxes[k]);
  for (Eigen::Index k = 0; k < fine.frequencies.size(); ++k) html += fmt::format("<th>f<sub>{}</sub> [Hz]</th>", k + 1);
  html += "</tr></thead>\n";
  std::vector<ComparedBody> all = {record.fine, record.coarse};
  all.insert(all.end(), record.others.begin(), record.others.end());
  for (std::size_t b = 0; b < all.size(); ++b) {
    const RestBehaviour& rest = all[b].rest;
    html += fmt::format("<tr><td>{}</td><td>{}</td>", html_escaped(all[b].name), rest.unknowns);
    if (fine.sag) html += rest.sag ? compared_cell(*rest.sag, b == 0 ? nullptr : &*fine.sag) : "<td>none</td>";
    for (std::size_t k = 0; k < fine.pulls.size(); ++k)
      html += k < rest.pulls.size() ? compared_cell(rest.pulls[k], b == 0 ? nullptr : &fine.pulls[k]) : "<td>none</td>";
    for (Eigen::Index k = 0; k < fine.frequencies.size(); ++k)
      html += k < rest.frequencies.size() ? compared_cell(rest.frequencies[k], b == 0 ? nullptr : &fine.frequencies[k])
                                          : "<td>none</td>";
    html += "</tr>\n";
  }
  return html + "</table></div>\n";
}

// Whether sag or pulls of both bodies are known.
bool knows_load(const CoarseningRecord& record) {
  const RestBehaviour &coarse = record.coarse.rest, &fine = record.fine.rest;
  return (coarse.sag && fine.sag) || (!fine.pulls.empty() && coarse.pulls.size() == fine.pulls.size());
}

std::string said_of_rest(const CoarseningRecord& record) {
  const double own = largest_error(record.coarse.rest, record.fine.rest);
  std::string html = verdict_html({own <= kNearEnough ? Grade::good
                                   : own <= kFar      ? Grade::fair
                                                      : Grade::bad,
                                   fmt::format("{}lowest frequencies of the coarse body are {} {:.0f} % of those of the fine one",
                                               knows_load(record) ? load_name(record.fine.rest) + std::string(" and ") : "",
                                               own <= kNearEnough ? "within" : "off by up to", 100 * own)});
  for (const ComparedBody& other : record.others)
    if (const double error = largest_error(other.rest, record.fine.rest); error > kFar)
      html += fmt::format("<p>Cells of the same size by the method “{}” are off by a factor of {}.</p>\n", html_escaped(other.name),
                          number_text(1 + error, 3));
  if (record.fine.rest.sag)
    html +=
        fmt::format("<p>The sag is the work of the weight for small displacements about rest, with g = ({}, {}, {}) m/s².</p>\n",
                    number_text(record.g[0]), number_text(record.g[1]), number_text(record.g[2]));
  if (!record.fine.rest.pulls.empty())
    html +=
        "<p>Pins do not hold the body against all motions, so that it has no sag. A pull is a uniform stress of 1 Pa along an "
        "axis, on the whole surface; its figure is the work that it does for small displacements about rest. Where soft parts of "
        "the surface give way on their own, coarse cells cannot follow, and yield less.</p>\n";
  return html;
}

Curve curve_of(const std::string& name, const std::vector<double>& times, const std::vector<double>& values, int colour) {
  Curve curve{name, {}, colour, false};
  for (std::size_t k = 0; k < values.size(); ++k) curve.bands.push_back({times[k], values[k], times[k], values[k]});
  return curve;
}

std::string motion_section(const ComparedMotion& motion) {
  std::string html;
  if (!motion.fine_picture.empty() && !motion.coarse_picture.empty())
    html += "<div class=\"pictures\">\n" +
            picture_html(motion.fine_picture, "Fine, after " + number_text(motion.times.back()) + " s") +
            picture_html(motion.coarse_picture, "Coarse, with the fine surface that it carries") + "</div>\n";
  if (motion.times.size() > 1) {
    Chart chart{"How far a vertex far from the pins has moved", "m", {}, ChartScale::linear, 0, 0, ""};
    chart.curves = {curve_of("fine", motion.times, motion.fine, 0), curve_of("coarse", motion.times, motion.coarse, 1)};
    html += chart_html(chart);
  }
  const auto failure = [](const char* which, const std::string& reason) {
    return reason.empty() ? std::string() : verdict_html({Grade::fair, fmt::format("the {} body stopped: {}", which, reason)});
  };
  html += failure("fine", motion.fine_failure) + failure("coarse", motion.coarse_failure);
  Facts facts = {{"integrator", html_escaped(motion.integrator)},
                 {"a step of the fine body", number_text(1e3 * motion.fine_seconds, 3) + " ms"},
                 {"a step of the coarse body", number_text(1e3 * motion.coarse_seconds, 3) + " ms"}};
  if (motion.coarse_seconds > 0 && motion.fine_seconds > 0)
    facts.push_back({"faster by", number_text(motion.fine_seconds / motion.coarse_seconds, 3) + " times"});
  return section_html("One motion", html + facts_html(facts));
}

std::string guards_section(const CoarseningRecord& record) {
  const CoarseningCounts& counts = record.counts;
  const Facts facts = {
      {"cells that the body does not reach",
       fmt::format("{}, left out with {} vertices", counts.dropped_cells, counts.dropped_vertices)},
      {"cells that are hardly filled", fmt::format("{} (less than 1/1000: they keep Galerkin’s stiffness)", counts.hardly_filled)},
      {"cells in which the probes hardly differ", fmt::format("{} (they keep Galerkin’s stiffness)", counts.ill_conditioned)},
      {"shapes of the others that the probes make too stiff",
       fmt::format("{} (they are bounded by Galerkin’s stiffness)", counts.bounded)},
      {"cells with little in them",
       fmt::format("{} (less than 1/100 or as above: shapes that are not affine were made stiffer)", counts.steadied)},
      {"least fill of the others", number_text(counts.least_fill, 3)},
      {"largest condition number", number_text(counts.largest_condition, 3)},
      {"cells that pins freeze", fmt::format("{}", record.frozen)}};
  std::string html = facts_html(facts);
  if (record.coarse_parts < record.parts)
    html += verdict_html(
        {Grade::fair, fmt::format("the fine body has {} parts that share no vertex, the coarse one {}: parts that reach into "
                                  "one cell are joined by it",
                                  record.parts, record.coarse_parts)});
  if (record.cut)
    html += verdict_html(
        {Grade::fair,
         fmt::format("pins end inside {} of the cells, which they hold as a whole, so that the body is too stiff there; cells that "
                     "end where the pins do are made by lilyan coarsen ... --cut {}",
                     record.frozen, plane_text(*record.cut))});
  return section_html("Guards", html);
}

}  // namespace

std::string plane_text(const CagePlane& plane) { return fmt::format("{}={:.6g}", "xyz"[plane.axis], plane.position); }

double largest_error(const RestBehaviour& of, const RestBehaviour& fine) {
  double largest = of.sag && fine.sag ? off_by(ratio(*of.sag, *fine.sag)) : 0;
  for (std::size_t k = 0; k < std::min(of.pulls.size(), fine.pulls.size()); ++k)
    largest = std::max(largest, off_by(ratio(of.pulls[k], fine.pulls[k])));
  for (Eigen::Index k = 0; k < std::min(of.frequencies.size(), fine.frequencies.size()); ++k)
    largest = std::max(largest, off_by(ratio(of.frequencies[k], fine.frequencies[k])));
  return largest;
}

const char* load_name(const RestBehaviour& rest) { return rest.sag || rest.unknowns == 0 ? "sag" : "pulls"; }

std::string ratio_text(const RestBehaviour& coarse, const RestBehaviour& fine) {
  if (coarse.sag && fine.sag) return fmt::format("{:.3g} of the fine body's", *coarse.sag / *fine.sag);
  if (fine.unknowns == 0) return "not defined: nothing of the body can move";
  if (coarse.sag || fine.sag) return "not known of both: pins hold only one of them, or a stiffness at rest cannot be inverted";
  if (fine.pulls.empty() || coarse.pulls.size() != fine.pulls.size())
    return "not known of both: a stiffness at rest cannot be inverted";
  std::string text;
  for (std::size_t k = 0; k < fine.pulls.size(); ++k)
    text += fmt::format("{}{} {:.3g}", k == 0 ? "" : ", ", kAxes[k], coarse.pulls[k] / fine.pulls[k]);
  return text + " of the fine body's";
}

std::string coarsening_page(const CoarseningRecord& record) {
  std::string body =
      fmt::format("<header><h1>{}</h1>\n<p>“{}”, {} cells, as {} {}; {} is the scene that moves with them</p></header>\n",
                  html_escaped(record.scene), html_escaped(record.body), record.fine.cells, record.coarse.cells,
                  plural(record.cell_kind), html_escaped(record.file));
  body += section_html("At rest", said_of_rest(record) + rest_table(record));
  body += motion_section(record.motion);
  body += guards_section(record);
  body += section_html("Model",
                       facts_html({{"method", html_escaped(record.method)},
                                   {"probes", record.has_pinned_probes ? "with the pins of the scene held" : "of the free body"},
                                   {"fine", fmt::format("{} cells, {} vertices", record.fine.cells, record.fine.vertices)},
                                   {"coarse", fmt::format("{} {}, {} vertices", record.coarse.cells, plural(record.cell_kind),
                                                          record.coarse.vertices)},
                                   {"made in", number_text(record.seconds, 3) + " s"},
                                   {"made from", html_escaped(record.source)},
                                   {"file", fmt::format("{}, {} bytes", html_escaped(record.model_file), record.bytes)}}));
  return page_html(record.scene + ": coarse body", body);
}

}  // namespace lilyan
