// setting.json: what was run, so that a report can be made of a folder alone: scene, method, bodies, program.
#pragma once

#include <lilyan/dynamics/integrator.hpp>

#include <array>
#include <filesystem>
#include <string>
#include <vector>

namespace lilyan {

struct Scene;

struct RunSetting {
  struct Body {
    std::string name;
    std::int64_t vertices = 0, cells = 0;
    std::string kind;                           // of the cells, in the plural: "tets"
    double mass = 0;                            // [kg]
    std::array<double, 3> low = {}, high = {};  // of its vertices at the start [m]
  };

  std::string program;                 // its version and how it was built, in lines
  std::string name;                    // of the scene
  std::string scene;                   // its JSON as run, overrides included
  std::vector<std::string> overrides;  // as given to --set
  std::string integrator;              // its name
  std::string integrator_meaning;
  Properties properties;
  double h = 0;            // [s]
  std::int64_t steps = 0;  // asked for; 0 where a time was
  std::string adaption;    // in words how the steps' lengths are chosen; empty where all are h
  std::int64_t unknowns = 0;
  std::vector<Body> bodies;
  std::vector<std::string> pins;
  bool is_free = false;                         // nothing acts from outside: the momenta should be kept
  std::vector<std::string> outside_influences;  // what does, in words; runs of earlier versions do not tell
  std::vector<std::string> notes;               // for the user
};

// "0.01 s", "up to 0.01 s"; " of 300" where it is known how many there are.
std::string step_length(const RunSetting& setting);
std::string of_all_steps(const RunSetting& setting);

RunSetting setting_of(const Scene& scene, const std::vector<std::string>& overrides, const std::string& program);

std::string setting_text(const RunSetting& setting);         // the JSON
RunSetting read_setting(const std::filesystem::path& file);  // throws as read_run_record does

}  // namespace lilyan
