#include <lilyan/scene/build/build.hpp>

#include <lilyan/convert/convert.hpp>
#include <lilyan/dynamics/integrator.hpp>
#include <lilyan/mesh/select.hpp>
#include <lilyan/scene/build/coarse/coarse_scene_body.hpp>
#include <lilyan/scene/build/reduced/domains.hpp>
#include <lilyan/scene/build/reduced/reduction.hpp>
#include <lilyan/scene/schema/validate.hpp>
#include <lilyan/scene/schema/values.hpp>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace lilyan {
namespace {

OutputPlan build_output(const Json& output, const PlacedBodies& bodies, BuildContext& context) {
  OutputPlan plan;
  plan.ledger_every = output.at("ledger").at("every").get<std::int64_t>();
  plan.checkpoint_every = output.at("checkpoint").at("steps").get<std::int64_t>();
  if (output.contains("interval")) plan.interval = output.at("interval").get<double>();
  plan.frames = !output.at("frames").empty();  // the other formats are made from .vtu files
  for (const Json& entry : output.at("frames")) {
    const std::string name = entry.get<std::string>();
    if (name == "vtu" || std::any_of(plan.formats.begin(), plan.formats.end(), [&](FrameFormat f) { return to_text(f) == name; }))
      continue;
    plan.formats.push_back(frame_format(name));
  }
  const Json& probes = output.at("probes");
  for (std::size_t k = 0; k < probes.size(); ++k) {
    if (context.is_faulty(join_path("output/probes", std::to_string(k)))) continue;
    if (const PlacedBody* placed = find_body(bodies, text_or(probes[k], "body", "")))
      plan.probes.emplace_back(entry_name(probes[k], "probe", k),
                               placed->shares(nearest_vertex(placed->body.named_mesh().X, vec3_value(probes[k].at("nearest")))));
  }
  return plan;
}

// The scene with everything left out that may change when a run is resumed, and the content of its files.
std::uint64_t scene_hash(Json scene, const BuildContext& context) {
  scene.erase("name");
  scene.erase("output");
  if (scene.at("contact").empty()) scene.erase("contact");  // so that runs of versions without contact go on
  scene.at("time").erase("duration");
  scene.at("time").erase("steps");
  ContentHash hash;
  hash.add(scene.dump());
  hash.add(std::to_string(context.files.value()));
  return hash.value();
}

// The system and the stepper of a scene whose bodies all move by vertices or bases.
BuiltSystem build_system_of_vertices(const Json& scene, const PlacedBodies& bodies, Acting acting,
                                     const Named<PlannedPotential>& formulas, BuiltMethod& method,
                                     const SimulationSettings& settings, BuildContext& context,
                                     std::unique_ptr<const Stepper>& stepper) {
  FaultList& faults = context.faults;
  const std::vector<PlannedContact> contacts = acting.contacts;
  const std::vector<BuiltReduction> reductions = build_reductions(scene, bodies, acting, context);
  faults.throw_if_any();
  BuiltSystem built = build_system(scene, bodies, std::move(acting), formulas, reductions);
  check_formulas(formulas.things, built, faults);
  faults.throw_if_any();
  check_contacts(contacts, bodies, built, context);
  faults.throw_if_any();
  check_initial_energy(bodies, built, faults);
  check_constraints(*built.system, built.initial.x, faults);
  faults.throw_if_any();
  fit_velocities(built, context.notes);
  note_parts_that_fall(built, context.notes);
  note_overlaps(built, context.notes);
  for (const Body& body : built.inventory.bodies)
    method.newton.poissons_ratio = std::max(method.newton.poissons_ratio, body.poissons_ratio);
  context.attempt_make("integrator", [&] { stepper = make_stepper(*built.system, *method.integrator, method.newton); });
  faults.throw_if_any();
  note_long_step_of_frozen_rotations(built, method, settings.h, context.notes);
  check_adaption(scene, method, *built.system, faults);
  faults.throw_if_any();
  stepper = adapt_steps(scene, method, *built.system, std::move(stepper));
  return built;
}

}  // namespace

Scene build(const Json& scene, BuildContext& context) {
  constexpr std::size_t kManyFaults = 1000;  // more than anyone reads: not worth looking for further ones
  FaultList& faults = context.faults;
  if (faults.faults().size() > kManyFaults) faults.throw_if_any();
  const PlacedBodies bodies = build_bodies(scene, context);
  refuse_what_coarse_bodies_cannot(scene, bodies, faults);
  Acting acting;
  acting.pins = build_pins(scene, bodies, context);
  acting.loads = build_loads(scene, bodies, context);
  acting.constraints = build_constraints(scene, bodies, context);
  acting.contacts = build_contacts(scene, bodies, context);
  refuse_contacts_of_coarse_bodies(acting.contacts, bodies, faults);
  const Named<PlannedPotential> formulas = build_potentials(scene, bodies, context);
  OutputPlan output;
  if (!context.is_faulty("output") && scene.is_object() && scene.contains("output"))
    output = build_output(scene.at("output"), bodies, context);
  faults.throw_if_any();
  note_other_pins(scene, bodies, context);
  if (context.fine_bodies) *context.fine_bodies = collect_fine_bodies(scene, bodies, context);

  const SimulationSettings settings = build_settings(scene, context);
  BuiltMethod method = build_method(scene, context);
  faults.throw_if_any();
  check_damped_bodies(scene, bodies, faults);
  faults.throw_if_any();

  BuiltSystem built;
  std::unique_ptr<const Stepper> stepper;
  if (has_domains(bodies)) {
    BuiltTree tree = build_tree(scene, bodies, acting, method, settings.h, context);
    faults.throw_if_any();
    built = std::move(tree.built);
    stepper = std::move(tree.stepper);
  } else {
    built = build_system_of_vertices(scene, bodies, std::move(acting), formulas, method, settings, context, stepper);
  }

  return {{scene.at("name").get<std::string>(),
           {},
           scene_hash(scene, context),
           method.name,
           method.properties,
           adaption_words(scene),
           std::move(context.notes),
           context.reduction_bytes},
          Simulation(std::move(built.system), std::move(method.integrator), std::move(stepper), std::move(built.initial), settings),
          std::move(built.inventory),
          std::move(output)};
}

}  // namespace lilyan
