#include <lilyan/scene/build/reduced/reduction.hpp>

#include <lilyan/energy/carried/carried_vertices.hpp>
#include <lilyan/energy/damping/stiffness_damping.hpp>
#include <lilyan/mesh/faces.hpp>
#include <lilyan/reduction/reduced_elasticity.hpp>
#include <lilyan/scene/schema/values.hpp>

#include <nlohmann/json.hpp>

namespace lilyan {
namespace {

std::unique_ptr<Dissipation> rayleigh(const Json& entry, const BuiltReduction& reduction, const Space::Reduced& body,
                                      const Space& space) {
  std::vector<std::unique_ptr<Potential>> potentials;
  potentials.push_back(std::make_unique<ReducedElasticity>(body, reduction.energy));
  Vector mass = Vector::Zero(3 * Eigen::Index{space.points()});
  mass.segment(3 * Eigen::Index{body.first_point}, body.shape->size()).setConstant(body.shape->mass());
  return std::make_unique<RayleighDamping>(
      std::move(potentials), std::move(mass), entry.at("mass").get<double>(), entry.at("stiffness").get<double>(),
      entry.at("form") == "endpoint" ? RayleighDamping::Form::endpoint : RayleighDamping::Form::midpoint);
}

CarriedByState carried_by_basis(const Space::Reduced& body) {
  return [body](const std::vector<Index>& vertices) { return std::make_shared<BasisVertices>(body, vertices); };
}

std::unique_ptr<Dissipation> drag(const Json& entry, const BuiltReduction& reduction, const Space::Reduced& body) {
  const BodyMesh& mesh = reduction.placed->body.mesh;
  return carried_drag(entry, area_of_vertices(mesh.X, outer_faces(mesh.cells, FlatBody::sheet)), carried_by_basis(body));
}

}  // namespace

std::vector<Load> loads_on_points(std::vector<Load> loads, const Space& space) {
  if (space.is_plain()) return loads;
  std::vector<Load> pulled;
  for (const Load& load : loads) {
    Vector on_vertices = Vector::Zero(3 * Eigen::Index{space.vertices()});
    for (const Load::Push& push : load.pushes()) vertex(on_vertices, push.vertex) += push.force;
    const Vector on_points = space.pulled(on_vertices);
    std::vector<Load::Push> pushes;
    for (Index i = 0; i < space.points(); ++i)
      if (const Vec3 force = vertex(on_points, i); !force.isZero(0)) pushes.push_back({i, force});
    pulled.emplace_back(std::move(pushes), load.profile());
  }
  return pulled;
}

void add_reduced_dampings(const Json& scene, const std::vector<BuiltReduction>& reductions, const Space& space,
                          std::vector<std::unique_ptr<Dissipation>>& dissipations) {
  for (const Json& entry : list_or_empty(scene, "damping"))
    for (std::size_t k = 0; k < reductions.size(); ++k) {
      if (entry.contains("body") && entry.at("body") != reductions[k].placed->body.name) continue;
      const Space::Reduced& body = space.reduced()[k];
      dissipations.push_back(entry.at("type") == "rayleigh" ? rayleigh(entry, reductions[k], body, space)
                                                            : drag(entry, reductions[k], body));
    }
}

std::vector<CarriedContactSurface> contact_surfaces_of(const std::vector<BuiltReduction>& reductions, const PlacedBodies& bodies,
                                                       const Space& space, const Vector& stiffness) {
  std::vector<CarriedContactSurface> surfaces;
  for (std::size_t k = 0; k < reductions.size(); ++k) {
    const PlacedBody& placed = *reductions[k].placed;
    surfaces.push_back({static_cast<std::size_t>(&placed - bodies.data()), contact_surface(placed.body, 0),
                        stiffness.segment(placed.first_vertex, placed.body.mesh.vertices()),
                        [first = placed.first_vertex](Index i) {
                          return std::vector<WeightedVertex>{{first + i, 1}};
                        },
                        carried_by_basis(space.reduced()[k])});
  }
  return surfaces;
}

}  // namespace lilyan
