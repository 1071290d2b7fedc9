// The reduced models of the bodies of a scene, for who wants the models themselves.
#pragma once

#include <lilyan/reduction/reduced_model.hpp>

#include <functional>
#include <string>
#include <vector>

namespace lilyan {

struct BodyModel {
  std::string body;       // its name
  std::size_t entry = 0;  // in the scene's `bodies`
  ReducedModel model;
  double seconds = 0;  // of making it, or of reading it
};

struct WantedModels {
  std::vector<BodyModel> models;                          // of all reduced bodies, in their order
  std::function<void(const std::string& body)> progress;  // told of each before it is made; may be none
};

}  // namespace lilyan
