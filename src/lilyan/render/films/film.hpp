// Films through ffmpeg, where it is installed: pictures go to it as they are made, through a pipe and without a shell.
//
// The container and the codec follow the file's extension: .mp4 (H.264), .webm (VP9), .gif. The film appears under its name only
// once it is whole, which is looked at in the file itself: an encoder may end well and still have lost a half. An ffmpeg that dies,
// hangs or loses something is an error (id "film.ffmpeg") after a bounded time, and an earlier film of that name stays.
#pragma once

#include <lilyan/core/platform/left_behind.hpp>
#include <lilyan/core/platform/outside_program.hpp>
#include <lilyan/render/image.hpp>

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace lilyan::render {

// Whether the extension is that of a film.
bool is_film(const std::filesystem::path& file);

// Whether an ffmpeg is found on the PATH.
bool can_make_films();

// How long ffmpeg may take [s of wall time].
struct FilmLimits {
  double taking = 60;                              // without reading anything of a picture
  double finishing = 60, finishing_a_picture = 2;  // after the last one: a GIF is made only then
  double dying = 2;                                // once it reads no more
};

class FilmWriter {
 public:
  // Throws InputError where ffmpeg is missing (id "film.ffmpeg", with what to install), where the size is none that the format can
  // have ("film.size"), where the rate is not positive ("film.rate") or the file cannot be written.
  // `stop`, once true, ends all waiting: the film is then not made.
  FilmWriter(std::filesystem::path file, int width, int height, double pictures_a_second, const std::atomic<bool>* stop = nullptr,
             FilmLimits limits = {});
  ~FilmWriter();  // an unfinished film leaves nothing behind
  FilmWriter(const FilmWriter&) = delete;
  FilmWriter& operator=(const FilmWriter&) = delete;

  void add(const Image& image);  // of the film's size
  bool finish();                 // false: stopped

 private:
  [[noreturn]] void fail(const std::string& what, const std::string& words);

  std::filesystem::path file_, part_;
  int width_, height_;
  const std::atomic<bool>* stop_;
  FilmLimits limits_;
  LeftBehind left_behind_;
  std::optional<OutsideProgram> ffmpeg_;
  double rate_;
  std::int64_t pictures_ = 0;
  bool is_finished_ = false;
  std::vector<char> rgb_;
};

// Films play in their own time. The rate at which each frame is shown once, where the frames are evenly spaced and that rate is
// one that players like (10 to 60 a second); else 30. `speed` 2 plays twice as fast.
double film_rate(const std::vector<double>& times, double speed);

// Which frame each picture of a film shows: the one nearest in time.
std::vector<std::size_t> film_frames(const std::vector<double>& times, double rate, double speed);

}  // namespace lilyan::render
