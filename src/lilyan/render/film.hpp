// Films through ffmpeg, where it is installed: pictures go to it as they are made, through a pipe and without a shell.
//
// The container and the codec follow the file's extension: .mp4 (H.264), .webm (VP9), .gif. The film appears under its name only
// once it is whole.
#pragma once

#include <lilyan/render/image.hpp>

#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include <sys/types.h>

namespace lilyan {

// Whether the extension is that of a film.
bool is_film(const std::filesystem::path& file);

// Whether an ffmpeg is found on the PATH.
bool can_make_films();

class FilmWriter {
 public:
  // Throws InputError where ffmpeg is missing (id "film.ffmpeg", with what to install), where the size is none that the format can
  // have ("film.size"), where the rate is not positive ("film.rate") or the file cannot be written.
  FilmWriter(std::filesystem::path file, int width, int height, double pictures_a_second);
  ~FilmWriter();  // an unfinished film leaves nothing behind
  FilmWriter(const FilmWriter&) = delete;
  FilmWriter& operator=(const FilmWriter&) = delete;

  void add(const Image& image);  // of the film's size
  void finish();

 private:
  [[noreturn]] void fail();
  int wait();  // ffmpeg's exit status

  std::filesystem::path file_, part_;
  int width_, height_;
  pid_t process_ = -1;
  int pipe_ = -1;
  std::FILE* said_ = nullptr;  // what ffmpeg says, for the error message
  std::vector<char> rgb_;
};

// Films play in their own time. The rate at which each frame is shown once, where the frames are evenly spaced and that rate is
// one that players like (10 to 60 a second); else 30. `speed` 2 plays twice as fast.
double film_rate(const std::vector<double>& times, double speed);

// Which frame each picture of a film shows: the one nearest in time.
std::vector<std::size_t> film_frames(const std::vector<double>& times, double rate, double speed);

}  // namespace lilyan
