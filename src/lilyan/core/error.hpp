// Bad input, reported in one form everywhere: what is wrong, where, and what to do about it.
//
// A reader throws InputError at the first fault it cannot pass; a checker that can go on collects
// every Fault in a FaultList and throws them together. The library never prints and never exits.
#pragma once

#include <exception>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lilyan {

struct Fault {
  std::string id;       // stable name for programs, e.g. "scene.unknown-key"
  std::string place;    // "bar.msh:17", "bodies/0/material/mu", a command-line option; may be empty
  std::string message;  // one line: the value and what is allowed
  std::string hint;     // one line: what to do; may be empty
};

// "error: <place>: <message>\n  hint: <hint>", without a trailing newline.
std::string to_text(const Fault& fault);

class InputError : public std::exception {
 public:
  explicit InputError(Fault fault);
  explicit InputError(std::vector<Fault> faults);
  const std::vector<Fault>& faults() const { return faults_; }
  const char* what() const noexcept override { return text_.c_str(); }

 private:
  std::vector<Fault> faults_;
  std::string text_;  // every fault, a paragraph each
};

// Collects faults so that a user sees all of them at once.
class FaultList {
 public:
  void add(std::string id, std::string place, std::string message, std::string hint = {});
  void add(const InputError& error);  // all faults of an error caught on the way
  bool empty() const { return faults_.empty(); }
  const std::vector<Fault>& faults() const { return faults_; }
  void throw_if_any() const;

 private:
  std::vector<Fault> faults_;
};

// The candidate nearest to `word` by edit distance, or "" where none is near enough to be meant.
std::string nearest_name(const std::string& word, const std::vector<std::string>& candidates);

// A hint with that candidate: did you mean "nearest"? Empty where there is none.
std::string did_you_mean(const std::string& word, const std::vector<std::string>& candidates);

// Every kind of bad input that is reported, by its id: `lilyan list errors` and the reference are made from this list.
//
// A test compares the list with the ids that stand in the sources, both ways.
struct FaultKind {
  std::string_view id;       // Fault::id, stable
  std::string_view meaning;  // what was found
  std::string_view remedy;   // what usually helps
};

std::span<const FaultKind> fault_kinds();  // sorted by id

}  // namespace lilyan
