// Scratch of a run and its linear solver. May be thrown away between any two steps: everything that influences a result is
// rebuilt from the history's memory. It serves one System; with another it starts anew.
#pragma once

#include <memory>
#include <string>

namespace lilyan {

class Workspace {
 public:
  Workspace();
  ~Workspace();
  Workspace(Workspace&&) noexcept;
  Workspace& operator=(Workspace&&) noexcept;

  struct Seconds {
    double assembly = 0, factorisation = 0, solve = 0, line_search = 0;
  };
  Seconds seconds() const;  // spent so far; for reports only

  // What solves the linear systems of the steps, and why that; for reports only.
  struct LinearSolving {
    std::string type = "none", why = "the method solves no linear systems";
    bool gave_up = false;  // multigrid did not converge, and the factor took over
  };
  LinearSolving linear_solving() const;

  struct Content;  // of the steppers, in workspace_content.hpp
  Content& content() { return *content_; }

 private:
  std::unique_ptr<Content> content_;
};

}  // namespace lilyan
