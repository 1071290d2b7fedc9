// What a value may be, declared once: name, unit, range, default and meaning.
//
// The scene reader, its error messages, `lilyan schema`, `lilyan list` and the reference pages are all
// derived from these declarations. A Schema is plain data; it knows no file format.
//
//   Schema::object({
//     {"youngs_modulus", number("Pa").above(0), "stiffness in a uniaxial pull"},
//     {"poissons_ratio", number().above(-1).below(0.5), "lateral contraction"},
//   })
#pragma once

#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace lilyan {

// What lies farther from the origin along an axis is no place [m]: volumes and energies made of it would be no numbers.
inline constexpr double kFarthest = 1e16;

struct Field;
struct Alternative;

struct Schema {
  enum class Kind { number, integer, boolean, text, choice, list, named, object, tagged, either };
  using Default = std::variant<std::monostate, bool, double, std::string, std::vector<double>>;

  Kind kind = Kind::object;
  std::string unit;                                          // number, integer: SI, "" = none
  double lowest = -std::numeric_limits<double>::infinity();  // number, integer; of the items where a list is numeric
  double highest = std::numeric_limits<double>::infinity();
  bool lowest_allowed = true, highest_allowed = true;
  int multiple_of = 1;                                                     // integer
  std::vector<std::string> choices;                                        // choice
  std::shared_ptr<const Schema> item;                                      // list, named: what each is
  std::size_t fewest = 0, most = std::numeric_limits<std::size_t>::max();  // list, named: number of items
  std::vector<Field> fields;                                               // object
  std::vector<Alternative> alternatives;  // tagged: by the key "type"; either: the first whose form (object, list, text) fits

  // Builders; each returns a copy so that declarations read as one expression.
  static Schema object(std::vector<Field> fields);
  static Schema tagged(std::vector<Alternative> alternatives);
  static Schema either(std::vector<Schema> forms);
  Schema above(double bound) const;     // > bound
  Schema below(double bound) const;     // < bound
  Schema at_least(double bound) const;  // >= bound
  Schema at_most(double bound) const;   // <= bound
  Schema even() const;                  // of integers
};

struct Field {
  enum class Need { required, optional };  // a field with a default is optional and reads as the default

  Field(std::string name, Schema schema, std::string meaning, Need need = Need::required);
  Field(std::string name, Schema schema, std::string meaning, Schema::Default standard);

  std::string name;
  Schema schema;
  std::string meaning;
  Need need;
  Schema::Default standard;
};

struct Alternative {
  std::string name;  // the value of "type"; empty in `either`
  std::string meaning;
  Schema schema;  // tagged: an object, "type" not among its fields
};

Schema number(std::string unit = {});
Schema integer();
Schema boolean();
Schema text();
Schema choice(std::vector<std::string> choices);
Schema vec3(std::string unit = {});
Schema list(Schema item, std::size_t fewest = 0, std::size_t most = std::numeric_limits<std::size_t>::max());
// A number or list of lengths [m], within kFarthest.
Schema in_reach(Schema lengths);
Schema named(Schema item, std::size_t most);  // an object whose keys are names that the user chooses

// "a number above 0 [Pa]", "one of \"a\", \"b\"", "a list of 3 numbers": for error messages and help.
std::string describe(const Schema& schema);

// Values of declared parameters by name, as a scene or a program gives them to a registry entry.
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
