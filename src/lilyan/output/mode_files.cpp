#include <lilyan/output/mode_files.hpp>

#include <lilyan/core/platform/file.hpp>
#include <lilyan/dynamics/system.hpp>
#include <lilyan/mesh_files/vtk/pvd.hpp>
#include <lilyan/mesh_files/vtk/vtu.hpp>
#include <lilyan/multidomain/body/domain_body.hpp>
#include <lilyan/output/frame_content.hpp>
#include <lilyan/output/run_folder.hpp>

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <system_error>

namespace lilyan {

namespace {

namespace fs = std::filesystem;

constexpr int kFrames = 16;
constexpr double kShownSize = 0.1;  // the largest displacement, of the diagonal of all bodies

fs::path mode_folder(const fs::path& folder, Index mode) { return folder / fmt::format("mode_{:02}", mode + 1); }

// A link is none: what it leads to is not ours.
bool is_mode_folder(const fs::path& folder) {
  std::error_code ignored;
  return fs::is_directory(fs::symlink_status(folder, ignored)) && fs::exists(folder / "frames.pvd", ignored);
}

// Every mode that an earlier call wrote: they are numbered without a gap.
void remove_modes(const fs::path& folder) {
  for (Index mode = 0; is_mode_folder(mode_folder(folder, mode)); ++mode) {
    RunFolder(mode_folder(folder, mode)).clear();
    std::error_code ignored;
    fs::remove(mode_folder(folder, mode), ignored);  // only where nothing else is in it
  }
}

std::string table(const std::vector<ModeRow>& rows) {
  std::string text = "mode,frequency,rigid,mechanism,x,y,z,residual\n";
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const auto& [frequency, kind, share, residual] = rows[k];
    text += fmt::format("{},{:.17g},{:d},{:d},{:.17g},{:.17g},{:.17g},{:.17g}\n", k + 1, frequency, kind == ModeKind::rigid,
                        kind == ModeKind::mechanism, share[0], share[1], share[2], residual);
  }
  return text;
}

// The mode scaled to what the eye sees.
Vector shown(const Vector& rest, const Vector& u) {
  const auto points = rest.reshaped(3, rest.size() / 3);
  const double diagonal = (points.rowwise().maxCoeff() - points.rowwise().minCoeff()).norm();
  return u * (kShownSize * diagonal / u.reshaped(3, u.size() / 3).colwise().norm().maxCoeff());
}

void write_period(const RunFolder& folder, const Inventory& inventory, const Vector& u, const std::vector<double>& body) {
  make_own_folder(folder.path);
  make_own_folder(folder.frames());
  PvdIndex index = PvdIndex::create(folder.frame_index());
  for (int k = 0; k < kFrames; ++k) {
    const double t = static_cast<double>(k) / kFrames;
    const Vector displacement = std::sin(2 * std::numbers::pi * t) * u;
    const fs::path file = folder.frame(k);
    write_vtu(file, inventory.rest + displacement, inventory.cells,
              {{"displacement", 3, {displacement.data(), static_cast<std::size_t>(displacement.size())}}}, {{"body", 1, body}});
    index.add(t, {(folder.frames().filename() / file.filename()).generic_string()});
  }
}

}  // namespace

void write_modes(const fs::path& folder, const Inventory& inventory, const std::vector<ModeRow>& rows,
                 const std::function<Vector(Index)>& shape, const std::function<void(Index)>& progress) {
  RunFolder(folder).make_writable();
  remove_modes(folder);
  write_atomically(folder / "modes.csv", table(rows));
  const std::vector<double> body = body_of_cells(inventory).values;
  for (Index mode = 0; mode < static_cast<Index>(rows.size()); ++mode) {
    write_period(RunFolder(mode_folder(folder, mode)), inventory, shown(inventory.rest, shape(mode)), body);
    if (progress) progress(mode + 1);
  }
}

void write_modes(const fs::path& folder, const System& system, const Inventory& inventory, const Modes& modes,
                 const std::function<void(Index)>& progress) {
  std::vector<ModeRow> rows;
  for (Index k = 0; k < modes.count(); ++k)
    rows.push_back({modes.frequencies[k], modes.kind(k), moving_share(system, modes, k), modes.residuals[k]});
  const auto shape = [&](Index mode) -> Vector { return system.space().velocities(modes.shapes.col(mode)); };
  write_modes(folder, inventory, rows, shape, progress);
}

void write_modes(const fs::path& folder, const Inventory& inventory, const DomainBody& body, const TreeModes& modes,
                 const std::function<void(Index)>& progress) {
  const DomainTree& tree = body.tree();
  std::vector<ModeRow> rows;
  for (Index k = 0; k < modes.count(); ++k)
    rows.push_back({modes.frequencies[k] / (2 * std::numbers::pi), k < modes.rigid ? ModeKind::rigid : ModeKind::elastic,
                    moving_share(tree, modes, k), modes.residuals[k]});
  TreeWorkspace workspace;
  const auto shape = [&](Index mode) { return body.velocities(moving_along(tree, modes.shapes.col(mode)), workspace); };
  write_modes(folder, inventory, rows, shape, progress);
}

}  // namespace lilyan
