#include <lilyan/multidomain/body/air_on_domains.hpp>

#include <algorithm>
#include <array>

namespace lilyan {

AirOnDomains::AirOnDomains(const DomainBody& body, const std::vector<AirOnVertices>& air) : body_(body) {
  for (const AirOnVertices& medium : air) air_.push_back({medium.slow, medium.fast, medium.wind, {}});
  if (air.empty()) return;
  find_shared(air);
  make_panels(air);
}

void AirOnDomains::find_shared(const std::vector<AirOnVertices>& air) {
  for (Index i = 0; i < body_.vertices(); ++i) {
    if (body_.copies(i).size() < 2) continue;
    SharedVertex shared{i, {}};
    for (const AirOnVertices& medium : air) shared.area.push_back(medium.area[i]);
    if (std::any_of(shared.area.begin(), shared.area.end(), [](double area) { return area != 0; })) shared_.push_back(shared);
  }
}

void AirOnDomains::make_panels(const std::vector<AirOnVertices>& air) {
  const DomainTree& tree = body_.tree();
  const auto own_area = [&](Index j, Index p, const AirOnVertices& medium) {
    const Index i = body_.vertices_of(j)[static_cast<std::size_t>(p)];
    return body_.copies(i).size() == 1 ? medium.area[i] : 0;
  };
  std::vector<std::vector<bool>> has_area(static_cast<std::size_t>(tree.models()));
  for (Index j = 0; j < tree.count(); ++j) {
    std::vector<bool>& of_model = has_area[static_cast<std::size_t>(tree.model_number(j))];
    of_model.resize(static_cast<std::size_t>(tree.model(j).vertices()), false);
    for (Index p = 0; p < tree.model(j).vertices(); ++p)
      for (const AirOnVertices& medium : air)
        if (own_area(j, p, medium) != 0) of_model[static_cast<std::size_t>(p)] = true;
  }
  panels_.resize(has_area.size());
  for (Index j = 0; j < tree.count(); ++j) {
    const DomainModel& model = tree.model(j);
    Panels& panels = panels_[static_cast<std::size_t>(tree.model_number(j))];
    const std::vector<bool>& wanted = has_area[static_cast<std::size_t>(tree.model_number(j))];
    if (panels.vertices.empty()) {
      for (Index p = 0; p < model.vertices(); ++p)
        if (wanted[static_cast<std::size_t>(p)]) panels.vertices.push_back(p);
      const std::size_t batches = (panels.vertices.size() + kBatch - 1) / kBatch, r = static_cast<std::size_t>(model.size());
      panels.X.assign(3 * batches, Batch::Zero());
      panels.U.assign(3 * r * batches, Batch::Zero());
      for (std::size_t k = 0; k < panels.vertices.size(); ++k)
        for (std::size_t a = 0; a < 3; ++a) {
          const std::size_t batch = k / kBatch;
          const auto lane = static_cast<Eigen::Index>(k % kBatch);
          const Eigen::Index row = 3 * Eigen::Index{panels.vertices[k]} + static_cast<Eigen::Index>(a);
          panels.X[3 * batch + a][lane] = model.X()[row];
          for (std::size_t l = 0; l < r; ++l)
            panels.U[3 * (r * batch + l) + a][lane] = model.U()(row, static_cast<Eigen::Index>(l));
        }
    }
    for (std::size_t m = 0; m < air.size(); ++m) {
      std::vector<Batch>& area = air_[m].area.emplace_back(panels.batches(), Batch::Zero());
      for (std::size_t k = 0; k < panels.vertices.size(); ++k)
        area[k / kBatch][static_cast<Eigen::Index>(k % kBatch)] = own_area(j, panels.vertices[k], air[m]);
    }
  }
}

void AirOnDomains::add_forces(const DomainState& state, const TreeKinematics& kinematics, ForceMoments& moments) const {
  const DomainTree& tree = body_.tree();
  for (Index j = 0; j < tree.count(); ++j)
    add_on_domain({j, static_cast<std::size_t>(tree.size(j)), tree[j].scale, state.q.data() + tree.first(j),
                   state.qd.data() + tree.first(j), kinematics.V(j).head<3>(), kinematics.V(j).tail<3>(), kinematics.in_world(j).R},
                  moments);
  for (const SharedVertex& shared : shared_) {
    const Vec3 v = body_.velocity(shared.vertex, state, kinematics);
    Vec3 force = Vec3::Zero();
    for (std::size_t m = 0; m < air_.size(); ++m) {
      const Vec3 u = v - air_[m].wind;
      force -= shared.area[m] * (air_[m].slow + air_[m].fast * u.norm()) * u;
    }
    const auto copies = body_.copies(shared.vertex);
    for (const DomainBody::Copy& copy : copies)
      add_force(tree, {copy.domain, copy.vertex, force / static_cast<double>(copies.size())}, moments);
  }
}

AirOnDomains::Three AirOnDomains::force_on(std::size_t batch, const Panels& panels, const MovingDomain& domain) const {
  const auto& [j, r, s, q, qd, v, w, R] = domain;
  const Batch *const X = &panels.X[3 * batch], *const U = panels.U.data() + 3 * r * batch;
  Three y = {X[0], X[1], X[2]}, yd = {Batch::Zero(), Batch::Zero(), Batch::Zero()};
  for (std::size_t l = 0; l < r; ++l)
    for (std::size_t a = 0; a < 3; ++a) {
      y[a] += q[l] * U[3 * l + a];
      yd[a] += qd[l] * U[3 * l + a];
    }
  Three force = {Batch::Zero(), Batch::Zero(), Batch::Zero()};
  for (const Medium& medium : air_) {
    const Vec3 relative = v - R.transpose() * medium.wind;
    const Three u = {relative[0] + s * (w[1] * y[2] - w[2] * y[1] + yd[0]), relative[1] + s * (w[2] * y[0] - w[0] * y[2] + yd[1]),
                     relative[2] + s * (w[0] * y[1] - w[1] * y[0] + yd[2])};
    const Batch speed = (u[0] * u[0] + u[1] * u[1] + u[2] * u[2]).sqrt();
    const Batch factor = medium.area[static_cast<std::size_t>(j)][batch] * (medium.slow + medium.fast * speed);
    for (std::size_t a = 0; a < 3; ++a) force[a] -= factor * u[a];
  }
  return force;
}

void AirOnDomains::add_on_domain(const MovingDomain& domain, ForceMoments& moments) const {
  constexpr std::size_t kTogether = 8;  // batches whose rows of U stay in the fastest cache
  const DomainTree& tree = body_.tree();
  const Panels& panels = panels_[static_cast<std::size_t>(tree.model_number(domain.j))];
  const std::size_t r = domain.r, batches = panels.batches();
  std::array<Batch, 3> f;
  std::array<Batch, 9> D;
  f.fill(Batch::Zero());
  D.fill(Batch::Zero());
  std::vector<Batch> N(9 * r, Batch::Zero());
  std::array<Three, kTogether> forces;
  for (std::size_t first = 0; first < batches; first += kTogether) {
    const std::size_t count = std::min(kTogether, batches - first);
    for (std::size_t k = 0; k < count; ++k) {
      forces[k] = force_on(first + k, panels, domain);
      for (std::size_t a = 0; a < 3; ++a) {
        f[a] += forces[k][a];
        for (std::size_t b = 0; b < 3; ++b) D[3 * a + b] += forces[k][a] * panels.X[3 * (first + k) + b];
      }
    }
    for (std::size_t l = 0; l < r; ++l) {
      std::array<Batch, 9> sums;
      std::copy_n(&N[9 * l], 9, sums.begin());
      for (std::size_t k = 0; k < count; ++k) {
        const Batch* const U = &panels.U[3 * (r * (first + k) + l)];
        for (std::size_t a = 0; a < 3; ++a)
          for (std::size_t b = 0; b < 3; ++b) sums[3 * a + b] += forces[k][a] * U[b];
      }
      std::copy_n(sums.begin(), 9, &N[9 * l]);
    }
  }
  // From the axes of the frame to those of the world.
  const auto in_world = [&](const Batch* nine) -> Mat3 {
    Mat3 own;
    for (int c = 0; c < 9; ++c) own(c / 3, c % 3) = nine[c].sum();
    return domain.R * own;
  };
  moments.f[domain.j] += domain.R * Vec3(f[0].sum(), f[1].sum(), f[2].sum());
  moments.D[domain.j] += in_world(D.data());
  for (std::size_t l = 0; l < r; ++l) {
    const Mat3 turned = in_world(&N[9 * l]);
    for (int c = 0; c < 9; ++c) moments.N(tree.first(domain.j) + static_cast<Eigen::Index>(l), c) += turned(c / 3, c % 3);
  }
}

}  // namespace lilyan
