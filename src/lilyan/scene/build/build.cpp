#include <lilyan/scene/build/build.hpp>

#include <lilyan/convert/convert.hpp>
#include <lilyan/dynamics/integrator.hpp>
#include <lilyan/dynamics/velocities.hpp>
#include <lilyan/energy/springs.hpp>
#include <lilyan/integrators/registry.hpp>
#include <lilyan/materials/evaluate.hpp>
#include <lilyan/materials/registry.hpp>
#include <lilyan/mesh/select.hpp>
#include <lilyan/scene/build/build_adaption.hpp>
#include <lilyan/scene/build/build_body.hpp>
#include <lilyan/scene/build/build_constraints.hpp>
#include <lilyan/scene/build/build_damping.hpp>
#include <lilyan/scene/build/build_loads.hpp>
#include <lilyan/scene/build/build_mesh.hpp>
#include <lilyan/scene/build/build_pins.hpp>
#include <lilyan/scene/build/build_potentials.hpp>
#include <lilyan/scene/build/corotation.hpp>
#include <lilyan/scene/schema/solver_names.hpp>
#include <lilyan/scene/schema/validate.hpp>
#include <lilyan/scene/schema/values.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace lilyan {
namespace {

// The bodies that could be built, in the scene's order; `entry` is the index in `bodies`.
struct PlacedBody {
  BuiltBody body;
  std::size_t entry;
  Index first_vertex;
  Index first_cell = 0;  // known once all are there, since cells are numbered kind after kind
};
using Bodies = std::vector<PlacedBody>;

Bodies build_bodies(const Json& scene, BuildContext& context) {
  Bodies bodies;
  double vertices = 0, cells = 0;
  const Json& entries = list_or_empty(scene, "bodies");
  for (std::size_t k = 0; k < entries.size(); ++k) {
    const std::string place = join_path("bodies", std::to_string(k));
    if (context.is_faulty(place)) continue;
    std::optional<BuiltBody> body = build_body(entries[k], entry_name(entries[k], "body", k), place, context);
    if (!body) continue;
    const auto first_vertex = static_cast<Index>(vertices);
    vertices += body->mesh.vertices();
    cells += static_cast<double>(body->mesh.cells.count());
    if (!fits(vertices, cells, "bodies", context.faults)) break;
    bodies.push_back({std::move(*body), k, first_vertex});
  }
  Index first_cell = 0;
  for (CellKind kind : kCellKinds)
    for (PlacedBody& placed : bodies)
      if (placed.body.mesh.kind() == kind) {
        placed.first_cell = first_cell;
        first_cell += placed.body.mesh.cells.count();
      }
  return bodies;
}

// The body that an entry names; nullptr where it could not be built.
const PlacedBody* find_body(const Bodies& bodies, const Json& entry) {
  const std::string name = text_or(entry, "body", "");
  const auto found = std::find_if(bodies.begin(), bodies.end(), [&](const PlacedBody& placed) { return placed.body.name == name; });
  return found == bodies.end() ? nullptr : &*found;
}

bool leaves_its_plane(const Pin& pin) {
  return pin.axes[2] && std::any_of(pin.motion.begin(), pin.motion.end(), [](const Ramp& ramp) {
           return ramp.translation[2] != 0 || (ramp.radians != 0 && (ramp.axis[0] != 0 || ramp.axis[1] != 0));
         });
}

std::vector<BodyInSystem> bodies_in_system(const Bodies& bodies) {
  std::vector<BodyInSystem> in_system;
  for (const PlacedBody& placed : bodies) in_system.push_back({&placed.body, placed.first_vertex});
  return in_system;
}

std::vector<Pin> build_pins(const Json& scene, const Bodies& bodies, BuildContext& context, std::vector<std::string>& names) {
  std::vector<Pin> pins;
  const Json& entries = list_or_empty(scene, "pins");
  for (std::size_t k = 0; k < entries.size(); ++k) {
    const std::string place = join_path("pins", std::to_string(k));
    const PlacedBody* placed = find_body(bodies, entries[k]);
    if (!placed || context.is_faulty(place)) continue;
    if (std::optional<Pin> pin = build_pin(entries[k], placed->body, placed->first_vertex, place, context)) {
      if (placed->body.is_slice() && leaves_its_plane(*pin)) {
        context.faults.add("scene.motion", join_path(place, "motion"), "moves a body in plane strain out of its plane",
                           "move it along x and y, turn it about z, or hold x and y only");
        continue;
      }
      pins.push_back(std::move(*pin));
      names.push_back(entry_name(entries[k], "pin", k));
    }
  }
  return pins;
}

std::vector<Load> build_loads(const Json& scene, const Bodies& bodies, BuildContext& context, std::vector<std::string>& names) {
  std::vector<Load> loads;
  const Json& entries = list_or_empty(scene, "loads");
  for (std::size_t k = 0; k < entries.size(); ++k) {
    const std::string place = join_path("loads", std::to_string(k));
    const PlacedBody* placed = find_body(bodies, entries[k]);
    if (!placed || context.is_faulty(place)) continue;
    if (std::optional<Load> load = build_load(entries[k], placed->body, placed->first_vertex, place, context)) {
      loads.push_back(std::move(*load));
      names.push_back(entry_name(entries[k], "load", k));
    }
  }
  return loads;
}

std::vector<PlannedPotential> build_potentials(const Json& scene, const Bodies& bodies, BuildContext& context,
                                               std::vector<std::string>& names) {
  std::vector<PlannedPotential> potentials;
  const std::vector<BodyInSystem> in_system = bodies_in_system(bodies);
  const Json& entries = list_or_empty(scene, "potentials");
  for (std::size_t k = 0; k < entries.size(); ++k) {
    const std::string place = join_path("potentials", std::to_string(k));
    if (context.is_faulty(place)) continue;
    if (std::optional<PlannedPotential> planned = build_potential(entries[k], in_system, place, context)) {
      potentials.push_back(std::move(*planned));
      names.push_back(entry_name(entries[k], "potential", k));
    }
  }
  return potentials;
}

OutputPlan build_output(const Json& output, const Bodies& bodies, BuildContext& context) {
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
    if (const PlacedBody* placed = find_body(bodies, probes[k]))
      plan.probes.push_back({entry_name(probes[k], "probe", k),
                             placed->first_vertex + nearest_vertex(placed->body.mesh.X, vec3_value(probes[k].at("nearest")))});
  }
  return plan;
}

void build_time(const Json& time, BuildContext& context, RunPlan& plan) {
  constexpr double kMostSteps = 9007199254740992.0;  // 2^53: every step's number is exact in double
  plan.h = time.at("step").get<double>();
  if (time.contains("steps")) {
    plan.steps = time.at("steps").get<std::int64_t>();
    return;
  }
  if (time.contains("adaption")) {
    plan.until = time.at("duration").get<double>();
    plan.steps = static_cast<std::int64_t>(kMostSteps);
    return;
  }
  const double duration = time.at("duration").get<double>(), steps = std::max(1.0, std::round(duration / plan.h));
  if (!(steps <= kMostSteps)) {
    context.faults.add("scene.range", "time/step", fmt::format("{} s in steps of {} s are {:.3g} steps", duration, plan.h, steps),
                       "use a longer step");
    return;
  }
  plan.steps = static_cast<std::int64_t>(steps);
  if (std::abs(steps * plan.h - duration) > 1e-9 * duration)
    context.notes.push_back(fmt::format("time.duration {} s is not a whole number of steps of {} s: {} steps, {} s", duration,
                                        plan.h, plan.steps, steps * plan.h));
}

void build_integrator(const Json& entry, BuildContext& context, RunPlan& plan) {
  plan.integrator_name = entry.at("type").get<std::string>();
  const IntegratorEntry& method = *find_integrator(plan.integrator_name);
  const Parameters parameters = parameters_of(entry, method.parameters);
  plan.properties = method.properties(parameters);
  context.attempt_make("integrator", [&] { plan.integrator = method.make(parameters); });
}

NewtonSettings newton_settings(const Json& solver) {
  NewtonSettings settings;
  settings.tolerance = solver.at("tolerance").get<double>();
  settings.max_iterations = solver.at("max_iterations").get<int>();
  settings.hessian = hessian_treatment(solver.at("hessian").get<std::string>());
  settings.find = solver.at("find") == "root" ? Find::root : Find::minimum;
  return settings;
}

// The scene with everything left out that may change when a run is resumed, and the content of its files.
std::uint64_t scene_hash(Json scene, const BuildContext& context) {
  scene.erase("name");
  scene.erase("output");
  scene.at("time").erase("duration");
  scene.at("time").erase("steps");
  ContentHash hash;
  hash.add(scene.dump());
  hash.add(std::to_string(context.files.value()));
  return hash.value();
}

// Damping that its bodies cannot have: strain needs elastic laws, drag a surface.
void check_damped_bodies(const Json& scene, const Bodies& bodies, FaultList& faults) {
  const Json& entries = list_or_empty(scene, "damping");
  for (std::size_t k = 0; k < entries.size(); ++k) {
    const std::string type = entries[k].at("type").get<std::string>();
    const bool needs_law = type == "strain" || type == "viscous";
    const bool by_stiffness = type == "rayleigh" && entries[k].at("mass") == 0;
    const bool finds_one = std::any_of(bodies.begin(), bodies.end(), [&](const PlacedBody& placed) {
      if (entries[k].contains("body") && entries[k].at("body") != placed.body.name) return false;
      if (needs_law) return !placed.body.materials.laws.empty();
      return placed.body.mesh.kind() != CellKind::point || (type == "rayleigh" && !by_stiffness);
    });
    if (!finds_one)
      faults.add("scene.cells", join_path("damping/" + std::to_string(k), "type"),
                 needs_law ? fmt::format("{} damping is for bodies of elastic laws, and there is none among those it names", type)
                           : "points have neither stiffness nor surface",
                 needs_law ? "use \"rayleigh\" for springs" : "use \"rayleigh\" with \"mass\"");
  }
}

// The springs of a body, in the numbering of the system.
std::unique_ptr<Potential> springs_of(const PlacedBody& placed) {
  std::vector<Spring> springs = placed.body.springs->springs;
  for (Spring& spring : springs) spring.a += placed.first_vertex, spring.b += placed.first_vertex;
  return std::make_unique<Springs>(std::move(springs), placed.body.springs->law);
}

std::vector<std::unique_ptr<Dissipation>> build_dampings(const Json& scene, const Bodies& bodies, const Vector& X,
                                                         const Mass& mass, const std::vector<Law>& laws,
                                                         const std::vector<Index>& law_of_cell, const std::vector<bool>& held) {
  std::vector<std::unique_ptr<Dissipation>> dissipations;
  for (const Json& entry : list_or_empty(scene, "damping")) {
    DampedBodies damped{
        X, {}, laws, {}, {}, Vector::Zero(mass.vertex.size()), mass, std::vector<bool>(static_cast<std::size_t>(mass.vertex.size())), held};
    for (CellKind kind : kCellKinds)
      for (const PlacedBody& placed : bodies) {
        const BodyMesh& mesh = placed.body.mesh;
        if (mesh.kind() != kind || (entry.contains("body") && entry.at("body") != placed.body.name)) continue;
        std::fill_n(damped.is_damped.begin() + placed.first_vertex, mesh.vertices(), true);
        damped.area.segment(placed.first_vertex, mesh.vertices()) = wetted_area(placed.body);
        if (placed.body.springs) damped.springs.push_back(springs_of(placed));
        if (placed.body.materials.laws.empty()) continue;
        damped.cells.append(mesh.cells, placed.first_vertex);
        const auto first = law_of_cell.begin() + placed.first_cell;
        damped.law_of_cell.insert(damped.law_of_cell.end(), first, first + mesh.cells.count());
      }
    dissipations.push_back(build_damping(entry, std::move(damped)));
  }
  return dissipations;
}

std::vector<std::unique_ptr<Constraint>> build_constraints(const Json& scene, const Bodies& bodies, BuildContext& context) {
  return build_constraints(scene, bodies_in_system(bodies), context);
}

// Initial velocities that leave the constraints are made to fit them.
void fit_velocities(RunPlan& plan, std::vector<std::string>& notes) {
  const System& system = *plan.system;
  if (system.constraints().empty()) return;
  Vector v = velocities(system, plan.initial);
  const Vector given = v;
  if (!project_velocities(system.constraints(), system.metric(), system.coordinates(), plan.initial.x, 0, v)) return;
  constexpr double kChanged = 1e-9;
  if ((v - given).norm() <= kChanged * given.norm()) return;
  plan.initial.p = system.momentum(v);
  notes.push_back(fmt::format("initial velocities were changed to fit the constraints, by {:.3g} m/s at most",
                              (v - given).cwiseAbs().maxCoeff()));
}

ConstraintVelocities constraint_velocities(const Json& solver) {
  return solver.at("constraint_velocities") == "consistent" ? ConstraintVelocities::consistent : ConstraintVelocities::free;
}

// Flat bodies of elastic laws stay in their planes: every vertex whose z no pin of the scene holds.
void hold_slices(const Bodies& bodies, std::vector<Pin>& pins) {
  for (const PlacedBody& placed : bodies) {
    if (!placed.body.is_slice()) continue;
    std::vector<bool> is_held(static_cast<std::size_t>(placed.body.mesh.vertices()), false);
    for (const Pin& pin : pins)
      for (Index i : pin.vertices)
        if (const Index own = i - placed.first_vertex; pin.axes[2] && own >= 0 && own < placed.body.mesh.vertices())
          is_held[static_cast<std::size_t>(own)] = true;
    Pin plane{{}, {false, false, true}, {}};
    for (Index i = 0; i < placed.body.mesh.vertices(); ++i)
      if (!is_held[static_cast<std::size_t>(i)]) plane.vertices.push_back(placed.first_vertex + i);
    if (!plane.vertices.empty()) pins.push_back(std::move(plane));
  }
}

// All bodies in one numbering, and the system that they form.
void build_system(const Json& scene, const Bodies& bodies, std::vector<Pin> pins, std::vector<Load> loads,
                  std::vector<std::unique_ptr<Constraint>> constraints,
                  const std::vector<PlannedPotential>& formulas, RunPlan& plan) {
  Index vertices = 0;
  for (const PlacedBody& placed : bodies) vertices += placed.body.mesh.vertices();
  Vector X(3 * Eigen::Index{vertices}), x(X.size()), v(X.size());
  Mass mass(Vector::Zero(vertices));
  std::vector<Law> laws;
  for (const PlacedBody& placed : bodies) plan.cells.append(placed.body.mesh.cells, placed.first_vertex);
  std::vector<Index> law_of_cell(static_cast<std::size_t>(plan.cells.count()), -1);
  for (const auto& [body, entry, first, first_cell] : bodies) {
    const Index n = body.mesh.vertices();
    X.segment(3 * Eigen::Index{first}, 3 * Eigen::Index{n}) = body.mesh.X;
    x.segment(3 * Eigen::Index{first}, 3 * Eigen::Index{n}) = body.x;
    v.segment(3 * Eigen::Index{first}, 3 * Eigen::Index{n}) = body.v;
    mass.vertex.segment(first, n) = body.mass;
    mass.append_shared(body.shared_mass, first);
    for (std::size_t e = 0; e < body.materials.law_of_cell.size(); ++e)
      law_of_cell[static_cast<std::size_t>(first_cell) + e] = body.materials.law_of_cell[e] + static_cast<Index>(laws.size());
    laws.insert(laws.end(), body.materials.laws.begin(), body.materials.laws.end());
    double largest_ratio = 0;
    for (const Law& law : body.materials.laws) largest_ratio = std::max(largest_ratio, poissons_ratio(law));
    plan.bodies.push_back({body.name, first, n, body.mesh.kind(), first_cell, body.mesh.cells.count(), body.render, largest_ratio});
  }

  plan.rest = X;
  hold_slices(bodies, pins);
  Coordinates coordinates(x, std::move(pins));
  const std::vector<bool> held = held_whole(coordinates);
  std::vector<std::unique_ptr<Potential>> potentials;
  for (std::unique_ptr<Elasticity>& elasticity : make_elasticity(X, plan.cells, laws, law_of_cell, held)) {
    plan.elasticity.push_back(elasticity.get());
    potentials.push_back(std::move(elasticity));
  }
  for (const PlacedBody& placed : bodies)
    if (placed.body.springs) potentials.push_back(springs_of(placed));
  for (const PlannedPotential& formula : formulas) {
    std::unique_ptr<ExpressionPotential> potential = formula.make(mass.vertex);
    plan.formulas.push_back(potential.get());
    potentials.push_back(std::move(potential));
  }
  plan.system =
      std::make_unique<const System>(mass, vec3_value(scene.at("gravity")), std::move(coordinates), std::move(potentials),
                                     std::move(loads), build_dampings(scene, bodies, X, mass, laws, law_of_cell, held),
                                     ConstraintSet(std::move(constraints), constraint_velocities(scene.at("solver"))));

  // Held components are where their script has them at t = 0, and carry no momentum.
  Vector z;
  plan.system->coordinates().restrict(x, z);
  plan.system->coordinates().lift(z, 0, x);
  plan.initial = frame_with_velocities(*plan.system, std::move(x), v);
}

// A body of several parts of which some are held: the others fall, which is seldom meant.
void note_parts_that_fall(RunPlan& plan, std::vector<std::string>& notes) {
  const System& system = *plan.system;
  if (system.gravity().isZero(0)) return;
  for (const Body& body : plan.bodies) {
    Index held = 0, loose = 0;
    for (const std::vector<Index>& part : system.parts().vertices()) {
      if (part.front() < body.first_vertex || part.front() >= body.first_vertex + body.vertices) continue;
      const bool is_held = std::any_of(part.begin(), part.end(), [&](Index i) {
        const Coordinates& coordinates = system.coordinates();
        return coordinates.is_held(3 * i) || coordinates.is_held(3 * i + 1) || coordinates.is_held(3 * i + 2);
      });
      ++(is_held ? held : loose);
    }
    if (held > 0 && loose > 0)
      notes.push_back(
          fmt::format("{} of the {} parts of \"{}\" are joined to nothing that is held, and fall: pin them too, or use a finer "
                      "mesh in which they hang together",
                      loose, held + loose, body.name));
  }
}

// A law that is not defined for an inverted cell cannot start from one.
void check_initial_energy(const Bodies& bodies, const RunPlan& plan, FaultList& faults) {
  if (std::isfinite(plan.system->potential_energy(plan.initial.x, 0))) return;
  std::vector<CellState> states(static_cast<std::size_t>(plan.cells.count()));
  for (const Elasticity* elasticity : plan.elasticity) elasticity->states(plan.initial.x, states);
  for (const PlacedBody& placed : bodies) {
    const std::string place = join_path("bodies", std::to_string(placed.entry));
    const BuiltMaterials& materials = placed.body.materials;
    for (std::size_t e = 0; e < materials.law_of_cell.size(); ++e) {
      const std::string& law = materials.law_names[static_cast<std::size_t>(materials.law_of_cell[e])];
      const double J = states[static_cast<std::size_t>(placed.first_cell) + e].J;
      if (J > 0 || find_material(law)->survives_inversion) continue;
      faults.add("scene.inverted", join_path(place, "deform"),
                 fmt::format("{} {} of \"{}\" is inverted at the start (J = {:.3g}), where \"{}\" has no energy",
                             singular(placed.body.mesh.kind()), e, placed.body.name, J, law),
                 "deform less, or use a law that survives inversion: `lilyan list materials`");
      break;
    }
  }
  if (faults.empty()) faults.add("scene.overflow", "bodies", "the initial energy is not finite", "moduli are in Pa, lengths in m");
}

}  // namespace

RunPlan build(const Json& scene, BuildContext& context) {
  constexpr std::size_t kManyFaults = 1000;  // more than anyone reads: not worth looking for further ones
  if (context.faults.faults().size() > kManyFaults) context.faults.throw_if_any();
  RunPlan plan;
  const Bodies bodies = build_bodies(scene, context);
  std::vector<Pin> pins = build_pins(scene, bodies, context, plan.pin_names);
  std::vector<Load> loads = build_loads(scene, bodies, context, plan.load_names);
  std::vector<std::unique_ptr<Constraint>> constraints = build_constraints(scene, bodies, context);
  const std::vector<PlannedPotential> formulas = build_potentials(scene, bodies, context, plan.formula_names);
  if (!context.is_faulty("output") && scene.is_object() && scene.contains("output"))
    plan.output = build_output(scene.at("output"), bodies, context);
  context.faults.throw_if_any();

  build_time(scene.at("time"), context, plan);
  build_integrator(scene.at("integrator"), context, plan);
  context.faults.throw_if_any();
  for (const PlacedBody& placed : bodies) check_viscous_damping(scene, placed.body, context.faults);
  check_damped_bodies(scene, bodies, context.faults);
  context.faults.throw_if_any();

  plan.name = scene.at("name").get<std::string>();
  plan.on_failure = scene.at("solver").at("on_failure") == "halve" ? OnFailure::halve : OnFailure::stop;
  plan.scene_hash = scene_hash(scene, context);
  build_system(scene, bodies, std::move(pins), std::move(loads), std::move(constraints), formulas, plan);
  check_formulas(formulas, plan, context.faults);
  context.faults.throw_if_any();
  check_initial_energy(bodies, plan, context.faults);
  check_constraints(*plan.system, plan.initial.x, context.faults);
  context.faults.throw_if_any();
  fit_velocities(plan, context.notes);
  note_parts_that_fall(plan, context.notes);
  context.faults.throw_if_any();
  context.attempt_make("integrator",
                       [&] { plan.stepper = make_stepper(*plan.system, *plan.integrator, newton_settings(scene.at("solver"))); });
  context.faults.throw_if_any();
  note_long_step_of_frozen_rotations(plan, context.notes);
  check_adaption(scene, plan, context.faults);
  context.faults.throw_if_any();
  adapt_steps(scene, newton_settings(scene.at("solver")), plan);
  plan.notes = std::move(context.notes);
  return plan;
}

}  // namespace lilyan
