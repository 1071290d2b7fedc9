#include <lilyan/core/error.hpp>
#include <lilyan/output/run_folder.hpp>
#include <lilyan/report/json_file.hpp>
#include <lilyan/report/pictures.hpp>
#include <lilyan/report/run_record.hpp>

#include <fmt/format.h>

#include <limits>

namespace lilyan {
namespace {

using OrderedJson = nlohmann::ordered_json;

RunStatus status_of(const std::string& text) {
  for (const RunStatus status : {RunStatus::done, RunStatus::failed, RunStatus::stopped})
    if (to_text(status) == text) return status;
  return RunStatus::stopped;
}

// JSON has no infinity and no NaN: they are written as null.
double number_of(const OrderedJson& json, const char* key) {
  const OrderedJson& value = json.at(key);
  return value.is_null() ? std::numeric_limits<double>::quiet_NaN() : value.get<double>();
}

RunFailure failure_of(const OrderedJson& json) {
  RunFailure failure;
  json.at("reason").get_to(failure.reason);
  json.at("step").get_to(failure.step);
  failure.t = number_of(json, "t");
  failure.h = number_of(json, "h");
  json.at("causes").get_to(failure.causes);
  return failure;
}

}  // namespace

std::string moment_words(const RunRecord& run, std::int64_t step) {
  const std::optional<double> t =
      run.setting.adaption.empty() ? static_cast<double>(step) * run.setting.h : run.trace.time_of(step);
  return fmt::format("step {}", step) + (t ? fmt::format(", t = {:.4g} s", *t) : std::string());
}

RunSummary read_summary(const std::filesystem::path& file) {
  return read_json_file<RunSummary>(file, [](const OrderedJson& json) {
    RunSummary summary;
    summary.status = status_of(json.at("status").get<std::string>());
    json.at("steps").get_to(summary.steps);
    const OrderedJson& energy = json.at("energy");
    summary.max_drift = number_of(energy, "max_drift");
    summary.final_drift = number_of(energy, "final_drift");
    summary.scale = number_of(energy, "scale");
    const OrderedJson& momentum = json.at("momentum");
    summary.linear_drift = number_of(momentum, "linear_drift");
    summary.angular_drift = number_of(momentum, "angular_drift");
    summary.linear_scale = number_of(momentum, "linear_scale");
    summary.angular_scale = number_of(momentum, "angular_scale");
    if (momentum.contains("unclosed")) momentum.at("unclosed").get_to(summary.unclosed);
    summary.max_displacement = number_of(json, "max_displacement");
    const OrderedJson& newton = json.at("newton");
    newton.at("iterations").get_to(summary.newton_iterations);
    newton.at("factorizations").get_to(summary.factorizations);
    newton.at("backtracks").get_to(summary.backtracks);
    newton.at("failed").get_to(summary.failed);
    newton.at("short_of_tolerance").get_to(summary.short_of_tolerance);
    if (newton.contains("fallbacks")) newton.at("fallbacks").get_to(summary.fallbacks);
    summary.worst_residual = number_of(newton, "worst_residual");
    if (json.contains("linear_solver")) {
      const OrderedJson& linear = json.at("linear_solver");
      summary.linear_solver = {linear.at("type").get<std::string>(), linear.at("why").get<std::string>(),
                               linear.at("iterations").get<std::int64_t>()};
    }
    const OrderedJson& spent = json.at("seconds");
    summary.seconds = {number_of(spent, "wall"),  number_of(spent, "assembly"),    number_of(spent, "factorisation"),
                       number_of(spent, "solve"), number_of(spent, "line_search"), number_of(spent, "output")};
    if (json.contains("adaption"))
      summary.step_lengths = {number_of(json.at("adaption"), "shortest"), number_of(json.at("adaption"), "longest")};
    if (json.contains("contact")) {
      const OrderedJson& contact = json.at("contact");
      summary.contact = RunSummary::Contact{};
      summary.contact->most_pairs = contact.at("most_pairs").get<std::int64_t>();
      if (!contact.at("least_gap").is_null()) summary.contact->least_gap = number_of(contact, "least_gap");
      if (contact.contains("seconds")) {
        summary.contact->search = number_of(contact.at("seconds"), "search");
        summary.contact->pairs = number_of(contact.at("seconds"), "pairs");
      }
      if (contact.contains("deepest")) summary.contact->deepest = number_of(contact, "deepest");
    }
    if (json.contains("domains"))
      for (const OrderedJson& interface : json.at("domains").at("interfaces")) {
        const double jump = number_of(interface, "jump");
        if (!summary.widest_interface || jump > summary.widest_interface->jump)
          summary.widest_interface = {interface.at("parent").get<std::string>(), interface.at("child").get<std::string>(), jump};
      }
    if (json.contains("inverted")) {
      json.at("inverted").at("cells").get_to(summary.inverted_cells);
      summary.least_j = number_of(json.at("inverted"), "least_j");
    }
    if (json.contains("warnings")) json.at("warnings").get_to(summary.warnings);
    if (json.contains("notes")) json.at("notes").get_to(summary.notes);
    if (json.contains("failure")) summary.failure = failure_of(json.at("failure"));
    return summary;
  });
}

RunRecord read_run_record(const std::filesystem::path& folder) {
  const RunFolder files(folder);
  RunRecord record;
  record.setting = read_setting(files.setting());
  record.summary = read_summary(files.summary());
  read_ledger(files.ledger(), [&](const LedgerRow& row) {
    record.trace.see(row);
    record.ledger_faults.see(row);
  });
  record.pictures = read_pictures(files, record.summary.steps, record.trace.most_deformed());
  return record;
}

}  // namespace lilyan
