#include <lilyan/scene/build/reduced/domains.hpp>

#include <lilyan/multidomain/body/make_domain_body.hpp>
#include <lilyan/reduction/reduce_elasticity.hpp>
#include <lilyan/scene/schema/validate.hpp>
#include <lilyan/scene/schema/values.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace lilyan {
namespace {

constexpr Index kCoordinates = 12;  // of a domain, unless said otherwise

class TreeBuilder {
 public:
  TreeBuilder(const Json& scene, const PlacedBody& placed, const Acting& acting, BuildContext& context)
      : scene_(scene),
        placed_(placed),
        body_(placed.body),
        acting_(acting),
        context_(context),
        place_(join_path("bodies", std::to_string(placed.entry))),
        domains_(scene.at("bodies")[placed.entry].at("domains")) {}

  // nullptr if a fault was added.
  std::shared_ptr<const DomainBody> build() {
    if (!is_fit() || !read_domains()) return nullptr;
    const BodyCut cut = cut_body(body_.mesh.X, body_.mesh.cells, domain_of_cell_, static_cast<Index>(requests_.size()));
    if (!is_of_whole_domains(cut)) return nullptr;
    CutTree tree;
    if (!find_root(cut) || !hang(cut, tree) || !has_fit_interfaces(cut, tree)) return nullptr;
    if (domains_.is_object()) share_out_coordinates(cut);
    std::shared_ptr<const DomainBody> made;
    const ElasticBody elastic{body_.mesh.X, body_.mesh.cells, body_.materials.laws, body_.materials.law_of_cell,
                              body_.materials.density_of_cell};
    context_.attempt(join_path(place_, "domains"), [&] {
      made = std::make_shared<const DomainBody>(make_domain_body(elastic, cut, tree, requests_, acting_.pins.things));
    });
    return made;
  }

 private:
  bool refuse(const std::string& key, const std::string& message, const std::string& hint) {
    context_.faults.add("scene.domains", key.empty() ? place_ : join_path(place_, key), message, hint);
    return false;
  }
  std::string key_of(Index domain, const char* key = nullptr) const {
    const std::string entry = domains_.is_object() ? "domains" : "domains/" + std::to_string(domain);
    return key ? join_path(entry, key) : entry;
  }
  const std::string& name(Index domain) const { return requests_[static_cast<std::size_t>(domain)].name; }

  bool is_fit() {
    const CellKind kind = body_.mesh.kind();
    if (kind != CellKind::tet && kind != CellKind::hex)
      return refuse("domains", fmt::format("\"{}\" is of {}, and tets and hexes have domains", body_.name, plural(kind)),
                    "remove \"domains\"");
    if (scene_.at("bodies")[placed_.entry].contains("reduce"))
      return refuse("reduce", "a body of domains is reduced domain by domain", "remove \"reduce\" or \"domains\"");
    if (!body_.shared_mass.empty()) return refuse("mass_matrix", "domains have lumped masses", "leave \"mass_matrix\" out");
    if (body_.x != body_.mesh.X) return refuse("deform", "a body of domains starts at rest", "remove \"deform\"");
    if (const auto& laws = body_.materials.laws; reduced_degree(laws) == ReducedDegree::none)
      return refuse("material",
                    fmt::format("\"{}\" is {}, and only stvk, or linear throughout, can be reduced", body_.name,
                                body_.materials.law_names[law_in_the_way(laws)]),
                    "give all its materials the law \"stvk\"");
    for (std::size_t k = 0; k < acting_.pins.things.size(); ++k)
      if (!acting_.pins.things[k].motion.empty()) {
        context_.faults.add("scene.domains", join_path("pins/" + std::to_string(k), "motion"), "pins of domains cannot move",
                            "remove \"motion\"");
        return false;
      }
    if (!acting_.pins.things.empty() && !body_.v.isZero(0))
      return refuse("velocity", "a body of domains that pins hold starts at rest", "remove \"velocity\", or the pins");
    return true;
  }

  bool read_domains() {
    domain_of_cell_.assign(static_cast<std::size_t>(body_.mesh.cells.count()), -1);
    if (domains_.is_object()) {
      const Index count = domains_.at("count").get<Index>();
      if (count > body_.mesh.cells.count())
        return refuse("domains/count", fmt::format("{} domains of {} cells", count, body_.mesh.cells.count()), "cut it into fewer");
      domain_of_cell_ = cut_automatically(body_.mesh.X, body_.mesh.cells, count);
      for (Index d = 0; d < count; ++d) requests_.push_back({fmt::format("domain{}", d), kCoordinates, 1});
      parents_.assign(requests_.size(), -1);
      return true;
    }
    for (std::size_t d = 0; d < domains_.size(); ++d) {
      DomainRequest request{text_or(domains_[d], "name", fmt::format("domain{}", d)), kCoordinates,
                            domains_[d].at("frequency").get<double>()};
      if (domains_[d].contains("modes")) request.coordinates = domains_[d].at("modes").get<Index>();
      for (const DomainRequest& other : requests_)
        if (other.name == request.name)
          return refuse(key_of(static_cast<Index>(d), "name"), fmt::format("\"{}\" is the name of two domains", request.name),
                        "give each a name of its own");
      requests_.push_back(std::move(request));
    }
    return select_all() && read_parents();
  }

  bool select_all() {
    for (std::size_t d = 0; d < requests_.size(); ++d) {
      const std::string here = join_path(place_, key_of(static_cast<Index>(d), "select"));
      const std::vector<Index> cells = select_cells(domains_[d].at("select"), body_.mesh, body_.name, here, context_);
      if (cells.empty()) return false;
      for (const Index cell : cells) {
        Index& owner = domain_of_cell_[static_cast<std::size_t>(cell)];
        if (owner >= 0)
          return refuse(key_of(static_cast<Index>(d), "select"),
                        fmt::format("{} {} belongs to \"{}\" already", singular(body_.mesh.kind()), cell, name(owner)),
                        "select every cell for one domain");
        owner = static_cast<Index>(d);
      }
    }
    const auto left = std::find(domain_of_cell_.begin(), domain_of_cell_.end(), -1);
    if (left == domain_of_cell_.end()) return true;
    return refuse("domains",
                  fmt::format("{} {} belongs to no domain, and {} in all", singular(body_.mesh.kind()),
                              left - domain_of_cell_.begin(), std::count(domain_of_cell_.begin(), domain_of_cell_.end(), -1)),
                  "select every cell for one domain");
  }

  bool read_parents() {
    for (std::size_t d = 0; d < requests_.size(); ++d) {
      parents_.push_back(-1);
      const std::string parent = text_or(domains_[d], "parent", "");
      if (parent.empty()) continue;
      const auto found = std::find_if(requests_.begin(), requests_.end(), [&](const DomainRequest& r) { return r.name == parent; });
      if (found == requests_.end())
        return refuse(key_of(static_cast<Index>(d), "parent"), fmt::format("no domain is called \"{}\"", parent),
                      fmt::format("for example \"{}\"", requests_.front().name));
      parents_.back() = static_cast<Index>(found - requests_.begin());
    }
    return true;
  }

  bool is_of_whole_domains(const BodyCut& cut) {
    for (std::size_t d = 0; d < cut.domains.size(); ++d)
      if (cut.domains[d].pieces > 1)
        return refuse(key_of(static_cast<Index>(d)),
                      fmt::format("\"{}\" is of {} pieces", requests_[d].name, cut.domains[d].pieces),
                      "give each piece a domain of its own");
    return true;
  }

  // The one that pins hold; without pins one that is given no parent while others are, or the largest.
  bool find_root(const BodyCut& cut) {
    for (std::size_t k = 0; k < acting_.pins.things.size(); ++k)
      for (const Index vertex : acting_.pins.things[k].vertices) {
        const auto holds = [&](const CutDomain& domain) {
          return std::binary_search(domain.vertices.begin(), domain.vertices.end(), vertex);
        };
        if (root_ < 0)
          root_ = static_cast<Index>(std::find_if(cut.domains.begin(), cut.domains.end(), holds) - cut.domains.begin());
        if (!holds(cut.domains[static_cast<std::size_t>(root_)])) {
          context_.faults.add("scene.domains", join_path("pins", std::to_string(k)),
                              fmt::format("holds vertex {}, which is not of the root \"{}\"", vertex, name(root_)),
                              "pins hold one domain, the root");
          return false;
        }
      }
    if (root_ >= 0) return true;
    const bool some_given = std::any_of(parents_.begin(), parents_.end(), [](Index parent) { return parent >= 0; });
    std::size_t most = 0;
    for (std::size_t d = 0; d < cut.domains.size(); ++d) {
      if ((some_given && parents_[d] >= 0) || cut.domains[d].cells.size() <= most) continue;
      most = cut.domains[d].cells.size();
      root_ = static_cast<Index>(d);
    }
    if (root_ >= 0) return true;
    return refuse("domains", "every domain has a parent", "leave out that of the root");
  }

  bool hang(const BodyCut& cut, CutTree& tree) {
    NoTree why;
    if (find_tree(cut, root_, parents_, tree, why)) return true;
    if (why.lonely >= 0)
      return refuse(key_of(why.lonely),
                    fmt::format("\"{}\" has no face in common with {}", name(why.lonely),
                                parents_[static_cast<std::size_t>(why.lonely)] >= 0
                                    ? fmt::format("\"{}\"", name(parents_[static_cast<std::size_t>(why.lonely)]))
                                    : std::string("domains that lead to the root")),
                    "domains meet where cells have a face in common");
    std::string ring;
    for (const Index domain : why.cycle) ring += fmt::format("{}\"{}\"", ring.empty() ? "" : ", ", name(domain));
    return refuse("domains", fmt::format("{} meet in a ring, and domains form a tree", ring),
                  "merge some of them, or give each but the root its \"parent\"");
  }

  // Shares of r by the logarithm of the number of cells.
  void share_out_coordinates(const BodyCut& cut) {
    if (!domains_.contains("modes")) return;
    const double total = domains_.at("modes").get<double>();
    double sum = 0;
    for (const CutDomain& domain : cut.domains) sum += std::log(1.0 + static_cast<double>(domain.cells.size()));
    for (std::size_t d = 0; d < cut.domains.size(); ++d) {
      const double share = total * std::log(1.0 + static_cast<double>(cut.domains[d].cells.size())) / sum;
      requests_[d].coordinates = std::max<Index>(1, static_cast<Index>(std::lround(share)));
    }
  }

  bool has_fit_interfaces(const BodyCut& cut, const CutTree& tree) {
    for (const Index d : tree.order) {
      const Index parent = tree.parent[static_cast<std::size_t>(d)];
      if (parent < 0) continue;
      if (cut.between(d, parent)->vertices.size() >= 3) continue;
      return refuse(key_of(d), fmt::format("\"{}\" and \"{}\" meet at fewer than three vertices", name(d), name(parent)),
                    "cut where more of the body hangs together");
    }
    return true;
  }

  const Json& scene_;
  const PlacedBody& placed_;
  const BuiltBody& body_;
  const Acting& acting_;
  BuildContext& context_;
  std::string place_;
  const Json& domains_;
  std::vector<Index> domain_of_cell_, parents_;
  std::vector<DomainRequest> requests_;
  Index root_ = -1;
};

}  // namespace

std::shared_ptr<const DomainBody> read_domains(const Json& scene, const PlacedBody& placed, const Acting& acting,
                                               BuildContext& context) {
  return TreeBuilder(scene, placed, acting, context).build();
}

}  // namespace lilyan
