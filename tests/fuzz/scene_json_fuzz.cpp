#include <lilyan/scene/schema/json.hpp>
#include <lilyan/scene/schema/validate.hpp>
#include <tests/fuzz/fuzz.hpp>

#include <nlohmann/json.hpp>

// The text of a scene: JSON with comments, then every kind of check that a schema can ask for. Nothing is built of it.
namespace {

lilyan::Schema every_kind() {
  using namespace lilyan;
  const Schema shape = Schema::tagged({{"box", "a box", Schema::object({{"size", vec3("m"), "size"}})},
                                       {"ball", "a ball", Schema::object({{"radius", number("m").above(0), "radius"}})}});
  return Schema::object({{"lilyan", integer().at_least(1).at_most(1), "version"},
                         {"name", text(), "name", Field::Need::optional},
                         {"on", boolean(), "a switch", false},
                         {"kind", choice({"one", "two"}), "a choice", std::string("one")},
                         {"bodies", list(Schema::object({{"mesh", shape, "shape"}}), 1, 3), "bodies"},
                         {"parameters", named(number(), 3), "numbers by name", Field::Need::optional},
                         {"scale", Schema::either({number().above(0), vec3()}), "scale", Field::Need::optional}});
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const lilyan::Schema schema = every_kind();
  lilyan::fuzz::expect_refused_or_fine([&] {
    const lilyan::Json scene = lilyan::parse_json(std::string(reinterpret_cast<const char*>(data), size), "a.json");
    lilyan::FaultList faults;
    lilyan::validate(scene, schema, "", faults);
    faults.throw_if_any();
  });
  return 0;
}
