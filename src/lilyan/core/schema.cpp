#include <lilyan/core/schema.hpp>

#include <fmt/format.h>

#include <cmath>

namespace lilyan {

Field::Field(std::string n, Schema s, std::string m, Need requirement)
    : name(std::move(n)), schema(std::move(s)), meaning(std::move(m)), need(requirement) {}

Field::Field(std::string n, Schema s, std::string m, Schema::Default d)
    : name(std::move(n)), schema(std::move(s)), meaning(std::move(m)), need(Need::optional), standard(std::move(d)) {}

Schema Schema::object(std::vector<Field> fields) {
  Schema schema;
  schema.kind = Kind::object;
  schema.fields = std::move(fields);
  return schema;
}

Schema Schema::tagged(std::vector<Alternative> alternatives) {
  Schema schema;
  schema.kind = Kind::tagged;
  schema.alternatives = std::move(alternatives);
  return schema;
}

Schema Schema::either(std::vector<Schema> forms) {
  Schema schema;
  schema.kind = Kind::either;
  for (Schema& form : forms) schema.alternatives.push_back({"", "", std::move(form)});
  return schema;
}

namespace {

// A bound given to a list is a bound on its items.
Schema with_bounds(Schema schema, void (*set)(Schema&, double), double bound) {
  if (schema.kind == Schema::Kind::list) {
    schema.item = std::make_shared<const Schema>(with_bounds(*schema.item, set, bound));
  } else {
    set(schema, bound);
  }
  return schema;
}

std::string describe_range(const Schema& schema) {
  std::string range;
  if (std::isfinite(schema.lowest)) range += fmt::format(" {} {}", schema.lowest_allowed ? "at least" : "above", schema.lowest);
  if (std::isfinite(schema.highest))
    range += fmt::format("{} {} {}", range.empty() ? "" : " and", schema.highest_allowed ? "at most" : "below", schema.highest);
  if (!schema.unit.empty()) range += " [" + schema.unit + "]";
  return range;
}

std::string describe_count(const Schema& schema) {
  if (schema.fewest == schema.most) return fmt::format("a list of {}", schema.fewest);
  const bool bounded = schema.most != std::numeric_limits<std::size_t>::max();
  if (schema.fewest > 0 && bounded) return fmt::format("a list of {} to {}", schema.fewest, schema.most);
  if (schema.fewest > 0) return fmt::format("a list of at least {}", schema.fewest);
  return bounded ? fmt::format("a list of at most {}", schema.most) : "a list";
}

}  // namespace

Schema Schema::above(double bound) const {
  return with_bounds(
      *this, [](Schema& s, double b) { s.lowest = b, s.lowest_allowed = false; }, bound);
}
Schema Schema::below(double bound) const {
  return with_bounds(
      *this, [](Schema& s, double b) { s.highest = b, s.highest_allowed = false; }, bound);
}
Schema Schema::at_least(double bound) const {
  return with_bounds(
      *this, [](Schema& s, double b) { s.lowest = b, s.lowest_allowed = true; }, bound);
}
Schema Schema::at_most(double bound) const {
  return with_bounds(
      *this, [](Schema& s, double b) { s.highest = b, s.highest_allowed = true; }, bound);
}

Schema in_reach(Schema lengths) {
  const Schema& each = lengths.kind == Schema::Kind::list ? *lengths.item : lengths;
  return std::isfinite(each.lowest) ? lengths.at_most(kFarthest) : lengths.at_least(-kFarthest).at_most(kFarthest);
}

Schema Schema::even() const {
  Schema schema = *this;
  schema.multiple_of = 2;
  return schema;
}

Schema number(std::string unit) {
  Schema schema;
  schema.kind = Schema::Kind::number;
  schema.unit = std::move(unit);
  return schema;
}

Schema integer() {
  Schema schema;
  schema.kind = Schema::Kind::integer;
  return schema;
}

Schema boolean() {
  Schema schema;
  schema.kind = Schema::Kind::boolean;
  return schema;
}

Schema text() {
  Schema schema;
  schema.kind = Schema::Kind::text;
  return schema;
}

Schema choice(std::vector<std::string> choices) {
  Schema schema;
  schema.kind = Schema::Kind::choice;
  schema.choices = std::move(choices);
  return schema;
}

Schema vec3(std::string unit) { return list(number(std::move(unit)), 3, 3); }

Schema list(Schema item, std::size_t fewest, std::size_t most) {
  Schema schema;
  schema.kind = Schema::Kind::list;
  schema.item = std::make_shared<const Schema>(std::move(item));
  schema.fewest = fewest;
  schema.most = most;
  return schema;
}

Schema named(Schema item, std::size_t most) {
  Schema schema = list(std::move(item), 0, most);
  schema.kind = Schema::Kind::named;
  return schema;
}

std::string describe(const Schema& schema) {
  switch (schema.kind) {
    case Schema::Kind::number: return "a number" + describe_range(schema);
    case Schema::Kind::integer: return (schema.multiple_of == 2 ? "an even number" : "a whole number") + describe_range(schema);
    case Schema::Kind::boolean: return "true or false";
    case Schema::Kind::text: return "a text";
    case Schema::Kind::choice: return fmt::format("one of \"{}\"", fmt::join(schema.choices, "\", \""));
    case Schema::Kind::list: {
      const std::string item = describe(*schema.item);
      return describe_count(schema) + ", each " + item;
    }
    case Schema::Kind::named: return fmt::format("an object of at most {} names, each with {}", schema.most, describe(*schema.item));
    case Schema::Kind::object: return "an object {...}";
    case Schema::Kind::tagged: {
      std::vector<std::string> names;
      for (const Alternative& alternative : schema.alternatives) names.push_back(alternative.name);
      return fmt::format("an object with \"type\" one of \"{}\"", fmt::join(names, "\", \""));
    }
    case Schema::Kind::either: {
      std::vector<std::string> forms;
      for (const Alternative& alternative : schema.alternatives) forms.push_back(describe(alternative.schema));
      return fmt::format("{}", fmt::join(forms, ", or "));
    }
  }
  return {};
}

}  // namespace lilyan
