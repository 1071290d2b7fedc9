#include <lilyan/core/error.hpp>
#include <lilyan/core/platform/file_reader.hpp>
#include <lilyan/core/platform/file_writer.hpp>
#include <lilyan/render/films/film.hpp>
#include <lilyan/render/films/film_check.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <system_error>
#include <utility>

namespace lilyan::render {

namespace {

constexpr const char* kPictures = "or write single pictures: -o 'film_%04d.png'";

// What ffmpeg is asked for; its words for each format.
std::vector<std::string> arguments(const std::filesystem::path& file, const std::string& part, int width, int height, double rate) {
  std::vector<std::string> words = {"-nostdin",  "-y",
                                    "-loglevel", "error",
                                    "-f",        "rawvideo",
                                    "-pix_fmt",  "rgb24",
                                    "-s",        fmt::format("{}x{}", width, height),
                                    "-r",        fmt::format("{:.6f}", rate),
                                    "-i",        "pipe:0"};
  const auto add = [&](std::initializer_list<const char*> more) { words.insert(words.end(), more.begin(), more.end()); };
  if (file.extension() == ".gif") {
    add({"-filter_complex", "[0:v]split[a][b];[a]palettegen=stats_mode=diff[p];[b][p]paletteuse=dither=bayer:bayer_scale=4", "-f",
         "gif"});
  } else {
    // Players take untagged films for bt709: so are they made, and tagged.
    add({"-vf", "scale=out_color_matrix=bt709:out_range=tv", "-pix_fmt", "yuv420p", "-colorspace", "bt709", "-color_primaries",
         "bt709", "-color_trc", "bt709", "-color_range", "tv"});
    if (file.extension() == ".mp4")
      add({"-c:v", "libx264", "-crf", "18", "-preset", "medium", "-movflags", "+faststart", "-f", "mp4"});
    else
      add({"-c:v", "libvpx-vp9", "-crf", "26", "-b:v", "0", "-deadline", "good", "-cpu-used", "4", "-f", "webm"});
  }
  add({"-fflags", "+bitexact", "-flags:v", "+bitexact", "-map_metadata", "-1"});
  words.push_back("file:" + part);
  return words;
}

void check_film(const std::filesystem::path& file, int width, int height, double rate) {
  if (!(rate > 0 && rate <= 1000))
    throw InputError(
        {"film.rate", file.string(), fmt::format("{} pictures a second", rate), "the rate must be above 0 and at most 1000"});
  if (file.extension() != ".gif" && (width % 2 != 0 || height % 2 != 0))
    throw InputError({"film.size", file.string(), fmt::format("{} x {} pixels", width, height),
                      "both sides of a " + file.extension().string() + " film must be even"});
}

}  // namespace

bool is_film(const std::filesystem::path& file) {
  const auto extension = file.extension();
  return extension == ".mp4" || extension == ".webm" || extension == ".gif";
}

bool can_make_films() {
  const char* given = std::getenv("PATH");
  std::istringstream folders(given ? given : "/usr/bin:/bin");
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::filesystem::path program = std::filesystem::path(folder.empty() ? "." : folder) / "ffmpeg";
    std::error_code ignored;
    if (std::filesystem::is_regular_file(program, ignored) && access(program.c_str(), X_OK) == 0) return true;
  }
  return false;
}

FilmWriter::FilmWriter(std::filesystem::path file, int width, int height, double pictures_a_second, const std::atomic<bool>* stop,
                       FilmLimits limits)
    : file_(std::move(file)),
      part_(part_of_file(file_)),
      width_(width),
      height_(height),
      stop_(stop),
      limits_(limits),
      rate_(pictures_a_second) {
  assert(is_film(file_));
  check_film(file_, width, height, pictures_a_second);
  left_behind_ = LeftBehind::file(part_);
  write_synced(part_, {});  // whether the folder can be written is better told by us than by ffmpeg
  // In a group of its own: ^C is for Lilyan, which then ends ffmpeg itself.
  const std::string part = std::filesystem::absolute(part_).string();
  ffmpeg_.emplace("ffmpeg", arguments(file_, part, width, height, pictures_a_second), ".", OutsideProgram::Input::fed);
  const int error = ffmpeg_->error();
  if (error == 0) return;
  std::remove(part_.c_str());
  if (error == ENOENT)
    throw InputError({"film.ffmpeg", file_.string(), "films are made by ffmpeg, which is not installed",
                      std::string("apt-get install ffmpeg, ") + kPictures});
  throw InputError(
      {"film.ffmpeg", file_.string(), "ffmpeg cannot be started: " + std::generic_category().message(error), kPictures});
}

FilmWriter::~FilmWriter() {
  ffmpeg_.reset();
  if (!is_finished_) std::remove(part_.c_str());
}

void FilmWriter::fail(const std::string& what, const std::string& words) {
  const std::string said = words.substr(0, std::min<std::size_t>(words.find('\n'), 400));
  throw InputError({"film.ffmpeg", file_.string(), what + (said.empty() ? "; it says no more" : ": " + shown(said)),
                    std::string("is this ffmpeg built with the codec? Try .mp4, .webm or .gif, ") + kPictures});
}

void FilmWriter::add(const Image& image) {
  assert(image.width == width_ && image.height == height_);
  rgb_.clear();
  for (const Pixel& pixel : image.pixels) rgb_.insert(rgb_.end(), pixel.begin(), pixel.begin() + 3);
  ++pictures_;
  switch (ffmpeg_->feed({rgb_.data(), rgb_.size()}, limits_.taking, stop_)) {
    case OutsideProgram::Fed::all:
    case OutsideProgram::Fed::stopped: return;
    case OutsideProgram::Fed::refused: fail("ffmpeg could not make the film", ffmpeg_->wait(limits_.dying).words);
    case OutsideProgram::Fed::too_slow:
      fail(fmt::format("ffmpeg took no picture for {:.3g} s and was ended", limits_.taking), ffmpeg_->wait(0).words);
  }
}

bool FilmWriter::finish() {
  const double most = limits_.finishing + limits_.finishing_a_picture * static_cast<double>(pictures_);
  const OutsideRun run = ffmpeg_->wait(most, stop_);
  if (run.stopped) return false;
  if (run.timed_out) fail(fmt::format("ffmpeg did not end within {:.3g} s after the last picture and was ended", most), run.words);
  if (run.status != 0) fail("ffmpeg could not make the film", run.words);
  if (const std::string fault = film_fault(part_, file_.extension(), expected_content(file_, pictures_, rate_)); !fault.empty())
    fail("ffmpeg ended without an error, but the film " + fault, run.words);
  sync_file(part_);
  rename_file(part_, file_);
  left_behind_.forget();
  is_finished_ = true;
  return true;
}

double film_rate(const std::vector<double>& times, double speed) {
  constexpr double kLeast = 10, kMost = 60, kUsual = 30, kEven = 0.01;
  if (times.size() < 2) return kUsual;
  const double step = (times.back() - times.front()) / static_cast<double>(times.size() - 1), rate = speed / step;
  for (std::size_t k = 0; k < times.size(); ++k)
    if (std::abs(times[k] - times.front() - static_cast<double>(k) * step) > kEven * step) return kUsual;
  return rate >= kLeast && rate <= kMost ? rate : kUsual;
}

std::vector<std::size_t> film_frames(const std::vector<double>& times, double rate, double speed) {
  std::vector<std::size_t> shown;
  if (times.empty()) return shown;
  const auto last = static_cast<std::size_t>(std::llround((times.back() - times.front()) / speed * rate));
  for (std::size_t k = 0, frame = 0; k <= last; ++k) {
    const double t = times.front() + static_cast<double>(k) / rate * speed;
    while (frame + 1 < times.size() && std::abs(times[frame + 1] - t) <= std::abs(times[frame] - t)) ++frame;
    shown.push_back(frame);
  }
  return shown;
}

}  // namespace lilyan::render
