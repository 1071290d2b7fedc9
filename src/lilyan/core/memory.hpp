// What steps remember besides positions and momenta, in named sections whose owners alone know what is in them.
//
// A memory may come from a file that was changed: owners check what they read, and refuse what they cannot have written.
#pragma once

#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace lilyan {

class Memory {
 public:
  using Section = std::shared_ptr<const std::vector<double>>;

  void set(const std::string& name, std::vector<double> values) {
    sections_[name] = std::make_shared<const std::vector<double>>(std::move(values));
  }
  void set(const std::string& name, Section section) { sections_[name] = std::move(section); }  // not nullptr
  void forget(const std::string& name) { sections_.erase(name); }
  Section find(const std::string& name) const {  // nullptr if there is none
    const auto found = sections_.find(name);
    return found == sections_.end() ? nullptr : found->second;
  }
  double number(const std::string& name, double otherwise) const {
    const Section section = find(name);
    return section && !section->empty() ? section->front() : otherwise;
  }
  const std::map<std::string, Section>& sections() const { return sections_; }

 private:
  std::map<std::string, Section> sections_;  // ordered: written the same way every time
};

// Of a section that its owner cannot have written: throws InputError (id "checkpoint.content"). `what`: a predicate.
[[noreturn]] void refuse_memory(const std::string& section, const std::string& what);

// Whether the number is a whole one from least to most.
inline bool is_whole(double number, double least, double most) {
  return number >= least && number <= most && number == std::floor(number);
}

}  // namespace lilyan
