// The pictures of a run that its report shows: of the first, the middle and the last state, small PNG files in its folder.
#pragma once

#include <lilyan/mesh/skin.hpp>
#include <lilyan/output/run_folder.hpp>
#include <lilyan/output/run_plan.hpp>
#include <lilyan/report/run_record.hpp>

#include <vector>

namespace lilyan {

// What is seen of the bodies at the positions x: a skin each, its render mesh where it has one.
std::vector<Skin> body_skins(const RunPlan& plan, const Vector& x);

// Takes them while a run goes. A run that is taken up again keeps those of its earlier parts. The camera looks from the same side
// and, as far as the body keeps its size, from the same distance; it goes along with bodies that nothing pins.
class PictureTaker {
 public:
  PictureTaker(const RunPlan& plan, const RunFolder& folder) : plan_(plan), folder_(folder) {}

  void see(const Frame& now);                       // every state; takes a picture of the first and of the middle one
  void finish(std::int64_t step, const Vector& x);  // of the last one; removes those that the report does not show

 private:
  void take(std::int64_t step, const Vector& x) const;

  const RunPlan& plan_;
  RunFolder folder_;
};

// The pictures that are there, up to `last_step`, of which at most three are taken: the first, the one nearest to the middle, the
// last.
std::vector<RunPicture> read_pictures(const RunFolder& folder, std::int64_t last_step);

// Which of the steps with pictures these are.
std::vector<std::int64_t> chosen_steps(const std::vector<std::int64_t>& steps, std::int64_t last_step);

}  // namespace lilyan
