// Values of declared parameters by name, as a scene or a program gives them to a registry entry.
#pragma once

#include <lilyan/core/schema.hpp>

#include <map>
#include <string>
#include <vector>

namespace lilyan {

class Parameters {
 public:
  using Value = Schema::Default;

  void set(const std::string& name, Value value) { values_[name] = std::move(value); }
  bool has(const std::string& name) const { return values_.contains(name); }
  const Value& value(const std::string& name) const { return values_.at(name); }
  double number(const std::string& name) const { return std::get<double>(values_.at(name)); }
  const std::vector<double>& numbers(const std::string& name) const { return std::get<std::vector<double>>(values_.at(name)); }
  const std::string& text(const std::string& name) const { return std::get<std::string>(values_.at(name)); }

 private:
  std::map<std::string, Value> values_;
};

}  // namespace lilyan
