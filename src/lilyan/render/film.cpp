#include <lilyan/core/error.hpp>
#include <lilyan/mesh/file_writer.hpp>
#include <lilyan/render/film.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <sstream>
#include <utility>

extern char** environ;

namespace lilyan {

namespace {

constexpr const char* kPictures = "or write single pictures: -o 'film_%04d.png'";

// What ffmpeg is asked for; its words for each format.
std::vector<std::string> arguments(const std::filesystem::path& file, const std::string& part, int width, int height, double rate) {
  std::vector<std::string> words = {"ffmpeg",
                                    "-nostdin",
                                    "-y",
                                    "-loglevel",
                                    "error",
                                    "-f",
                                    "rawvideo",
                                    "-pix_fmt",
                                    "rgb24",
                                    "-s",
                                    fmt::format("{}x{}", width, height),
                                    "-r",
                                    fmt::format("{:.6f}", rate),
                                    "-i",
                                    "pipe:0"};
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

FilmWriter::FilmWriter(std::filesystem::path file, int width, int height, double pictures_a_second)
    : file_(std::move(file)), part_(file_), width_(width), height_(height) {
  assert(is_film(file_));
  check_film(file_, width, height, pictures_a_second);
  part_ += ".part";
  if (std::FILE* trial = std::fopen(part_.c_str(), "wb")) {
    std::fclose(trial);  // whether the folder can be written is better told by us than by ffmpeg
  } else {
    throw_write_error(part_, errno);
  }
  // A socket is a pipe whose writer is told, and not killed, when the reader is gone.
  int ends[2];
  said_ = std::tmpfile();
  if (said_ == nullptr || ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    const int error = errno;
    if (said_) std::fclose(said_);
    std::remove(part_.c_str());
    throw_write_error(file_, error);
  }

  std::vector<std::string> words = arguments(file_, part_.string(), width, height, pictures_a_second);
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t streams;
  posix_spawn_file_actions_init(&streams);
  posix_spawn_file_actions_adddup2(&streams, ends[1], STDIN_FILENO);
  posix_spawn_file_actions_addopen(&streams, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&streams, ::fileno(said_), STDERR_FILENO);
  // In a group of its own: ^C is for Lilyan, which then ends ffmpeg itself.
  posix_spawnattr_t manners;
  posix_spawnattr_init(&manners);
  posix_spawnattr_setflags(&manners, POSIX_SPAWN_SETPGROUP);
  const int error = ::posix_spawnp(&process_, "ffmpeg", &streams, &manners, argv.data(), environ);
  posix_spawnattr_destroy(&manners);
  posix_spawn_file_actions_destroy(&streams);
  ::close(ends[1]);
  pipe_ = ends[0];
  if (error == 0) return;
  process_ = -1;
  ::close(pipe_);
  std::fclose(said_);
  std::remove(part_.c_str());
  if (error == ENOENT)
    throw InputError({"film.ffmpeg", file_.string(), "films are made by ffmpeg, which is not installed",
                      std::string("apt-get install ffmpeg, ") + kPictures});
  throw_write_error(file_, error);
}

FilmWriter::~FilmWriter() {
  if (process_ > 0) {
    ::kill(process_, SIGKILL);
    wait();
    std::remove(part_.c_str());
  }
  if (said_) std::fclose(said_);
}

int FilmWriter::wait() {
  if (pipe_ >= 0) ::close(std::exchange(pipe_, -1));
  int status = 0;
  while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) {
  }
  process_ = -1;
  return status;
}

void FilmWriter::fail() {
  if (process_ > 0) wait();
  std::remove(part_.c_str());
  std::string words(400, '\0');
  std::rewind(said_);
  words.resize(std::fread(words.data(), 1, words.size(), said_));
  words = words.substr(0, words.find('\n'));
  throw InputError({"film.ffmpeg", file_.string(), "ffmpeg could not make the film: " + (words.empty() ? "it says no more" : words),
                    std::string("is this ffmpeg built with the codec? Try .mp4, .webm or .gif, ") + kPictures});
}

void FilmWriter::add(const Image& image) {
  assert(image.width == width_ && image.height == height_);
  rgb_.clear();
  for (const Pixel& pixel : image.pixels) rgb_.insert(rgb_.end(), pixel.begin(), pixel.begin() + 3);
  for (std::size_t sent = 0; sent < rgb_.size();) {
    const ssize_t now = ::send(pipe_, rgb_.data() + sent, rgb_.size() - sent, MSG_NOSIGNAL);
    if (now < 0 && errno == EINTR) continue;
    if (now <= 0) fail();
    sent += static_cast<std::size_t>(now);
  }
}

void FilmWriter::finish() {
  const int status = wait();
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) fail();
  if (std::rename(part_.c_str(), file_.c_str()) != 0) {
    const int error = errno;
    std::remove(part_.c_str());
    throw_write_error(file_, error);
  }
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

}  // namespace lilyan
