#include <lilyan/scene/schema/reference.hpp>

#include <lilyan/scene/schema/scene_schema.hpp>
#include <lilyan/scene/schema/validate.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace lilyan {
namespace {

// A `|` would end a cell of a table, a `<` begin a tag.
std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '|') result += '\\';
    result += c == '<' ? std::string("&lt;") : std::string(1, c);
  }
  return result;
}

std::string sentence(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text.ends_with('.') ? text : text + ".";
}

// What stands in the table; objects and their kinds have a section of their own below it.
std::string allowed(const Schema& schema, const std::string& section) {
  switch (schema.kind) {
    case Schema::Kind::object:
    case Schema::Kind::tagged: return fmt::format("an object: [{0}](#{0})", section);
    case Schema::Kind::list:
      if (schema.item->kind == Schema::Kind::object || schema.item->kind == Schema::Kind::tagged)
        return fmt::format("a list of objects: [{0}](#{0})", section);
      return escaped(describe(schema));
    case Schema::Kind::named: return fmt::format("an object of names, each with {}", allowed(*schema.item, section));
    case Schema::Kind::either: {
      std::vector<std::string> forms;
      for (const Alternative& form : schema.alternatives) forms.push_back(allowed(form.schema, section));
      return fmt::format("{}", fmt::join(forms, ", or "));
    }
    default: return escaped(describe(schema));
  }
}

std::string default_text(const Field& field) {
  if (field.need == Field::Need::required) return "required";
  const Json standard = default_value(field);
  return standard.is_null() ? "" : "`" + standard.dump() + "`";
}

struct Page {
  std::string text;
  std::vector<std::string> sections;  // written so far: a schema that is used twice is described once
};

std::string table(const std::vector<Field>& fields, const std::string& prefix) {
  std::string text = "| key | value | default | meaning |\n| --- | --- | --- | --- |\n";
  for (const Field& field : fields)
    text += fmt::format("| `{}` | {} | {} | {} |\n", field.name, allowed(field.schema, prefix + field.name), default_text(field),
                        escaped(field.meaning));
  return text;
}

void write_sections(const std::vector<Field>& fields, const std::string& prefix, Page& page);

// The section of a field whose value is an object, a kind of object, or a list of either.
void write_section(const Field& field, const Schema& schema, const std::string& prefix, Page& page) {
  const std::string name = prefix + field.name;
  if (schema.kind == Schema::Kind::list || schema.kind == Schema::Kind::named)
    return write_section(field, *schema.item, prefix, page);
  if (schema.kind == Schema::Kind::either) {
    for (const Alternative& form : schema.alternatives) write_section(field, form.schema, prefix, page);
    return;
  }
  if (schema.kind != Schema::Kind::object && schema.kind != Schema::Kind::tagged) return;
  if (std::find(page.sections.begin(), page.sections.end(), name) != page.sections.end()) return;
  page.sections.push_back(name);
  page.text += fmt::format("\n## {}\n\n{}\n", name, escaped(sentence(field.meaning)));
  if (schema.kind == Schema::Kind::object) {
    page.text += "\n" + table(schema.fields, name + "-");
    write_sections(schema.fields, name + "-", page);
    return;
  }
  for (const Alternative& alternative : schema.alternatives) {
    page.text += fmt::format("\n**`\"type\": \"{}\"`**: {}\n", alternative.name, escaped(sentence(alternative.meaning)));
    if (!alternative.schema.fields.empty()) page.text += "\n" + table(alternative.schema.fields, name + "-");
  }
  for (const Alternative& alternative : schema.alternatives) write_sections(alternative.schema.fields, name + "-", page);
}

void write_sections(const std::vector<Field>& fields, const std::string& prefix, Page& page) {
  for (const Field& field : fields) write_section(field, field.schema, prefix, page);
}

std::string fact_text(const CatalogueEntry::Fact& fact) {
  if (const bool* yes = std::get_if<bool>(&fact)) return *yes ? "yes" : "no";
  if (const int* number = std::get_if<int>(&fact)) return std::to_string(*number);
  return escaped(std::get<std::string>(fact));
}

std::string spaced_words(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

std::string origin(const std::string& page) { return fmt::format("<!-- made by: lilyan reference {} -->\n\n", page); }

}  // namespace

std::string scene_reference() {
  Page page;
  const Schema scene = scene_schema();
  page.text = origin("scene") +
              "# The scene file\n\nJSON with `//` comments, SI units, y up. Relative paths are relative to the scene file; an "
              "unknown key is an "
              "error. `lilyan schema` prints the same as JSON Schema, for editors.\n\n" +
              table(scene.fields, "");
  write_sections(scene.fields, "", page);
  return page.text;
}

std::string catalogue_reference(const Catalogue& catalogue) {
  std::string text = origin(catalogue.kind) + fmt::format("# {}\n\n{}\n", sentence(catalogue.kind).substr(0, catalogue.kind.size()),
                                                          escaped(sentence(catalogue.meaning)));
  for (const CatalogueEntry& entry : catalogue.entries) {
    text += fmt::format("\n## {}\n\n{}\n", entry.name, escaped(sentence(entry.meaning)));
    if (!entry.facts.empty()) text += "\n";
    for (const auto& [name, fact] : entry.facts) text += fmt::format("- {}: {}\n", spaced_words(name), fact_text(fact));
    if (entry.parameters.empty()) continue;
    text += "\n| parameter | value | default | meaning |\n| --- | --- | --- | --- |\n";
    for (const Field& field : entry.parameters)
      text += fmt::format("| `{}` | {} | {} | {} |\n", field.name, escaped(describe(field.schema)),
                          field.need == Field::Need::required ? "required" : default_text(field), escaped(field.meaning));
  }
  return text;
}

}  // namespace lilyan
