#include <lilyan/scene/build/reduced/domain_parts.hpp>
#include <lilyan/scene/build/reduced/reduction.hpp>

#include <fmt/format.h>

namespace lilyan {

std::optional<BuiltReduction> reduction_of_model(const PlacedBody& placed, const std::vector<Pin>& pins, BuildContext& context) {
  const ReducedModel& model = *placed.body.parts->reduced;
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
