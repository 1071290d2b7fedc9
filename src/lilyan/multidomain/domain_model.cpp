#include <lilyan/multidomain/domain_model.hpp>

#include <lilyan/core/error.hpp>

#include <fmt/format.h>

namespace lilyan {

namespace {

[[noreturn]] void refuse_domain(const std::string& message, const std::string& hint) {
  throw InputError({"multidomain.domain", "", message, hint});
}

void check_vertices(const std::vector<Index>& vertices, Eigen::Index n) {
  for (Index v : vertices)
    if (v < 0 || v >= n) refuse_domain(fmt::format("vertex {} of {}", v, n), fmt::format("vertices are 0 to {}", n - 1));
}

const DomainDescription& checked(const DomainDescription& description) {
  const auto& [X, U, vertex_mass, energy, interfaces, kept] = description;
  const Eigen::Index n = vertex_mass.size();
  if (X.size() != 3 * n || U.rows() != 3 * n)
    refuse_domain(fmt::format("{} masses, {} coordinates of positions, a basis of {} rows", n, X.size(), U.rows()),
                  "a vertex has one mass, three coordinates and three rows");
  if (energy.size() != U.cols())
    refuse_domain(fmt::format("an energy of {} coordinates, a basis of {} columns", energy.size(), U.cols()),
                  "reduce the energy with the same basis");
  if (n == 0 || !(vertex_mass.array() > 0).all() || !vertex_mass.allFinite())
    refuse_domain("a domain has a vertex without mass", "every vertex needs a positive mass");
  if (!X.allFinite() || !U.allFinite()) refuse_domain("positions or basis are not finite", "");
  for (const DomainInterface& interface : interfaces) {
    check_vertices(interface.vertices, n);
    if (interface.weights.size() != static_cast<Eigen::Index>(interface.vertices.size()))
      refuse_domain(fmt::format("an interface of {} vertices has {} weights", interface.vertices.size(), interface.weights.size()),
                    "give one weight per vertex");
  }
  if (kept) check_vertices(*kept, n);
  return description;
}

}  // namespace

DomainModel::DomainModel(const DomainDescription& description)
    : moments_(checked(description).X, description.U, description.vertex_mass), energy_(description.energy) {
  for (const DomainInterface& interface : description.interfaces)
    interfaces_.emplace_back(description.X, description.U, interface.vertices, interface.weights);
  if (!description.kept) {
    X_ = description.X;
    U_ = description.U;
    return;
  }
  const Eigen::Index count = static_cast<Eigen::Index>(description.kept->size());
  X_.resize(3 * count);
  U_.resize(3 * count, description.U.cols());
  for (Eigen::Index k = 0; k < count; ++k) {
    const Eigen::Index first = 3 * Eigen::Index{(*description.kept)[k]};
    X_.segment<3>(3 * k) = description.X.segment<3>(first);
    U_.middleRows(3 * k, 3) = description.U.middleRows(first, 3);
  }
}

}  // namespace lilyan
