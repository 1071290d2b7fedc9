#include <lilyan/scene/build/acting/acting.hpp>

#include <lilyan/scene/schema/validate.hpp>
#include <lilyan/scene/schema/values.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace lilyan {
namespace {

// The vertex that a particle stands for; none, with or without a new fault, where there is none.
std::optional<Index> find_particle(const Json& particle, const PlacedBodies& bodies, const std::string& place,
                                   BuildContext& context) {
  const std::string name = particle.is_string() ? particle.get<std::string>() : particle.at("body").get<std::string>();
  const PlacedBody* const found = find_body(bodies, name);
  if (!found) return std::nullopt;  // could not be built
  const Index vertices = found->body.mesh.vertices();
  if (particle.is_string()) {
    if (vertices == 1) return found->first_vertex;
    context.faults.add("select.index", place, fmt::format("\"{}\" has {} vertices, and no one is named", printable(name), vertices),
                       fmt::format("for example {{\"body\": \"{}\", \"vertex\": 0}}", printable(name)));
    return std::nullopt;
  }
  const auto vertex = particle.at("vertex").get<std::int64_t>();
  const Index count = found->body.mesh.vertex_numbers.count_before(vertices);
  if (vertex >= count) {
    context.faults.add("select.index", join_path(place, "vertex"),
                       fmt::format("{} is beyond the last vertex of \"{}\", {}", vertex, printable(name), count - 1),
                       "vertices count from 0");
    return std::nullopt;
  }
  const std::optional<Index> own = vertex_now(vertex, found->body.mesh, join_path(place, "vertex"), context);
  return own ? std::optional(found->first_vertex + *own) : std::nullopt;
}

// Bodies by name are particles of the same names.
Json particles_by_name(const Json& particles) {
  if (!particles.is_array()) return particles;
  Json result = Json::object();
  for (const Json& body : particles)
    if (body.is_string()) result[body.get<std::string>()] = body;
  return result;
}

// Names and vertices of the particles, in the order of the names; false where some is missing.
bool find_particles(const Json& particles, const PlacedBodies& bodies, const std::string& place, BuildContext& context,
                    std::vector<std::string>& names, std::vector<Index>& vertices) {
  for (const auto& [name, particle] : particles.items()) {
    const std::string here = join_path(place, printable(name));
    const std::optional<Index> vertex = find_particle(particle, bodies, here, context);
    if (!vertex) continue;
    const auto same = std::find(vertices.begin(), vertices.end(), *vertex);
    if (same != vertices.end()) {
      context.faults.add(
          "scene.potential", here,
          fmt::format("\"{}\" is the same vertex as \"{}\"", name, names[static_cast<std::size_t>(same - vertices.begin())]),
          "use one name for it");
      return false;
    }
    names.push_back(name);
    vertices.push_back(*vertex);
  }
  return names.size() == particles.size();
}

void note_particles_that_do_not_matter(const Expression& formula, const std::vector<std::string>& names, const std::string& place,
                                       BuildContext& context) {
  for (std::size_t k = 0; k < names.size(); ++k) {
    const auto first = static_cast<Index>(3 * k);
    if (!formula.depends_on(first) && !formula.depends_on(first + 1) && !formula.depends_on(first + 2))
      context.notes.push_back(fmt::format("{}: the formula does not move particle \"{}\"", place, names[k]));
  }
}

// What is given names for a formula: each is one that a formula can use, and none that it has already.
void check_names(const Json& named, const std::vector<std::string>& taken, const std::string& place, FaultList& faults) {
  if (!named.is_object()) return;
  for (const auto& [name, value] : named.items()) {
    const std::string here = join_path(place, printable(name));
    if (!is_expression_name(name))
      faults.add("scene.name", here, fmt::format("{} cannot be a name in a formula", shown_value(name)),
                 "a letter, then letters, digits and _; not pi, and no function: `lilyan list functions`");
    else if (std::find(taken.begin(), taken.end(), name) != taken.end())
      faults.add("scene.name", here, fmt::format("\"{}\" has a meaning in this formula already", name), "use another name");
  }
}

// None where a fault was added.
std::optional<PlannedPotential> build_potential(const Json& entry, const PlacedBodies& bodies, const std::string& place,
                                                BuildContext& context) {
  std::vector<std::string> names;
  std::vector<Index> groups;
  if (const auto particles = entry.find("particles"); particles != entry.end()) {
    if (!find_particles(particles_by_name(*particles), bodies, join_path(place, "particles"), context, names, groups))
      return std::nullopt;
  } else {
    const PlacedBody* const found = find_body(bodies, entry.at("body").get<std::string>());
    if (!found) return std::nullopt;
    names = {""};
    const Json select = entry.contains("select") ? entry.at("select") : Json{{"type", "all"}};
    groups = select_vertices(select, found->body.mesh, found->body.name, join_path(place, "select"), context);
    for (Index& vertex : groups) vertex += found->first_vertex;
    if (groups.empty()) return std::nullopt;
  }
  std::map<std::string, double> parameters;
  if (const auto given = entry.find("parameters"); given != entry.end())
    for (const auto& [name, value] : given->items()) parameters[name] = value.get<double>();

  const std::string here = join_path(place, "expression");
  std::optional<PlannedPotential> planned;
  try {
    const EnergyKind kind = entry.at("energy") == "gravity" ? EnergyKind::gravity : EnergyKind::elastic;
    planned = PlannedPotential{
        place, parse_expression(entry.at("expression").get<std::string>(), potential_names(names, std::move(parameters)), here),
        std::move(groups), static_cast<Index>(names.size()), kind};
  } catch (const InputError& error) {
    context.faults.add(error);
    return std::nullopt;
  }
  if (planned->formula.variables().empty()) {
    context.faults.add(
        "scene.potential", here, "nothing moves by it: it holds no position",
        names[0].empty() ? "positions are x, y and z" : fmt::format("positions are {0}.x, {0}.y, {0}.z and so on", names[0]));
    return std::nullopt;
  }
  note_particles_that_do_not_matter(planned->formula, names, place, context);
  return planned;
}

}  // namespace

void check_potential(const Json& entry, const std::string& place, const std::vector<std::string>& bodies, FaultList& faults) {
  if (!entry.is_object()) return;
  std::vector<std::string> taken = {"t"};
  if (entry.contains("body")) taken.insert(taken.end(), {"x", "y", "z", "m"});
  if (entry.contains("particles")) {
    const Json particles = particles_by_name(entry["particles"]);
    check_names(particles, taken, join_path(place, "particles"), faults);
    if (!particles.is_object()) return;
    for (const auto& [name, particle] : particles.items()) {
      taken.push_back(name);
      const std::string body = particle.is_string() ? particle.get<std::string>() : text_or(particle, "body", "");
      if (body.empty() || std::find(bodies.begin(), bodies.end(), body) != bodies.end()) continue;
      constexpr std::size_t kMostCandidates = 1000;  // keeps hostile scenes cheap
      const std::string nearest = bodies.size() > kMostCandidates ? std::string{} : nearest_name(body, bodies);
      faults.add("scene.unknown-name", join_path(join_path(place, "particles"), printable(name)),
                 fmt::format("no body is called {}", shown_value(body)),
                 nearest.empty() ? std::string{} : fmt::format("did you mean \"{}\"?", printable(nearest)));
    }
    if (particles.empty())
      faults.add("scene.potential", join_path(place, "particles"), "no particle is named", "name those that it moves");
  }
  if (entry.contains("parameters")) check_names(entry["parameters"], taken, join_path(place, "parameters"), faults);
  if (entry.contains("select") && !entry.contains("body"))
    faults.add("scene.potential", join_path(place, "select"), "it selects vertices of a \"body\", and none is named",
               "give \"body\"");
}

std::unique_ptr<ExpressionPotential> PlannedPotential::make(const Vector& vertex_mass) const {
  return std::make_unique<ExpressionPotential>(formula, groups, per_group, vertex_mass, kind);
}

Named<PlannedPotential> build_potentials(const Json& scene, const PlacedBodies& bodies, BuildContext& context) {
  Named<PlannedPotential> potentials;
  const Json& entries = list_or_empty(scene, "potentials");
  for (std::size_t k = 0; k < entries.size(); ++k) {
    const std::string place = join_path("potentials", std::to_string(k));
    if (context.is_faulty(place)) continue;
    if (std::optional<PlannedPotential> planned = build_potential(entries[k], bodies, place, context)) {
      potentials.things.push_back(std::move(*planned));
      potentials.names.push_back(entry_name(entries[k], "potential", k));
    }
  }
  return potentials;
}

}  // namespace lilyan
