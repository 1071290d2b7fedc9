// The drag of the air on the vertices of a body of domains; see energy/damping/drag.hpp. The velocity at the start of a step
// counts.
//
//   f_i = -A_i (c_1 + c_2 |u|) u,   u = v_i - wind
//
// A vertex of one domain is treated in the domain's frame: v_p = V + s (omega x y_p + U_p qd), y_p = X_p + U_p q. Those of a model
// that have area stand together, eight at a time, so that one sweep over their rows of U gives velocities, forces and the moments
// of the forces. The velocity of a vertex that domains share is the mean of its copies, and each of them gets its part of the
// force.
#pragma once

#include <lilyan/multidomain/body/domain_body.hpp>
#include <lilyan/multidomain/force_moments.hpp>

#include <array>

namespace lilyan {

struct AirOnVertices {
  Vector area;  // [m^2], one per vertex of the mesh
  double slow = 0, fast = 0;
  Vec3 wind = Vec3::Zero();
};

class AirOnDomains {
 public:
  // Keeps a reference: the body must outlive it.
  AirOnDomains(const DomainBody& body, const std::vector<AirOnVertices>& air);

  bool empty() const { return air_.empty(); }

  // Adds the forces of the air in a state, with the frames of `kinematics` placed and moved.
  void add_forces(const DomainState& state, const TreeKinematics& kinematics, ForceMoments& moments) const;

 private:
  static constexpr int kBatch = 8;
  using Batch = Eigen::Array<double, kBatch, 1>;  // of as many vertices

  using Three = std::array<Batch, 3>;  // a vector for each of them

  struct MovingDomain {
    Index j;
    std::size_t r;
    double s;
    const double *q, *qd;
    Vec3 v, w;  // of the frame, in its axes
    const Mat3& R;
  };

  // Vertices of a model; those that are missing in the last batch have no area.
  struct Panels {
    std::vector<Index> vertices;  // that the model keeps
    std::vector<Batch> X;         // 3 for each batch
    std::vector<Batch> U;         // 3 for each coordinate of each batch
    std::size_t batches() const { return X.size() / 3; }
  };
  struct Medium {
    double slow, fast;
    Vec3 wind;
    std::vector<std::vector<Batch>> area;  // of each batch of each domain; 0 where domains share a vertex
  };
  struct SharedVertex {
    Index vertex;              // of the mesh
    std::vector<double> area;  // in each medium
  };

  void find_shared(const std::vector<AirOnVertices>& air);
  void make_panels(const std::vector<AirOnVertices>& air);
  Three force_on(std::size_t batch, const Panels& panels, const MovingDomain& domain) const;  // in the axes of the frame
  void add_on_domain(const MovingDomain& domain, ForceMoments& moments) const;

  const DomainBody& body_;
  std::vector<Medium> air_;
  std::vector<Panels> panels_;  // of each model
  std::vector<SharedVertex> shared_;
};

}  // namespace lilyan
