#include <lilyan/multidomain/body/domain_frames.hpp>

#include <lilyan/core/memory.hpp>

namespace lilyan {

namespace {

constexpr const char *kAccelerations = "domains.accelerations", *kMomenta = "domains.momenta";
using RowMajor = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;

}  // namespace

Frame frame_of(const DomainState& state, std::int64_t step, double t, double h) {
  const Eigen::Index n = state.q.size(), size = 3 * ((n + 12 + 2) / 3);
  Frame frame{step, t, h, Vector::Zero(size), Vector::Zero(size)};
  frame.x.head(n) = state.q;
  frame.x.segment<3>(n) = state.root.x;
  Eigen::Map<RowMajor>(frame.x.data() + n + 3) = state.root.R;
  frame.p.head(n) = state.qd;
  frame.p.segment<6>(n) = state.V0;
  return frame;
}

void remember(const DomainState& state, Memory& memory) {
  std::vector<double> values(state.qdd.data(), state.qdd.data() + state.qdd.size());
  values.insert(values.end(), state.A0.data(), state.A0.data() + 6);
  memory.set(kAccelerations, std::move(values));
  memory.forget(kMomenta);
  if (!state.carried) return;
  std::vector<double> momenta;
  for (const Vec3& part : {state.carried->p, state.carried->L, state.carried->center})
    momenta.insert(momenta.end(), part.data(), part.data() + 3);
  memory.set(kMomenta, std::move(momenta));
}

bool knows_accelerations(const Memory& memory) { return memory.find(kAccelerations) != nullptr; }

DomainState pose_of(const DomainTree& tree, const Frame& frame) {
  const Eigen::Index n = tree.size();
  DomainState state;
  state.q = frame.x.head(n);
  state.root.x = frame.x.segment<3>(n);
  state.root.R = Eigen::Map<const RowMajor>(frame.x.data() + n + 3);
  state.qd = state.qdd = Vector::Zero(n);
  return state;
}

DomainState state_of(const DomainTree& tree, const Frame& frame, const Memory& memory) {
  const Eigen::Index n = tree.size();
  DomainState state = pose_of(tree, frame);
  state.qd = frame.p.head(n);
  state.V0 = frame.p.segment<6>(n);
  if (const Memory::Section known = memory.find(kAccelerations)) {
    if (known->size() != static_cast<std::size_t>(n) + 6) refuse_memory(kAccelerations, "is of other domains");
    state.qdd = Eigen::Map<const Vector>(known->data(), n);
    state.A0 = Eigen::Map<const Vec6>(known->data() + n);
  }
  if (const Memory::Section known = memory.find(kMomenta)) {
    if (known->size() != 9) refuse_memory(kMomenta, "is of other domains");
    const Eigen::Map<const Mat3> parts(known->data());
    state.carried = TreeMomenta{parts.col(0), parts.col(1), parts.col(2)};
  }
  return state;
}

}  // namespace lilyan
