#include <lilyan/scene/build/reduced/domains.hpp>

#include <lilyan/scene/build/reduced/domain_parts.hpp>
#include <lilyan/scene/schema/validate.hpp>
#include <lilyan/scene/schema/values.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace lilyan {
namespace {

constexpr Index kCoordinates = 12;  // of a domain, unless said otherwise

class CutPlanReader {
 public:
  CutPlanReader(const DomainScene& scene, BuildContext& context)
      : mesh_(scene.cells()),
        materials_(scene.materials()),
        name_of_body_(scene.placed.body.name),
        numbers_(scene.placed.body.mesh.vertex_numbers),
        acting_(scene.acting),
        context_(context),
        place_(scene.place()),
        domains_(scene.domains()) {}

  bool read(DomainPlan& plan) {
    if (!read_domains()) return false;
    const BodyCut cut = cut_body(mesh_.X, mesh_.cells, domain_of_cell_, static_cast<Index>(requests_.size()));
    if (!is_of_whole_domains(cut)) return false;
    CutTree tree;
    if (!find_root(cut) || !hang(cut, tree) || !has_fit_interfaces(cut, tree)) return false;
    if (domains_.is_object()) share_out_coordinates(cut);
    const ElasticBody elastic{mesh_.X, mesh_.cells, materials_.laws, materials_.law_of_cell, materials_.density_of_cell};
    plan = plan_of_cut(elastic, cut, tree, requests_, acting_.pins.things, weights_);
    return true;
  }

 private:
  bool refuse(const std::string& key, const std::string& message, const std::string& hint) {
    context_.faults.add("scene.domains", key.empty() ? place_ : join_path(place_, key), message, hint);
    return false;
  }
  std::string key_of(Index domain, const char* key = nullptr) const {
    const std::string entry =
        domains_.is_object() ? "domains" : "domains/" + std::to_string(entries_[static_cast<std::size_t>(domain)]);
    return key ? join_path(entry, key) : entry;
  }
  const std::string& name(Index domain) const { return requests_[static_cast<std::size_t>(domain)].name; }

  bool read_domains() {
    domain_of_cell_.assign(static_cast<std::size_t>(mesh_.cells.count()), -1);
    if (domains_.is_object()) {
      const Index count = domains_.at("count").get<Index>();
      if (count > mesh_.cells.count())
        return refuse("domains/count", fmt::format("{} domains of {} cells", count, mesh_.cells.count()), "cut it into fewer");
      const BodyCut whole = cut_body(mesh_.X, mesh_.cells, std::vector<Index>(domain_of_cell_.size(), 0), 1);
      if (const Index pieces = whole.domains.front().pieces; pieces > 1)
        return refuse("domains",
                      fmt::format("\"{}\" is of {} pieces without a common face, and domains hang together", name_of_body_, pieces),
                      "remove all pieces but one, or join them in the mesh; or use \"reduce\", with pins on every piece");
      domain_of_cell_ = cut_automatically(mesh_.X, mesh_.cells, count);
      const auto is_owner = [&](Index d) {
        return std::find(domain_of_cell_.begin(), domain_of_cell_.end(), d) != domain_of_cell_.end();
      };
      for (Index d = -1; d < count; ++d)
        if (is_owner(d) == (d < 0))
          return refuse(
              "mesh",
              fmt::format("distances between the cells of \"{}\" are no numbers that they can be shared out by", name_of_body_),
              "give the body a size between a nanometre and a gigametre");
      for (Index d = 0; d < count; ++d) requests_.push_back({fmt::format("domain{}", d), kCoordinates, 1});
      parents_.assign(requests_.size(), -1);
      return true;
    }
    for (std::size_t k = 0; k < domains_.size(); ++k) {
      if (is_copied(domains_[k])) continue;
      entries_.push_back(k);
      if (!read_request(domains_[k])) return false;
    }
    return select_all() && read_parents();
  }

  bool read_request(const Json& domain) {
    const auto d = static_cast<Index>(requests_.size());
    DomainRequest request{text_or(domain, "name", fmt::format("domain{}", entries_.back())), coordinates_of(domain),
                          domain.at("frequency").get<double>(), domain_basis_of(domain)};
    weights_.push_back(domain.at("weights") == "equal" ? InterfaceWeights::equal : InterfaceWeights::area);
    const auto same = [&](const DomainRequest& other) { return other.name == request.name; };
    if (std::any_of(requests_.begin(), requests_.end(), same))
      return refuse(key_of(d, "name"), fmt::format("\"{}\" is the name of two domains", request.name),
                    "give each a name of its own");
    requests_.push_back(std::move(request));
    if (!domain.contains("select")) {
      context_.faults.add("scene.missing-key", join_path(place_, key_of(d, "select")), "missing; the cells of the domain",
                          "`lilyan list tet_selections` lists what it may be; a domain without one is a copy of a \"mesh\"");
      return false;
    }
    for (const char* key : {"placements", "held", "reach"})
      if (domain.contains(key))
        return refuse(key_of(d, key), "is for copies of a \"mesh\" or \"model\"", fmt::format("remove \"{}\"", key));
    return true;
  }

  const Json& entry(std::size_t d) const { return domains_[entries_[d]]; }

  bool select_all() {
    for (std::size_t d = 0; d < requests_.size(); ++d) {
      const std::string here = join_path(place_, key_of(static_cast<Index>(d), "select"));
      const std::vector<Index> cells = select_cells(entry(d).at("select"), mesh_, name_of_body_, here, context_);
      if (cells.empty()) return false;
      for (const Index cell : cells) {
        Index& owner = domain_of_cell_[static_cast<std::size_t>(cell)];
        if (owner >= 0)
          return refuse(
              key_of(static_cast<Index>(d), "select"),
              fmt::format("{} {} belongs to \"{}\" already", singular(mesh_.kind()), mesh_.cell_numbers.before(cell), name(owner)),
              "select every cell for one domain");
        owner = static_cast<Index>(d);
      }
    }
    const auto left = std::find(domain_of_cell_.begin(), domain_of_cell_.end(), -1);
    if (left == domain_of_cell_.end()) return true;
    return refuse("domains",
                  fmt::format("{} {} belongs to no domain, and {} in all", singular(mesh_.kind()),
                              mesh_.cell_numbers.before(static_cast<Index>(left - domain_of_cell_.begin())),
                              std::count(domain_of_cell_.begin(), domain_of_cell_.end(), -1)),
                  "select every cell for one domain");
  }

  bool read_parents() {
    for (std::size_t d = 0; d < requests_.size(); ++d) {
      parents_.push_back(-1);
      const std::string parent = text_or(entry(d), "parent", "");
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
        const auto found = std::find_if(cut.domains.begin(), cut.domains.end(), holds);
        if (root_ < 0 && found != cut.domains.end()) root_ = static_cast<Index>(found - cut.domains.begin());
        if (root_ < 0 || !holds(cut.domains[static_cast<std::size_t>(root_)])) {
          context_.faults.add(
              "scene.domains", join_path("pins", std::to_string(k)),
              root_ < 0 ? fmt::format("holds vertex {}, which is one of a copy", numbers_.before(vertex))
                        : fmt::format("holds vertex {}, which is not of the root \"{}\"", numbers_.before(vertex), name(root_)),
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

  const BodyMesh& mesh_;
  const BuiltMaterials& materials_;
  const std::string& name_of_body_;
  const KeptNumbers& numbers_;
  const Acting& acting_;
  BuildContext& context_;
  std::string place_;
  const Json& domains_;
  std::vector<std::size_t> entries_;  // of `domains` that select cells
  std::vector<Index> domain_of_cell_, parents_;
  std::vector<DomainRequest> requests_;
  std::vector<InterfaceWeights> weights_;
  Index root_ = -1;
};

}  // namespace

const BodyMesh& DomainScene::cells() const { return placed.body.parts ? placed.body.parts->cells : placed.body.mesh; }

const BuiltMaterials& DomainScene::materials() const {
  return placed.body.parts ? placed.body.parts->materials : placed.body.materials;
}

std::string DomainScene::place() const { return join_path("bodies", std::to_string(placed.entry)); }

const Json& DomainScene::domains() const { return scene.at("bodies")[placed.entry].at("domains"); }

Index coordinates_of(const Json& domain) { return domain.value("modes", kCoordinates); }

DomainBasis domain_basis_of(const Json& domain) {
  const Json& basis = domain.at("basis");
  return basis == "modes" ? DomainBasis::modes : basis == "derivatives" ? DomainBasis::derivatives : DomainBasis::loaded;
}

bool plan_cut(const DomainScene& scene, BuildContext& context, DomainPlan& plan) {
  return CutPlanReader(scene, context).read(plan);
}

}  // namespace lilyan
