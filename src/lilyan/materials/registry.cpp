#include <lilyan/materials/registry.hpp>

#include <lilyan/core/error.hpp>
#include <lilyan/materials/anisotropic.hpp>

#include <algorithm>

namespace lilyan {

namespace {

constexpr auto kOptional = Field::Need::optional;

Field youngs_modulus() {
  return {"youngs_modulus", number("Pa").above(0), "stiffness in a uniaxial pull at small strain", kOptional};
}
Field poissons_ratio() {
  return {"poissons_ratio", number().above(-1).below(0.5), "lateral contraction over stretch at small strain", kOptional};
}
Field modulus(std::string name, std::string meaning) {
  return {std::move(name), number("Pa").above(0), std::move(meaning), kOptional};
}
Field lambda() { return {"lambda", number("Pa"), "Lame's first modulus, above -2 mu/3", kOptional}; }

// Lame's moduli from either set of parameters.
struct Lame {
  double mu, lambda;
};

Lame lame(const Parameters& p) {
  if (p.has("youngs_modulus")) {
    const double E = p.number("youngs_modulus"), nu = p.number("poissons_ratio");
    return {E / (2 * (1 + nu)), E * nu / ((1 + nu) * (1 - 2 * nu))};
  }
  const Lame moduli{p.number("mu"), p.number("lambda")};
  if (!(moduli.lambda > -2.0 / 3.0 * moduli.mu))
    throw InputError({"material.unstable", "lambda", "lambda must be above -2 mu/3: the bulk modulus would not be positive",
                      "give a larger lambda, or youngs_modulus and poissons_ratio"});
  return moduli;
}

double shear_modulus(const Parameters& p) { return p.number("youngs_modulus") / (2 * (1 + p.number("poissons_ratio"))); }
double bulk_modulus(const Parameters& p) { return p.number("youngs_modulus") / (3 * (1 - 2 * p.number("poissons_ratio"))); }

template <class L>
MaterialEntry lame_entry(std::string name, std::string meaning, bool frame_indifferent) {
  return {std::move(name),
          std::move(meaning),
          frame_indifferent,
          true,
          {youngs_modulus(), poissons_ratio(), modulus("mu", "shear modulus"), lambda()},
          {{"youngs_modulus", "poissons_ratio"}, {"mu", "lambda"}},
          [](const Parameters& p) -> Law {
            const auto [mu, lambda] = lame(p);
            return L{mu, lambda};
          }};
}

Vec3 three(const Parameters& p, const char* name) { return Vec3(p.numbers(name).data()); }

Law make_isotropic_stiffness(double youngs_modulus, double poissons_ratio) {
  return orthotropic(Vec3::Constant(youngs_modulus), poissons_ratio).law();
}

std::vector<Field> orthotropic_fields() {
  return {Field{"youngs_moduli", vec3("Pa").above(0), "E1, E2, E3: stiffness in a pull along each axis", kOptional},
          Field{"poissons_ratios", vec3(), "nu12, nu23, nu31: contraction along the second axis over the stretch along the first",
                kOptional},
          Field{"shear_moduli", vec3("Pa").above(0), "G12, G23, G31", kOptional},
          Field{"poissons_ratio", number().above(-1).below(0.5),
                "one ratio for all: nu_ij = nu sqrt(Ei/Ej), G_ij = sqrt(Ei Ej)/(2 (1 + nu))", kOptional},
          Field{"axes", list(vec3(), 3, 3),
                "directions of the axes 1, 2, 3 in the rest shape, of any length; x, y, z where it is not given", kOptional}};
}

std::vector<std::vector<std::string>> orthotropic_sets() {
  return {{"youngs_moduli", "poissons_ratios", "shear_moduli"},
          {"youngs_moduli", "poissons_ratios", "shear_moduli", "axes"},
          {"youngs_moduli", "poissons_ratio"},
          {"youngs_moduli", "poissons_ratio", "axes"}};
}

Anisotropic orthotropic_stiffness(const Parameters& p) {
  Orthotropic m = p.has("poissons_ratio")
                      ? orthotropic(three(p, "youngs_moduli"), p.number("poissons_ratio"))
                      : Orthotropic{three(p, "youngs_moduli"), three(p, "poissons_ratios"), three(p, "shear_moduli")};
  if (p.has("axes")) m.axes = Eigen::Map<const Mat3>(p.numbers("axes").data()).transpose();
  return m.law();
}

MaterialEntry orthotropic_entry() {
  return {"orthotropic",
          "small-strain elasticity with three planes of symmetry, such as wood; for small rotations only",
          false,
          true,
          orthotropic_fields(),
          orthotropic_sets(),
          [](const Parameters& p) -> Law { return orthotropic_stiffness(p); },
          make_isotropic_stiffness,
          true};
}

Field coefficients_field() {
  return {"coefficients", list(number("Pa"), 21, 21),
          "upper triangle, row by row, of the 6x6 stiffness in Mandel's order xx, yy, zz, sqrt2 yz, sqrt2 xz, sqrt2 xy", kOptional};
}

Anisotropic stiffness_by_coefficients(const Parameters& p) {
  UpperTriangle coefficients;
  std::copy_n(p.numbers("coefficients").begin(), coefficients.size(), coefficients.begin());
  return anisotropic(coefficients);
}

MaterialEntry anisotropic_entry() {
  return {"anisotropic",
          "small-strain elasticity with any stiffness; for small rotations only",
          false,
          true,
          {coefficients_field()},
          {{"coefficients"}},
          [](const Parameters& p) -> Law { return stiffness_by_coefficients(p); },
          make_isotropic_stiffness,
          true};
}

Law make_corotated(const Parameters& p) {
  Corotated law;
  if (p.has("coefficients")) {
    law.coefficients = stiffness_by_coefficients(p).coefficients;
  } else if (p.has("youngs_moduli")) {
    law.coefficients = orthotropic_stiffness(p).coefficients;
  } else {
    const auto [mu, lambda] = lame(p);
    Mat6 C = 2 * mu * Mat6::Identity();
    C.topLeftCorner<3, 3>().array() += lambda;
    law.coefficients = upper_triangle(C);
  }
  if (p.has("rotation") && p.text("rotation") == "displacement") law.rotation = RotationRule::displacement;
  if (p.has("pinned") && p.text("pinned") == "held") law.pinned = PinnedTets::held;
  return law;
}

MaterialEntry corotated_entry() {
  std::vector<Field> fields = {youngs_modulus(), modulus("mu", "shear modulus"), lambda()};
  for (Field& field : orthotropic_fields()) fields.push_back(std::move(field));
  for (Field& field : fields)
    if (field.name == "poissons_ratio") field.meaning = poissons_ratio().meaning + "; with youngs_moduli " + field.meaning;
  fields.push_back(coefficients_field());
  fields.push_back(
      {"rotation", choice({"polar", "displacement"}),
       "how a cell turns: with the polar rotation of its deformation, or, tets only, so that its vertices are displaced least",
       Schema::Default{"polar"}});
  fields.push_back(
      {"pinned", choice({"free", "held"}),
       "tets only; held: a tet with three or four pinned vertices turns only with them, one with two about the edge between them",
       Schema::Default{"free"}});
  std::vector<std::vector<std::string>> sets = {{"youngs_modulus", "poissons_ratio"}, {"mu", "lambda"}};
  for (auto& set : orthotropic_sets()) sets.push_back(std::move(set));
  sets.push_back({"coefficients"});
  return {"corotated",
          "small-strain elasticity, of any stiffness, in a frame that turns with each cell; for large rotations and small strains",
          true,
          true,
          std::move(fields),
          std::move(sets),
          make_corotated,
          {},
          true,
          [](const Anisotropic& stiffness) -> Law { return Corotated{stiffness.coefficients}; }};
}

std::vector<MaterialEntry> make_registry() {
  std::vector<MaterialEntry> entries;
  entries.push_back(lame_entry<Linear>("linear", "small-strain elasticity; for small rotations only", false));
  entries.push_back(
      lame_entry<StVenantKirchhoff>("stvk", "linear in Green's strain; avf keeps its energy exactly; weak in compression", true));
  entries.push_back(
      {"neo_hookean",
       "rubber-like, resists inversion; mu is half the shear modulus",
       true,
       false,
       {youngs_modulus(), poissons_ratio(), modulus("mu", "half the shear modulus"), modulus("bulk_modulus", "bulk modulus")},
       {{"youngs_modulus", "poissons_ratio"}, {"mu", "bulk_modulus"}},
       [](const Parameters& p) -> Law {
         if (p.has("mu")) return NeoHookean{p.number("mu"), p.number("bulk_modulus")};
         return NeoHookean{0.5 * shear_modulus(p), bulk_modulus(p)};
       }});
  entries.push_back(lame_entry<StableNeoHookean>("stable_neo_hookean",
                                                 "rubber-like, defined also when inverted; avf keeps its energy exactly", true));
  entries.push_back(
      {"mooney_rivlin",
       "rubber with two shear coefficients; resists inversion",
       true,
       false,
       {youngs_modulus(), poissons_ratio(),
        Field{"c01_fraction", number().at_least(0).at_most(1), "share of c01 in the shear modulus, with youngs_modulus", kOptional},
        modulus("c10", "coefficient of the first invariant"),
        Field{"c01", number("Pa").at_least(0), "coefficient of the second invariant", kOptional},
        modulus("bulk_modulus", "bulk modulus")},
       {{"youngs_modulus", "poissons_ratio"}, {"youngs_modulus", "poissons_ratio", "c01_fraction"}, {"c10", "c01", "bulk_modulus"}},
       [](const Parameters& p) -> Law {
         if (p.has("c10")) return MooneyRivlin{p.number("c10"), p.number("c01"), p.number("bulk_modulus")};
         const double half_shear = 0.5 * shear_modulus(p);
         const double fraction = p.has("c01_fraction") ? p.number("c01_fraction") : 0.25;
         return MooneyRivlin{(1 - fraction) * half_shear, fraction * half_shear, bulk_modulus(p)};
       }});
  entries.push_back(orthotropic_entry());
  entries.push_back(anisotropic_entry());
  entries.push_back(corotated_entry());
  for (MaterialEntry& entry : entries)
    if (!entry.make_isotropic)
      entry.make_isotropic = [make = entry.make](double youngs_modulus, double poissons_ratio) {
        Parameters p;
        p.set("youngs_modulus", youngs_modulus);
        p.set("poissons_ratio", poissons_ratio);
        return make(p);
      };
  return entries;
}

}  // namespace

const std::vector<MaterialEntry>& material_registry() {
  static const std::vector<MaterialEntry> registry = make_registry();
  return registry;
}

const MaterialEntry* find_material(const std::string& name) {
  const auto& all = material_registry();
  const auto found = std::find_if(all.begin(), all.end(), [&](const MaterialEntry& entry) { return entry.name == name; });
  return found == all.end() ? nullptr : &*found;
}

Law law_from_moduli(const MaterialEntry& entry, double youngs_modulus, double poissons_ratio) {
  return entry.make_isotropic(youngs_modulus, poissons_ratio);
}

}  // namespace lilyan
