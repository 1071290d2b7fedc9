// The list of time integrators: what each is called, what it takes, its order and what it keeps.
#pragma once

#include <lilyan/core/schema.hpp>
#include <lilyan/dynamics/integrator.hpp>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace lilyan {

struct IntegratorEntry {
  std::string name;
  std::string meaning;
  std::vector<Field> parameters;  // each with a default
  std::function<Properties(const Parameters&)> properties;
  std::function<std::unique_ptr<Integrator>(const Parameters&)> make;
};

const std::vector<IntegratorEntry>& integrator_registry();
const IntegratorEntry* find_integrator(const std::string& name);  // nullptr where there is none

// Whether the method moves systems of vertices; the others move bodies of domains.
bool moves_vertices(const IntegratorEntry& entry);

// Every parameter of the entry at its default.
Parameters default_parameters(const IntegratorEntry& entry);

}  // namespace lilyan
