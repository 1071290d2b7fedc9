#include <lilyan/output/summary.hpp>

#include <lilyan/run/scene.hpp>
#include <lilyan/run/shape_watch.hpp>

#include <nlohmann/json.hpp>

namespace lilyan {

std::string to_text(RunStatus status) {
  switch (status) {
    case RunStatus::done: return "done";
    case RunStatus::failed: return "failed";
    case RunStatus::stopped: return "stopped";
  }
  return {};
}

std::string summary_text(const Scene& scene, const RunState& state, RunStatus status, const std::optional<RunFailure>& failure,
                         const std::optional<AdaptionMemory>& adaption, const std::vector<std::string>& notes) {
  const Drift& drift = state.drift;
  nlohmann::ordered_json summary;
  summary["version"] = LILYAN_VERSION;
  summary["scene"] = scene.record.name;
  summary["integrator"] = scene.record.integrator_name;
  summary["status"] = to_text(status);
  summary["steps"] = state.step;
  if (adaption)
    summary["adaption"] = {
        {"shortest", adaption->shortest}, {"longest", adaption->longest}, {"largest_lambda", adaption->largest_lambda}};
  summary["dof"] = scene.simulation.system().coordinates().size();
  summary["energy"] = {{"initial", drift.first().total},
                       {"final", drift.last().total},
                       {"max_drift", drift.energy()},
                       {"final_drift", drift.final_energy()},
                       {"scale", drift.energy_scale()}};
  summary["momentum"] = {{"linear_drift", drift.linear()},       {"angular_drift", drift.angular()},
                         {"linear_scale", drift.linear_scale()}, {"angular_scale", drift.angular_scale()},
                         {"closure", state.total.closure},       {"unclosed", state.total.unclosed}};
  summary["momentum"]["changed_by"] = outside_influences(scene);
  summary["max_displacement"] = state.max_displacement;
  if (state.shapes) {
    const ShapeRecord& shapes = *state.shapes;
    const bool is_some = shapes.least_cell >= 0;
    summary["inverted"] = {{"cells", shapes.inverted},
                           {"least_j", shapes.least_j},
                           {"cell", is_some ? nlohmann::ordered_json(cell_words(scene.inventory, shapes.least_cell)) : nullptr},
                           {"time", is_some ? nlohmann::ordered_json(shapes.least_time) : nullptr}};
    summary["warnings"] = shape_warnings(scene.inventory, shapes);
    summary["notes"] = shape_notes(scene.inventory, shapes);
  }
  for (const std::string& note : notes) summary["notes"].push_back(note);
  if (state.domains) {
    for (const std::string& note : domain_notes(scene.simulation, *state.domains)) summary["notes"].push_back(note);
    summary["domains"]["interfaces"] = nlohmann::ordered_json::array();
    for (const InterfaceJump& interface : interface_jumps(scene.simulation, *state.domains))
      summary["domains"]["interfaces"].push_back(
          {{"parent", interface.parent}, {"child", interface.child}, {"jump", interface.jump}});
  }
  if (state.contact) {
    const ContactRecord& contact = *state.contact;
    const bool is_some = contact.most_pairs > 0;
    summary["contact"] = {{"most_pairs", contact.most_pairs},
                          {"least_gap", is_some ? nlohmann::ordered_json(contact.least_gap) : nullptr},
                          {"deepest", contact.deepest},
                          {"closure", state.total.closure},
                          {"seconds", {{"search", contact.seconds.search}, {"pairs", contact.seconds.pairs}}}};
  }
  summary["newton"] = {{"iterations", state.total.newton_iterations},
                       {"factorizations", state.total.factorizations},
                       {"backtracks", state.total.backtracks},
                       {"failed", state.failed},
                       {"short_of_tolerance", state.total.short_of_tolerance},
                       {"fallbacks", state.total.fallbacks},
                       {"worst_residual", state.total.residual}};
  const Workspace::LinearSolving& linear = state.linear;
  summary["linear_solver"] = {{"type", linear.type},
                              {"why", linear.why},
                              {"iterations", state.total.linear_iterations},
                              {"set_ups", state.total.factorizations}};
  if (linear.gave_up)
    summary["notes"].push_back(
        "multigrid did not converge in the iterations allowed, and the factor has taken over; \"solver\": {\"linear\": \"factor\"} "
        "chooses it from the start");
  const RunSeconds& seconds = state.seconds;
  summary["seconds"] = {{"wall", seconds.wall},   {"assembly", seconds.assembly},       {"factorisation", seconds.factorisation},
                        {"solve", seconds.solve}, {"line_search", seconds.line_search}, {"output", seconds.output}};
  if (failure)
    summary["failure"] = {
        {"step", failure->step}, {"t", failure->t}, {"h", failure->h}, {"reason", failure->reason}, {"causes", failure->causes}};
  // A scene's name may hold any bytes; those that are no UTF-8 are replaced, not thrown at the end of a long run.
  return summary.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace lilyan
