#include <lilyan/convert/run_obstacles.hpp>
#include <lilyan/core/bytes.hpp>
#include <lilyan/core/error.hpp>
#include <lilyan/core/platform/file.hpp>
#include <lilyan/core/platform/file_reader.hpp>
#include <lilyan/core/platform/file_writer.hpp>
#include <lilyan/mesh/carried_surface.hpp>
#include <lilyan/render/picture.hpp>
#include <lilyan/render/png.hpp>
#include <lilyan/report/ledger_reader.hpp>
#include <lilyan/report/pictures.hpp>
#include <lilyan/run/scene.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace lilyan {
namespace {

constexpr int kPictureWidth = 540,
              kPictureHeight = 360;  // [pixels]; sharp enough for a third of a page, small enough to take no time

Skin body_skin(const Inventory& inventory, const Body& body, const Vector& x) {
  const Vector own = body.part_of(x);
  if (body.render) return body.render->skin(own);
  return CellSkin(inventory.cells.part(body.kind, body.first_cell, body.cells, body.first_vertex), tube_radius(inventory.rest))
      .at(own);
}

Vec3 centre(const Vector& x) {
  const Vec3 mean = x.reshaped(3, x.size() / 3).rowwise().mean();
  return mean.allFinite() ? mean : Vec3::Zero();
}

// Fitted to the bodies now, with what counts of the scenery, and, moved along with them, to the bodies at the start: so a picture
// shows their true size.
render::Framing framing_for(const Scene& scene, const std::vector<Skin>& now, const Vector& x, const render::Scenery& scenery) {
  const Vec3 along = scene.inventory.pin_names.empty() ? Vec3(centre(x) - centre(scene.simulation.initial().x)) : Vec3::Zero();
  render::Framing framing(kPictureWidth, kPictureHeight);
  render::add_to(framing, now, scenery);
  for (Skin skin : body_skins(scene.inventory, scene.simulation.initial().x)) {
    skin.x.reshaped(3, skin.x.size() / 3).colwise() += along;
    framing.add(skin);
  }
  return framing;
}

}  // namespace

render::Scenery scenery_of(const Inventory& inventory, double t) {
  render::Scenery scenery;
  for (const Obstacle& obstacle : inventory.obstacles)
    if (!obstacle.plane) scenery.obstacles.push_back({obstacle.at(t), obstacle.surface.triangles, {}});
  for (const Obstacle::Plane& plane : planes_at(list_obstacles(inventory), t))
    scenery.planes.push_back({plane.point, plane.normal});
  return scenery;
}

std::vector<Skin> body_skins(const Inventory& inventory, const Vector& x) {
  std::vector<Skin> skins;
  for (const Body& body : inventory.bodies) skins.push_back(body_skin(inventory, body, x));
  return skins;
}

void PictureTaker::see(const Frame& now, const LedgerRow* row) {
  if (now.step == 0) {
    has_begun_ = true;
    return take({now.step, now.t, 0, now.x});
  }
  take_up(now.step);
  const SimulationSettings& settings = scene_.simulation.settings();
  const bool is_middle = settings.until ? !middle_ && now.t >= 0.5 * *settings.until : now.step == settings.steps / 2;
  if (is_middle) middle_ = {now.step, now.t, 0, now.x};
  if (row == nullptr || !std::isfinite(row->elastic)) return;
  if (newest_ && (!most_deformed_ || newest_->elastic > most_deformed_->elastic)) std::swap(most_deformed_, newest_);
  newest_ = {now.step, now.t, row->elastic, now.x};
}

void PictureTaker::save(std::int64_t step) {
  take_up(step + 1);
  ByteWriter writer;
  writer(middle_, newest_, most_deformed_);
  make_folder();
  write_atomically(folder_.picture_states(), writer.take());
}

void PictureTaker::take_up(std::int64_t next) {
  if (std::exchange(has_begun_, true)) return;
  const std::string bytes = read_regular_file(folder_.picture_states());
  if (bytes.empty()) return;
  std::optional<SeenState> middle, newest, most_deformed;
  try {
    ByteReader reader(bytes);
    reader(middle, newest, most_deformed);
  } catch (const InputError&) {
    return;  // of no use, and not worth a run
  }
  const auto fits = [&](const std::optional<SeenState>& seen) {
    return !seen || seen->x.size() == scene_.simulation.start().x.size();
  };
  if (!fits(middle) || !fits(newest) || !fits(most_deformed)) return;
  // Saved before a checkpoint that could not be written, they may be of steps that are made once more.
  const auto keep = [&](std::optional<SeenState>& seen, std::optional<SeenState>& into) {
    if (seen && seen->step < next) into = std::move(seen);
  };
  keep(middle, middle_), keep(newest, newest_), keep(most_deformed, most_deformed_);
}

void PictureTaker::finish(std::int64_t step, double t, const Vector& x, RunStatus status) {
  take_up(step + 1);
  LedgerTrace trace;
  read_ledger(folder_.ledger(), [&](const LedgerRow& row) { trace.see(row); });
  take(step, t, x);
  take_between(trace.most_deformed());
  folder_.remove_pictures(chosen_steps(folder_.picture_steps(), step, trace.most_deformed()),
                          status == RunStatus::done ? RunFolder::States::remove : RunFolder::States::keep);
}

void PictureTaker::take_between(std::optional<std::int64_t> wanted) {
  if (!wanted && middle_) return take(*middle_);
  // Where the ledger is thinned, the newest state with a row need not be the last one.
  if (newest_ && wanted == newest_->step) std::swap(most_deformed_, newest_);
  if (!wanted || !most_deformed_) return;
  const std::vector<std::int64_t> there = folder_.picture_steps();
  const bool is_there = std::find(there.begin(), there.end(), *wanted) != there.end();
  if (wanted == most_deformed_->step || !is_there) take(*most_deformed_);
}

void PictureTaker::make_folder() const { make_own_folder(folder_.pictures()); }

void PictureTaker::take(const SeenState& seen) const {
  take(seen.step, seen.t, scene_.simulation.positions(Frame{seen.step, seen.t, 0, seen.x, {}}));
}

void PictureTaker::take(std::int64_t step, double t, const Vector& x) const {
  const std::vector<Skin> skins = body_skins(scene_.inventory, x);
  render::PictureSettings settings;
  settings.width = kPictureWidth, settings.height = kPictureHeight;
  settings.shadows = render::Shadows::coarse;
  const render::Scenery scenery = scenery_of(scene_.inventory, t);
  const render::Framing framing = framing_for(scene_, skins, x, scenery);
  settings.camera = framing.camera();
  settings.ground = render::level_ground(scenery.planes);
  const std::vector<Skin> obstacles = render::drawn_obstacles(scenery, skins, framing, *settings.camera);
  make_folder();
  write_atomically(folder_.picture(step), render::png_bytes(render::render_picture(skins, settings, obstacles)));
}

std::vector<std::int64_t> chosen_steps(const std::vector<std::int64_t>& steps, std::int64_t last_step,
                                       std::optional<std::int64_t> between) {
  std::vector<std::int64_t> known;
  for (const std::int64_t step : steps)
    if (step <= last_step) known.push_back(step);
  if (known.size() <= 2) return known;
  std::sort(known.begin(), known.end());
  if (between && std::find(known.begin() + 1, known.end() - 1, *between) != known.end() - 1)
    return {known.front(), *between, known.back()};
  const auto middle = std::min_element(known.begin() + 1, known.end() - 1, [&](std::int64_t a, std::int64_t b) {
    return std::abs(2 * a - last_step) < std::abs(2 * b - last_step);
  });
  return {known.front(), *middle, known.back()};
}

std::vector<RunPicture> read_pictures(const RunFolder& folder, std::int64_t last_step, std::optional<std::int64_t> between) {
  std::vector<RunPicture> pictures;
  for (const std::int64_t step : chosen_steps(folder.picture_steps(), last_step, between)) {
    std::string png = read_regular_file(folder.picture(step));
    if (!png.empty()) pictures.push_back({step, std::move(png)});
  }
  return pictures;
}

}  // namespace lilyan
