#include <lilyan/core/error.hpp>
#include <lilyan/core/platform/folder_lock.hpp>
#include <lilyan/render/films/film.hpp>
#include <lilyan/render/picture.hpp>
#include <lilyan/render/png.hpp>

#include <apps/lilyan/commands/commands.hpp>
#include <apps/lilyan/commands/picture_source.hpp>
#include <apps/lilyan/console/program_end.hpp>
#include <apps/lilyan/console/progress.hpp>
#include <apps/lilyan/console/streams.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <numeric>

namespace lilyan::app {
namespace {

namespace fs = std::filesystem;
using Frames = std::vector<std::size_t>;  // indices of frames of a source

[[noreturn]] void usage(const char* option, std::string message, std::string hint) {
  throw InputError({"usage", option, std::move(message), std::move(hint)});
}

Vec3 vec3(const std::vector<double>& numbers) { return {numbers[0], numbers[1], numbers[2]}; }

std::optional<std::size_t> whole_number(const std::string& text) {
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() && !text.empty() ? std::optional(number) : std::nullopt;
}

// "1280x720"
void read_size(const std::string& text, render::PictureSettings& settings) {
  const std::size_t cross = text.find('x');
  const auto side = [&](const std::string& part) {
    const std::optional<std::size_t> number = whole_number(part);
    if (cross == std::string::npos || !number || *number > 1000000)
      usage("--size", "\"" + text + "\" is no size", "for example 1280x720");
    return static_cast<int>(*number);
  };
  settings.width = side(text.substr(0, cross));
  settings.height = side(cross == std::string::npos ? "" : text.substr(cross + 1));
}

// "film_%04d.png" -> what stands before and behind the number, and its digits; none where there is no such mark.
struct NumberedName {
  std::string before, behind;
  int digits = 0;

  fs::path at(std::size_t number) const { return before + fmt::format("{:0{}}", number, digits) + behind; }
};

std::optional<NumberedName> numbered_name(const fs::path& file) {
  const std::string text = file.string();
  const std::size_t mark = text.find('%');
  if (mark == std::string::npos) return std::nullopt;
  const std::size_t end = text.find('d', mark);
  const std::string inner = end == std::string::npos ? "?" : text.substr(mark + 1, end - mark - 1);
  const std::optional<std::size_t> digits = inner.empty() ? std::optional<std::size_t>(1) : whole_number(inner);
  if (!digits || *digits < 1 || *digits > 9 || text.find('%', mark + 1) != std::string::npos)
    usage("-o", "\"" + text + "\" has a % that is no place for a number", "for example -o 'film_%04d.png'");
  return NumberedName{text.substr(0, mark), text.substr(end + 1), static_cast<int>(*digits)};
}

std::size_t chosen_frame(const RenderOptions& options, const PictureSource& source) {
  const std::size_t last = source.frames() - 1;
  if (options.time) {
    std::size_t nearest = 0;
    for (std::size_t k = 1; k <= last; ++k)
      if (std::abs(source.t(k) - *options.time) < std::abs(source.t(nearest) - *options.time)) nearest = k;
    const double slack = 1e-6 * std::abs(source.t(last));
    if (!(*options.time >= source.t(0) - slack && *options.time <= source.t(last) + slack))
      usage("--time", fmt::format("there is no frame at {:.6g} s", *options.time),
            fmt::format("the frames go from {:.6g} to {:.6g} s", source.t(0), source.t(last)));
    return nearest;
  }
  if (options.frame == "first") return 0;
  if (options.frame == "middle") return last / 2;
  if (options.frame == "last") return last;
  const std::optional<std::size_t> number = whole_number(options.frame);
  if (!number) usage("--frame", "\"" + options.frame + "\" is no frame", "a number, first, middle or last");
  if (*number > last)
    usage("--frame", fmt::format("there is no frame {}", *number),
          last > 0 ? fmt::format("there are frames 0 to {}", last) : std::string("there is a single state, which --frame 0 is"));
  return *number;
}

render::PictureSettings basic_settings(const RenderOptions& options) {
  render::PictureSettings settings;
  read_size(options.size, settings);
  settings.direction = {options.azimuth, options.elevation};
  settings.field = options.field;
  settings.edges = options.edges;
  settings.title = options.title;
  settings.background = options.background == "white"         ? render::Background::white
                        : options.background == "transparent" ? render::Background::transparent
                                                              : render::Background::studio;
  if (!options.range.empty()) settings.range = render::Range{options.range[0], options.range[1]};
  render::check_picture(settings);  // before any frame is read
  return settings;
}

// Camera, ground and range that fit all of the frames, and what they were fitted to.
render::Framing fit(const RenderOptions& options, PictureSource& source, const Frames& frames, render::PictureSettings& settings) {
  settings.ground = options.no_ground ? std::nullopt : std::optional<double>(0);  // its margins count, its height comes below
  if (options.stamp && settings.title.empty()) settings.title = " ";
  render::Framing framing(settings.width, settings.height, settings.direction, options.fov, render::picture_margins(settings));
  std::optional<render::Range> range;
  double lowest_obstacle = std::numeric_limits<double>::infinity();
  bool has_plane = false;
  for (std::size_t k : frames) {
    const Skin skin = source.load(k);
    const render::Scenery scenery = source.scenery(k);
    render::add_to(framing, {skin}, scenery);
    has_plane |= !scenery.planes.empty();
    for (const Skin& obstacle : scenery.obstacles)
      for (Index i = 0; i < obstacle.vertices(); ++i) lowest_obstacle = std::min(lowest_obstacle, vertex(obstacle.x, i)[1]);
    if (settings.field.empty() || settings.range) continue;
    const std::optional<render::Range> here = render::robust_range(settings.field, render::scalar_field(skin, settings.field));
    if (here) range = range ? render::united(*range, *here) : here;
  }
  if (range) settings.range = render::FieldScale(settings.field, *range).range();
  render::Camera camera = framing.camera();
  if (!options.from.empty()) {
    camera.from = vec3(options.from);
    camera.up = Vec3::UnitY();
    camera.to = framing.empty() ? Vec3(Vec3::Zero()) : Vec3(framing.lowest() / 2 + framing.highest() / 2);
  }
  if (!options.to.empty()) camera.to = vec3(options.to);
  if (!options.up.empty()) camera.up = vec3(options.up);
  camera.from = camera.to + (camera.from - camera.to) / options.zoom;
  render::check_camera(camera);
  settings.camera = camera;
  // Where the scene has a plane, that is the ground or takes its place.
  settings.ground = options.no_ground ? std::nullopt : options.ground;
  if (!options.no_ground && !options.ground && !has_plane)
    settings.ground = std::min(render::ground_below(framing), lowest_obstacle);
  return framing;
}

render::Image draw(const RenderOptions& options, PictureSource& source, std::size_t frame, render::PictureSettings settings,
                   const render::Framing& framing) {
  settings.title = options.title;
  if (options.stamp) settings.title += fmt::format("{}t = {:.3f} s", settings.title.empty() ? "" : ",  ", source.t(frame));
  const render::Scenery scenery = source.scenery(frame);
  const std::optional<double> level = render::level_ground(scenery.planes);
  if (level && !options.no_ground && !options.ground) settings.ground = level;
  const std::vector<Skin> bodies = {source.load(frame)};
  return render::render_picture(bodies, settings, render::drawn_obstacles(scenery, bodies, framing, *settings.camera));
}

Frames all_frames(const PictureSource& source) {
  Frames frames(source.frames());
  std::iota(frames.begin(), frames.end(), 0);
  return frames;
}

void say(const RenderOptions& options, const std::string& text) {
  if (!options.quiet) print(text + "\n");
}

ExitStatus render_still(const RenderOptions& options, PictureSource& source, render::PictureSettings settings) {
  const std::size_t frame = chosen_frame(options, source);
  const render::Framing framing = fit(options, source, options.fit == "all" ? all_frames(source) : Frames{frame}, settings);
  render::write_png(options.output, draw(options, source, frame, settings, framing));
  const std::string text = fmt::format("{}: {} x {} pixels", options.output.string(), settings.width, settings.height);
  const std::string shown = source.shown(frame);
  say(options, shown.empty() ? text : text + ", " + shown);
  return kDone;
}

// Hands the picture of each of `shown` to `write`, with its number; frames shown again are not drawn again. False: stopped.
template <class Write>
bool draw_all(const RenderOptions& options, PictureSource& source, const render::PictureSettings& settings,
              const render::Framing& framing, const Frames& shown, const Write& write) {
  const std::atomic<bool>& stop = stop_after_step_on_signals();
  FrameProgress progress("drawing");
  std::optional<std::size_t> drawn;
  render::Image image;
  for (std::size_t k = 0; k < shown.size() && !stop; ++k) {
    if (drawn != shown[k]) image = draw(options, source, shown[k], settings, framing);
    drawn = shown[k];
    write(k, image);
    if (!options.quiet) progress.show(static_cast<std::int64_t>(k) + 1, static_cast<std::int64_t>(shown.size()));
  }
  progress.finish();
  return !stop;
}

ExitStatus render_series(const RenderOptions& options, PictureSource& source, const NumberedName& name,
                         render::PictureSettings settings) {
  const Frames frames = all_frames(source);
  const render::Framing framing = fit(options, source, frames, settings);
  const auto write = [&](std::size_t k, const render::Image& image) { render::write_png(name.at(k), image); };
  if (!draw_all(options, source, settings, framing, frames, write)) return kStopped;
  say(options, fmt::format("{} to {}: {} x {} pixels", name.at(0).string(), name.at(frames.size() - 1).string(), settings.width,
                           settings.height));
  return kDone;
}

ExitStatus render_film(const RenderOptions& options, PictureSource& source, render::PictureSettings settings) {
  std::vector<double> times;
  for (std::size_t k = 0; k < source.frames(); ++k) times.push_back(source.t(k));
  const double rate = options.fps ? *options.fps : render::film_rate(times, options.speed);
  constexpr double kMostPictures = 1e5;
  const double pictures = (times.back() - times.front()) / options.speed * rate;
  if (!(pictures <= kMostPictures))
    usage("--speed", fmt::format("a film of {:.3g} pictures", pictures),
          fmt::format("at most {:.0f}: play it faster, or with fewer a second", kMostPictures));
  const Frames shown = render::film_frames(times, rate, options.speed);
  render::FilmWriter film(options.output, settings.width, settings.height, rate, &stop_wanted());
  const render::Framing framing = fit(options, source, all_frames(source), settings);
  if (!draw_all(options, source, settings, framing, shown, [&](std::size_t, const render::Image& image) { film.add(image); }))
    return kStopped;
  if (!film.finish()) return kStopped;
  say(options, fmt::format("{}: {} x {} pixels, {} pictures at {:.4g} a second, {:.3g} s", options.output.string(), settings.width,
                           settings.height, shown.size(), rate, static_cast<double>(shown.size()) / rate));
  return kDone;
}

void check_options(const RenderOptions& options) {
  if (options.output.extension() != ".png" && !render::is_film(options.output))
    usage("-o", "\"" + options.output.string() + "\" is neither a picture nor a film",
          "a picture ends in .png, a film in .mp4, .webm or .gif; single pictures of all frames: 'film_%04d.png'");
  if (options.background == "transparent" && render::is_film(options.output))
    usage("--background", "films have no transparent background", "use studio or white, or write 'film_%04d.png'");
  if (!options.range.empty() && options.field.empty())
    usage("--range", "a range without a field", "name the field, for example --field von_mises");
}

}  // namespace

ExitStatus render_command(const RenderOptions& options) {
  use_threads(options.threads);
  check_options(options);
  const FileLock lock(options.output);
  const std::optional<NumberedName> numbered = numbered_name(options.output);
  const render::PictureSettings settings = basic_settings(options);
  const std::unique_ptr<PictureSource> source = open_picture_source(options.source, options.overrides);
  if (render::is_film(options.output)) return render_film(options, *source, settings);
  if (numbered) return render_series(options, *source, *numbered, settings);
  return render_still(options, *source, settings);
}

}  // namespace lilyan::app
