#include <lilyan/mesh/select.hpp>
#include <lilyan/scene/build/reduced/domain_parts.hpp>
#include <lilyan/scene/build/reduced/reduction.hpp>

#include <lilyan/core/platform/available_memory.hpp>
#include <lilyan/core/stopwatch.hpp>
#include <lilyan/reduction/changed_coordinates.hpp>
#include <lilyan/reduction/reduce_elasticity.hpp>
#include <lilyan/reduction/rigid_motions.hpp>
#include <lilyan/scene/build/entry_names.hpp>
#include <lilyan/scene/models/stored_model.hpp>
#include <lilyan/scene/schema/validate.hpp>
#include <lilyan/scene/schema/values.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace lilyan {
namespace {

constexpr Index kStandardModes = 20;

// The body alone, held by its pins.
std::unique_ptr<const System> system_of(const PlacedBody& placed, const std::vector<Pin>& pins) {
  const BuiltBody& body = placed.body;
  std::vector<Pin> own;
  for (Pin pin : pins) {
    for (Index& vertex : pin.vertices) vertex -= placed.first_vertex;
    own.push_back(std::move(pin));
  }
  std::vector<std::unique_ptr<Potential>> potentials;
  for (auto& elasticity : make_elasticity(body.mesh.X, body.mesh.cells, body.materials.laws, body.materials.law_of_cell))
    potentials.push_back(std::move(elasticity));
  return std::make_unique<const System>(body.mass, Vec3::Zero(), Coordinates(body.mesh.X, std::move(own)), std::move(potentials));
}

class Reducer {
 public:
  Reducer(const PlacedBody& placed, std::string place, const Json& entry, BuildContext& context)
      : placed_(placed), body_(placed.body), place_(std::move(place)), entry_(entry), context_(context) {}

  std::optional<BuiltReduction> reduce(const std::vector<Pin>& pins) {
    if (!is_of_fit_cells() || !is_of_fit_laws() || !is_held_well(pins)) return std::nullopt;
    const std::unique_ptr<const System> system = system_of(placed_, pins);
    if (!has_room(system->coordinates().size())) return std::nullopt;
    if (const Eigen::Index loose = rigid_motions(*system, body_.mesh.X).cols(); loose > 0) {
      refuse("", fmt::format("the pins of \"{}\" leave it {} rigid motions, and modes cannot turn", body_.name, loose),
             "pin vertices that hold it: three that lie on no line, or more");
      return std::nullopt;
    }
    BuiltReduction built{&placed_, nullptr, nullptr};
    const bool done = context_.attempt(place_, [&] { make(*system, built); });
    return done && built.shape ? std::optional(std::move(built)) : std::nullopt;
  }

 private:
  void refuse(const std::string& key, const std::string& message, const std::string& hint) {
    context_.faults.add("scene.reduce", key.empty() ? place_ : join_path(place_, key), message, hint);
  }

  bool is_of_fit_cells() {
    const CellKind kind = body_.mesh.kind();
    if (kind == CellKind::tet || kind == CellKind::hex) {
      if (body_.shared_mass.empty()) return true;
      refuse("", fmt::format("\"{}\" has a consistent mass, and reduced bodies have lumped masses", body_.name),
             "leave \"mass_matrix\" out");
      return false;
    }
    refuse("", fmt::format("\"{}\" is of {}, and tets and hexes can be reduced", body_.name, plural(kind)), "remove \"reduce\"");
    return false;
  }

  bool is_linear() const { return reduced_degree(body_.materials.laws) == ReducedDegree::quadratic; }

  bool is_of_fit_laws() {
    const std::vector<Law>& laws = body_.materials.laws;
    if (reduced_degree(laws) != ReducedDegree::none) return true;
    refuse("",
           fmt::format("\"{}\" is {}, and only stvk, or linear throughout, is a polynomial that can be reduced", body_.name,
                       body_.materials.law_names[law_in_the_way(laws)]),
           "give all its materials the law \"stvk\", or remove \"reduce\"");
    return false;
  }

  bool is_held_well(const std::vector<Pin>& pins) {
    if (pins.empty()) {
      refuse("", fmt::format("\"{}\" has no pins, and modes cannot turn", body_.name),
             "pin some of its vertices; a body that flies is not reduced");
      return false;
    }
    return true;
  }

  bool is_stored() const { return model_source(entry_) != ModelSource::made; }
  Index wanted_modes() const { return entry_.value("modes", kStandardModes); }

  bool has_room(Index unknowns) {
    if (is_stored() || wanted_modes() <= unknowns) return true;
    refuse("modes", fmt::format("{} coordinates, and the free vertices of \"{}\" have {}", wanted_modes(), body_.name, unknowns),
           fmt::format("give at most {}", std::min(unknowns, kMostQuarticCoordinates)));
    return false;
  }

  void make(const System& system, BuiltReduction& built) {
    if (context_.models && context_.models->progress) context_.models->progress(body_.name);
    double seconds = 0;
    std::optional<ReducedModel> model;
    {
      const Stopwatch stopwatch(seconds);
      model = is_stored() ? stored_model(system) : made_model(system);
    }
    if (!model) return;
    if (context_.models && context_.models->are_kept)
      context_.models->models.push_back({body_.name, placed_.entry, *model, seconds});
    built.energy = std::make_shared<const QuarticEnergy>(std::move(model->energy));
    built.shape = std::make_shared<const ReducedShape>(body_.mesh.X, std::move(model->basis.U), body_.mass);
    note_what_is_left_out(*built.shape);
  }

  std::optional<ReducedModel> made_model(const System& system) {
    const Vector& X = body_.mesh.X;
    const Index r = wanted_modes();
    if (!is_linear()) {
      require_memory_to_reduce_stvk(r, available_memory());  // before the modes, which take time
      context_.reduction_bytes = std::max(context_.reduction_bytes, reduce_stvk_bytes(r));
    }
    Basis basis = build_basis(entry_, r, is_linear() ? Shapes::fixed : Shapes::that_bend, system, placed_, context_);
    if (basis.size() < r) {
      refuse("modes", fmt::format("what the basis of \"{}\" is made from has {} directions", body_.name, basis.size()),
             fmt::format("give at most {}, or the basis \"modes\"", basis.size()));
      return std::nullopt;
    }
    const BuiltMaterials& materials = body_.materials;
    QuarticEnergy energy = reduce_elasticity(X, body_.mesh.cells, materials.laws, materials.law_of_cell, basis.U);
    return ReducedModel{X,
                        body_.mass,
                        std::move(basis),
                        std::move(energy),
                        surface(body_.mesh.cells),
                        sets_by_vertices(body_.mesh),
                        body_.mesh.vertex_numbers};
  }

  std::optional<ReducedModel> stored_model(const System& system) {
    ReducedModel model = read_stored_model(entry_, placed_, system, context_);
    if (entry_.contains("modes") && wanted_modes() != model.size()) {
      refuse("modes",
             fmt::format("{} coordinates, and the model in {} has {}", wanted_modes(), text_or(entry_, "path", ""), model.size()),
             fmt::format("leave it out, or give {}: a model is taken whole", model.size()));
      return std::nullopt;
    }
    if (model_source(entry_) == ModelSource::model_file && model.energy.is_quadratic() != is_linear()) {
      refuse("path",
             fmt::format("the model is {}, and the law of \"{}\" is {}", is_linear() ? "of stvk" : "linear", body_.name,
                         is_linear() ? "linear" : "stvk"),
             "give a model that was made of this law");
      return std::nullopt;
    }
    return model;
  }

  // Of an initial deformation or velocity, which may not be what the coordinates can say.
  void note_what_is_left_out(const ReducedShape& shape) {
    constexpr double kNoticed = 0.01;
    const auto look = [&](const Vector& u, const char* what) {
      const double size = norm(u);
      if (size == 0) return;
      const double left = norm(u - shape.basis() * shape.coordinates_of(u)) / size;
      if (left > kNoticed)
        context_.notes.push_back(
            fmt::format("the basis of \"{}\" cannot say {:.2g} % of its initial {}: the nearest that it can "
                        "is taken; more \"modes\" say more",
                        body_.name, 100 * left, what));
    };
    look(body_.x - body_.mesh.X, "deformation");
    look(body_.v, "velocity");
  }

  double norm(const Vector& u) const {
    double sum = 0;
    for (Index i = 0; i < body_.mesh.vertices(); ++i) sum += body_.mass[i] * vertex(u, i).squaredNorm();
    return std::sqrt(sum);
  }

  const PlacedBody& placed_;
  const BuiltBody& body_;
  std::string place_;
  const Json& entry_;
  BuildContext& context_;
};

// Everything that acts on vertices and is not pulled back to coordinates.
void refuse_what_is_not_carried(const Json& scene, const std::string& body, FaultList& faults) {
  const auto refuse = [&](const std::vector<std::string>& places, const std::string& what) {
    for (const std::string& place : places)
      faults.add("scene.reduce", place, fmt::format("{} cannot act on \"{}\", which is reduced", what, body),
                 "name other bodies, or remove \"reduce\"");
  };
  refuse(constraints_on(scene, body), "a constraint");
  refuse(formulas_on(scene, body), "a formula");
  for (const char* type : {"strain", "viscous"}) refuse(dampings_on(scene, body, type), fmt::format("{} damping", type));
}

void refuse_contacts(const std::vector<PlannedContact>& contacts, const PlacedBodies& bodies, FaultList& faults) {
  for (const PlannedContact& contact : contacts) {
    const bool is_plane = contact.obstacle && std::holds_alternative<Obstacle::Plane>(*contact.obstacle);
    if (!is_plane) {
      faults.add("scene.reduce", contact.place, "in scenes with reduced bodies there is contact with planes only",
                 "use a \"plane\", or remove \"reduce\"");
      continue;
    }
    for (std::size_t k : contact.bodies)
      if (bodies[k].body.moves_by == MovesBy::basis && (contact.friction > 0 || contact.damping > 0))
        faults.add("scene.reduce", contact.place,
                   fmt::format("\"{}\" is reduced, and meets planes without friction and damping", bodies[k].body.name),
                   "leave \"friction\" and \"damping\" out, or remove \"reduce\"");
  }
}

// Takes out those that hold the body.
Named<Pin> take_pins_of(const PlacedBody& placed, Named<Pin>& pins, const Json& entries, FaultList& faults) {
  Named<Pin> own, others;
  const Index end = placed.first_vertex + placed.body.mesh.vertices();
  for (std::size_t k = 0; k < pins.things.size(); ++k) {
    Pin& pin = pins.things[k];
    if (pin.vertices.front() < placed.first_vertex || pin.vertices.front() >= end) {
      others.things.push_back(std::move(pin));
      others.names.push_back(std::move(pins.names[k]));
      continue;
    }
    if (!pin.motion.empty()) {
      std::size_t entry = 0;
      while (entry_name(entries[entry], "pin", entry) != pins.names[k]) ++entry;
      faults.add("scene.reduce", join_path("pins/" + std::to_string(entry), "motion"),
                 fmt::format("\"{}\" is reduced, and its pins cannot move", placed.body.name), "remove \"motion\" or \"reduce\"");
    }
    own.things.push_back(std::move(pin));
    own.names.push_back(std::move(pins.names[k]));
  }
  pins = std::move(others);
  return own;
}

}  // namespace

std::vector<BuiltReduction> build_reductions(const Json& scene, const PlacedBodies& bodies, Acting& acting, BuildContext& context) {
  std::vector<BuiltReduction> reductions;
  if (std::none_of(bodies.begin(), bodies.end(), [](const PlacedBody& placed) { return placed.body.moves_by == MovesBy::basis; }))
    return {};
  refuse_contacts(acting.contacts, bodies, context.faults);
  refuse_contacts_of_models(acting.contacts, bodies, context.faults);
  for (const PlacedBody& placed : bodies) {
    if (placed.body.moves_by != MovesBy::basis) continue;
    refuse_what_is_not_carried(scene, placed.body.name, context.faults);
    const Named<Pin> pins = take_pins_of(placed, acting.pins, scene.at("pins"), context.faults);
    if (!context.faults.empty()) continue;  // before what takes time
    const std::string place = join_path("bodies/" + std::to_string(placed.entry), "reduce");
    std::optional<BuiltReduction> built =
        placed.body.parts ? reduction_of_model(placed, pins.things, context)
                          : Reducer(placed, place, scene.at("bodies")[placed.entry].at("reduce"), context).reduce(pins.things);
    if (!built) continue;
    built->pins = pins_of_basis(pins);
    reductions.push_back(std::move(*built));
  }
  return reductions;
}

std::optional<BuiltReduction> reduction_of_model(const PlacedBody& placed, const std::vector<Pin>& pins, BuildContext& context) {
  constexpr double kOrthonormal = 1e-6;
  const ReducedModel& model = *placed.body.parts->reduced;
  const Eigen::MatrixXd products = mass_products(model.basis.U, model.mass.vertex);
  const double off = (products - Eigen::MatrixXd::Identity(products.rows(), products.cols())).norm();
  if (!(off <= kOrthonormal)) {
    context.faults.add("scene.model", join_path("bodies/" + std::to_string(placed.entry), "mesh/path"),
                       fmt::format("the columns of its basis are not orthonormal with the masses: {:.2g} off", off),
                       "make the model again");
    return std::nullopt;
  }
  std::vector<bool> is_held;
  for (Eigen::Index c = 0; c < model.X.size(); ++c) is_held.push_back(model.basis.U.row(c).isZero(0));
  const std::optional<std::ptrdiff_t> more = held_beyond_pins(placed, pins, is_held, context);
  if (!more) return std::nullopt;
  note_held_beyond_pins(placed, *more, context.notes);
  return BuiltReduction{&placed, std::make_shared<const ReducedShape>(model.X, model.basis.U, model.mass.vertex),
                        std::make_shared<const QuarticEnergy>(model.energy)};
}

void refuse_contacts_of_models(const std::vector<PlannedContact>& contacts, const PlacedBodies& bodies, FaultList& faults) {
  for (const PlannedContact& contact : contacts)
    for (const std::size_t k : contact.bodies)
      if (bodies[k].body.parts)
        faults.add("scene.model", contact.place,
                   fmt::format("\"{}\" comes from a model and cannot meet anything", bodies[k].body.name),
                   "give the body its mesh and material, and \"reduce\": {\"path\": ...} the model");
}

}  // namespace lilyan
