#include <lilyan/scene/build/reduced/domains.hpp>

#include <lilyan/integrators/registry.hpp>
#include <lilyan/mesh/faces.hpp>
#include <lilyan/mesh/select.hpp>
#include <lilyan/multidomain/body/domain_frames.hpp>
#include <lilyan/multidomain/body/reduce_domains.hpp>
#include <lilyan/multidomain/body/tree_stepper.hpp>
#include <lilyan/reduction/reduce_elasticity.hpp>
#include <lilyan/scene/build/reduced/domain_parts.hpp>
#include <lilyan/scene/models/body_model.hpp>
#include <lilyan/scene/schema/validate.hpp>
#include <lilyan/scene/schema/values.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace lilyan {
namespace {

class DomainReader {
 public:
  DomainReader(const DomainScene& scene, BuildContext& context)
      : scene_(scene), body_(scene.placed.body), pins_(scene.acting.pins.things), context_(context), place_(scene.place()) {}

  // nullptr if a fault was added.
  std::shared_ptr<const DomainBody> read() {
    if (!is_held_as_it_can_be()) return nullptr;
    if (body_.parts && body_.parts->model) return body_of_model(*body_.parts->model);
    if (!is_fit()) return nullptr;
    DomainPlan plan;
    if (scene_.cells().cells.count() > 0 && !plan_cut(scene_, context_, plan)) return nullptr;
    if (body_.parts && !attach_copies(scene_, context_, plan)) return nullptr;
    std::shared_ptr<const DomainBody> made;
    context_.attempt(join_path(place_, "domains"), [&] { made = reduce(plan); });
    return made;
  }

 private:
  bool refuse(const std::string& key, const std::string& message, const std::string& hint) {
    context_.faults.add("scene.domains", join_path(place_, key), message, hint);
    return false;
  }

  bool is_held_as_it_can_be() {
    for (std::size_t k = 0; k < pins_.size(); ++k)
      if (!pins_[k].motion.empty()) {
        context_.faults.add("scene.domains", join_path("pins/" + std::to_string(k), "motion"), "pins of domains cannot move",
                            "remove \"motion\"");
        return false;
      }
    if (!pins_.empty() && !body_.v.isZero(0))
      return refuse("velocity", "a body of domains that pins hold starts at rest", "remove \"velocity\", or the pins");
    return true;
  }

  bool is_fit() {
    const Json& entry = scene_.scene.at("bodies")[scene_.placed.entry];
    if (entry.contains("reduce"))
      return refuse("reduce", "a body of domains is reduced domain by domain", "remove \"reduce\" or \"domains\"");
    if (!body_.shared_mass.empty() || entry.at("mass_matrix") != "lumped")
      return refuse("mass_matrix", "domains have lumped masses", "leave \"mass_matrix\" out");
    if (body_.x != body_.mesh.X) return refuse("deform", "a body of domains starts at rest", "remove \"deform\"");
    if (scene_.cells().cells.count() > 0 && !is_of_fit_cells(scene_.cells().kind(), scene_.materials())) return false;
    if (body_.parts)
      for (const PlacedPart& part : body_.parts->placed)
        if (!part.stored && !is_of_fit_cells(part.mesh.kind(), part.materials)) return false;
    return true;
  }

  bool is_of_fit_cells(CellKind kind, const BuiltMaterials& materials) {
    if (kind != CellKind::tet && kind != CellKind::hex)
      return refuse("domains", fmt::format("\"{}\" is of {}, and tets and hexes have domains", body_.name, plural(kind)),
                    "remove \"domains\"");
    if (reduced_degree(materials.laws) != ReducedDegree::none) return true;
    return refuse("material",
                  fmt::format("\"{}\" is {}, and only stvk, or linear throughout, can be reduced", body_.name,
                              materials.law_names[law_in_the_way(materials.laws)]),
                  "give all its materials the law \"stvk\"");
  }

  std::shared_ptr<const DomainBody> reduce(const DomainPlan& plan) {
    WantedModels* wanted = context_.models;
    for (const DomainPart& part : plan.parts)
      if (!part.stored && reduced_degree(part.laws) == ReducedDegree::quartic)
        context_.reduction_bytes = std::max(context_.reduction_bytes, reduce_stvk_bytes(part.coordinates));
    DomainBodyModel model = reduce_domains(plan, [&](Index part, Index parts) {
      if (wanted && wanted->progress)
        wanted->progress(
            fmt::format("{}: {}, {} of {}", body_.name, plan.parts[static_cast<std::size_t>(part)].name, part + 1, parts));
    });
    model.sets = sets_by_vertices(body_.mesh);
    model.numbers = body_.mesh.vertex_numbers;
    auto made = std::make_shared<const DomainBody>(make_domain_body(model));
    if (wanted && wanted->are_kept) {
      const double seconds = model.seconds;
      wanted->models.push_back({body_.name, scene_.placed.entry, std::move(model), seconds});
    }
    return made;
  }

  std::shared_ptr<const DomainBody> body_of_model(const DomainBodyModel& model) {
    const std::optional<std::ptrdiff_t> more = held_beyond_pins(scene_.placed, pins_, model.held_components(), context_);
    if (!more) return nullptr;
    const bool is_rigid = model.models[static_cast<std::size_t>(model.domains.front().model)].U.cols() == 0;  // held whole
    if (!is_rigid) note_held_beyond_pins(scene_.placed, *more, context_.notes);
    return std::make_shared<const DomainBody>(make_domain_body(model));
  }

  DomainScene scene_;
  const BuiltBody& body_;
  const std::vector<Pin>& pins_;
  BuildContext& context_;
  std::string place_;
};

// All that acts otherwise than by gravity, loads, pins, rayleigh and relative damping and drag.
void refuse_what_cannot_act(const Json& scene, const PlacedBodies& bodies, const PlacedBody& cut, FaultList& faults) {
  const std::string who = fmt::format("\"{}\" has domains", cut.body.name);
  for (const PlacedBody& placed : bodies)
    if (&placed != &cut)
      faults.add("scene.domains", join_path("bodies", std::to_string(placed.entry)),
                 fmt::format("{}, and such a body stands alone in its scene", who), "remove the other bodies");
  for (const char* key : {"contact", "constraints", "potentials"})
    if (!list_or_empty(scene, key).empty())
      faults.add("scene.domains", key, fmt::format("{}: \"{}\" cannot act on it", who, key),
                 key == std::string("constraints") ? "remove them; a ring of domains is closed by merging some" : "remove them");
  if (scene.at("time").contains("adaption"))
    faults.add("scene.domains", "time/adaption", fmt::format("{}, and is moved in steps of one length", who),
               "remove \"adaption\"");
  const Json& dampings = list_or_empty(scene, "damping");
  for (std::size_t k = 0; k < dampings.size(); ++k)
    if (const std::string type = dampings[k].at("type").get<std::string>(); type != "rayleigh" && type != "relative" && type != "drag")
      faults.add("scene.domains", join_path("damping/" + std::to_string(k), "type"), fmt::format("{}: no {} damping", who, type),
                 "use \"rayleigh\", \"relative\" or \"drag\"");
}

DomainInfluences influences_on(const Json& scene, const BuiltBody& body, const Acting& acting) {
  DomainInfluences influences;
  influences.gravity = vec3_value(scene.at("gravity"));
  influences.loads = acting.loads.things;
  for (const Json& entry : list_or_empty(scene, "damping")) {
    if (entry.at("type") == "rayleigh") {
      influences.mass_damping += entry.at("mass").get<double>();
      influences.stiffness_damping += entry.at("stiffness").get<double>();
      continue;
    }
    if (entry.at("type") == "relative") {
      influences.relative_damping += entry.at("coefficient").get<double>();
      continue;
    }
    influences.air.push_back({area_of_vertices(body.mesh.X, outer_faces(body.mesh.cells, FlatBody::sheet)),
                              entry.at("slow").get<double>(), entry.at("fast").get<double>(), vec3_value(entry.at("wind"))});
  }
  return influences;
}

// Holds what is no coordinate among the components of a state.
std::vector<Pin> pins_of_state(const DomainTree& tree) {
  const Index free = tree.size() + (tree.root_motion() == RootMotion::free ? 6 : 0);
  std::vector<Pin> pins;
  for (Index point = 0; point < points_of(tree); ++point) {
    Pin pin{{point}, {false, false, false}, {}};
    for (Index axis = 0; axis < 3; ++axis) pin.axes[static_cast<std::size_t>(axis)] = 3 * point + axis >= free;
    if (pin.axes[2]) pins.push_back(std::move(pin));
  }
  return pins;
}

// A free body starts with the velocities of a rigid one.
DomainState start_of(const DomainBody& body, const BuiltBody& built) {
  DomainState state = state_at_rest(body.tree());
  if (body.tree().root_motion() == RootMotion::fixed || built.v.isZero(0)) return state;
  // v = a + b x X of all vertices, by the momenta that they have together.
  Vec3 centre = Vec3::Zero(), momentum = Vec3::Zero(), spin = Vec3::Zero();
  Mat3 inertia = Mat3::Zero();
  const double mass = built.mass.sum();
  for (Index i = 0; i < built.mass.size(); ++i) {
    centre += built.mass[i] / mass * vertex(built.mesh.X, i);
    momentum += built.mass[i] * vertex(built.v, i);
  }
  for (Index i = 0; i < built.mass.size(); ++i) {
    const Vec3 r = vertex(built.mesh.X, i) - centre;
    spin += built.mass[i] * r.cross(Vec3(vertex(built.v, i)));
    inertia += built.mass[i] * (r.squaredNorm() * Mat3::Identity() - r * r.transpose());
  }
  const Vec3 omega = inertia.inverse() * spin;
  const Vec3 v = momentum / mass + omega.cross(state.root.x - centre);
  state.V0 << state.root.R.transpose() * v, state.root.R.transpose() * omega;
  return state;
}

void note_stability(const MultidomainMethod& method, const DomainInfluences& influences, double h,
                    std::vector<std::string>& notes) {
  constexpr double kLongest = 0.01, kExact = 0.3, kLumped = 1;  // [s]; shares of h: measured, see docs/domains.md
  if (method.scheme() == TreeScheme::one_solve) {
    const double needed = (method.coupling() == TreeCoupling::exact ? kExact : kLumped) * h;
    if (influences.stiffness_damping < needed * (1 - 1e-9))
      notes.push_back(
          fmt::format("multidomain_newmark solves once a step and may gain energy with so little damping: give "
                      "{{\"type\": \"rayleigh\", \"stiffness\": {:.3g}}} or more, or use multidomain_midpoint",
                      needed));
  }
  if (h > kLongest * (1 + 1e-9))
    notes.push_back(
        fmt::format("steps of {:.3g} s are longer than those that bodies of domains were found stable with, {} s; look "
                    "at the energy",
                    h, kLongest));
}

}  // namespace

std::shared_ptr<const DomainBody> read_domains(const Json& scene, const PlacedBody& placed, const Acting& acting,
                                               BuildContext& context) {
  return DomainReader({scene, placed, acting}, context).read();
}

bool has_domains(const PlacedBodies& bodies) {
  return std::any_of(bodies.begin(), bodies.end(),
                     [](const PlacedBody& placed) { return placed.body.moves_by == MovesBy::domains; });
}

BuiltTree build_tree(const Json& scene, const PlacedBodies& bodies, const Acting& acting, const BuiltMethod& method, double h,
                     BuildContext& context) {
  const PlacedBody& placed =
      *std::find_if(bodies.begin(), bodies.end(), [](const PlacedBody& one) { return one.body.moves_by == MovesBy::domains; });
  refuse_what_cannot_act(scene, bodies, placed, context.faults);
  const auto* moving = dynamic_cast<const MultidomainMethod*>(method.integrator.get());
  if (!moving)
    context.faults.add("integrator.domains", "integrator/type",
                       fmt::format("{} does not move bodies of domains, and \"{}\" is one", method.name, placed.body.name),
                       "use multidomain_newmark, multidomain_midpoint or multidomain_variational");
  if (!context.faults.empty()) return {};
  const std::shared_ptr<const DomainBody> body = read_domains(scene, placed, acting, context);
  if (!body) return {};
  BuiltTree tree;
  tree.built.inventory = assemble(scene, bodies, acting).inventory;
  tree.built.inventory.bodies.front().coordinates = body->tree().size();
  tree.built.inventory.pin_names.clear();
  tree.built.inventory.pins_of_bases = pins_of_basis(acting.pins);
  if (!acting.pins.things.empty()) tree.built.inventory.influences.emplace_back("pins");
  const DomainInfluences influences = influences_on(scene, placed.body, acting);
  if (!influences.air.empty()) tree.built.inventory.influences.emplace_back("drag");
  note_stability(*moving, influences, h, context.notes);
  tree.built.initial = frame_of(start_of(*body, placed.body), 0, 0, 0);
  tree.built.system = std::make_unique<const System>(Vector(Vector::Ones(points_of(body->tree()))), influences.gravity,
                                                     Coordinates(tree.built.initial.x, pins_of_state(body->tree())),
                                                     std::vector<std::unique_ptr<Potential>>(), std::vector<Load>(),
                                                     std::vector<std::unique_ptr<Dissipation>>(), ConstraintSet(), Space());
  tree.stepper = std::make_unique<const TreeStepper>(body, influences, *moving);
  return tree;
}

}  // namespace lilyan
