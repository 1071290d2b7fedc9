#include <lilyan/core/error.hpp>
#include <lilyan/integrators/registry.hpp>

#include <apps/lilyan/compared_method.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <sstream>

namespace lilyan::app {
namespace {

// What one finds elsewhere, and what keeps energy or momenta: methods whose differences one can see.
const std::vector<std::string> kUsual = {"avf",   "implicit_midpoint", "newmark",        "bdf2",
                                         "bathe", "backward_euler",    "velocity_verlet"};

[[noreturn]] void fail(const std::string& entry, const std::string& message, const std::string& hint) {
  throw InputError({"usage", "--integrators " + entry.substr(0, 80), message, hint});
}

std::vector<std::string> split_at_colons(const std::string& entry) {
  std::vector<std::string> parts;
  std::istringstream in(entry);
  for (std::string part; std::getline(in, part, ':');) parts.push_back(part);
  return parts;
}

void check_name(const std::string& entry, const std::string& name) {
  if (find_integrator(name)) return;
  std::vector<std::string> names;
  for (const IntegratorEntry& method : integrator_registry()) names.push_back(method.name);
  const std::string nearest = nearest_name(name, names);
  fail(
      entry, fmt::format("there is no integrator \"{}\"", name.substr(0, 60)),
      fmt::format("{}known are: {}", nearest.empty() ? "" : fmt::format("did you mean \"{}\"? ", nearest), fmt::join(names, ", ")));
}

std::string folder_name(const std::string& entry) {
  std::string name = entry;
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '-' && c != '.' && c != '_') c = '_';
  return name;
}

ComparedMethod parse(const std::string& entry) {
  const std::vector<std::string> parts = split_at_colons(entry);
  if (parts.empty()) fail(entry, "the name of an integrator is empty", "for example --integrators avf,backward_euler");
  check_name(entry, parts.front());
  nlohmann::json integrator = {{"type", parts.front()}};
  for (std::size_t k = 1; k < parts.size(); ++k) {
    const std::size_t equals = parts[k].find('=');
    if (equals == std::string::npos || equals == 0)
      fail(entry, fmt::format("\"{}\" is not of the form name=value", parts[k].substr(0, 60)), "for example variational:alpha=0.5");
    const std::string value = parts[k].substr(equals + 1);
    nlohmann::json read = nlohmann::json::parse(value, nullptr, false);
    integrator[parts[k].substr(0, equals)] = read.is_discarded() ? nlohmann::json(value) : read;
  }
  return {entry, folder_name(entry), "integrator=" + integrator.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace)};
}

}  // namespace

std::vector<ComparedMethod> compared_methods(const std::vector<std::string>& given) {
  std::vector<ComparedMethod> methods;
  for (const std::string& entry : given.empty() ? kUsual : given) {
    ComparedMethod method = parse(entry);
    const auto same = [&](const ComparedMethod& other) { return other.folder == method.folder; };
    if (std::any_of(methods.begin(), methods.end(), same)) fail(entry, "is given twice", "name every method once");
    methods.push_back(std::move(method));
  }
  return methods;
}

}  // namespace lilyan::app
