// The reduced models of the bodies of a scene, for who wants the models themselves.
#pragma once

#include <lilyan/multidomain/body/domain_body_model.hpp>
#include <lilyan/reduction/reduced_model.hpp>

#include <functional>
#include <string>
#include <variant>
#include <vector>

namespace lilyan {

struct BodyModel {
  std::string body;       // its name
  std::size_t entry = 0;  // in the scene's `bodies`
  std::variant<ReducedModel, DomainBodyModel> model;
  double seconds = 0;  // of making it, or of reading it
};

struct WantedModels {
  std::vector<BodyModel> models;                          // of all reduced bodies and bodies of domains, in their order
  std::function<void(const std::string& what)> progress;  // told of each, or of each part, before it is made; may be none
  bool are_kept = true;                                   // false: only the progress is of interest
};

}  // namespace lilyan
