// The page about a coarse body: how it compares with the fine one at rest and in motion, what it costs, and which guards acted.
#pragma once

#include <lilyan/coarsening/model/rest_behaviour.hpp>

#include <string>
#include <vector>

namespace lilyan {

// One of the bodies that are compared.
struct ComparedBody {
  std::string name;  // "fine", or the method
  Index vertices = 0, cells = 0;
  RestBehaviour rest = {};
};

// The same motion of both, by the method and the loads of the scene.
struct ComparedMotion {
  std::string integrator;
  std::vector<double> times;                           // [s]
  std::vector<double> fine, coarse;                    // how far one vertex has moved at these times [m]
  double fine_seconds = 0, coarse_seconds = 0;         // of a step, their mean
  std::string fine_failure = {}, coarse_failure = {};  // why one of them ended early; in words
  std::string fine_picture = {}, coarse_picture = {};  // PNG, at the last time
};

struct CoarseningRecord {
  std::string scene, file;  // name of the fine scene; file of the coarse one
  std::string body, model_file, method, source;
  bool has_pinned_probes = true;
  CellKind cell_kind = CellKind::hex;  // of the coarse body
  Vec3 g = Vec3::Zero();               // [m/s^2] that the sag is due to
  ComparedBody fine, coarse;           //
  std::vector<ComparedBody> others;    // the same cells by other methods
  ComparedMotion motion;               //
  double seconds = 0;                  // of coarsening
  std::size_t bytes = 0;               // of the model
  CoarseningCounts counts = {};        //
  Index parts = 1, coarse_parts = 1;   // that share no vertex, of the fine and of the coarse body
  std::size_t frozen = 0;              // cells inside which pins end
  std::optional<CagePlane> cut = {};   // where the cage should be cut because of them
};

// As it is given on the command line: "y=0.12".
std::string plane_text(const CagePlane& plane);

// The largest relative error of sag, pulls and frequencies, alike for a half and for two: 0.25 of 1.25 and of 1/1.25.
double largest_error(const RestBehaviour& of, const RestBehaviour& fine);
inline constexpr double kNearEnough = 0.25;

// "sag", or "pulls" of bodies that pins do not hold against all motions.
const char* load_name(const RestBehaviour& rest);

// "1.03 of the fine body's", or three numbers, or why there is none.
std::string ratio_text(const RestBehaviour& coarse, const RestBehaviour& fine);

std::string coarsening_page(const CoarseningRecord& record);

}  // namespace lilyan
