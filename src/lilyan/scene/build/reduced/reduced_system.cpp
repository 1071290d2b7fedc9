#include <lilyan/scene/build/reduced/reduction.hpp>

#include <lilyan/energy/carried/basis_vertices.hpp>
#include <lilyan/energy/carried/carried_dissipation.hpp>
#include <lilyan/energy/damping/drag.hpp>
#include <lilyan/energy/damping/rayleigh_damping.hpp>
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

std::unique_ptr<Dissipation> drag(const Json& entry, const BuiltReduction& reduction, const Space::Reduced& body) {
  const BodyMesh& mesh = reduction.placed->body.mesh;
  const Vector area = area_of_vertices(mesh.X, outer_faces(mesh.cells, FlatBody::sheet));
  std::vector<Index> wetted;
  for (Index i = 0; i < mesh.vertices(); ++i)
    if (area[i] > 0) wetted.push_back(i);
  Vector own(static_cast<Eigen::Index>(wetted.size()));
  for (std::size_t k = 0; k < wetted.size(); ++k) own[static_cast<Eigen::Index>(k)] = area[wetted[k]];
  return std::make_unique<CarriedDissipation>(std::make_shared<BasisVertices>(body, wetted),
                                              std::make_unique<Drag>(std::move(own), entry.at("slow").get<double>(),
                                                                     entry.at("fast").get<double>(), vec3_value(entry.at("wind"))));
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

}  // namespace lilyan
