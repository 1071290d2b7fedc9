#include <lilyan/report/pictures.hpp>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>

namespace lilyan {

PictureTaker::PictureTaker(const RunPlan& plan, const RunFolder& folder) : plan_(plan), folder_(folder) {}

void PictureTaker::see(const Frame& now) {
  if (now.step == 0 || now.step == plan_.steps / 2) take(now.step, now.x);
}

void PictureTaker::finish(std::int64_t step, const Vector& x) {
  take(step, x);
  folder_.remove_pictures(chosen_steps(folder_.picture_steps(), step));
}

void PictureTaker::take(std::int64_t, const Vector&) {}

std::vector<std::int64_t> chosen_steps(const std::vector<std::int64_t>& steps, std::int64_t last_step) {
  std::vector<std::int64_t> known;
  for (const std::int64_t step : steps)
    if (step <= last_step) known.push_back(step);
  if (known.size() <= 2) return known;
  std::sort(known.begin(), known.end());
  const auto middle = std::min_element(known.begin() + 1, known.end() - 1, [&](std::int64_t a, std::int64_t b) {
    return std::abs(2 * a - last_step) < std::abs(2 * b - last_step);
  });
  return {known.front(), *middle, known.back()};
}

std::vector<RunPicture> read_pictures(const RunFolder& folder, std::int64_t last_step) {
  std::vector<RunPicture> pictures;
  for (const std::int64_t step : chosen_steps(folder.picture_steps(), last_step)) {
    std::ifstream in(folder.picture(step), std::ios::binary);
    std::string png{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    if (in && !png.empty()) pictures.push_back({step, std::move(png)});
  }
  return pictures;
}

}  // namespace lilyan
