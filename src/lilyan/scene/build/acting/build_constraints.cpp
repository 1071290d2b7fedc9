#include <lilyan/scene/build/acting/acting.hpp>

#include <lilyan/constraints/constraint_kinds.hpp>
#include <lilyan/dynamics/constraint_check.hpp>
#include <lilyan/mesh/select.hpp>
#include <lilyan/meshing/locators.hpp>
#include <lilyan/scene/schema/validate.hpp>
#include <lilyan/scene/schema/values.hpp>

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

namespace lilyan {
namespace {

using Constraints = std::vector<std::unique_ptr<Constraint>>;
using Share = LinearConstraint::Share;

// Bodies touch where they are nearer to each other than this share of their size.
constexpr double kTouching = 1e-3;
// And vertices of both are one where they are nearer than this.
constexpr double kSame = 1e-9;

const std::vector<Vec3>& all_directions() {
  static const std::vector<Vec3> directions = {Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ()};
  return directions;
}

double extent(const Vector& x) {
  Vec3 low = vertex(x, 0), high = low;
  for (Index i = 0; 3 * Eigen::Index{i} < x.size(); ++i) {
    low = low.cwiseMin(vertex(x, i));
    high = high.cwiseMax(vertex(x, i));
  }
  return (high - low).norm();
}

// Builds the constraints of one entry.
class EntryBuilder {
 public:
  EntryBuilder(const Json& entry, std::string place, const PlacedBodies& bodies, BuildContext& context)
      : entry_(entry), place_(std::move(place)), bodies_(bodies), context_(context) {}

  Constraints build() {
    const std::string type = entry_.at("type").get<std::string>();
    if (type == "distance") return distance();
    if (type == "volume") return volume();
    if (type == "inextensible") return inextensible();
    own_ = find_body(bodies_, text_or(entry_, "body", ""));
    if (!own_ || !build_motion(entry_, place_, context_, motion_)) return {};
    selected_ = select_vertices(entry_.at("select"), own_->body.mesh, own_->body.name, join_path(place_, "select"), context_);
    if (selected_.empty()) return {};
    if (type == "plane") return plane();
    if (type == "line") return line();
    if (type == "sphere") return sphere();
    if (type == "point") return point();
    if (type == "glue") return glue();
    return rigid();
  }

 private:
  Index in_system(Index own_vertex) const { return own_->first_vertex + own_vertex; }
  Vec3 start_of(Index own_vertex) const { return vertex(own_->body.x, own_vertex); }
  void refuse(const std::string& key, const std::string& message, const std::string& hint) {
    context_.faults.add("scene.constraint", key.empty() ? place_ : join_path(place_, key), message, hint);
  }

  Constraints distance() {
    std::array<Index, 2> ends{};
    std::array<Vec3, 2> places;
    for (std::size_t k = 0; k < 2; ++k) {
      const Json& end = entry_.at("between")[k];
      const PlacedBody* body = find_body(bodies_, text_or(end, "body", ""));
      if (!body) return {};
      Index own = 0;
      if (end.contains("vertex")) {
        const Index count = body->body.mesh.vertex_numbers.count_before(body->body.mesh.vertices());
        const Index number = end.at("vertex").get<Index>();
        const std::string key = fmt::format("between/{}/vertex", k);
        if (number >= count) {
          refuse(key, fmt::format("\"{}\" has no vertex {}", body->body.name, number),
                 fmt::format("its vertices are 0 to {}", count - 1));
          return {};
        }
        const std::optional<Index> found = vertex_now(number, body->body.mesh, join_path(place_, key), context_);
        if (!found) return {};
        own = *found;
      } else {
        own = nearest_vertex(body->body.mesh.X, vec3_value(end.at("nearest")));
      }
      ends[k] = body->first_vertex + own;
      places[k] = vertex(body->body.x, own);
    }
    const double now = (places[0] - places[1]).norm();
    if (ends[0] == ends[1] || now == 0) {
      refuse("between", "both ends are at the same place", "name two vertices that are apart, or use \"glue\"");
      return {};
    }
    const double length = entry_.contains("length") ? entry_.at("length").get<double>() : now;
    Constraints made;
    made.push_back(std::make_unique<FixedDistance>(place_, ends[0], ends[1], length));
    return made;
  }

  Constraints inextensible() {
    own_ = find_body(bodies_, text_or(entry_, "body", ""));
    if (!own_) return {};
    Constraints made;
    for (const VertexPair& edge : own_->body.mesh.cells.edges)
      made.push_back(std::make_unique<FixedDistance>(place_, in_system(edge[0]), in_system(edge[1]),
                                                     (start_of(edge[0]) - start_of(edge[1])).norm()));
    if (made.empty())
      refuse("body", fmt::format("\"{}\" has no edges but {}", own_->body.name, counted(own_->body.mesh.cells)),
             "use it on a rod, or \"distance\" between two vertices");
    return made;
  }

  Constraints linear(const std::vector<Vec3>& directions) {
    Constraints made;
    for (Index own : selected_) {
      const Vec3 point = entry_.contains("point") ? vec3_value(entry_.at("point")) : start_of(own);
      made.push_back(
          std::make_unique<LinearConstraint>(place_, std::vector<Share>{{in_system(own), 1}}, point, directions, motion_));
    }
    return made;
  }

  Constraints plane() {
    const std::optional<Vec3> normal = context_.direction(entry_.at("normal"), join_path(place_, "normal"));
    return normal ? linear({*normal}) : Constraints{};
  }

  Constraints line() {
    const std::optional<Vec3> along = context_.direction(entry_.at("direction"), join_path(place_, "direction"));
    if (!along) return {};
    const Vec3 across = along->unitOrthogonal();
    return linear({across, along->cross(across)});
  }

  Constraints point() { return linear(all_directions()); }

  Constraints sphere() {
    const Vec3 centre = vec3_value(entry_.at("center"));
    Constraints made;
    for (Index own : selected_) {
      const double now = (start_of(own) - centre).norm();
      if (now == 0) {
        refuse("center", fmt::format("vertex {} lies at the centre, from where no direction leads to the sphere", own),
               "move the centre, or select other vertices");
        return {};
      }
      const double radius = entry_.contains("radius") ? entry_.at("radius").get<double>() : now;
      made.push_back(std::make_unique<OnSphere>(place_, in_system(own), centre, radius, motion_));
    }
    return made;
  }

  Constraints rigid() {
    if (selected_.size() < 2) {
      refuse("select", "one vertex is rigid already", "select two or more");
      return {};
    }
    std::vector<Index> vertices;
    for (Index own : selected_) vertices.push_back(in_system(own));
    Vector x = Vector::Zero(3 * Eigen::Index{vertices.back() + 1});  // sorted: the last is the largest
    for (Index own : selected_) vertex(x, in_system(own)) = start_of(own);
    return make_rigid(place_, vertices, x);
  }

  Constraints glue() {
    const PlacedBody* other = find_body(bodies_, text_or(entry_, "to", ""));
    if (!other) return {};
    if (other == own_) {
      refuse("to", "a body cannot be glued to itself", "name the other body");
      return {};
    }
    TetMesh now = tets_of(other->body.mesh);
    now.X = other->body.x;
    std::optional<TetLocator> locator;
    if (!now.tets.empty()) locator.emplace(now);
    const double size = extent(now.X);
    Constraints made;
    for (Index own : selected_) {
      const Vec3 place = start_of(own);
      std::vector<Share> shares = {{in_system(own), 1}};
      const Index same = nearest_vertex(now.X, place);
      if ((vertex(now.X, same) - place).norm() <= kSame * size) {
        shares.push_back({other->first_vertex + same, -1});
      } else if (!locator) {
        refuse("select", fmt::format("vertex {} of \"{}\" is at no vertex of \"{}\"", own, own_->body.name, other->body.name),
               "bodies of tets are glued to anywhere, others at their vertices only");
        return {};
      } else {
        const Tet& tet = now.tets[static_cast<std::size_t>(locator->find(place))];
        const std::array<double, 4> weights = barycentric(now.X, tet, place);
        const double outside = -*std::min_element(weights.begin(), weights.end());
        if (outside > kTouching) {
          refuse("select", fmt::format("vertex {} of \"{}\" does not touch \"{}\"", own, own_->body.name, other->body.name),
                 "select vertices that lie in the other body or on it, or move the bodies together");
          return {};
        }
        for (std::size_t a = 0; a < 4; ++a) shares.push_back({other->first_vertex + tet[a], -weights[a]});
      }
      made.push_back(std::make_unique<LinearConstraint>(place_, std::move(shares), Vec3::Zero(), all_directions()));
    }
    return made;
  }

  Constraints volume() {
    std::vector<Triangle> skin;
    double V = 0;
    for (const PlacedBody& body : bodies_) {
      if (entry_.contains("body") && entry_.at("body") != body.body.name) continue;
      if (body.body.is_slice()) continue;  // which encloses nothing
      const std::vector<Triangle> own = surface(body.body.mesh.cells);
      V += enclosed_volume(body.body.x, own);
      for (const Triangle& t : own) skin.push_back({t[0] + body.first_vertex, t[1] + body.first_vertex, t[2] + body.first_vertex});
    }
    if (skin.empty()) {
      refuse("", "no body here has a surface that could enclose a volume", "name a body of tets or hexes, or a closed sheet");
      return {};
    }
    if (!(V > 0)) {
      refuse("", fmt::format("the volume at the start is {:.6g} m^3", V), "deform less: it must be above 0");
      return {};
    }
    Constraints made;
    made.push_back(std::make_unique<FixedVolume>(place_, std::move(skin), V));
    return made;
  }

  const Json& entry_;
  std::string place_;
  const PlacedBodies& bodies_;
  BuildContext& context_;
  const PlacedBody* own_ = nullptr;
  std::vector<Index> selected_;  // of it
  Motion motion_;
};

}  // namespace

Constraints build_constraints(const Json& scene, const PlacedBodies& bodies, BuildContext& context) {
  Constraints all;
  const Json& entries = list_or_empty(scene, "constraints");
  for (std::size_t k = 0; k < entries.size(); ++k) {
    const std::string place = join_path("constraints", std::to_string(k));
    if (context.is_faulty(place)) continue;
    for (auto& constraint : EntryBuilder(entries[k], place, bodies, context).build()) all.push_back(std::move(constraint));
  }
  return all;
}

void check_constraints(const System& system, const Vector& x, FaultList& faults) {
  const ConstraintSet& constraints = system.constraints();
  std::set<std::string> told;
  for (const ConstraintFault& fault : find_faults(system, x, 0)) {
    const std::string place = constraints.of_row(fault.row).name();
    if (!told.insert(place).second) continue;
    std::set<std::string> others;
    for (Index row : fault.others) others.insert(constraints.of_row(row).name());
    const std::string named = fmt::format("{}", fmt::join(others, ", "));
    switch (fault.kind) {
      case ConstraintFault::Kind::idle:
        faults.add("scene.constraint", place, "holds only vertices that pins hold already", "remove it, or the pins");
        break;
      case ConstraintFault::Kind::redundant:
        faults.add("scene.constraint", place, fmt::format("says what {} says already", named), "remove one of them");
        break;
      case ConstraintFault::Kind::contradictory:
        faults.add("scene.constraint", place, fmt::format("contradicts {} by {:.3g} m", named, std::abs(fault.distance)),
                   "make them agree, or remove one of them");
        break;
      case ConstraintFault::Kind::missed:
        faults.add("scene.constraint", place, fmt::format("is not fulfilled at the start, by {:.3g} m", std::abs(fault.distance)),
                   "move the body to where it is, or leave out what can be taken from the start (length, radius, point)");
        break;
    }
  }
}

}  // namespace lilyan
