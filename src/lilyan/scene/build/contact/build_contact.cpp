#include <lilyan/scene/build/contact/contact.hpp>

#include <lilyan/mesh_files/read.hpp>
#include <lilyan/scene/schema/validate.hpp>
#include <lilyan/scene/schema/values.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

namespace lilyan {
namespace {

std::optional<double> optional_number(const Json& entry, const char* key) {
  const auto found = entry.find(key);
  return found == entry.end() ? std::nullopt : std::optional(found->get<double>());
}

// Builds one entry.
class ContactBuilder {
 public:
  ContactBuilder(const Json& entry, std::string place, std::string name, const PlacedBodies& bodies, BuildContext& context)
      : entry_(entry), bodies_(bodies), context_(context) {
    planned_.place = std::move(place);
    planned_.name = std::move(name);
  }

  std::optional<PlannedContact> build() {
    planned_.distance = optional_number(entry_, "distance");
    planned_.stiffness = optional_number(entry_, "stiffness");
    planned_.thickness = optional_number(entry_, "thickness");
    planned_.relative_stiffness = optional_number(entry_, "relative_stiffness").value_or(1);
    planned_.friction = entry_.at("friction").get<double>();
    planned_.damping = entry_.at("damping").get<double>();
    const std::string type = entry_.at("type").get<std::string>();
    if (type == "between") {
      if (!name_bodies()) return std::nullopt;
    } else {
      if (!name_body()) return std::nullopt;
      if (type != "self" && !build_obstacle(type)) return std::nullopt;
    }
    if (!stays_in_planes() || !read_response(type)) return std::nullopt;
    return std::move(planned_);
  }

 private:
  bool refuse(const std::string& key, const std::string& message, const std::string& hint) {
    context_.faults.add("scene.contact", key.empty() ? planned_.place : join_path(planned_.place, key), message, hint);
    return false;
  }

  bool read_response(const std::string& type) {
    const std::string response = entry_.at("response").get<std::string>();
    if (response == "barrier") return true;
    planned_.response = response == "penalty" ? ContactResponse::penalty : ContactResponse::repulsion;
    const std::string named = fmt::format("the response \"{}\"", response);
    if (type != "plane")
      return refuse("response", fmt::format("{} is for contact with planes, and this is of the type \"{}\"", named, type),
                    "use the response \"barrier\", or a \"plane\"");
    for (const char* key : {"friction", "damping"})
      if (entry_.at(key).get<double>() > 0)
        return refuse(key, fmt::format("{} has no {}", named, key),
                      fmt::format("use the response \"barrier\", or leave \"{}\" out", key));
    return true;
  }

  std::optional<std::size_t> find(const std::string& name) const {
    const PlacedBody* found = find_body(bodies_, name);
    if (!found) return std::nullopt;
    return static_cast<std::size_t>(found - bodies_.data());
  }

  void take_all() {
    for (std::size_t k = 0; k < bodies_.size(); ++k) planned_.bodies.push_back(k);
  }

  bool name_body() {
    if (!entry_.contains("body")) {
      take_all();
      return true;
    }
    const std::optional<std::size_t> body = find(entry_.at("body").get<std::string>());
    if (body) planned_.bodies = {*body};
    return body.has_value();
  }

  bool name_bodies() {
    const Json& names = entry_.at("bodies");
    if (names.is_string()) {
      take_all();
      if (planned_.bodies.size() < 2)
        return refuse("bodies", "the scene has one body, which has no other to meet", "use the type \"self\", or add a body");
      return true;
    }
    for (std::size_t k = 0; k < names.size(); ++k) {
      const std::optional<std::size_t> body = find(names[k].get<std::string>());
      if (!body) return false;
      if (std::find(planned_.bodies.begin(), planned_.bodies.end(), *body) != planned_.bodies.end())
        return refuse(fmt::format("bodies/{}", k), fmt::format("\"{}\" is named twice", bodies_[*body].body.name),
                      "name each body once; a body meets itself by the type \"self\"");
      planned_.bodies.push_back(*body);
    }
    return true;
  }

  bool build_obstacle(const std::string& type) {
    if (!build_motion(entry_, planned_.place, context_, planned_.motion)) return false;
    if (type == "plane") return build_plane();
    if (type == "sphere") {
      planned_.obstacle = BallShape{vec3_value(entry_.at("center")), entry_.at("radius").get<double>()};
      return true;
    }
    return type == "box" ? build_box() : build_surface();
  }

  bool build_plane() {
    const std::optional<Vec3> normal = context_.direction(entry_.at("normal"), join_path(planned_.place, "normal"));
    if (!normal) return false;
    if (std::any_of(planned_.motion.begin(), planned_.motion.end(), [](const Ramp& ramp) { return ramp.radians != 0; }))
      return refuse("motion", "a plane that turns: it has no end, and far from the axis it would sweep through everything",
                    "use a \"box\" or a \"mesh\", which may turn");
    planned_.obstacle = Obstacle::Plane{vec3_value(entry_.at("point")), *normal};
    return true;
  }

  bool build_box() {
    const BoxShape box{vec3_value(entry_.at("min")), vec3_value(entry_.at("max"))};
    if (!(box.low.array() < box.high.array()).all())
      return refuse("max", "is not above \"min\" along x, y and z", "give the highest corner; a wall has a thickness, too");
    planned_.obstacle = box;
    return true;
  }

  bool build_surface() {
    TriangleMesh surface;
    const std::string here = join_path(planned_.place, "path");
    if (!context_.attempt(here, [&] { surface = read_triangle_mesh(context_.file(entry_.at("path"))); })) return false;
    if (!transform_positions(entry_, planned_.place, context_, surface.X)) return false;
    if (!context_.is_in_reach(surface.X, planned_.place)) return false;
    if (surface.triangles.empty()) return refuse("path", "the file holds no triangles", "give a surface of triangles");
    for (const std::string& note : surface.notes) context_.notes.push_back(fmt::format("{}: {}", planned_.name, note));
    context_.hash(surface.X);
    for (const Triangle& triangle : surface.triangles) context_.hash(std::vector<Index>(triangle.begin(), triangle.end()));
    planned_.obstacle = std::move(surface);
    return true;
  }

  // Bodies in plane strain are slices of long bodies: they meet what is long in the same direction.
  bool stays_in_planes() {
    const PlacedBody* slice = nullptr;
    for (std::size_t k : planned_.bodies)
      if (!slice && bodies_[k].body.is_slice()) slice = &bodies_[k];
    if (!slice) return true;
    const double z = slice->body.x[2];
    const std::string who = fmt::format("\"{}\" is in plane strain, in the plane z = {:.6g} m", slice->body.name, z);
    if (!planned_.obstacle) {
      for (std::size_t k : planned_.bodies)
        if (!bodies_[k].body.is_slice() || bodies_[k].body.x[2] != z)
          return refuse("bodies", fmt::format("{}, and \"{}\" is not", who, bodies_[k].body.name),
                        "let bodies in plane strain meet others of the same plane; name the bodies that meet");
      return true;
    }
    if (std::any_of(planned_.motion.begin(), planned_.motion.end(), [](const Ramp& ramp) {
          return ramp.translation[2] != 0 || (ramp.radians != 0 && (ramp.axis[0] != 0 || ramp.axis[1] != 0));
        }))
      return refuse("motion", who + ", which this motion leaves", "move the obstacle along x and y, and turn it about z");
    if (const auto* plane = std::get_if<Obstacle::Plane>(&*planned_.obstacle))
      return plane->normal[2] == 0 || refuse("normal", who + ", which this plane does not cross at a right angle",
                                             "give a normal without a z component, or name the \"body\" that meets the plane");
    if (const auto* ball = std::get_if<BallShape>(&*planned_.obstacle))
      return ball->center[2] == z || refuse("center", fmt::format("{}, and the centre at z = {:.6g} m", who, ball->center[2]),
                                            "give both the same z, or name the \"body\" that meets the sphere");
    if (const auto* box = std::get_if<BoxShape>(&*planned_.obstacle))
      return (box->low[2] <= z && z <= box->high[2]) || refuse("min", who + ", which does not cross the box",
                                                               "let the box reach over that z, or name the \"body\" that meets it");
    return refuse("path", who + ", and a mesh is not the same along z",
                  "use planes, spheres and boxes, or name the \"body\" that meets the mesh");
  }

  const Json& entry_;
  const PlacedBodies& bodies_;
  BuildContext& context_;
  PlannedContact planned_;
};

// The keys of an entry that say where its obstacle is.
Json keys_of_shape(const Json& entry) {
  Json shape = Json::object();
  for (const char* key : {"type", "point", "normal", "center", "radius", "min", "max", "path", "transform", "motion"})
    if (entry.contains(key)) shape[key] = entry.at(key);
  return shape;
}

// Which two bodies entries of "between" name: by the entries that name each body, as many bodies have too many pairs to list.
class NamedPairs {
 public:
  explicit NamedPairs(std::size_t bodies) : entries_of_(bodies) {}

  struct Earlier {
    std::size_t a, b, entry;
  };
  // The first two bodies of entry k that an earlier one names as well, and which that is.
  std::optional<Earlier> add(std::size_t k, const std::vector<std::size_t>& bodies) {
    const std::optional<Earlier> found = shares_two(bodies) ? first_shared(bodies) : std::nullopt;
    for (std::size_t body : bodies) entries_of_[body].push_back(k);
    return found;
  }

 private:
  bool shares_two(const std::vector<std::size_t>& bodies) const {
    std::map<std::size_t, int> shared;  // by entry
    for (std::size_t body : bodies)
      for (std::size_t entry : entries_of_[body])
        if (++shared[entry] == 2) return true;
    return false;
  }

  std::optional<Earlier> first_shared(const std::vector<std::size_t>& bodies) const {
    for (std::size_t i = 0; i < bodies.size(); ++i)
      for (std::size_t j = i + 1; j < bodies.size(); ++j) {
        const auto [a, b] = std::minmax(bodies[i], bodies[j]);
        for (std::size_t entry : entries_of_[a])
          if (std::find(entries_of_[b].begin(), entries_of_[b].end(), entry) != entries_of_[b].end()) return Earlier{a, b, entry};
      }
    return std::nullopt;
  }

  std::vector<std::vector<std::size_t>> entries_of_;  // each body
};

// Two laws for the same surfaces would act both.
void check_pairs_of_contact(const std::vector<PlannedContact>& contacts, const Json& entries, const PlacedBodies& bodies,
                            FaultList& faults) {
  NamedPairs met(bodies.size());
  std::map<std::size_t, std::size_t> met_themselves;  // the entry that says so, by body
  std::map<std::pair<std::string, std::size_t>, std::size_t> met_obstacles;
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const PlannedContact& contact = contacts[k];
    auto refuse = [&](const std::string& what, std::size_t earlier) {
      faults.add("scene.contact", contact.place, fmt::format("says how {} meet, as {} does already", what, contacts[earlier].place),
                 "remove one of them, or name other bodies");
    };
    auto name = [&](std::size_t body) { return fmt::format("\"{}\"", bodies[body].body.name); };
    if (contact.obstacle) {
      const std::string shape = keys_of_shape(entries[k]).dump();
      bool is_told = false;
      for (std::size_t body : contact.bodies)
        if (const auto [earlier, is_new] = met_obstacles.emplace(std::pair(shape, body), k); !is_new && !is_told) {
          is_told = true;
          refuse(name(body) + " and the same obstacle", earlier->second);
        }
    } else if (contact.is_self()) {
      const std::size_t body = contact.bodies.front();
      if (const auto [earlier, is_new] = met_themselves.emplace(body, k); !is_new)
        refuse("parts of " + name(body), earlier->second);
    } else if (const auto earlier = met.add(k, contact.bodies)) {
      refuse(name(earlier->a) + " and " + name(earlier->b), earlier->entry);
    }
  }
}

}  // namespace

std::vector<PlannedContact> build_contacts(const Json& scene, const PlacedBodies& bodies, BuildContext& context) {
  std::vector<PlannedContact> contacts;
  const Json& entries = list_or_empty(scene, "contact");
  for (std::size_t k = 0; k < entries.size(); ++k) {
    const std::string place = join_path("contact", std::to_string(k));
    if (context.is_faulty(place)) continue;
    std::optional<PlannedContact> planned =
        ContactBuilder(entries[k], place, entry_name(entries[k], "contact", k), bodies, context).build();
    if (planned) contacts.push_back(std::move(*planned));
  }
  if (contacts.size() == entries.size()) check_pairs_of_contact(contacts, entries, bodies, context.faults);
  return contacts;
}

}  // namespace lilyan
