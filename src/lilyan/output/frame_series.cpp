#include <lilyan/mesh/vtu.hpp>
#include <lilyan/output/file.hpp>
#include <lilyan/output/frame_series.hpp>

#include <cmath>
#include <system_error>

namespace lilyan {

namespace {

void make_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw_file_error(folder, "make this folder", error.value());
}

}  // namespace

bool frame_is_due(const OutputPlan& output, double h, std::int64_t step) {
  if (step == 0 || !output.interval) return true;
  // Rounding may leave step * h a little below the multiple that it is meant to be.
  constexpr double kRounding = 1e-9;
  const auto intervals = [&](std::int64_t n) { return std::floor(static_cast<double>(n) * h / *output.interval + kRounding); };
  return intervals(step) > intervals(step - 1);
}

FrameSeries::FrameSeries(const RunFolder& folder, std::int64_t frames, PvdIndex index)
    : folder_(folder), frames_(frames), index_(std::move(index)) {}

FrameSeries FrameSeries::create(const RunFolder& folder, std::int64_t first) {
  make_folder(folder.frames());
  return FrameSeries(folder, first, PvdIndex::create(folder.frame_index()));
}

FrameSeries FrameSeries::open_at(const RunFolder& folder, std::int64_t frames, std::uint64_t index_size) {
  make_folder(folder.frames());
  // The index first: it never names a frame that is gone.
  PvdIndex index = PvdIndex::resume(folder.frame_index(), static_cast<std::int64_t>(index_size));
  folder.remove_frames(frames);
  return FrameSeries(folder, frames, std::move(index));
}

std::uint64_t FrameSeries::index_size() const { return static_cast<std::uint64_t>(index_.offset()); }

void FrameSeries::write(const RunPlan& plan, const Frame& now) {
  const Vector velocity = plan.system->velocity(now.p);
  const std::size_t tets = plan.tets.size();
  std::vector<TetState> states(tets);
  for (const Elasticity* elasticity : plan.elasticity) elasticity->states(now.x, states);

  std::vector<double> J(tets), energy_density(tets), von_mises(tets), body(tets);
  for (std::size_t e = 0; e < tets; ++e) {
    J[e] = states[e].J;
    energy_density[e] = states[e].energy_density;
    von_mises[e] = states[e].von_mises;
  }
  for (std::size_t b = 0; b < plan.bodies.size(); ++b) {
    const auto first = body.begin() + plan.bodies[b].first_tet;
    std::fill(first, first + plan.bodies[b].tets, static_cast<double>(b));
  }

  const std::filesystem::path file = folder_.frame(frames_);
  write_vtu(file, now.x, plan.tets, {{"velocity", 3, {velocity.data(), static_cast<std::size_t>(velocity.size())}}},
            {{"J", 1, J}, {"energy_density", 1, energy_density}, {"von_mises", 1, von_mises}, {"body", 1, body}});
  index_.add(now.t, {(folder_.frames().filename() / file.filename()).generic_string()});
  unsynced_.push_back(file);
  ++frames_;
}

void FrameSeries::sync() {
  if (unsynced_.empty()) return;
  for (const std::filesystem::path& file : unsynced_) sync_file(file);
  sync_file(folder_.frames());
  sync_file(folder_.frame_index());
  unsynced_.clear();
}

}  // namespace lilyan
