#include <lilyan/mesh/select.hpp>
#include <lilyan/multidomain/body/reduce_domains.hpp>
#include <lilyan/reduction/reduce_elasticity.hpp>
#include <lilyan/scene/build/reduced/domain_parts.hpp>
#include <lilyan/scene/build/reduced/domain_planning.hpp>
#include <lilyan/scene/build/reduced/domains.hpp>
#include <lilyan/scene/models/body_model.hpp>
#include <lilyan/scene/schema/validate.hpp>
#include <lilyan/scene/schema/values.hpp>

#include <fmt/format.h>

#include <algorithm>
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

}  // namespace

std::shared_ptr<const DomainBody> read_domains(const Json& scene, const PlacedBody& placed, const Acting& acting,
                                               BuildContext& context) {
  return DomainReader({scene, placed, acting}, context).read();
}

}  // namespace lilyan
