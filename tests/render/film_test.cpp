// The rate and choice of frames of films; the films themselves are looked at by tests/app/film_test.py.
#include <lilyan/core/error.hpp>
#include <lilyan/render/films/film.hpp>

#include <tests/support/temporary_folder.hpp>

#include <gmock/gmock.h>

#include <sys/wait.h>

#include <cstdlib>

namespace lilyan::render {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(AFilm, ShowsEachFrameOnceWhereTheirRateIsAUsualOne) {
  std::vector<double> times;
  for (int k = 0; k < 50; ++k) times.push_back(0.033 * k);
  EXPECT_NEAR(film_rate(times, 1), 1 / 0.033, 1e-9);
  EXPECT_NEAR(film_rate(times, 0.5), 0.5 / 0.033, 1e-9);
  const auto shown = film_frames(times, film_rate(times, 1), 1);
  ASSERT_EQ(shown.size(), times.size());
  for (std::size_t k = 0; k < shown.size(); ++k) EXPECT_EQ(shown[k], k);
}

TEST(AFilm, PlaysInRealTimeWhateverTheFrames) {
  EXPECT_EQ(film_rate({0, 0.001, 0.002}, 1), 30) << "a thousand frames a second are too many";
  EXPECT_EQ(film_rate({0, 1, 2}, 1), 30) << "one is too few";
  EXPECT_EQ(film_rate({0, 0.05, 0.2}, 1), 30) << "uneven";
  EXPECT_EQ(film_rate({0}, 1), 30);
  EXPECT_THAT(film_frames({0, 1, 2}, 2, 1), ElementsAre(0, 1, 1, 2, 2)) << "the nearest frame, the later one on a tie";
  EXPECT_THAT(film_frames({0, 0.1, 0.2, 0.3, 0.4}, 5, 1), ElementsAre(0, 2, 4));
  EXPECT_THAT(film_frames({3, 4}, 2, 2), ElementsAre(0, 1)) << "twice as fast";
  EXPECT_THAT(film_frames({7}, 30, 1), ElementsAre(0));
  EXPECT_TRUE(film_frames({}, 30, 1).empty());
}

TEST(AFilm, ThatCannotBeMadeIsAnErrorAndLeavesNothingBehind) {
  const test::TemporaryFolder folder;
  const auto id = [&](const char* name, int width, double rate) -> std::string {
    try {
      FilmWriter film(folder / name, width, 32, rate);
    } catch (const InputError& error) {
      return error.faults().front().id;
    }
    return "";
  };
  EXPECT_EQ(id("a.mp4", 33, 30), "film.size");
  EXPECT_EQ(id("a.gif", 32, 0), "film.rate");
  EXPECT_EQ(id("none/a.mp4", 32, 30), "output.write");
  const std::string path = std::getenv("PATH");
  ::setenv("PATH", folder.path().c_str(), 1);
  EXPECT_EQ(id("a.mp4", 32, 30), "film.ffmpeg");
  ::setenv("PATH", path.c_str(), 1);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(AFilm, IsKnownByItsExtension) {
  for (const char* name : {"a.mp4", "b/c.webm", "x.gif"}) EXPECT_TRUE(is_film(name));
  for (const char* name : {"a.png", "mp4", "x.avi"}) EXPECT_FALSE(is_film(name));
}

// What is said of a film by an ffmpeg that is this script of sh; whatever it does, nothing of it is left.
std::string made_by(const std::string& script, FilmLimits limits = {}, const std::atomic<bool>* stop = nullptr) {
  const test::TemporaryFolder folder, films;
  const std::filesystem::path maker = folder.write("ffmpeg", "#!/bin/sh\n" + script + "\n");
  std::filesystem::permissions(maker, std::filesystem::perms::owner_all);
  const std::string path = std::getenv("PATH");
  std::string said;
  try {
    ::setenv("PATH", (folder.path().string() + ":" + path).c_str(), 1);
    FilmWriter film(films / "a.mp4", 32, 32, 30, stop, limits);
    const Image image{32, 32, std::vector<Pixel>(32 * 32)};
    for (int k = 0; k < 1000; ++k) film.add(image);
    said = film.finish() ? "made" : "stopped";
  } catch (const InputError& error) {
    EXPECT_EQ(error.faults().front().id, "film.ffmpeg");
    said = error.what();
  }
  ::setenv("PATH", path.c_str(), 1);
  EXPECT_EQ(std::filesystem::is_empty(films.path()), said != "made") << script;
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1) << "a child is left: " << script;
  return said;
}

TEST(AFilm, WhoseMakerFailsSaysSo) {
  EXPECT_THAT(made_by("echo no such codec >&2; exit 1"), HasSubstr("ffmpeg could not make the film: \"no such codec\""));
  EXPECT_THAT(made_by("exit 1"), HasSubstr("it says no more"));
  EXPECT_THAT(made_by("cat > /dev/null; echo disk full; exit 1"), HasSubstr("disk full"));
  EXPECT_THAT(made_by("kill -9 $$"), HasSubstr("ffmpeg could not make the film"));
}

TEST(AFilm, WhoseMakerHangsIsAnErrorAfterABoundedTime) {
  // Short is only what the script is to miss.
  EXPECT_THAT(made_by("sleep 1000", {.taking = 0.3}), HasSubstr("ffmpeg took no picture for 0.3 s and was ended"));
  EXPECT_THAT(made_by("echo no more pictures; exec <&-; sleep 1000", {.dying = 0.3}),
              HasSubstr("could not make the film: \"no more pictures\""));
  EXPECT_THAT(made_by("cat > /dev/null; sleep 1000", {.finishing = 0.3, .finishing_a_picture = 0}),
              HasSubstr("did not end within 0.3 s after the last picture and was ended"));
}

TEST(AFilm, IsGivenUpOnceItsCallerWantsIt) {
  const std::atomic<bool> stop = true;
  EXPECT_EQ(made_by("sleep 1000", {}, &stop), "stopped");
}

}  // namespace
}  // namespace lilyan::render
