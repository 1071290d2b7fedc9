// What a scene can name, as `lilyan list` shows it: from the registries and the scene's schema.
#pragma once

#include <lilyan/core/schema.hpp>

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace lilyan {

struct CatalogueEntry {
  using Fact = std::variant<bool, int, std::string>;

  std::string name;
  std::string meaning;
  std::vector<std::pair<std::string, Fact>> facts;  // the same names, in the same order, for every entry of a catalogue
  std::vector<Field> parameters;
};

struct Catalogue {
  std::string kind;  // "integrators"
  std::string meaning;
  std::vector<CatalogueEntry> entries;
};

std::vector<std::string> catalogue_kinds();                   // integrators, materials, shapes, ...
std::optional<Catalogue> catalogue(const std::string& kind);  // none where there is no such kind
std::string to_json(const Catalogue& catalogue);              // a list of objects

}  // namespace lilyan
