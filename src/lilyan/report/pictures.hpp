// The pictures of a run that its report shows, small PNG files in its folder: of the first state, of the last, and of the one
// between them whose elastic energy is the largest, which tells most of what happened. Where nothing is deformed, it is the one in
// the middle.
#pragma once

#include <lilyan/mesh/skin.hpp>
#include <lilyan/output/run_folder.hpp>
#include <lilyan/render/scenery.hpp>
#include <lilyan/report/run_record.hpp>

#include <optional>
#include <vector>

namespace lilyan {

struct Inventory;
struct Scene;

// What is seen of the bodies at the positions x: a skin each, its render mesh where it has one.
std::vector<Skin> body_skins(const Inventory& inventory, const Vector& x);

// The obstacles of a scene at time t.
render::Scenery scenery_of(const Inventory& inventory, double t);

// A state of which a picture may be taken.
struct SeenState {
  std::int64_t step = 0;
  double t = 0;        // [s]
  double elastic = 0;  // [J]
  Vector x;            // of the frame: what positions of vertices are found from when a picture is taken
};
void fields(auto& archive, SeenState& seen) { archive(seen.step, seen.t, seen.elastic, seen.x); }

// Takes them while a run goes, whatever interrupts it: a run that is taken up again keeps the pictures of its earlier parts, and
// the states that may be wanted are on the disk with every checkpoint. The camera looks from the same side and, as far as the body
// keeps its size, from the same distance; it goes along with bodies that nothing pins.
class PictureTaker {
 public:
  PictureTaker(const Scene& scene, const RunFolder& folder) : scene_(scene), folder_(folder) {}

  void save(std::int64_t step);                      // the states that may be wanted, before a checkpoint after so many steps
  void see(const Frame& now, const LedgerRow* row);  // every state; takes a picture of the first one
  // Of the others; removes those that the report does not show. A run that is not done keeps the states that may be wanted once it
  // is.
  void finish(std::int64_t step, double t, const Vector& x, RunStatus status = RunStatus::done);

 private:
  void take_up(std::int64_t next);  // what was saved of steps before `next`, unless this is a new run
  void make_folder() const;
  void take(std::int64_t step, double t, const Vector& x) const;  // of vertices at the positions x
  void take(const SeenState& seen) const;
  void take_between(std::optional<std::int64_t> most_deformed);

  const Scene& scene_;
  RunFolder folder_;
  bool has_begun_ = false;
  std::optional<SeenState> middle_, newest_, most_deformed_;  // the newest may be the last one, which is not between
};

// The pictures that are there, up to `last_step`, of which at most three are taken: the first, that of `between`, else the one
// nearest to the middle, and the last.
std::vector<RunPicture> read_pictures(const RunFolder& folder, std::int64_t last_step, std::optional<std::int64_t> between);

// Which of the steps with pictures these are.
std::vector<std::int64_t> chosen_steps(const std::vector<std::int64_t>& steps, std::int64_t last_step,
                                       std::optional<std::int64_t> between);

}  // namespace lilyan
