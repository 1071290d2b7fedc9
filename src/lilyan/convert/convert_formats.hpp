// The writers behind convert.hpp, one a format.
#pragma once

#include <lilyan/convert/convert.hpp>
#include <lilyan/convert/run_frames.hpp>

#include <string_view>

namespace lilyan {

// What a writer is given: the frames to take and whom to tell about each.
struct Conversion {
  std::filesystem::path run;     // what they are of
  std::vector<RunFrame> frames;  // at least one
  std::filesystem::path out;
  std::optional<double> fps;
  std::function<void(const ConvertProgress&)> progress;
  std::vector<std::string> notes;  // to be added to

  void tell(std::size_t done, std::size_t all) const {
    if (progress) progress({static_cast<std::int64_t>(done), static_cast<std::int64_t>(all)});
  }
};

void convert_to_obj(Conversion& conversion);
void convert_to_pc2(Conversion& conversion);
void convert_to_glb(Conversion& conversion);
void convert_to_npy(Conversion& conversion);

// Whether a folder of that format may hold a file of this name.
bool is_obj_output(std::string_view file_name);
bool is_pc2_output(std::string_view file_name);
bool is_npy_output(std::string_view file_name);

// Frames a second that play at the speed of the simulation; irregular frames at their mean rate. None for a single frame.
std::optional<double> real_time_rate(const std::vector<RunFrame>& frames);

}  // namespace lilyan
