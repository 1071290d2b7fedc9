#include <lilyan/report/html.hpp>
#include <lilyan/report/page.hpp>
#include <lilyan/report/report.hpp>
#include <lilyan/report/verdict.hpp>

#include <fmt/format.h>

#include <cmath>

namespace lilyan {
namespace {

std::string sentence(std::string words) {
  if (!words.empty()) words[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(words[0])));
  return words;
}

std::string yes(bool value) { return value ? "yes" : "no"; }

double simulated(const RunRecord& run) { return run.trace.last().time; }

std::string head(const RunRecord& run) {
  const RunSetting& setting = run.setting;
  const std::string steps =
      std::to_string(run.summary.steps) + (run.summary.steps < setting.steps ? of_all_steps(setting) : std::string());
  std::string html = fmt::format("<header><h1>{}</h1>\n<p>{} steps of {} with {}: {} s simulated in {} s</p></header>\n",
                                 html_escaped(setting.name), steps, step_length(setting), html_escaped(setting.integrator),
                                 number_text(simulated(run), 6), number_text(run.summary.seconds.wall, 3));
  html += "<ul class=\"verdicts\">\n";
  std::vector<Verdict> verdicts = {status_verdict(run)};
  for (const std::string& words : run.ledger_faults.words())
    verdicts.push_back({Grade::bad, "its ledger cannot be trusted: " + words});
  if (run.summary.steps > 0) verdicts.insert(verdicts.end(), {energy_verdict(run), momentum_verdict(run)});
  if (const std::optional<Verdict> shapes = shape_verdict(run)) verdicts.push_back(*shapes);
  for (const Verdict& verdict : verdicts) html += "<li>" + verdict_html({verdict.grade, sentence(verdict.words)}) + "</li>\n";
  return html + "</ul>\n";
}

std::string list(const std::vector<std::string>& lines, const char* kind) {
  if (lines.empty()) return {};
  std::string html = fmt::format("<ul class=\"{}\">\n", kind);
  for (const std::string& line : lines) html += "<li>" + html_escaped(sentence(line)) + "</li>\n";
  return html + "</ul>\n";
}

// What one should know before believing the figures.
std::string cautions(const RunRecord& run) {
  std::string html;
  if (const auto& failure = run.summary.failure) {
    std::vector<std::string> lines = {fmt::format("step {} could not be made: {} (from t = {:.6g} s over {:.3g} s)", failure->step,
                                                  failure->reason, failure->t, failure->h)};
    for (const std::string& cause : failure->causes) lines.push_back("likely cause: " + cause);
    html += list(lines, "warnings failed");
  }
  std::vector<std::string> lines = warnings(run);
  for (const auto* notes : {&run.summary.notes, &run.setting.notes}) lines.insert(lines.end(), notes->begin(), notes->end());
  return html + list(lines, "warnings");
}

std::string tile(const std::string& figure, const std::string& meaning) {
  return fmt::format("<div class=\"tile\"><b>{}</b><span>{}</span></div>\n", figure, html_escaped(meaning));
}

std::string with_unit(double value, int digits, const char* unit) {
  return number_text(value, digits) + (std::isfinite(value) ? std::string(" ") + unit : std::string());
}

std::string tiles(const RunRecord& run) {
  const RunSummary& s = run.summary;
  std::string html = "<div class=\"tiles\">\n";
  // Beside the energy in play, what rounding leaves of a zero is no figure.
  const auto energy = [&](double total) { return with_unit(std::abs(total) < 1e-9 * run.trace.in_play() ? 0 : total, 6, "J"); };
  html += tile(energy(run.trace.first().total), "energy at the start");
  if (s.steps == 0) return html + "</div>\n";
  const RelativeErrors errors = relative_errors(run);
  const bool exploded = run.trace.exploded().has_value();
  const char* relative = exploded ? "relative to what was there before it exploded" : "relative";
  html += tile(energy(run.trace.last().total), "energy at the end");
  html += tile(number_text(errors.energy, 3), fmt::format("largest energy error, {}", relative));
  if (run.setting.is_free) {
    html += tile(number_text(errors.linear, 3), fmt::format("drift of linear momentum, {}", relative));
    html += tile(number_text(errors.angular, 3), fmt::format("drift of angular momentum, {}", relative));
  }
  html += tile(with_unit(s.max_displacement, 4, "m"), "moved at most");
  const auto steps = static_cast<double>(s.steps);
  if (s.step_lengths)
    html += tile(number_text(s.step_lengths->shortest, 3) + " to " + number_text(s.step_lengths->longest, 3) + " s",
                 "length of a step");
  html += tile(number_text(static_cast<double>(s.newton_iterations) / steps, 3), "Newton iterations a step");
  html += tile(with_unit(1000 * s.seconds.wall / steps, 3, "ms"), "wall time a step");
  return html + "</div>\n";
}

std::string pictures(const RunRecord& run) {
  if (run.pictures.empty()) return {};
  std::string html = "<div class=\"pictures\">\n";
  for (const RunPicture& picture : run.pictures) {
    const bool is_most = run.trace.most_deformed() == picture.step;
    html +=
        picture_html(picture.png, fmt::format("{}{}", moment_words(run, picture.step),
                                              is_most ? ": the largest elastic energy between the first and the last state" : ""));
  }
  return section_html("Pictures", html + "</div>\n");
}

std::string charts(const RunRecord& run) {
  if (run.summary.steps == 0) return section_html("Over time", "<p>No step was made: there is nothing to plot.</p>\n");
  std::string html = "<div class=\"charts\">\n";
  for (const Chart& chart : run_charts(run)) html += chart_html(chart);
  return section_html("Over time", html + "</div>\n");
}

// Where the wall time went.
std::string time_split(const RunSeconds& seconds) {
  const std::pair<const char*, double> parts[] = {{"assembly", seconds.assembly},
                                                  {"set-ups of the linear solver", seconds.factorisation},
                                                  {"solve", seconds.solve},
                                                  {"line search", seconds.line_search},
                                                  {"output", seconds.output}};
  double rest = seconds.wall;
  for (const auto& [name, spent] : parts) rest -= spent;
  std::string bar, rows;
  int colour = 0;
  const auto add = [&](const char* name, double spent) {
    const double percent = seconds.wall > 0 ? std::clamp(100 * spent / seconds.wall, 0.0, 100.0) : 0;
    bar += fmt::format("<i class=\"c{}\" style=\"width:{:.2f}%\" title=\"{}\"></i>", colour, percent, name);
    rows += fmt::format("<tr><th scope=\"row\"><i class=\"c{}\"></i>{}</th><td>{} s</td><td>{:.0f} %</td></tr>\n", colour, name,
                        number_text(spent, 3), percent);
    ++colour;
  };
  for (const auto& [name, spent] : parts) add(name, spent);
  add("the rest", std::max(0.0, rest));
  return fmt::format(
      "<div class=\"card split\"><div class=\"bar\">{}</div><table class=\"facts\">\n{}<tr><th scope=\"row\">in all</th><td>{} "
      "s</td><td></td></tr></table></div>\n",
      bar, rows, number_text(seconds.wall, 3));
}

std::string solver(const RunRecord& run) {
  const RunSummary& s = run.summary;
  Facts facts = {{"Newton iterations", std::to_string(s.newton_iterations)}};
  if (s.linear_solver) {
    facts.push_back({"linear solver", html_escaped(s.linear_solver->type + ": " + s.linear_solver->why)});
    facts.push_back({"iterations of conjugate gradients", std::to_string(s.linear_solver->iterations)});
  }
  facts.insert(facts.end(), {{"set-ups of the linear solver", std::to_string(s.factorizations)},
                             {"backtracks of the line search", std::to_string(s.backtracks)},
                             {"attempts that did not converge", std::to_string(s.failed)},
                             {"solves stopped by rounding", std::to_string(s.short_of_tolerance)},
                             {"worst energy error left by a solve", number_text(error_left(run), 2) + ", relative"}});
  if (s.widest_interface)
    facts.push_back({"interface that bent most",
                     fmt::format("{} and {}: {} of its size", html_escaped(s.widest_interface->parent),
                                 html_escaped(s.widest_interface->child), number_text(s.widest_interface->jump, 3))});
  if (s.contact) {
    facts.push_back({"pairs in contact, at most", std::to_string(s.contact->most_pairs)});
    if (s.contact->least_gap)
      facts.push_back({"least gap", number_text(*s.contact->least_gap, 3) + " of the distance at which contact begins"});
    facts.push_back({"search for pairs, within the times beside", with_unit(s.contact->search, 3, "s")});
    facts.push_back({"forces and slopes of pairs, likewise", with_unit(s.contact->pairs, 3, "s")});
    if (s.contact->deepest > 0) facts.push_back({"deepest beyond a plane", number_text(s.contact->deepest, 3) + " m"});
  }
  return section_html(
      "Cost", "<div class=\"columns\">" + time_split(s.seconds) + "<div class=\"card\">" + facts_html(facts) + "</div></div>\n");
}

std::string corner(const std::array<double, 3>& x) {
  return fmt::format("({}, {}, {})", number_text(x[0], 3), number_text(x[1], 3), number_text(x[2], 3));
}

std::string method_card(const RunSetting& setting) {
  const Properties& p = setting.properties;
  return "<div class=\"card\">" +
         facts_html({{"integrator", html_escaped(setting.integrator)},
                     {"what it is", html_escaped(setting.integrator_meaning)},
                     {"order", std::to_string(p.order)},
                     {"explicit", yes(p.is_explicit)},
                     {"symplectic", yes(p.symplectic)},
                     {"reversible in time", yes(p.time_reversible)},
                     {"keeps linear momentum", yes(p.keeps_linear_momentum)},
                     {"keeps angular momentum", yes(p.keeps_angular_momentum)},
                     {"energy", html_escaped(p.energy)},
                     {"step", step_length(setting) + (setting.adaption.empty() ? "" : ": " + html_escaped(setting.adaption))}}) +
         "</div>";
}

std::string body_card(const RunSetting& setting) {
  Facts facts;
  for (const RunSetting::Body& body : setting.bodies)
    facts.emplace_back("body " + body.name,
                       fmt::format("{} vertices, {} {}, {} kg<br>from {} to {} m", body.vertices, body.cells,
                                   html_escaped(body.kind), number_text(body.mass, 6), corner(body.low), corner(body.high)));
  facts.emplace_back("unknowns", std::to_string(setting.unknowns));
  std::string pins;
  for (const std::string& pin : setting.pins) pins += (pins.empty() ? "" : ", ") + html_escaped(pin);
  facts.emplace_back("pins", pins.empty() ? "none" : pins);
  std::string program;
  for (const char c : html_escaped(setting.program)) program += c == '\n' ? std::string("<br>") : std::string(1, c);
  facts.emplace_back("program", program);
  return "<div class=\"card\">" + facts_html(facts) + "</div>";
}

std::string setting_html(const RunRecord& run) {
  const RunSetting& setting = run.setting;
  std::string overrides;
  for (const std::string& override : setting.overrides) overrides += "<li><code>--set " + html_escaped(override) + "</code></li>\n";
  if (!overrides.empty()) overrides = "<p>Changed on the command line:</p>\n<ul>\n" + overrides + "</ul>\n";
  return section_html("Setting", "<div class=\"columns\">" + method_card(setting) + body_card(setting) + "</div>\n" + overrides +
                                     "<details><summary>The scene as it was run</summary><pre>" + html_escaped(setting.scene) +
                                     "</pre></details>\n");
}

}  // namespace

std::string run_page(const RunRecord& run) {
  const std::string foot =
      "<footer>Every row of these plots is in <a href=\"ledger.csv\">ledger.csv</a>, the figures in <a "
      "href=\"summary.json\">summary.json</a>. "
      "Where there are more rows than a plot can show, it goes through the extremes of each stretch of rows.</footer>\n";
  return page_html(run.setting.name + " with " + run.setting.integrator,
                   head(run) + cautions(run) + tiles(run) + pictures(run) + charts(run) + solver(run) + setting_html(run) + foot);
}

}  // namespace lilyan
